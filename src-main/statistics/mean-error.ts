/** The standard error of a mean of paired differences, and the t interval that goes with it. */
import type { Interval } from '../contract/comparison.ts';
import { mean } from './moments.ts';
import { studentQuantile } from './student-t.ts';

export interface MeanError {
  readonly mean: number;
  readonly standardError: number;
  /** Of the t interval: items less one, or clusters less one. */
  readonly freedom: number;
}

/** sqrt(sum (d - mean)^2 / (n (n-1))); null with fewer than two differences. */
export function pairedError(differences: ArrayLike<number>): MeanError | null {
  const n = differences.length;
  if (n < 2) return null;
  const centre = mean(differences);
  let squares = 0;
  for (let index = 0; index < n; index += 1) squares += ((differences[index] as number) - centre) ** 2;
  return { mean: centre, standardError: Math.sqrt(squares / (n * (n - 1))), freedom: n - 1 };
}

/**
 * sqrt(C/(C-1) * sum over clusters of (sum in the cluster of (d - mean))^2) / n (Miller, "Adding error bars to
 * evals", 2024, with the correction for few clusters); null with fewer than two clusters.
 *
 * @param clusters for each difference the number of its cluster, from 0 to count - 1
 */
export function clusteredError(
  differences: ArrayLike<number>,
  clusters: ArrayLike<number>,
  count: number,
): MeanError | null {
  const n = differences.length;
  if (count < 2 || n === 0) return null;
  const centre = mean(differences);
  const sums = new Float64Array(count);
  for (let index = 0; index < n; index += 1) {
    const cluster = clusters[index] as number;
    sums[cluster] = (sums[cluster] as number) + (differences[index] as number) - centre;
  }
  let squares = 0;
  for (const sum of sums) squares += sum * sum;
  return {
    mean: centre,
    standardError: Math.sqrt((count / (count - 1)) * squares) / n,
    freedom: count - 1,
  };
}

/** mean -+ t * standard error. */
export function studentInterval(
  error: MeanError,
  method: 'paired-t' | 'clustered-t',
  level = 0.95,
): Interval {
  const half = studentQuantile(0.5 + level / 2, error.freedom) * error.standardError;
  return {
    lo: error.mean - half,
    hi: error.mean + half,
    level,
    method,
    n: error.freedom + 1,
    standardError: error.standardError,
  };
}
