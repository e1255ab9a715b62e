/** A mean over items with its bootstrap interval, or with an honest width where a bootstrap would have none. */
import type { Interval, IntervalMethod } from '../../contract/comparison.ts';
import { clusteredError, pairedError, studentInterval, type MeanError } from '../../statistics/mean-error.ts';
import { percentilePair } from '../../statistics/quantile.ts';
import { unseenShare } from '../../statistics/wilson.ts';
import { unitSums, type Layout, type LayoutGroup } from './layout.ts';
import type { ResamplePool } from './resample-pool.ts';

/** Of every interval, but where a look before the end is paid for with a higher one. */
export const usualLevel = 0.95;

/** The least and the largest value that an item can have. */
export interface ValueRange {
  readonly lowest: number;
  readonly highest: number;
}

export const scoreRange: ValueRange = { lowest: 0, highest: 1 };
export const differenceRange: ValueRange = { lowest: -1, highest: 1 };

export interface MeanInterval {
  readonly mean: number;
  readonly interval: Interval;
  /** All units show the same mean, so that the interval is not a bootstrap's. */
  readonly flat: boolean;
}

/** Whether a mean over the layout's items can be computed at all, and if not, why. */
export function lackOf(layout: Layout): string | null {
  if (layout.lacking !== null) return `stratum ${layout.lacking} has a weight and no pairs`;
  return layout.units === 0 ? 'no pairs' : null;
}

/** The weighted mean of the groups' means; the plain mean where there is one group. */
export function layoutMean(layout: Layout, values: Float64Array): number {
  let mean = 0;
  for (const group of layout.groups) mean += group.weight * groupMean(group, values);
  // Adding 0 turns -0 into 0.
  return mean + 0;
}

/** What gives the mean once the pool has drawn. The layout must not lack anything. */
export function requestMean(
  pool: ResamplePool,
  layout: Layout,
  values: Float64Array,
  range: ValueRange,
  level = usualLevel,
): () => MeanInterval {
  const mean = layoutMean(layout, values);
  const unitMeans = layout.groups.map((group) => unitMeansOf(group, values));
  if (unitMeans.every((means) => means.every((one) => one === means[0]))) {
    const interval = flatInterval(layout, unitMeans, range, level);
    return () => ({ mean, interval, flat: true });
  }
  if (level > usualLevel && pool.isTooSmallFor(level)) {
    const error = groupError(layout.groups[0], values, layout.clustered);
    if (error === null || layout.weighted) throw new RangeError('a look at weighted strata');
    const interval = boundedStudent(error, layout, range, level);
    return () => ({ mean, interval, flat: false });
  }
  const resampled = pool.add(layout, values);
  return () => ({
    mean,
    interval: { ...percentilePair(resampled(), level), level, method: methodOf(layout), n: layout.units },
    flat: false,
  });
}

function methodOf({ weighted, clustered }: Layout): IntervalMethod {
  if (weighted) return 'stratified-bootstrap';
  return clustered ? 'cluster-bootstrap' : 'bootstrap';
}

/**
 * All units of a group show the same value, so every resample would too. What the group's units do not show is a
 * share of others, at most the Wilson limit of 0 in so many: taken at the lowest and at the highest value that an
 * item can have. For paired binary scores without flips, and with nothing but gains or losses, this is Tango's
 * interval.
 */
function flatInterval(
  layout: Layout,
  unitMeans: readonly Float64Array[],
  range: ValueRange,
  level: number,
): Interval {
  let lo = 0;
  let hi = 0;
  for (const [place, { weight, units }] of layout.groups.entries()) {
    const unseen = unseenShare(units, level);
    const seen = (1 - unseen) * (unitMeans[place]?.[0] ?? 0);
    lo += weight * (seen + unseen * range.lowest);
    hi += weight * (seen + unseen * range.highest);
  }
  return { lo, hi, level, method: 'wilson', n: layout.units };
}

/** Student's interval, cut to what the mean can be: of few units at a very high level it is wider by far. */
export function boundedStudent(
  error: MeanError,
  { clustered }: Pick<Layout, 'clustered'>,
  { lowest, highest }: ValueRange,
  level: number,
): Interval {
  const interval = studentInterval(error, clustered ? 'clustered-t' : 'paired-t', level);
  return { ...interval, lo: Math.max(lowest, interval.lo), hi: Math.min(highest, interval.hi) };
}

/** The error of one group's mean; null with fewer than two units. */
export function groupError(
  group: LayoutGroup | undefined,
  values: Float64Array,
  clustered: boolean,
): MeanError | null {
  if (group === undefined) return null;
  const own = Float64Array.from(group.members, (member) => values[member] as number);
  return clustered ? clusteredError(own, group.unitOf, group.units) : pairedError(own);
}

function groupMean({ members }: LayoutGroup, values: Float64Array): number {
  let sum = 0;
  for (const member of members) sum += values[member] as number;
  return sum / members.length;
}

function unitMeansOf(group: LayoutGroup, values: Float64Array): Float64Array {
  const { sizes } = group;
  const sums = unitSums(group, values);
  return sizes === null ? sums : sums.map((sum, unit) => sum / (sizes[unit] as number));
}
