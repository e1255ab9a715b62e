import { useEffect } from 'react';
import { useStore } from 'zustand';
import type { Failure } from '../../../src-main/contract/result.ts';
import { useStores } from '../../app/app-context.tsx';
import { comparisonRoute } from '../../app/routes.ts';
import { Button } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { PageHead } from '../../components/page-head.tsx';

/** Results come at the end. Until then: the run, or a look before the end that goes by its name. */
export function UnfinishedRun({
  comparison,
  failure,
  onPeek,
}: {
  readonly comparison: string;
  readonly failure: Failure;
  readonly onPeek: () => void;
}) {
  const { router, comparisons, results } = useStores();
  const finished = useStore(
    comparisons.head.store,
    ({ input, data }) => input?.comparison === comparison && data?.state === 'finished',
  );
  useEffect(() => {
    if (finished) void results.refresh();
  }, [finished, results]);
  return (
    <div className="results">
      <PageHead title="Results" />
      <EmptyState
        title={failure.message}
        actions={
          <>
            <Button
              look="primary"
              onClick={() => {
                router.go(comparisonRoute(comparison, 'run'));
              }}
            >
              Go to the run
            </Button>
            <Button onClick={onPeek}>Peek</Button>
          </>
        }
      >
        A peek shows the numbers of what is there so far. It is counted and dated, the report names it, and
        what it shows may still turn around. A plan with a rule for looks pays for it with wider intervals,
        here and in all later results.
      </EmptyState>
    </div>
  );
}
