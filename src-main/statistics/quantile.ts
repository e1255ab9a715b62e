/** Percentiles of resampled values. */

/**
 * The two quantiles that cut off (1 - level) / 2 at either end, by linear interpolation between order statistics
 * (type 7 of Hyndman and Fan, "Sample quantiles in statistical packages", 1996): at position (N - 1) p of the
 * sorted values, counted from 0. The upper one is counted from the other end, so that mirrored values give the
 * mirrored pair to the last bit.
 */
export function percentilePair(
  values: Float64Array,
  level = 0.95,
): { readonly lo: number; readonly hi: number } {
  if (values.length === 0) throw new RangeError('percentiles of nothing');
  const sorted = Float64Array.from(values).sort();
  const last = sorted.length - 1;
  const position = (last * (1 - level)) / 2;
  const whole = Math.floor(position);
  const part = position - whole;
  const between = (from: number, to: number): number => from + part * (to - from);
  const at = (index: number): number => sorted[Math.min(Math.max(index, 0), last)] as number;
  return { lo: between(at(whole), at(whole + 1)), hi: between(at(last - whole), at(last - whole - 1)) };
}
