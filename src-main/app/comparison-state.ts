/** Where a comparison stands, from what is stored and what runs now. */
import type { ComparisonState } from '../contract/calls/comparisons.ts';
import type { JudgingRecord } from '../contract/judging.ts';
import type { RegisteredPlan } from '../contract/plan.ts';
import { failure, type Result } from '../contract/result.ts';
import type { RunRecord, StoreReader } from '../store/store.ts';
import type { AppContext } from './context.ts';

/** The plan behind a comparison's identifier: its whole hash. */
export function planOf(store: StoreReader, comparison: string): Result<RegisteredPlan> {
  const plan = store.plan(comparison);
  if (plan.ok && plan.data.hash === comparison) return plan;
  if (!plan.ok && plan.error.code === 'store_damaged') return plan;
  return unknownComparison();
}

export function unknownComparison() {
  return failure('comparison_unknown', 'There is no such comparison in this data folder.', {
    next: 'Go back to the list: it may have been deleted in another window.',
  });
}

/** @param judging of the same plan; null: it has no judge, or what it says does not matter */
export function hasEnded(
  runs: readonly Pick<RunRecord, 'state'>[],
  judging: Pick<JudgingRecord, 'state'> | null = null,
): boolean {
  const all = judging === null ? runs : [...runs, judging];
  return all.every(({ state }) => state === 'complete' || state === 'failed');
}

export function comparisonState(context: AppContext, hash: string): Exclude<ComparisonState, 'draft'> {
  if (context.runs.running(hash)) return 'running';
  const runs = context.store.runs(hash);
  if (hasEnded(runs, context.store.judging(hash))) return 'finished';
  const halt = context.store.halt(hash);
  if (halt === 'paused') return 'paused';
  if (halt === 'cancelled' || runs.some(({ outputs }) => outputs > 0)) return 'stopped';
  return 'registered';
}
