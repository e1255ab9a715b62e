/** What people's choices between candidates come to: strengths on one scale, pairs as they were chosen, agreement. */
import type {
  Rating,
  ReviewAgreement,
  ReviewFigures,
  ReviewPair,
  ReviewPart,
  ReviewRater,
} from '../../contract/review.ts';
import { resampleMeans } from '../../statistics/bootstrap.ts';
import { createStream, generatorName } from '../../statistics/generator.ts';
import { krippendorffAlphaOfItems } from '../../statistics/krippendorff.ts';
import { mean } from '../../statistics/moments.ts';
import { percentilePair } from '../../statistics/quantile.ts';
import { unseenShare } from '../../statistics/wilson.ts';
import type { ReviewedPair } from './order.ts';
import { strengthsOf } from './review-strengths.ts';

export interface ReviewSource {
  /** Oldest first. */
  readonly ratings: readonly Rating[];
  /** Names in the plan's order. */
  readonly candidates: readonly string[];
  readonly baseline: string;
  readonly seed: number;
  readonly resamples: number;
  /** Items of a pair with two answers, by whether these differ: where they do not, there is nothing to choose. */
  readonly answered: (pair: ReviewedPair) => { readonly differing: number; readonly same: number };
}

const level = 0.95;

/** Null without a rating. Only first showings count; what was shown again tells of the rater alone. */
export function reviewFigures(source: ReviewSource): ReviewFigures | null {
  const first = source.ratings.filter(({ turn }) => turn === 0).toSorted(byItem);
  if (first.length === 0) return null;
  const { baseline, seed, resamples } = source;
  const names = source.candidates.filter((name) =>
    first.some(({ one, other }) => one === name || other === name),
  );
  const reference = names.includes(baseline) ? baseline : (names[0] ?? baseline);
  const part = (stratum: string | null, ratings: readonly Rating[]): ReviewPart => ({
    stratum,
    items: new Set(ratings.map(({ item }) => item)).size,
    ratings: ratings.length,
    ...strengthsOf(ratings, { names, reference, seed, resamples, stream: streamName(stratum) }),
  });
  const byStratum = Map.groupBy(first, ({ stratum }) => stratum);
  return {
    reference,
    overall: part(null, first),
    strata: [...byStratum]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([stratum, ratings]) => part(stratum, ratings)),
    pairs: [...Map.groupBy(first, pairName)].map(([name, ratings]) => pairOf(ratings, { ...source, name })),
    raters: [...Map.groupBy(source.ratings, ({ rater }) => rater)].map(([rater, own]) => raterOf(rater, own)),
    agreement: agreementOf(first, source),
    seed,
    generator: generatorName,
    resamples,
  };
}

function streamName(stratum: string | null): string {
  return stratum === null ? 'review' : `review/stratum/${stratum}`;
}

function pairName({ one, other }: Rating): string {
  return JSON.stringify([one, other]);
}

/** By item, then by pair and rater: neither the order of the choices nor that of the rows changes a number. */
function byItem(a: Rating, b: Rating): number {
  const key = ({ item, one, other, rater }: Rating): string => JSON.stringify([item, one, other, rater]);
  return key(a) < key(b) ? -1 : 1;
}

/** The share that a choice gives to `other`. */
function shareOfOther({ choice }: Pick<Rating, 'choice'>): number {
  if (choice === 'tie') return 0.5;
  return choice === 'other' ? 1 : 0;
}

function pairOf(
  ratings: readonly Rating[],
  { seed, resamples, answered, name }: ReviewSource & { readonly name: string },
): ReviewPair {
  const [{ one, other } = { one: '', other: '' }] = ratings;
  const items = [...Map.groupBy(ratings, ({ item }) => item).values()].map((own) =>
    mean(own.map(shareOfOther)),
  );
  const count = (choice: Rating['choice']): number => ratings.filter((row) => row.choice === choice).length;
  const share = mean(items);
  const { differing, same } = answered({ one, other });
  const all = differing + same;
  return {
    one,
    other,
    items: items.length,
    ratings: ratings.length,
    preferredOne: count('one'),
    ties: count('tie'),
    preferredOther: count('other'),
    share,
    interval: shareInterval(Float64Array.from(items), seed, resamples, name),
    differing,
    same,
    shareOfAll: all === 0 ? share : (differing * share + same / 2) / all,
  };
}

/** The bootstrap's over items; where all items agree, what their number leaves open, as for the paired difference. */
export function shareInterval(
  items: Float64Array,
  seed: number,
  resamples: number,
  name: string,
): ReviewPair['interval'] {
  const n = items.length;
  if (n < 2) return null;
  const share = items[0] as number;
  if (items.every((value) => value === share)) {
    const unseen = unseenShare(n, level);
    return {
      lo: (1 - unseen) * share,
      hi: (1 - unseen) * share + unseen,
      level,
      method: 'wilson',
      n,
    };
  }
  const group = { units: n, sizes: null, columns: [items], weight: 1 };
  const [means = new Float64Array()] = resampleMeans(
    [group],
    resamples,
    createStream(seed, `review/${name}`),
  );
  return { ...percentilePair(means, level), level, method: 'bootstrap', n };
}

function raterOf(rater: string, ratings: readonly Rating[]): ReviewRater {
  const first = new Map(
    ratings
      .filter(({ turn }) => turn === 0)
      .map((rating) => [JSON.stringify([rating.one, rating.other, rating.item]), rating]),
  );
  const repeats = ratings.flatMap((rating) => {
    const before = first.get(JSON.stringify([rating.one, rating.other, rating.item]));
    return rating.turn === 0 || before === undefined
      ? []
      : [{ swapped: rating.swapped !== before.swapped, same: rating.choice === before.choice }];
  });
  const decided = ratings.filter(({ choice }) => choice !== 'tie');
  const times = ratings.map(({ at }) => at).toSorted();
  return {
    rater,
    ratings: first.size,
    from: times[0] ?? '',
    to: times.at(-1) ?? '',
    again: repeats.length,
    same: repeats.filter(({ same }) => same).length,
    againSwapped: repeats.filter(({ swapped }) => swapped).length,
    sameSwapped: repeats.filter(({ swapped, same }) => swapped && same).length,
    decided: decided.length,
    first: decided.filter(({ choice, swapped }) => (choice === 'other') === swapped).length,
  };
}

/**
 * The three choices are in an order: one of the two is preferred, neither, or the other is. The pairs that were rated on
 * one item belong together.
 */
function agreementOf(
  ratings: readonly Rating[],
  { seed, resamples }: Pick<ReviewSource, 'seed' | 'resamples'>,
): ReviewAgreement {
  const items = [...Map.groupBy(ratings, ({ item }) => item).values()].map((own) =>
    [...Map.groupBy(own, pairName).values()].map((pair) => pair.map(shareOfOther)),
  );
  const found = krippendorffAlphaOfItems(items, 'ordinal', {
    resamples,
    stream: createStream(seed, 'review/agreement'),
  });
  const { value, interval, n, reason = null } = found;
  return { value, interval, n, reason: n === 0 ? 'No item was seen by two raters.' : reason };
}
