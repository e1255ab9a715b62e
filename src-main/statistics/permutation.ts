/** The sign-flip permutation test of a mean of paired differences (Fisher, "The design of experiments", 1935, § 21). */
import type { Stream } from './generator.ts';

/** Up to so many differences that are not 0, all 2^n sign patterns are gone through. */
const mostExact = 16;

export interface PermutationResult {
  /** Two-sided. */
  readonly p: number;
  /** All patterns were gone through: the stream was not touched. */
  readonly exact: boolean;
}

/**
 * How often the sum of the differences, each with a random sign, is as far from 0 as the observed one. Drawn
 * patterns: (1 + as far) / (1 + permutations) (Phipson and Smyth, 2010), so that p is never 0.
 *
 * One draw gives the signs of 32 differences, lowest bit first; a new draw begins with each pattern.
 *
 * @param differences one a unit: an item's d, or the sum over a cluster. Zeros do not matter.
 */
export function signFlipTest(
  differences: ArrayLike<number>,
  permutations: number,
  stream: Stream,
): PermutationResult {
  const moving = Float64Array.from(Array.from(differences).filter((value) => value !== 0));
  if (moving.length === 0) return { p: 1, exact: true };
  let total = 0;
  let size = 0;
  for (const value of moving) {
    total += value;
    size += Math.abs(value);
  }
  // Sums of the same numbers in another order differ in the last bits: what is equal must count as equal.
  const reach = Math.abs(total) - size * 1e-12;
  return moving.length <= mostExact
    ? { p: exactShare(moving, reach), exact: true }
    : { p: drawnShare(moving, reach, permutations, stream), exact: false };
}

function exactShare(moving: Float64Array, reach: number): number {
  const patterns = 2 ** moving.length;
  let far = 0;
  for (let pattern = 0; pattern < patterns; pattern += 1) {
    let sum = 0;
    for (let index = 0; index < moving.length; index += 1) {
      sum += (pattern >>> index) & 1 ? -(moving[index] as number) : (moving[index] as number);
    }
    if (Math.abs(sum) >= reach) far += 1;
  }
  return far / patterns;
}

function drawnShare(moving: Float64Array, reach: number, permutations: number, stream: Stream): number {
  let far = 0;
  for (let permutation = 0; permutation < permutations; permutation += 1) {
    let sum = 0;
    let bits = 0;
    for (let index = 0; index < moving.length; index += 1) {
      bits = index % 32 === 0 ? stream.next() : bits >>> 1;
      sum += bits & 1 ? -(moving[index] as number) : (moving[index] as number);
    }
    if (Math.abs(sum) >= reach) far += 1;
  }
  return (far + 1) / (permutations + 1);
}
