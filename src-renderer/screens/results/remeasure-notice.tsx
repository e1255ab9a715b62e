import { useState } from 'react';
import type { ComparisonResults, CostRow } from '../../../src-main/contract/calls/results.ts';
import { remeasuredRuns, remeasureTitle } from '../../../src-main/contract/presentation/repeat-words.ts';
import type { Failure } from '../../../src-main/contract/result.ts';
import { useStores } from '../../app/app-context.tsx';
import { draftRoute } from '../../app/routes.ts';
import { Button } from '../../components/button.tsx';
import { FailureNotice, Notice } from '../../components/notice.tsx';
import { remeasureOf } from './results-view.ts';

/** A result that surprises, or two runs of the baseline that part, are measured again before they are believed. */
export function RemeasureNotice({
  results,
  costs,
}: {
  readonly results: ComparisonResults;
  readonly costs: readonly CostRow[];
}) {
  const { comparisons, router } = useStores();
  const [problem, setProblem] = useState<Failure | null>(null);
  const [busy, setBusy] = useState(false);
  const reasons = remeasureOf(results, costs);
  if (reasons.length === 0) return null;
  const draft = async () => {
    setBusy(true);
    const answer = await comparisons.measureAgain(results.comparison, remeasuredRuns);
    setBusy(false);
    if (answer.ok) router.go(draftRoute(answer.data.comparison));
    else setProblem(answer.error);
  };
  return (
    <>
      <Notice
        tone="attention"
        title={remeasureTitle}
        actions={
          <Button small disabled={busy} onClick={() => void draft()}>
            Draft with {remeasuredRuns} runs of {results.baseline}
          </Button>
        }
      >
        {reasons.map((reason) => (
          <p key={reason}>{reason}</p>
        ))}
      </Notice>
      {problem === null ? null : <FailureNotice failure={problem} />}
    </>
  );
}
