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
