/** What a report is made of: one plain object. The same input gives the same bytes, in every format. */
import type { Calibration } from '../contract/calibration.ts';
import type { Comparison, OutcomeCounts } from '../contract/comparison.ts';
import type { DivergenceReport } from '../contract/divergence.ts';
import type { Item, ItemSetVersion } from '../contract/item.ts';
import type { Manifest } from '../contract/manifest.ts';
import type { Output, Score } from '../contract/output.ts';
import type { RegisteredPlan, RunKey, RunState } from '../contract/plan.ts';
import type { CandidatePassAtK } from '../contract/pass-at-k.ts';
import type { AcceptedDifference } from '../contract/presentation/words.ts';
import type { JudgeReview } from '../contract/judge-review.ts';
import type { ReviewFigures } from '../contract/review.ts';
import type { Failure } from '../contract/result.ts';

export interface ReportInput {
  /** Version of Noisefloor that makes the report. */
  readonly noisefloor: string;
  /** ISO 8601. */
  readonly generatedAt: string;
  readonly plan: RegisteredPlan;
  readonly items: ReportItems;
  /** How often results were looked at before every run had ended. */
  readonly peeks: number;
  /** In the plan's order, the baseline's replicates first. */
  readonly runs: readonly ReportRun[];
  /** In the plan's order, without the baseline. */
  readonly candidates: readonly ReportCandidate[];
  /** What people preferred; null where nobody rated. */
  readonly review: ReviewFigures | null;
  /** What the judge chose between answers; null where it was not asked. */
  readonly judgeReview: JudgeReview | null;
  /** The judge and how far it agrees with people; null where the plan has none. */
  readonly judge: Calibration | null;
  /** Where items have several samples; else empty. In the plan's order, the baseline among them. */
  readonly passAtK: readonly CandidatePassAtK[];
  /** Null: it was not measured. */
  readonly divergence: DivergenceReport | null;
}

export interface ReportItems {
  readonly version: ItemSetVersion;
  /** Items of the plan's split and limit: what each run was asked. */
  readonly asked: number;
  readonly strata: readonly { readonly stratum: string; readonly items: number }[];
  /** How often registered plans read this version's held-out items; null where that is not known. */
  readonly heldOutReadings: number | null;
}

export interface ReportRun {
  readonly key: RunKey;
  readonly state: RunState;
  /** Why it failed, if it did. */
  readonly failure: Failure | null;
  /** Of every output, all samples. */
  readonly outcomes: OutcomeCounts;
  readonly strata: readonly { readonly stratum: string; readonly outcomes: OutcomeCounts }[];
  readonly cost: RunCost;
  /** Oldest first. */
  readonly sittings: readonly ReportSitting[];
}

export interface RunCost {
  readonly promptTokens: number;
  readonly generatedTokens: number;
  /** Wall time spent generating, loading left out; null before the first output. */
  readonly seconds: number | null;
  /** Generated tokens per second of that time. */
  readonly tokensPerSecond: number | null;
  /** Bytes: the model and its context as loaded. */
  readonly memory: number | null;
  /** Bytes of the weights, all parts. */
  readonly fileSize: number | null;
}

export interface ReportSitting {
  readonly manifest: Manifest;
  /** Null while it goes on. */
  readonly endedAt: string | null;
  /** How it ended; null while it goes on. `killed`: the process died without a word. */
  readonly how: 'complete' | 'stopped' | 'crashed' | 'killed' | null;
  readonly outputs: number;
}

export interface ReportCandidate {
  readonly name: string;
  /** Null: there is nothing to compare; `reason` says why. */
  readonly comparison: Comparison | null;
  readonly reason: string | null;
  /** What to do where it cannot be compared. One sentence. */
  readonly nextStep: string | null;
  /** Settings that differ from the baseline's and were accepted by name; the plan's own are named without it. */
  readonly accepted: readonly AcceptedDifference[];
  readonly cases: ReportCases;
}

/** Items on which baseline and candidate part. The counts are of all of them, `items` may hold fewer. */
export interface ReportCases {
  readonly lost: number;
  readonly gained: number;
  /** Without a pair. */
  readonly missing: number;
  readonly items: readonly ReportCase[];
}

export type ReportCaseKind = 'lost' | 'gained' | 'missing';

export interface ReportCase {
  readonly kind: ReportCaseKind;
  readonly item: Item;
  readonly samples: readonly ReportSample[];
}

export interface ReportSample {
  /** 0-based. */
  readonly sample: number;
  /** Null: no output is there. */
  readonly baseline: ReportAnswer | null;
  readonly candidate: ReportAnswer | null;
}

export interface ReportAnswer {
  readonly output: Output;
  /** Null: it was not scored, as with an output whose request failed. */
  readonly score: Score | null;
}
