/** From a plan's stored outputs to its stored comparisons, while the app goes on answering. */
import { setImmediate as turn } from 'node:timers/promises';
import type { Item } from '../../contract/item.ts';
import type { RegisteredPlan } from '../../contract/plan.ts';
import { failure, success, type Result } from '../../contract/result.ts';
import { runKeys } from '../../experiment/schedule.ts';
import { scorePages } from '../../experiment/score-outputs.ts';
import type { Store } from '../../store/store.ts';
import { compareInBackground } from './compare-in-background.ts';

/**
 * Scores every output with today's scorers and compares; both are stored.
 *
 * @param now the time that the comparisons are stamped with, ISO 8601
 * @param signal stops in between; what is scored stays
 */
export async function scoreInBackground(
  store: Store,
  { plan, hash }: RegisteredPlan,
  items: readonly Item[],
  now: () => string,
  signal: AbortSignal,
): Promise<Result<void>> {
  const names = plan.candidates.map((candidate) => candidate.name);
  for (const key of runKeys(names, plan.baseline, plan.replicates)) {
    for (const page of scorePages(store, hash, key, items)) {
      if (!page.ok) return page;
      await turn();
      if (signal.aborted) return failure('interrupted', 'Stopped before every output was scored.');
    }
  }
  const compared = await compareInBackground({ folder: store.folder, hash, rerun: false }, signal);
  if (!compared.ok) return compared;
  for (const { name, comparison } of compared.data.candidates) {
    const put = comparison === null ? success(undefined) : store.putComparison(hash, name, comparison, now());
    if (!put.ok) return put;
  }
  return success(undefined);
}
