/** What every measure of agreement has in common: its value over items, and a bootstrap interval over items. */
import type { Interval } from '../contract/comparison.ts';
import { resampleStatistic } from './bootstrap.ts';
import type { Stream } from './generator.ts';
import { percentilePair } from './quantile.ts';
import { unseenShare } from './wilson.ts';

export interface Agreement {
  /** 1 is full agreement, 0 what chance would give; null where it is not defined. */
  readonly value: number | null;
  readonly interval: Interval | null;
  /** Items that it rests on: those rated at least twice. */
  readonly n: number;
  /** Why a number is null. */
  readonly reason?: string;
}

export interface Resampling {
  readonly resamples: number;
  readonly stream: Stream;
  /** 0.95 where absent. */
  readonly level?: number;
}

/** Disagreement per pair of ratings: seen, expected by chance, and the largest that one pair can show. */
export interface Disagreement {
  readonly observed: number;
  readonly expected: number;
  readonly largest: number;
}

/** More resamples than this without a value, and the rest would not speak for all. */
const mostUndefined = 0.05;

/**
 * 1 - observed / expected, over all items and over resamples of them.
 *
 * @param disagreement of the items at these indices, each as often as it is named; null where ratings are too few
 */
export function agreementOf(
  n: number,
  disagreement: (indices: Int32Array) => Disagreement | null,
  { resamples, stream, level = 0.95 }: Resampling,
): Agreement {
  const none = (reason: string): Agreement => ({ value: null, interval: null, n, reason });
  if (n === 0) return none('No item was rated twice.');
  const all = disagreement(Int32Array.from({ length: n }, (_, index) => index));
  const value = coefficient(all);
  if (all === null || value === null) {
    return none('All ratings are the same, so there is nothing that chance could disagree about.');
  }
  if (n === 1) return { value, interval: null, n, reason: 'One item has no interval.' };
  if (all.observed === 0) {
    // Every resample would agree as well. What stays possible is the share of unlike items that n do not show.
    const lo = 1 - (unseenShare(n, level) * all.largest) / all.expected;
    return { value, interval: { lo: Math.max(-1, lo), hi: 1, level, method: 'wilson', n }, n };
  }
  const values = resampleStatistic(n, resamples, stream, (indices) => coefficient(disagreement(indices)));
  const defined = Float64Array.from(values.filter((one) => one !== null));
  if (defined.length < resamples * (1 - mostUndefined)) {
    const share = Math.round((1 - defined.length / resamples) * 100);
    return { value, interval: null, n, reason: `In ${share} % of the resamples all ratings are the same.` };
  }
  return { value, interval: { ...percentilePair(defined, level), level, method: 'bootstrap', n }, n };
}

function coefficient(disagreement: Disagreement | null): number | null {
  return disagreement === null || disagreement.expected === 0
    ? null
    : 1 - disagreement.observed / disagreement.expected;
}
