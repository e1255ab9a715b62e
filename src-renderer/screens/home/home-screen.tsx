import { useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { ComparisonSummary } from '../../../src-main/contract/calls/comparisons.ts';
import type { Failure } from '../../../src-main/contract/result.ts';
import { useStores } from '../../app/app-context.tsx';
import { draftRoute, placeRoute } from '../../app/routes.ts';
import { useKeys } from '../../app/use-keys.ts';
import { useLate } from '../../app/use-late.ts';
import { useTitle } from '../../app/use-title.ts';
import { Button } from '../../components/button.tsx';
import { useCopy } from '../../components/copy-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { MiniAxis, miniAxis } from '../../components/mini-forest.tsx';
import { FailureNotice } from '../../components/notice.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { focusRow, useRoving } from '../../components/roving.ts';
import { loadedRows } from '../../stores/paged-list.ts';
import type { RowActions } from './comparison-row.tsx';
import { ComparisonRow } from './comparison-row.tsx';
import { nextStep } from './home-words.ts';
import '../../components/field.css';
import './home.css';

/** Every comparison, the newest first, each with its verdicts or how far it is. */
export function HomeScreen() {
  useTitle('Comparisons');
  const { comparisons, router } = useStores();
  const { total, pages, error, input, stale } = useStore(comparisons.list.store);
  const rows = loadedRows({ pages });
  const [search, setSearch] = useState(comparisons.list.store.getState().input?.search ?? '');
  const [problem, setProblem] = useState<Failure | null>(null);
  const late = useLate(total === null && error === null);

  useEffect(() => {
    const timer = setTimeout(
      () => {
        const wanted = search.trim();
        void comparisons.list.open(wanted === '' ? {} : { search: wanted }, 'keep');
      },
      comparisons.list.store.getState().input === null ? 0 : 120,
    );
    return () => {
      clearTimeout(timer);
    };
  }, [comparisons, search]);

  // Nothing was made yet: the way in is shown in place of an empty list.
  const unused = total === 0 && !stale && input?.search === undefined && search === '';
  useEffect(() => {
    if (unused) router.replace(placeRoute('start'));
  }, [unused, router]);

  const create = async () => {
    const answer = await comparisons.createDraft();
    if (answer.ok) router.go(draftRoute(answer.data.draft));
    else setProblem(answer.error);
  };
  useKeys('Comparisons', [{ keys: 'n', label: 'New comparison', run: () => void create() }]);

  if (unused) return null;
  return (
    <div className="home">
      <PageHead title="Comparisons">
        <input
          className="field filter"
          type="search"
          placeholder="Filter by decision, model or items"
          aria-label="Filter comparisons"
          value={search}
          onChange={(event) => {
            setSearch(event.target.value);
          }}
        />
        <Button look="primary" hint="n" onClick={() => void create()}>
          New comparison
        </Button>
      </PageHead>
      {problem === null ? null : <FailureNotice failure={problem} />}
      {error === null ? null : (
        <FailureNotice
          failure={error}
          actions={<Button onClick={() => void comparisons.list.refresh()}>Try again</Button>}
        />
      )}
      {total === 0 ? (
        <EmptyState
          title="No comparison matches."
          actions={
            <Button
              onClick={() => {
                setSearch('');
              }}
            >
              Clear the filter
            </Button>
          }
        />
      ) : (
        <ComparisonTable rows={rows} waiting={late} onProblem={setProblem} />
      )}
      {total !== null && rows.length < total ? (
        <p className="more-rows">
          <Button onClick={() => void comparisons.list.ensure(rows.length, rows.length + 1)}>
            Show more, {rows.length} of {total}
          </Button>
        </p>
      ) : null}
    </div>
  );
}

function ComparisonTable({
  rows,
  waiting,
  onProblem,
}: {
  readonly rows: readonly ComparisonSummary[];
  readonly waiting: boolean;
  readonly onProblem: (problem: Failure | null) => void;
}) {
  const body = useRef<HTMLTableSectionElement>(null);
  const roving = useRoving(body, rows.length);
  const actions = useRowActions(rows, body, onProblem);
  const axis = miniAxis(rows.flatMap(({ candidates }) => candidates.flatMap(({ result }) => result ?? [])));
  const focused = rows[roving.row];
  useKeys('Comparisons', [
    {
      keys: 'Delete',
      label: 'Delete the comparison that has the focus',
      run: () => {
        if (focused !== undefined && body.current?.contains(document.activeElement) === true)
          actions.remove(focused);
      },
    },
  ]);
  return (
    <table className="list" aria-label="Comparisons, the newest first">
      <colgroup>
        <col className="decision" />
        <col />
        <col className="state" />
        <col className="actions" />
      </colgroup>
      <thead>
        <tr>
          <th scope="col">Decision</th>
          <th scope="col">
            <span className="candidate-heads">
              <span>Candidate</span>
              <MiniAxis axis={axis} />
              <span className="num">points</span>
              <span>Verdict</span>
              <span className="plan">Plan</span>
            </span>
          </th>
          <th scope="col">State</th>
          <th scope="col">
            <span className="unseen">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody {...roving.container} ref={body}>
        {rows.map((comparison, index) => (
          <ComparisonRow key={comparison.id} {...{ comparison, axis, index, roving, actions }} />
        ))}
        {waiting && rows.length === 0 ? (
          <tr className="row-height">
            <td colSpan={4}>Reading the comparisons</td>
          </tr>
        ) : null}
      </tbody>
    </table>
  );
}

/** What can be done with a row. A deletion can be undone, and the focus goes to the row that follows. */
function useRowActions(
  rows: readonly ComparisonSummary[],
  body: React.RefObject<HTMLTableSectionElement | null>,
  onProblem: (problem: Failure | null) => void,
): RowActions {
  const { comparisons, router, toasts } = useStores();
  const copy = useCopy();
  const refocus = useRef<{ readonly row: number; readonly gone: string } | null>(null);
  useEffect(() => {
    const wanted = refocus.current;
    if (wanted === null || rows.some(({ id }) => id === wanted.gone)) return;
    refocus.current = null;
    focusRow(body.current, wanted.row);
  }, [rows, body]);

  const remove = async (comparison: ComparisonSummary) => {
    refocus.current = { row: rows.indexOf(comparison), gone: comparison.id };
    const answer = await comparisons.remove(comparison.id);
    onProblem(answer.ok ? null : answer.error);
    if (!answer.ok) return;
    toasts.show(`Deleted “${comparison.decision}”.`, async () => {
      const restored = await comparisons.restore(comparison.id);
      onProblem(restored.ok ? null : restored.error);
    });
  };
  const open = async (comparison: ComparisonSummary) => {
    const next = nextStep(comparison);
    if (next === null) return;
    if (next.resumes) {
      const answer = await comparisons.resume(comparison.id);
      onProblem(answer.ok ? null : answer.error);
      if (!answer.ok) return;
    }
    router.go(next.route);
  };
  const duplicate = async (comparison: ComparisonSummary) => {
    const answer = await comparisons.duplicate(comparison.id);
    if (answer.ok) router.go(draftRoute(answer.data.comparison));
    else onProblem(answer.error);
  };
  return {
    open: (comparison) => void open(comparison),
    duplicate: (comparison) => void duplicate(comparison),
    remove: (comparison) => void remove(comparison),
    showFile: (comparison) => {
      const { problem } = comparison;
      if (problem === null) return;
      onProblem(problem);
      if (problem.where?.file !== undefined) void copy(problem.where.file, 'the path of the file');
    },
  };
}
