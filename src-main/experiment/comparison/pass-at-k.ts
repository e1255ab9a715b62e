/** pass@k of one run: the mean over items, with its interval. */
import type { PassAtK } from '../../contract/pass-at-k.ts';
import { passAtK } from '../../statistics/pass-at-k.ts';
import { itemTable } from './item-table.ts';
import { layoutOf } from './layout.ts';
import { lackOf, requestMean, scoreRange } from './mean-interval.ts';
import { ResamplePool } from './resample-pool.ts';
import { gatherItems, type SampleScore } from './sample-scores.ts';

export interface PassAtKOptions {
  /** Samples of an item that were asked for. */
  readonly samples: number;
  readonly seed: number;
  readonly resamples: number;
}

/** The numbers of samples that are told: those that papers tell, as far as there are so many, and all. */
export function toldNumbers(samples: number): readonly number[] {
  return [...new Set([1, 5, 10, samples])].filter((k) => k <= samples).sort((one, other) => one - other);
}

/**
 * A sample is right when its score is 1; what was cut off or could not be read is wrong; what is missing is no sample,
 * and an item that has fewer than k is left out of pass@k and counted.
 */
export function passAtKOf(rows: readonly SampleScore[], options: PassAtKOptions): readonly PassAtK[] {
  const { samples, seed, resamples } = options;
  const table = itemTable([rows]);
  const byId = gatherItems(rows);
  const pool = new ResamplePool(seed, 'pass-at-k', resamples);
  const counts = table.items.map(({ id }) => {
    const values = byId.get(id)?.values ?? [];
    return { samples: values.length, right: values.filter((value) => value === 1).length };
  });
  return toldNumbers(samples)
    .map((k) => {
      const chosen = [...counts.keys()].filter((index) => (counts[index]?.samples ?? 0) >= k);
      const short = counts.filter((count) => count.samples > 0 && count.samples < k).length;
      const layout = layoutOf(table, chosen, null);
      const lack =
        chosen.length === 0
          ? `no item has ${k} ${k === 1 ? 'sample' : 'samples'} with a score`
          : lackOf(layout);
      if (lack !== null) return { k, n: chosen.length, short, reason: lack, mean: null };
      const estimates = chosen.map((index) => {
        const count = counts[index];
        if (count === undefined) throw new Error('an item was lost');
        return passAtK(count.samples, count.right, k);
      });
      const mean = requestMean(pool, layout, Float64Array.from(estimates), scoreRange);
      return { k, n: chosen.length, short, reason: null, mean };
    })
    .map(({ mean, ...rest }) => {
      const found = mean?.();
      return { ...rest, mean: found?.mean ?? null, interval: found?.interval ?? null };
    });
}
