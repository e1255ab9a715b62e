/** How often at least one of several samples is right: for each candidate, for several numbers of samples. */
import type { Interval } from './comparison.ts';

export interface PassAtK {
  readonly k: number;
  /** Mean over items of the unbiased estimate, in [0, 1]; null where no item has k samples. */
  readonly mean: number | null;
  /** By bootstrap over items, whole clusters where there are any. */
  readonly interval: Interval | null;
  readonly n: number;
  /** Items with some samples, and fewer than k: the others are missing. */
  readonly short: number;
  /** Why there is no number; null where there is. */
  readonly reason: string | null;
}

export interface CandidatePassAtK {
  readonly candidate: string;
  /** Drawn at a temperature of 0: the samples of an item are copies of each other. */
  readonly copies: boolean;
  /** By k, ascending. */
  readonly rates: readonly PassAtK[];
}
