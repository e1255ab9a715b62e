/** A comparison's result, as `compare --json` prints it. Numbers that cannot be computed are null, with a reason. */
import type { Outcome } from './output.ts';
import type { LookRule, RepeatRule } from './plan.ts';

/**
 * `wilson` on a difference: every item (cluster) shows the same one, so that a bootstrap would collapse to a point;
 * the interval allows for the share of others that the Wilson limit leaves unseen.
 */
export type IntervalMethod =
  | 'wilson'
  | 'bootstrap'
  | 'cluster-bootstrap'
  | 'stratified-bootstrap'
  | 'tango'
  | 'paired-t'
  | 'clustered-t';

/** In the unit of the scores, [0, 1] or differences of them. */
export interface Interval {
  readonly lo: number;
  readonly hi: number;
  /** Confidence level: 0.95, and more where a look before the end is paid for. */
  readonly level: number;
  readonly method: IntervalMethod;
  /** Items (clusters for clustered methods) that it rests on. */
  readonly n: number;
  /** Of the t intervals: the standard error that they are built from. */
  readonly standardError?: number;
}

export interface Estimate {
  readonly mean: number | null;
  readonly interval: Interval | null;
  readonly n: number;
  /** Of the items' own means, and within items over samples; null with fewer than two of them. */
  readonly betweenItemDeviation: number | null;
  readonly withinItemDeviation: number | null;
  readonly reason?: string;
}

export interface Flips {
  /** Baseline right, candidate wrong (fractional scores: d < 0). */
  readonly losses: number;
  readonly gains: number;
  /** (losses + gains) / n, null without pairs. */
  readonly rate: number | null;
}

export type TestMethod = 'mid-p-mcnemar' | 'sign-flip-permutation';

export interface TestResult {
  readonly method: TestMethod;
  readonly value: number;
  /** Holm-adjusted over the strata (or candidates) that it is shown beside. */
  readonly adjusted?: number;
}

export interface Noise {
  readonly n: number;
  /** Number of baseline runs that it was measured from. */
  readonly replicates: number;
  readonly delta: number;
  readonly interval: Interval;
  /** h: the band is [-h, +h]. */
  readonly halfWidth: number;
  readonly flips: Flips;
}

export const verdicts = [
  'worse',
  'within the guard rail',
  'better',
  'cannot tell yet',
  'not comparable',
] as const;
export type Verdict = (typeof verdicts)[number];

export type OutcomeCounts = Readonly<Record<Outcome, number>>;

export interface Bound {
  readonly delta: number;
  readonly interval: Interval | null;
  readonly verdict: Verdict | null;
}

/** A comparison with what is missing counted in one way on both sides alike. Nothing is left out then but by `leftOut`. */
export interface MissingWay {
  /** Items. */
  readonly n: number;
  readonly baseline: number | null;
  readonly candidate: number | null;
  readonly delta: number | null;
  readonly interval: Interval | null;
  /** Whatever the plan's limit on missing answers says. */
  readonly verdict: Verdict | null;
}

export interface MissingWays {
  readonly leftOut: MissingWay;
  readonly wrong: MissingWay;
  readonly right: MissingWay;
}

/** One comparison of a candidate with its baseline: overall, or within a stratum. */
export interface ComparisonPart {
  /** Pairs with both sides present. */
  readonly n: number;
  /** Items dropped because a side is missing: those that one side alone lacks, and those that both lack. */
  readonly dropped: number;
  readonly missing: { readonly baseline: number; readonly candidate: number; readonly both: number };
  /** Every score that was compared is 0 or 1. */
  readonly binary?: boolean;
  readonly baseline: Estimate;
  readonly candidate: Estimate;
  /** candidate - baseline; below zero is a drop. */
  readonly delta: number | null;
  /** The primary interval of delta. */
  readonly interval: Interval | null;
  /** Every method that applies, the primary first. */
  readonly intervals: readonly Interval[];
  readonly flips: Flips;
  readonly p: TestResult | null;
  readonly noise: Noise | null;
  readonly excessFlips: { readonly rate: number; readonly interval: Interval } | null;
  readonly standsOut: boolean | null;
  /** Which of the two showed it. */
  readonly standsOutBy: readonly ('delta' | 'flips')[];
  /** Everything missing filled in against and for the candidate. Null when nothing is missing. */
  readonly bounds: { readonly worst: Bound; readonly best: Bound } | null;
  /** The same in three ways that treat both sides alike. Null when nothing is missing; absent in files from before. */
  readonly missingWays?: MissingWays | null;
  /** The same comparison with truncated and unparsed answers left out. Null where there are none. */
  readonly answeredOnly: {
    readonly n: number;
    readonly delta: number | null;
    readonly interval: Interval | null;
  } | null;
  /** Outcomes of every output on each side, dropped items included. */
  readonly outcomes: { readonly baseline: OutcomeCounts; readonly candidate: OutcomeCounts };
  /** Null: no guard rail applies to this part. */
  readonly margin: number | null;
  readonly verdict: Verdict | null;
  /** Further items that would settle it; null unless the verdict is `cannot tell yet`. */
  readonly needed: number | null;
  /** Why the verdict, or why a number is null. */
  readonly reason: string;
}

export interface StratumComparison extends ComparisonPart {
  readonly stratum: string;
  /** The plan requires this stratum to pass. */
  readonly gating: boolean;
}

/** What the plan's simple rule on repeats says: see `RepeatRule`. */
export interface RepeatOutcome {
  readonly rule: RepeatRule;
  /** Items with a score in every run of the baseline and of the candidate: the means are over these. */
  readonly n: number;
  readonly baselineMeans: readonly number[];
  readonly candidateMean: number | null;
  /** Below this mean the candidate falls. */
  readonly limit: number | null;
  readonly falls: boolean | null;
  /** Why nothing is decided; null where it is. */
  readonly reason: string | null;
}

/** How much of the plan a comparison rests on, and what that and earlier looks make of its level. */
export interface Look {
  readonly spending: LookRule['spending'];
  /** Of the plan's answers, those that are there on both sides, in (0, 1]; 1 at the end. */
  readonly share: number;
  /** The shares at which the candidate was looked at before, ascending. */
  readonly earlier: readonly number[];
  /** Of every interval of the change, of flips and of the noise floor. */
  readonly level: number;
}

export type PlanState = 'passes' | 'fails' | 'open';

export interface Comparison extends ComparisonPart {
  readonly strata: readonly StratumComparison[];
  /** Null without a margin. */
  readonly plan: PlanState | null;
  /** Absent: the plan chose no such rule. */
  readonly repeats?: RepeatOutcome;
  /** Absent: the plan chose no rule for looks, or no pair is there. */
  readonly look?: Look;
  readonly seed: number;
  readonly generator: string;
  readonly resamples: number;
}
