/** From a plan's stored outputs to its stored comparisons. */
import type { Item } from '../contract/item.ts';
import type { RegisteredPlan } from '../contract/plan.ts';
import { success, type Result } from '../contract/result.ts';
import { comparePlan, type ComparedCandidate } from '../experiment/compare-plan.ts';
import { runKeys } from '../experiment/schedule.ts';
import { scoreRun } from '../experiment/score-outputs.ts';
import type { Store } from '../store/store.ts';

/** Scores every output with today's scorers and compares; both are stored. */
export function scoreAndCompare(
  store: Store,
  registered: RegisteredPlan,
  items: readonly Item[],
): Result<readonly ComparedCandidate[]> {
  const { plan, hash } = registered;
  const at = new Date().toISOString();
  const names = plan.candidates.map((candidate) => candidate.name);
  for (const key of runKeys(names, plan.baseline, plan.replicates)) {
    const scored = scoreRun(store, hash, key, items);
    if (!scored.ok) return scored;
  }
  const compared = comparePlan(store, registered);
  for (const candidate of compared) {
    if (!candidate.comparison) continue;
    const put = store.putComparison(hash, candidate.name, candidate.comparison, at);
    if (!put.ok) return put;
  }
  return success(compared);
}
