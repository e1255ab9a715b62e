/**
 * The score interval for the difference of two paired proportions (Tango, "Equivalence test and confidence interval
 * for the difference in proportions for the paired-sample design", Statistics in Medicine 17, 1998).
 */
import type { Interval } from '../contract/comparison.ts';
import { twoSidedQuantile } from './normal.ts';

/**
 * The interval of (gains - losses) / n among n pairs: all differences that a score test does not reject.
 * Defined for every table, also without a single flip and with nothing but flips.
 */
export function tangoInterval(losses: number, gains: number, n: number, level = 0.95): Interval {
  if (!(n >= 1 && losses >= 0 && gains >= 0 && losses + gains <= n)) {
    throw new RangeError(`tangoInterval of ${losses} and ${gains} in ${n}`);
  }
  const z = twoSidedQuantile(level);
  // The lower limit is the mirrored upper one, so that swapping the sides mirrors the interval to the last bit.
  return {
    lo: 0 - upperLimit(gains, losses, n, z),
    hi: upperLimit(losses, gains, n, z),
    level,
    method: 'tango',
    n,
  };
}

/** The score falls from 0 at the estimate to minus infinity at 1: halved until no double lies between. */
function upperLimit(losses: number, gains: number, n: number, z: number): number {
  if (gains === n) return 1;
  let inside = (gains - losses) / n;
  let outside = 1;
  for (;;) {
    const middle = (inside + outside) / 2;
    if (middle <= inside || middle >= outside) return middle;
    if (score(losses, gains, n, middle) > -z) inside = middle;
    else outside = middle;
  }
}

/**
 * Tango's statistic at a difference in (estimate, 1): the excess of gains over its standard error, in which the
 * probability q of a loss is the likeliest one that goes with this difference, the root of
 * 2n q^2 + ((2n - gains + losses) difference - losses - gains) q - losses difference (1 - difference) = 0.
 */
function score(losses: number, gains: number, n: number, difference: number): number {
  const a = 2 * n;
  const b = (2 * n - gains + losses) * difference - losses - gains;
  const c = -losses * difference * (1 - difference);
  const root = Math.sqrt(Math.max(0, b * b - 4 * a * c));
  // Of the two ways to write the larger root, the one that adds instead of cancelling.
  const loss = b > 0 ? (-2 * c) / (b + root) : (root - b) / (2 * a);
  const variance = n * (2 * loss + difference * (1 - difference));
  const excess = gains - losses - n * difference;
  return variance > 0 ? excess / Math.sqrt(variance) : -Infinity;
}
