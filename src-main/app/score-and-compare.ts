/** From a plan's stored outputs to its stored comparison. */
import type { ComparedCandidate } from '../contract/compared-plan.ts';
import type { Item } from '../contract/item.ts';
import type { RegisteredPlan } from '../contract/plan.ts';
import { success, type Result } from '../contract/result.ts';
import { compareWholePlan } from '../experiment/compare-plan.ts';
import { runKeys } from '../experiment/schedule.ts';
import { scoreRun } from '../experiment/score-outputs.ts';
import type { Scoring } from '../scoring/scoring.ts';
import type { Store } from '../store/store.ts';
import { keepComparison } from './comparing/keep-comparison.ts';

/**
 * Scores every output with today's scorers and compares; both are stored.
 *
 * @param anew what a process has scored with the same scorer already, too
 */
export async function scoreAndCompare(
  store: Store,
  scoring: Scoring,
  registered: RegisteredPlan,
  items: readonly Item[],
  anew = false,
): Promise<Result<readonly ComparedCandidate[]>> {
  const { plan, hash } = registered;
  const at = new Date().toISOString();
  const names = plan.candidates.map((candidate) => candidate.name);
  for (const key of runKeys(names, plan.baseline, plan.replicates)) {
    const scored = await scoreRun({ store, scoring, planHash: hash, items, anew }, key);
    if (!scored.ok) return scored;
  }
  const compare = async () => success(await compareWholePlan(store, registered));
  const kept = await keepComparison(store, registered, compare, () => at);
  return kept.ok ? success(kept.data.candidates) : kept;
}
