/** Percentiles of values: type 7 of Hyndman and Fan, "Sample quantiles in statistical packages", 1996. */

/**
 * By linear interpolation between order statistics, at position (N - 1) p of the sorted values, counted from 0.
 *
 * @param sorted at least one value, the smallest first
 * @param p in [0, 1]
 */
export function quantile(sorted: Float64Array | Float32Array, p: number): number {
  if (sorted.length === 0) throw new RangeError('a percentile of nothing');
  const last = sorted.length - 1;
  return between((index) => sorted[Math.min(index, last)] as number, last * p);
}

/**
 * The two quantiles that cut off (1 - level) / 2 at either end. The upper one is counted from the other end, so that
 * mirrored values give the mirrored pair to the last bit.
 */
export function percentilePair(
  values: Float64Array,
  level = 0.95,
): { readonly lo: number; readonly hi: number } {
  if (values.length === 0) throw new RangeError('percentiles of nothing');
  const sorted = Float64Array.from(values).sort();
  const last = sorted.length - 1;
  const position = (last * (1 - level)) / 2;
  const at = (index: number): number => sorted[Math.min(Math.max(index, 0), last)] as number;
  return { lo: between(at, position), hi: between((index) => at(last - index), position) };
}

function between(at: (index: number) => number, position: number): number {
  const whole = Math.floor(position);
  const from = at(whole);
  return from + (position - whole) * (at(whole + 1) - from);
}
