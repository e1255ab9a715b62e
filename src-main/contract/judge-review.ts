/** What a plan's judge chose between two answers: a rater of its own kind, never counted among people. */
import type { AgreementFigure } from './calibration.ts';
import type { Interval } from './comparison.ts';

/** Two candidates, each pair of answers seen in both orders; `one` comes before `other` in the plan. */
export interface JudgePair {
  readonly one: string;
  readonly other: string;
  /** Items with a choice. */
  readonly items: number;
  readonly preferredOne: number;
  /** Those with another choice in the other order among them. */
  readonly ties: number;
  readonly preferredOther: number;
  /** Items with another choice in the other order: they are ties. */
  readonly inconsistent: number;
  /** Mean over the items of the share that preferred `other`, ties as halves, in [0, 1]; null without an item. */
  readonly share: number | null;
  /** Null with fewer than two items. */
  readonly interval: Interval | null;
  /** Items left out because an answer of the judge could not be read. */
  readonly judgeErrors: number;
  /** Items with the same answer twice: ties without asking, and in no other count. */
  readonly same: number;
  /** Items on which one answer is none: not asked about, and in no other count. */
  readonly unanswered: number;
  /** Of the judge's answers, two an item: those that are no tie, and of them those for the answer that stood first. */
  readonly decided: number;
  readonly first: number;
}

/** Weighted kappa (quadratic) of judge and people over the three choices in their order: one, tie, other. */
export interface JudgeAgreement extends AgreementFigure {
  /** Pairs of answers that both chose on. */
  readonly pairs: number;
}

export interface JudgeReview {
  /** As people read it: a file, or a model and its address. */
  readonly judge: string;
  /** Hash of what compared: model, settings, engine, prompt. */
  readonly judgeHash: string;
  readonly pairs: readonly JudgePair[];
  /** Null: nobody rated. */
  readonly agreement: JudgeAgreement | null;
}
