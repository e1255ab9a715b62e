/** What is missing counted in three ways, on both sides alike: left out, all wrong, all right. */
import type { MissingWay, MissingWays, Noise } from '../../contract/comparison.ts';
import { requestDifference, type Difference } from './difference.ts';
import { layoutMean, lackOf } from './mean-interval.ts';
import type { PairView } from './pair-view.ts';
import type { ResamplePool } from './resample-pool.ts';
import { decideVerdict } from './verdict.ts';

/** What verdicts go by besides the difference. */
export interface WayRules {
  readonly noise: Pick<Noise, 'halfWidth'> | null;
  readonly margin: number | null;
  readonly inputsDiffer: string | null;
  /** Of an interval at the end. */
  readonly endLevel: number;
}

/** The pairs with all that is missing taken for wrong, and for right, on both sides. */
export interface FilledViews {
  readonly wrong: PairView;
  readonly right: PairView;
}

/** What gives the three ways once the pool has drawn. The verdicts pass over the limit on missing answers: none is missing then. */
export function requestMissingWays(
  pool: ResamplePool,
  leftOut: PairView,
  { wrong, right }: FilledViews,
  level: number,
): (found: Difference, rules: WayRules) => MissingWays {
  const ofWrong = requestDifference(pool, wrong, level);
  const ofRight = requestDifference(pool, right, level);
  return (found, rules) => ({
    leftOut: wayOf(leftOut, found, rules),
    wrong: wayOf(wrong, ofWrong(), rules),
    right: wayOf(right, ofRight(), rules),
  });
}

function wayOf(view: PairView, difference: Difference, rules: WayRules): MissingWay {
  const { layout, first, second } = view;
  const known = lackOf(layout) === null;
  return {
    n: difference.n,
    baseline: known ? layoutMean(layout, first) : null,
    candidate: known ? layoutMean(layout, second) : null,
    delta: difference.delta,
    interval: difference.interval,
    verdict: decideVerdict({ difference, ...rules, dropped: 0, maxMissing: null }).verdict,
  };
}
