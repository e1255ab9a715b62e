/** Means and spreads. */

/** NaN-free by contract: every value is finite, and there is at least one. */
export function mean(values: ArrayLike<number>): number {
  if (values.length === 0) throw new RangeError('mean of nothing');
  let sum = 0;
  for (let index = 0; index < values.length; index += 1) sum += values[index] as number;
  return sum / values.length;
}

/** The sample standard deviation (n - 1); null with fewer than two values. */
export function standardDeviation(values: ArrayLike<number>): number | null {
  if (values.length < 2) return null;
  // Deviations from the first value: equal values then have a deviation of exactly 0, whatever their binary digits.
  const first = values[0] as number;
  let shift = 0;
  for (let index = 0; index < values.length; index += 1) shift += (values[index] as number) - first;
  shift /= values.length;
  let sum = 0;
  for (let index = 0; index < values.length; index += 1) {
    sum += ((values[index] as number) - first - shift) ** 2;
  }
  return Math.sqrt(sum / (values.length - 1));
}

/**
 * The standard deviation within groups, pooled: the root of the squared deviations from each group's own mean over
 * the sum of (size - 1). Null where no group has two values.
 */
export function pooledDeviation(groups: Iterable<readonly number[]>): number | null {
  let squares = 0;
  let freedom = 0;
  for (const group of groups) {
    if (group.length < 2) continue;
    const centre = mean(group);
    for (const value of group) squares += (value - centre) ** 2;
    freedom += group.length - 1;
  }
  return freedom === 0 ? null : Math.sqrt(squares / freedom);
}
