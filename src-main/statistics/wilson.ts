/** The Wilson score interval of a proportion (Wilson, JASA 22, 1927). */
import type { Interval } from '../contract/comparison.ts';
import { twoSidedQuantile } from './normal.ts';

/** For `successes` of `n` trials, n of 1 and more. Holds 0 and 1 exactly where all trials agree. */
export function wilsonInterval(successes: number, n: number, level = 0.95): Interval {
  if (!(n >= 1 && successes >= 0 && successes <= n)) {
    throw new RangeError(`wilsonInterval of ${successes} in ${n}`);
  }
  const z = twoSidedQuantile(level);
  const share = successes / n;
  const centre = successes + (z * z) / 2;
  const half = z * Math.sqrt(n * share * (1 - share) + (z * z) / 4);
  const scale = n + z * z;
  return {
    lo: successes === 0 ? 0 : (centre - half) / scale,
    hi: successes === n ? 1 : (centre + half) / scale,
    level,
    method: 'wilson',
    n,
  };
}

/**
 * The largest share of unlike units that still fits n units which are all alike: the upper Wilson limit of 0 in n,
 * z^2 / (n + z^2). Where a bootstrap collapses to a point this is what gives an honest width.
 */
export function unseenShare(n: number, level = 0.95): number {
  const z = twoSidedQuantile(level);
  return (z * z) / (n + z * z);
}
