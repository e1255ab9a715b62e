/** One item set over many comparisons in time: what each model scored, when, on which version. */
import type { Interval } from './comparison.ts';
import type { Split } from './item.ts';

/** One candidate of one comparison. */
export interface TrendPoint {
  /** The comparison's identifier: its plan's hash. */
  readonly comparison: string;
  readonly decision: string;
  /** What the plan calls it. */
  readonly candidate: string;
  readonly isBaseline: boolean;
  /** When the comparison's last run ended, ISO 8601. */
  readonly at: string;
  readonly version: number;
  /** Items with a score. */
  readonly n: number;
  /** Share right, or mean score, in [0, 1]. */
  readonly mean: number | null;
  readonly interval: Interval | null;
  /** What it ran on, such as `llama.cpp b6000`; null where no sitting tells. */
  readonly engine: string | null;
  /** Of the weights, sha256 of the first file; null at an endpoint. */
  readonly weights: string | null;
  /** Points of a model with the same number had the same judge, samples and settings, and can be joined. */
  readonly conditions: number;
  /** In words, against the model's point before; empty for the first one. */
  readonly changes: readonly string[];
}

/** The points of one model file, or of one model at an endpoint, oldest first. */
export interface TrendSeries {
  /** The file's name without its folder, or the model's name at the endpoint. */
  readonly model: string;
  readonly points: readonly TrendPoint[];
}

/** Something that changed for every model at once: the items, the engine, the judge, samples, settings. */
export interface TrendMark {
  readonly at: string;
  readonly text: string;
}

/** What was asked the same items: scores of dev and held-out items, or of fewer of them, are not of one kind. */
export interface TrendGroup {
  readonly split: Split;
  /** At most so many items of each stratum; null: all. */
  readonly limit: number | null;
  /** In the order of their names. */
  readonly series: readonly TrendSeries[];
  /** Oldest first. */
  readonly marks: readonly TrendMark[];
}

export interface Trend {
  readonly name: string;
  /** Of the set, oldest first. */
  readonly versions: readonly { readonly version: number; readonly frozenAt: string }[];
  readonly groups: readonly TrendGroup[];
  /** Comparisons that are in it, and those that have not ended. */
  readonly comparisons: number;
  readonly unfinished: number;
}
