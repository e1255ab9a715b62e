/** Calibration: how far a judge's grades agree with people's, and what the comparison says once they are corrected. */
import type { Interval } from './comparison.ts';

/** `kappa`: two grades; `weighted kappa`: more, in order, a disagreement weighing the square of its distance. */
export type AgreementMeasure = 'kappa' | 'weighted kappa';

export interface AgreementFigure {
  readonly value: number | null;
  readonly interval: Interval | null;
  /** Items that it rests on. */
  readonly items: number;
  /** Why a number is null. */
  readonly reason: string | null;
}

/** Outputs whose items share one scale. */
export interface ScaleAgreement {
  /** From the worst to the best. */
  readonly grades: readonly string[];
  readonly measure: AgreementMeasure;
  /** Outputs that people graded, and the judge as well. */
  readonly labels: number;
  /** Outputs that people graded and the judge gave no grade to. */
  readonly ungraded: number;
  readonly agreement: AgreementFigure;
  /** Krippendorff's alpha among the people alone; null with fewer than two of them. */
  readonly people: AgreementFigure | null;
  /** The same with the judge as one more rater. */
  readonly everyone: AgreementFigure | null;
  /** Rows: people's grade; columns: the judge's. Counts of outputs. */
  readonly table: readonly (readonly number[])[];
}

/** A candidate less the baseline, over the items that the judge read. */
export interface CorrectedDifference {
  readonly candidate: string;
  /** Items with a grade on both sides. */
  readonly items: number;
  /** By the judge alone. */
  readonly judge: number | null;
  /** Corrected by the labels (prediction-powered inference). */
  readonly estimate: number | null;
  readonly interval: { readonly lo: number; readonly hi: number; readonly level: number } | null;
  /** Items that people graded on both sides. */
  readonly labelled: number;
  /**
   * These are the first items of the order that the plan's seed draws, as the app asks for them; true without any. False:
   * nothing here tells whether they were drawn at random, which the correction needs.
   */
  readonly inDrawnOrder: boolean;
  readonly reason: string | null;
}

export interface Calibration {
  /** The judge's own name: its file, or its model and address. */
  readonly judge: string;
  /** What it ran on at last, such as `Q8_0, llama.cpp b9000, cpu`; null before it judged anything. */
  readonly ranOn: string | null;
  /** Whether its answers were forced into the form of a grade; null before it judged anything, or where nothing tells. */
  readonly forced: boolean | null;
  /** Its hash; empty before it judged anything. */
  readonly judgeHash: string;
  readonly raters: readonly { readonly rater: string; readonly labels: number }[];
  /** The one with most labels first. */
  readonly scales: readonly ScaleAgreement[];
  readonly corrected: readonly CorrectedDifference[];
}

/** Fewer labels than this say little about a judge. */
export const enoughLabels = 200;
/** A judge below it is no measure; of two grades, and of more. */
export const leastKappa = 0.7;
export const leastWeightedKappa = 0.5;
