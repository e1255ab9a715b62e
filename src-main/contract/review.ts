/** What people preferred: candidates' answers to the same item, seen side by side and without names. */
import type { Interval } from './comparison.ts';

/** Characters of the name that a rater signs with. */
export const longestRater = 80;

/** Of the two candidates of a pair: `one` comes before `other` in the plan. */
export type ReviewChoice = 'one' | 'other' | 'tie';

/** One choice of one person. */
export interface Rating {
  readonly rater: string;
  readonly item: string;
  readonly stratum: string;
  readonly one: string;
  readonly other: string;
  /** 0: the first time that the rater saw the item; above: shown again, to see whether the choice stays. */
  readonly turn: number;
  /** The other's answer stood first. */
  readonly swapped: boolean;
  readonly choice: ReviewChoice;
  /** ISO 8601. */
  readonly at: string;
}

/** A candidate's place on one scale, by Bradley and Terry's model with ties as half wins. */
export interface ReviewStrength {
  readonly candidate: string;
  /** Choices that it was part of. */
  readonly ratings: number;
  readonly wins: number;
  readonly ties: number;
  readonly losses: number;
  /** Chance to be preferred to the reference; null where there is none, with the part's reason. */
  readonly preferred: number | null;
  readonly interval: ReviewInterval | null;
  /** The same on Elo's scale, the reference at 1,000. */
  readonly elo: number | null;
  readonly eloInterval: ReviewInterval | null;
}

/** Ends of a 95 % interval. */
export interface ReviewInterval {
  readonly lo: number;
  readonly hi: number;
}

/** Overall, or one stratum. */
export interface ReviewPart {
  /** Null: overall. */
  readonly stratum: string | null;
  readonly items: number;
  readonly ratings: number;
  readonly strengths: readonly ReviewStrength[];
  /** Why strengths or their intervals are not there; null where all are. */
  readonly reason: string | null;
}

/** Two candidates against each other, as they were chosen, without a model. */
export interface ReviewPair {
  readonly one: string;
  readonly other: string;
  readonly items: number;
  readonly ratings: number;
  readonly preferredOne: number;
  readonly ties: number;
  readonly preferredOther: number;
  /** Mean over items of the share that preferred `other`, ties as halves, in [0, 1]. */
  readonly share: number;
  /** Null with one item only. */
  readonly interval: Interval | null;
  /** Items with two answers that differ, rated or not, and those with two of the same text, which nobody is shown. */
  readonly differing: number;
  readonly same: number;
  /** `share` over all of these items, those with the same answer as ties. */
  readonly shareOfAll: number;
}

export interface ReviewRater {
  readonly rater: string;
  /** First showings. */
  readonly ratings: number;
  readonly from: string;
  readonly to: string;
  /** Items shown again, and of them those with the same choice as before. */
  readonly again: number;
  readonly same: number;
  /** Of those, shown with the two answers changed over. */
  readonly againSwapped: number;
  readonly sameSwapped: number;
  /** Choices that were no tie, and of them those for the answer that stood first. */
  readonly decided: number;
  readonly first: number;
}

export interface ReviewAgreement {
  /** Krippendorff's alpha, ordinal; null where there is none. */
  readonly value: number | null;
  readonly interval: Interval | null;
  /** Items of which two raters saw the same pair; the interval is over these. */
  readonly n: number;
  /** Why a number is null. */
  readonly reason: string | null;
}

export interface ReviewFigures {
  /** The candidate that strengths are told against: the plan's baseline where it was rated. */
  readonly reference: string;
  readonly overall: ReviewPart;
  /** In the order of their names. */
  readonly strata: readonly ReviewPart[];
  readonly pairs: readonly ReviewPair[];
  readonly raters: readonly ReviewRater[];
  readonly agreement: ReviewAgreement;
  readonly seed: number;
  readonly generator: string;
  readonly resamples: number;
}
