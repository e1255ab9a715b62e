/** A comparison that the command line shows before every run has ended is a look, as one in the app is. */
import type { ComparedCandidate } from '../../contract/compared-plan.ts';
import type { RegisteredPlan } from '../../contract/plan.ts';
import { success, type Result } from '../../contract/result.ts';
import type { Store } from '../../store/store.ts';
import { hasEnded } from '../comparison-state.ts';
import { addLooks } from './keep-comparison.ts';

/**
 * Counted, dated, and paid for where the plan says so; nothing of it once every run has ended.
 *
 * @returns whether it was a look
 */
export function recordLook(
  store: Store,
  registered: RegisteredPlan,
  candidates: readonly ComparedCandidate[],
  at: string,
): Result<boolean> {
  const looked = addLooks(store, registered, candidates, at);
  if (!looked.ok) return looked;
  const { hash } = registered;
  if (
    hasEnded(store.runs(hash), store.judging(hash)) ||
    candidates.every(({ comparison }) => comparison === null)
  )
    return success(false);
  const counted = store.addPeek(hash, at);
  return counted.ok ? success(true) : counted;
}
