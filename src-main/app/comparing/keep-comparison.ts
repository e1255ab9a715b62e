/** Puts a comparison where everybody reads it from; what is seen of it before the end is written down first. */
import type { ComparedCandidate, ComparedPlan } from '../../contract/compared-plan.ts';
import type { RegisteredPlan } from '../../contract/plan.ts';
import { success, type Result } from '../../contract/result.ts';
import { methodOf, type ComparedOnBasis } from '../../experiment/compare-plan.ts';
import type { Store } from '../../store/store.ts';

/** Of comparisons in a row that somebody looks in the middle of, the last is kept as one that is out of date. */
const mostTries = 3;

/**
 * Compares, and once more where somebody looked meanwhile: the intervals have to pay for that look too.
 *
 * @param now the time that looks and the comparison are stamped with, ISO 8601
 */
export async function keepComparison(
  store: Store,
  registered: RegisteredPlan,
  compare: () => Promise<Result<ComparedOnBasis>>,
  now: () => string,
): Promise<Result<ComparedPlan>> {
  for (let tried = 1; ; tried += 1) {
    const worked = await compare();
    if (!worked.ok) return worked;
    const { compared, basis } = worked.data;
    const holds = methodOf(store, registered) === basis.method;
    if (!holds && tried < mostTries) continue;
    const at = now();
    const looked = addLooks(store, registered, compared.candidates, at);
    if (!looked.ok) return looked;
    const method = holds ? methodOf(store, registered) : basis.method;
    const put = store.putComparedPlan(registered.hash, compared, { ...basis, method }, at);
    return put.ok ? success(compared) : put;
  }
}

/** What each candidate's comparison rests on, where that is less than the whole and the plan pays for it. */
export function addLooks(
  store: Store,
  { hash }: RegisteredPlan,
  candidates: readonly ComparedCandidate[],
  at: string,
): Result<void> {
  for (const { name, comparison } of candidates) {
    const share = comparison?.look?.share;
    if (share === undefined || share === 1) continue;
    const added = store.addLook(hash, name, share, at);
    if (!added.ok) return added;
  }
  return success(undefined);
}
