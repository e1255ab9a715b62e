/** Judging: what a judge said of an output, and what people gave the same output to see how far it can be trusted. */
import type { Output } from './output.ts';
import type { RunKey, RunState } from './plan.ts';
import type { Failure } from './result.ts';

/** The judge's whole answer about one output; a score is a reading of it. */
export type Judgement = Pick<
  Output,
  | 'itemId'
  | 'sample'
  | 'text'
  | 'finish'
  | 'promptHash'
  | 'promptTokens'
  | 'generatedTokens'
  | 'totalMs'
  | 'error'
>;

/** A judge's whole answer about two candidates' answers to one item, in one of the two orders. */
export interface PairJudgement extends Omit<Judgement, 'sample'> {
  /** `one` comes before `other` in the plan. */
  readonly one: string;
  readonly other: string;
  /** The other's answer stood first. */
  readonly swapped: boolean;
}

/** A pair that a judge was not asked about: both answers are the same, or one of them is none. */
export interface UnaskedPair {
  readonly itemId: string;
  readonly one: string;
  readonly other: string;
  readonly why: 'same' | 'unanswered';
}

/** How far a plan's judge is. */
export interface JudgingRecord {
  /** Hash of what judges; see `judgeHash`. */
  readonly judge: string;
  readonly state: RunState;
  readonly stateAt: string;
  readonly failure: Failure | null;
}

/** A person's grade of one output, given without seeing the judge's. */
export interface JudgeLabel {
  readonly key: RunKey;
  readonly itemId: string;
  readonly sample: number;
  /** Who gave it, in the person's own words. */
  readonly rater: string;
  /** As the item's scale writes it. */
  readonly grade: string;
  readonly at: string;
}
