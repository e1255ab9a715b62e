/** The comparisons of the list, and the one that is open. */
import type { ComparisonSummary } from '../../src-main/contract/calls/comparisons.ts';
import type { AppEvent } from '../../src-main/contract/events.ts';
import type { ProgressEvent } from '../../src-main/contract/progress.ts';
import type { Result } from '../../src-main/contract/result.ts';
import type { Client } from '../client/client.ts';
import { createPagedList } from './paged-list.ts';
import { createResource } from './resource.ts';

const pageSize = 50;

/** How far a row is by a newer word than its own. */
export function withProgress(
  row: ComparisonSummary,
  comparison: string,
  event: ProgressEvent,
): ComparisonSummary {
  if (row.id !== comparison || event.kind !== 'progress') return row;
  return {
    ...row,
    secondsLeft: event.secondsLeft,
    candidates: row.candidates.map((candidate) => {
      const runs = event.runs.filter(({ key }) => key.candidate === candidate.candidate);
      if (runs.length === 0 || candidate.progress === null) return candidate;
      const sum = (of: 'done' | 'total') => runs.reduce((all, run) => all + run[of], 0);
      return { ...candidate, progress: { done: sum('done'), total: sum('total') } };
    }),
  };
}

export function createComparisonStore(client: Client) {
  const list = createPagedList(client, 'comparisons.list_comparisons', pageSize);
  const head = createResource(client, 'comparisons.read_comparison');

  function hear(events: readonly AppEvent[]): void {
    let changed = false;
    let headChanged = false;
    const open = head.store.getState().input?.comparison;
    for (const event of events) {
      if (event.kind === 'progress') list.alter((row) => withProgress(row, event.comparison, event.event));
      if (event.kind !== 'store_changed') continue;
      const { change } = event;
      changed ||= change.of === 'comparisons' || change.of === 'plan';
      headChanged ||=
        change.of === 'comparisons' && (change.comparison === null || change.comparison === open);
    }
    if (changed) void list.refresh();
    if (headChanged) void head.refresh();
  }

  const close = client.listen({
    events: hear,
    missed: () => {
      void list.refresh();
      void head.refresh();
    },
  });

  /** The list is read again by the event that follows. */
  async function remove(comparison: string): Promise<Result<unknown>> {
    return client.call('comparisons.delete_comparison', { comparison });
  }

  return {
    list,
    head,
    remove,
    restore: (comparison: string) => client.call('comparisons.restore_comparison', { comparison }),
    duplicate: (comparison: string) => client.call('comparisons.duplicate_comparison', { comparison }),
    /** A draft of the same, with another number of runs of the baseline. */
    measureAgain: (comparison: string, replicates: number) =>
      client.call('comparisons.duplicate_comparison', { comparison, replicates }),
    startDemo: () => client.call('comparisons.start_demo', { quick: false }),
    resume: (comparison: string) => client.call('runs.start_run', { comparison }),
    createDraft: () => client.call('plans.create_draft', { models: [] }),
    close,
  };
}
