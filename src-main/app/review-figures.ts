/** What people chose of a plan, as figures. */
import type { RegisteredPlan } from '../contract/plan.ts';
import type { ReviewFigures } from '../contract/review.ts';
import { reviewFigures } from '../experiment/review/review-figures.ts';
import type { StoreReader } from '../store/store.ts';

/** Null before the first rating. */
export function figuresOf(store: StoreReader, { hash, plan }: RegisteredPlan): ReviewFigures | null {
  return reviewFigures({
    ratings: store.ratings(hash),
    candidates: plan.candidates.map(({ name }) => name),
    baseline: plan.baseline,
    seed: plan.seed,
    resamples: plan.resamples,
    answered: (pair) => {
      const { items, same } = store.reviewItems(hash, pair);
      return { differing: items.length, same };
    },
  });
}
