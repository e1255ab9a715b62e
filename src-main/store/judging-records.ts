/** What the store keeps of judges, and how it is asked. */
import type {
  Judgement,
  JudgeLabel,
  JudgingRecord,
  PairJudgement,
  UnaskedPair,
} from '../contract/judging.ts';
import type { Split } from '../contract/item.ts';
import type { Manifest } from '../contract/manifest.ts';
import type { RunKey, RunState } from '../contract/plan.ts';
import type { Failure, Result } from '../contract/result.ts';

export interface JudgingReader {
  /** Items of a split whose check is `judge`, counted and not read. */
  judgeItems(version: { readonly name: string; readonly version: number }, split: Split): number;
  /** Null before the judge began. */
  judging(planHash: string): JudgingRecord | null;
  /** What the judge ran on, the oldest first. */
  judgeManifests(planHash: string, judge: string): readonly Manifest[];
  /** Every judge that said something of the plan's outputs, the one that began last at the end. */
  judges(planHash: string): readonly { readonly judge: string; readonly judgements: number }[];
  judgement(planHash: string, key: RunKey, itemId: string, sample: number, judge: string): Judgement | null;
  /** `${itemId}\u0000${sample}` of every judgement there, but for those that an error kept from being given. */
  judgedKeys(planHash: string, key: RunKey, judge: string): ReadonlySet<string>;
  /** Every person's grades of a plan's outputs, in the set's order. */
  judgeLabels(planHash: string): readonly JudgeLabel[];
}

export interface PairJudgingReader {
  /**
   * Of the judges that compared answers of the plan in pairs, the one that got furthest, and of several the one that began
   * last: one that stopped early hides none that went on. Null: none compared.
   */
  pairJudge(planHash: string): string | null;
  /** What is read of each of a judge's answers about pairs, in the set's order; texts are not held. */
  pairJudgements<T>(planHash: string, judge: string, read: (judgement: PairJudgement) => T): readonly T[];
  /** Pairs that the judge came to without being asked, in the set's order. */
  unaskedPairs(planHash: string, judge: string): readonly UnaskedPair[];
}

export interface JudgingWriter {
  setJudging(planHash: string, judge: string, state: RunState, at: string, failure?: Failure): Result<void>;
  beginJudgeSitting(planHash: string, judge: string, manifest: Manifest): Result<void>;
  /**
   * One transaction. A second judgement of the same judge on an output is refused with `internal`, unless the first one is
   * an error and says nothing: it takes that one's place.
   */
  appendJudgements(
    planHash: string,
    key: RunKey,
    judge: string,
    judgements: readonly Judgement[],
  ): Result<void>;
  /** One transaction. A null grade takes a label away; a second one of a rater on an output takes the first one's place. */
  putJudgeLabels(
    planHash: string,
    labels: readonly (Omit<JudgeLabel, 'grade'> & { readonly grade: string | null })[],
  ): Result<void>;
}

export interface PairJudgingWriter {
  /**
   * One transaction. A second answer of the same judge about a pair in the same order is refused with `internal`, unless
   * the first one is an error and says nothing: it takes that one's place.
   */
  appendPairJudgements(planHash: string, judge: string, judgements: readonly PairJudgement[]): Result<void>;
  /** One transaction; what is there already stays. */
  putUnaskedPairs(planHash: string, judge: string, pairs: readonly UnaskedPair[]): Result<void>;
}
