/** How far a candidate's next-token distributions are from the baseline's, along the baseline's own answers. */
import type { Interval } from './comparison.ts';

export interface MeasuredMean {
  readonly mean: number;
  /** Bootstrap over items; null where there are fewer than two. */
  readonly interval: Interval | null;
}

export interface CandidateDivergence {
  readonly candidate: string;
  readonly items: number;
  readonly tokens: number;
  /** Nats for each token. */
  readonly kl: MeasuredMean;
  /** Nats: the median, the 90th, 99th and 99.9th percentile over tokens, and the largest of all. */
  readonly klPercentiles: {
    readonly median: number;
    readonly p90: number;
    readonly p99: number;
    readonly p999: number;
    readonly largest: number;
  };
  /** Share of tokens at which both hold the same for the likeliest. */
  readonly sameTop: MeasuredMean;
  /** Change of the probability of the baseline's token: mean, and root of the mean square. */
  readonly change: { readonly mean: number; readonly rootMeanSquare: number };
  /** Perplexity of the baseline's answers under the candidate, by that under the baseline; and the standard error of its logarithm. */
  readonly perplexityRatio: { readonly ratio: number; readonly logError: number | null };
  /** The items that are furthest away, by their mean, the furthest first. */
  readonly furthest: readonly { readonly itemId: string; readonly kl: number; readonly tokens: number }[];
}
