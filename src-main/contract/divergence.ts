/**
 * How far candidates' next-token distributions are from the baseline's, along the baseline's own answers; and where
 * greedy answers part. Lengths are in nats (natural logarithms).
 */
import type { Interval } from './comparison.ts';

export interface MeasuredMean {
  readonly mean: number;
  /** Bootstrap over items, whole answers at a time; null where there are fewer than two. */
  readonly interval: Interval | null;
}

/** Over the items or tokens that are named beside it. */
export interface Spread {
  readonly median: number;
  readonly p90: number;
  readonly largest: number;
}

export interface CandidateDivergence {
  readonly candidate: string;
  /** Items whose baseline's answer has a token. */
  readonly items: number;
  readonly tokens: number;
  /** For each token. */
  readonly kl: MeasuredMean;
  /** Over tokens. */
  readonly klPercentiles: Spread & { readonly p99: number; readonly p999: number };
  /** Share of tokens at which both hold the same for the likeliest. */
  readonly sameTop: MeasuredMean;
  /** Change of the probability of the baseline's token: mean, and root of the mean square. */
  readonly change: { readonly mean: MeasuredMean; readonly rootMeanSquare: MeasuredMean };
  /** Perplexity of the baseline's answers under the candidate, by that under the baseline. */
  readonly perplexityRatio: MeasuredMean & {
    /** Paired standard error of its logarithm, items as the units; null for fewer than two. */
    readonly logError: number | null;
  };
  /** In the order of their names; empty where there is only one. */
  readonly strata: readonly StratumDivergence[];
  /** The items that are furthest away, by their mean, the furthest first. */
  readonly furthest: readonly FurthestItem[];
  readonly partings: CandidatePartings;
}

export interface StratumDivergence {
  readonly stratum: string;
  readonly items: number;
  readonly tokens: number;
  readonly kl: MeasuredMean;
  readonly largestKl: number;
  readonly sameTop: MeasuredMean;
}

export interface FurthestItem {
  readonly itemId: string;
  readonly tokens: number;
  /** Mean over its tokens, and the largest. */
  readonly kl: number;
  readonly largestKl: number;
  readonly sameTop: number;
  readonly change: { readonly mean: number; readonly rootMeanSquare: number };
  readonly perplexityRatio: {
    readonly ratio: number;
    /** Paired standard error of its logarithm over its tokens; null for fewer than two. */
    readonly logError: number | null;
  };
}

/**
 * `coin_toss`: the baseline's margin where the answers part is no larger than the floor, so that a rerun of the
 * baseline parts at margins like it. `damage`: it is larger than any at which a rerun parted.
 */
export const partingKinds = ['coin_toss', 'damage'] as const;
export type PartingKind = (typeof partingKinds)[number];

/** The margin is the logarithm of how many times as likely the baseline's first token was as its second. */
export function partingKind(margin: number, floor: number | null): PartingKind | null {
  if (floor === null) return null;
  return margin <= floor ? 'coin_toss' : 'damage';
}

/** Where greedy answers of a candidate part from the baseline's. */
export interface CandidatePartings {
  /** Items with both answers. */
  readonly paired: number;
  readonly parted: number;
  /** Of those that parted; null where the floor was not measured. */
  readonly kinds: Readonly<Record<PartingKind, number>> | null;
  /** The baseline's margins where they parted, and the divergences there; null where none did. */
  readonly margin: Spread | null;
  readonly kl: Spread | null;
  /** Why nothing of it is known; null where it is. */
  readonly reason: string | null;
}

/** Where the baseline's own runs part, which is what the floor is read from. */
export interface RerunPartings {
  /** Answers of further runs that the first run's were held against, and those of them that parted. */
  readonly paired: number;
  readonly parted: number;
  /** The largest margin at which they parted: 0 where none did; null where that was not measured, for `reason`. */
  readonly floor: number | null;
  readonly reason: string | null;
}

export interface DivergenceReport {
  /** The plan's hash. */
  readonly plan: string;
  /** ISO 8601. */
  readonly measuredAt: string;
  readonly baseline: string;
  readonly rerun: RerunPartings;
  readonly candidates: readonly CandidateDivergence[];
  /** Those that cannot be looked into, and why. */
  readonly left: readonly { readonly candidate: string; readonly reason: string }[];
  readonly resamples: number;
  readonly seed: number;
}
