/** The mean difference of two sides, with every interval that applies to it, and the test of its flips. */
import type { Flips, Interval, TestResult } from '../../contract/comparison.ts';
import { createStream } from '../../statistics/generator.ts';
import { midPMcNemar } from '../../statistics/mcnemar.ts';
import { signFlipTest } from '../../statistics/permutation.ts';
import { discordanceVariance } from '../../statistics/sample-size.ts';
import { tangoInterval } from '../../statistics/tango.ts';
import { unitSums } from './layout.ts';
import {
  boundedStudent,
  differenceRange,
  groupError,
  lackOf,
  requestMean,
  usualLevel,
} from './mean-interval.ts';
import type { PairView } from './pair-view.ts';
import type { ResamplePool } from './resample-pool.ts';

/**
 * With fewer flips than this Tango's interval stands first for binary scores. Under 20 a bootstrap is too narrow;
 * from 20 to 49 flips, nearly all of them losses, its upper end comes out a little too high, so that a true drop of
 * exactly the margin would pass too often (test/slow/statistics shows both).
 */
export const fewFlips = 50;

/** With fewer differing items than this a bootstrap of fractions or clusters is likely too narrow, which is said. */
const fewChanges = 20;

/** With fewer units than this a bootstrap is likely too narrow, which is said. */
const fewUnits = 10;

export interface Difference {
  readonly n: number;
  readonly delta: number | null;
  /** The primary one. */
  readonly interval: Interval | null;
  /** Every one that applies, the primary first. */
  readonly intervals: readonly Interval[];
  readonly flips: Flips;
  /** Per item, so that delta's squared standard error is this over n; null where it cannot be computed. */
  readonly variance: number | null;
  /** Why there is no delta; null where there is one. */
  readonly lack: string | null;
  /** A sentence, where the interval deserves less trust than its level says. */
  readonly caution: string | null;
}

/** What gives the difference once the pool has drawn. */
export function requestDifference(pool: ResamplePool, view: PairView, level = usualLevel): () => Difference {
  const { layout, differences, flips } = view;
  const n = layout.items.length;
  const lack = lackOf(layout);
  if (lack !== null) {
    const none = {
      n,
      delta: null,
      interval: null,
      intervals: [],
      flips,
      variance: null,
      lack,
      caution: null,
    };
    return () => none;
  }
  const mean = requestMean(pool, layout, differences, differenceRange, level);
  const plain = isPlain(view);
  const error = layout.weighted ? null : groupError(layout.groups[0], differences, layout.clustered);
  return () => {
    const { mean: delta, interval: resampled, flat } = mean();
    const tango = plain ? [tangoInterval(flips.losses, flips.gains, n, level)] : [];
    const few = flips.losses + flips.gains < fewFlips;
    // Where resamples are too few for the level, the mean's interval is Student's already.
    const isStudent = resampled.standardError !== undefined;
    const bootstrap = (flat && plain) || isStudent ? [] : [resampled];
    const student =
      error === null || error.standardError === 0
        ? []
        : [boundedStudent(error, layout, differenceRange, level)];
    const intervals = [
      ...(few || flat || isStudent ? [...tango, ...bootstrap] : [...bootstrap, ...tango]),
      ...student,
    ];
    return {
      n,
      delta,
      interval: intervals[0] ?? null,
      intervals,
      flips,
      variance: plain ? discordanceVariance(flips.rate ?? 0, delta) : itemVariance(view, n),
      lack: null,
      caution: plain ? null : cautionOf(view),
    };
  };
}

/**
 * Binary scores of plain items: mid-p McNemar. Otherwise the sign-flip permutation test, of whole clusters where
 * there are clusters, and of the weighted contributions where strata have weights. Null without pairs.
 *
 * @param name of the stream; its second substream is drawn from, the first belongs to the bootstrap
 */
export function testFlips(
  view: PairView,
  seed: number,
  name: string,
  permutations: number,
): TestResult | null {
  if (lackOf(view.layout) !== null) return null;
  if (isPlain(view)) {
    const { losses, gains } = view.flips;
    return { method: 'mid-p-mcnemar', value: midPMcNemar(losses, gains) };
  }
  const contributions = view.layout.groups.flatMap((group) => {
    const sums = unitSums(group, view.differences);
    return view.layout.weighted
      ? Array.from(sums, (sum) => (group.weight * sum) / group.members.length)
      : Array.from(sums);
  });
  const { p } = signFlipTest(contributions, permutations, createStream(seed, name, 1));
  return { method: 'sign-flip-permutation', value: p };
}

function isPlain({ binary, layout }: PairView): boolean {
  return binary && !layout.clustered && !layout.weighted;
}

function cautionOf({ layout, flips }: PairView): string | null {
  const unit = layout.clustered ? 'clusters' : 'items';
  if (layout.units < fewUnits) {
    return `With ${layout.units} ${layout.units === 1 ? unit.slice(0, -1) : unit} the interval is likely too narrow.`;
  }
  const changed = flips.losses + flips.gains;
  return changed > 0 && changed < fewChanges
    ? `Only ${changed} ${changed === 1 ? 'item differs' : 'items differ'}, so the interval is likely too narrow.`
    : null;
}

/** n times the squared standard error; strata with weights add theirs, weighted. */
function itemVariance({ layout, differences }: PairView, n: number): number | null {
  let variance = 0;
  for (const group of layout.groups) {
    const error = groupError(group, differences, layout.clustered);
    if (error === null) return null;
    variance += (group.weight * error.standardError) ** 2;
  }
  return variance * n;
}
