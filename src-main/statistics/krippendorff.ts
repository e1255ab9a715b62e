/**
 * Krippendorff's alpha: any number of raters, ratings missing anywhere (Krippendorff, "Computing Krippendorff's
 * alpha-reliability", 2011). Items rated once say nothing about agreement and are left out.
 */
import type { Agreement, Disagreement, Resampling } from './agreement.ts';
import { agreementOf } from './agreement.ts';

/**
 * How far two ratings are apart. `nominal`: 1 unless equal. `interval`: the squared difference. `ordinal`: the
 * squared number of ratings between them, each of the two values' own ratings counted half.
 */
export type AlphaMetric = 'nominal' | 'ordinal' | 'interval';

/** The value's place among all values in order, and how often what was rated has it. */
interface RatedThing {
  readonly places: Int32Array;
  readonly counts: Float64Array;
  readonly ratings: number;
}

/** @param ratings for each item its ratings, in any order; null: missing. For `nominal` the numbers are mere labels. */
export function krippendorffAlpha(
  ratings: readonly (readonly (number | null)[])[],
  metric: AlphaMetric,
  resampling: Resampling,
): Agreement {
  return krippendorffAlphaOfItems(
    ratings.map((item) => [item]),
    metric,
    resampling,
  );
}

/**
 * The same where an item holds several things that were rated, such as two answers to one question: the resamples are
 * of whole items.
 *
 * @param items for each item the ratings of each thing in it
 */
export function krippendorffAlphaOfItems(
  items: readonly (readonly (readonly (number | null)[])[])[],
  metric: AlphaMetric,
  resampling: Resampling,
): Agreement {
  const rated = items
    .map((things) =>
      things
        .map((thing) => thing.filter((rating) => rating !== null).sort((a, b) => a - b))
        .filter((thing) => thing.length >= 2)
        .sort(compareRatings),
    )
    .filter((things) => things.length > 0)
    // In an order of their own: the interval then does not depend on that of the items or the raters either.
    .sort(compareItems);
  const values = [...new Set(rated.flat(2))].sort((a, b) => a - b);
  if (values.some((value) => !Number.isFinite(value)))
    throw new RangeError('a rating is not a finite number');
  const placeOf = new Map(values.map((value, place) => [value, place]));
  const counted = rated.map((things) => things.map((thing) => countRatings(thing, placeOf)));
  return agreementOf(
    counted.length,
    (indices) => disagreementOf(counted, indices, values, metric),
    resampling,
  );
}

function compareItems(one: readonly (readonly number[])[], other: readonly (readonly number[])[]): number {
  for (const [place, thing] of one.entries()) {
    const against = other[place];
    if (against === undefined) return 1;
    const compared = compareRatings(thing, against);
    if (compared !== 0) return compared;
  }
  return one.length - other.length;
}

function compareRatings(one: readonly number[], other: readonly number[]): number {
  for (const [place, rating] of one.entries()) {
    const against = other[place];
    if (against === undefined) return 1;
    if (rating !== against) return rating - against;
  }
  return one.length - other.length;
}

function countRatings(ratings: readonly number[], placeOf: ReadonlyMap<number, number>): RatedThing {
  const counts = new Map<number, number>();
  for (const rating of ratings) {
    const place = placeOf.get(rating) as number;
    counts.set(place, (counts.get(place) ?? 0) + 1);
  }
  const ordered = [...counts].sort(([a], [b]) => a - b);
  return {
    places: Int32Array.from(ordered, ([place]) => place),
    counts: Float64Array.from(ordered, ([, count]) => count),
    ratings: ratings.length,
  };
}

function disagreementOf(
  items: readonly (readonly RatedThing[])[],
  indices: Int32Array,
  values: readonly number[],
  metric: AlphaMetric,
): Disagreement | null {
  const totals = new Float64Array(values.length);
  let n = 0;
  for (const index of indices) {
    for (const { places, counts, ratings } of items[index] as readonly RatedThing[]) {
      for (let one = 0; one < places.length; one += 1) {
        const place = places[one] as number;
        totals[place] = (totals[place] as number) + (counts[one] as number);
      }
      n += ratings;
    }
  }
  const scale = metric === 'ordinal' ? middleRanks(totals) : Float64Array.from(values);
  let observed = 0;
  for (const index of indices) {
    for (const { counts, places, ratings } of items[index] as readonly RatedThing[])
      // Each ordered pair of a thing's ratings weighs 1 / (ratings - 1), so that each rating weighs 1.
      observed += apart(counts, places, scale, metric) / (ratings - 1);
  }
  const everyPlace = Int32Array.from({ length: values.length }, (_, place) => place);
  const expected = apart(totals, everyPlace, scale, metric) / (n - 1);
  const range = (scale.at(-1) ?? 0) - (scale[0] ?? 0);
  return {
    observed: observed / n,
    expected: expected / n,
    largest: metric === 'nominal' ? 1 : range * range,
  };
}

/**
 * The sum over all ordered pairs of these ratings of the squared distance. Nominal: n^2 - sum c^2. Otherwise
 * 2 n sum c (x - mean)^2, which takes one pass in place of one for each pair.
 */
function apart(counts: Float64Array, places: Int32Array, scale: Float64Array, metric: AlphaMetric): number {
  let n = 0;
  let squares = 0;
  let sum = 0;
  for (let one = 0; one < counts.length; one += 1) {
    const count = counts[one] as number;
    n += count;
    squares += count * count;
    sum += count * (scale[places[one] as number] as number);
  }
  if (metric === 'nominal') return n * n - squares;
  const centre = sum / n;
  let spread = 0;
  for (let one = 0; one < counts.length; one += 1) {
    spread += (counts[one] as number) * ((scale[places[one] as number] as number) - centre) ** 2;
  }
  return 2 * n * spread;
}

/**
 * For each value the number of ratings below it and half of its own. The ordinal distance of two values, the
 * ratings from one to the other less half of both ends, is the difference of these.
 */
function middleRanks(totals: Float64Array): Float64Array {
  let below = 0;
  return totals.map((total) => {
    const rank = below + total / 2;
    below += total;
    return rank;
  });
}
