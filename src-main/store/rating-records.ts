/** What the store keeps of people who choose between two answers, and how it is asked. */
import type { Rating } from '../contract/review.ts';
import type { Result } from '../contract/result.ts';

/** Two candidates of a plan, in its order. */
export interface RatedPair {
  readonly one: string;
  readonly other: string;
}

export interface RatingReader {
  /** What people chose between the plan's candidates, oldest first. */
  ratings(planHash: string): readonly Rating[];
  /** What one rater chose of a pair, oldest first. */
  ratedItems(
    planHash: string,
    rater: string,
    pair: RatedPair,
  ): readonly { readonly item: string; readonly turn: number }[];
  /** When a rater chose, of whatever plan, the latest first. */
  ratingTimes(rater: string, limit: number): readonly string[];
  /**
   * Items whose first answers of two candidates differ, in the set's order, and how many have the same answer. Items
   * whose options were weighed are in neither: they leave no text.
   */
  reviewItems(
    planHash: string,
    pair: RatedPair,
  ): { readonly items: readonly string[]; readonly same: number };
}

export interface RatingWriter {
  /** Fails with `rating_stale` where the rater chose on this showing of the item before. */
  putRating(planHash: string, rating: Omit<Rating, 'stratum'>): Result<void>;
  /** Takes a rater's last choice of a pair back; false where there is none. */
  undoRating(planHash: string, rater: string, pair: RatedPair): Result<boolean>;
}
