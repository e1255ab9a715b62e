/** A plan's comparison as a whole: every candidate against the baseline, and the baseline against itself. */
import type { Comparison } from './comparison.ts';
import type { AcceptedDifference } from './presentation/words.ts';

export interface ComparedCandidate {
  readonly name: string;
  /** Null: there is nothing to compare; `reason` says why. */
  readonly comparison: Comparison | null;
  readonly reason: string | null;
  /** What to do where it cannot be compared. */
  readonly nextStep: string | null;
  readonly accepted: readonly AcceptedDifference[];
}

export interface ComparedPlan {
  /** Without the baseline, in the plan's order. */
  readonly candidates: readonly ComparedCandidate[];
  /** The baseline's second run against its first; null where it ran once. */
  readonly rerun: Comparison | null;
}

/** What a comparison was worked out from, and how: it holds for as long as both are what they were. */
export interface ComparisonBasis {
  /** Version of the comparison, generator, seed and resamples, in words. */
  readonly method: string;
  /** Of the plan's outputs and scores: the store's count of their changes. */
  readonly revision: number;
}
