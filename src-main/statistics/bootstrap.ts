/**
 * The bootstrap (Efron, "Bootstrap methods: another look at the jackknife", Ann. Stat. 7, 1979): whole units, which
 * are items or clusters of items, are drawn with replacement, and every column of numbers that belongs to them is
 * summed over the same draws.
 */
import { drawIndices, type Stream } from './generator.ts';

/** Units that are resampled among themselves. */
export interface ResampledGroup {
  readonly units: number;
  /** Items in each unit; null: one each. */
  readonly sizes: Float64Array | null;
  /** For each column and unit the sum over the unit's items. */
  readonly columns: readonly Float64Array[];
  /** Share of this group's mean in the whole; 1 for a single group. */
  readonly weight: number;
}

/**
 * For each column `resamples` means, in the order drawn: the weighted sum over the groups of (sum of the drawn
 * units) / (items in the drawn units).
 *
 * Resample after resample and group after group, `units` indices are drawn by `drawIndices` and the units added in
 * the order drawn: whoever does the same with the same stream gets the same bytes.
 */
export function resampleMeans(
  groups: readonly ResampledGroup[],
  resamples: number,
  stream: Stream,
): Float64Array[] {
  const width = groups[0]?.columns.length ?? 0;
  const means = Array.from({ length: width }, () => new Float64Array(resamples));
  const drawn = groups.map((group) => new Int32Array(group.units));
  for (let resample = 0; resample < resamples; resample += 1) {
    for (const [place, group] of groups.entries()) {
      const indices = drawn[place] as Int32Array;
      drawIndices(stream, group.units, indices);
      const size = group.sizes === null ? group.units : sumAt(group.sizes, indices);
      for (let column = 0; column < width; column += 1) {
        const into = means[column] as Float64Array;
        const sum = sumAt(group.columns[column] as Float64Array, indices);
        into[resample] = (into[resample] as number) + group.weight * (sum / size);
      }
    }
  }
  return means;
}

function sumAt(values: Float64Array, indices: Int32Array): number {
  let sum = 0;
  for (let position = 0; position < indices.length; position += 1) {
    sum += values[indices[position] as number] as number;
  }
  return sum;
}

/** A statistic of each of `resamples` draws of `units` units, for what is not a mean; null where it has no value. */
export function resampleStatistic(
  units: number,
  resamples: number,
  stream: Stream,
  statistic: (indices: Int32Array) => number | null,
): (number | null)[] {
  const indices = new Int32Array(units);
  return Array.from({ length: resamples }, () => {
    drawIndices(stream, units, indices);
    return statistic(indices);
  });
}
