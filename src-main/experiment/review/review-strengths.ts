/** Strengths of candidates out of choices between them, with intervals over items. */
import type { Rating, ReviewInterval, ReviewPart, ReviewStrength } from '../../contract/review.ts';
import { listWords } from '../../contract/presentation/words.ts';
import {
  comparability,
  eloPoints,
  preferredChance,
  strengths,
  type Wins,
} from '../../statistics/bradley-terry.ts';
import { createStream, drawIndices } from '../../statistics/generator.ts';
import { percentilePair } from '../../statistics/quantile.ts';

export interface StrengthsSource {
  /** Candidates that some rating is about, in the plan's order. */
  readonly names: readonly string[];
  readonly reference: string;
  readonly seed: number;
  readonly resamples: number;
  /** What the resampling's stream is called. */
  readonly stream: string;
}

/** Elo points of the reference. */
const eloOfReference = 1000;
/** More resamples than this without strengths, and the rest would not speak for all. */
const mostUndefined = 0.025;

/** One choice as places among the names, and its share for the second. */
interface Choice {
  readonly one: number;
  readonly other: number;
  readonly share: number;
}

type Found = Pick<ReviewPart, 'strengths' | 'reason'>;

export function strengthsOf(ratings: readonly Rating[], source: StrengthsSource): Found {
  const names = source.names.filter((name) =>
    ratings.some(({ one, other }) => one === name || other === name),
  );
  const place = new Map(names.map((name, index) => [name, index]));
  const items = [...Map.groupBy(ratings, ({ item }) => item).values()].map((own) =>
    own.map((rating): Choice => ({
      one: place.get(rating.one) ?? 0,
      other: place.get(rating.other) ?? 0,
      share: rating.choice === 'tie' ? 0.5 : rating.choice === 'other' ? 1 : 0,
    })),
  );
  const counted = names.map((candidate) => countsOf(candidate, ratings));
  const none = (reason: string): Found => ({
    strengths: counted.map((row) => ({
      ...row,
      preferred: null,
      interval: null,
      elo: null,
      eloInterval: null,
    })),
    reason,
  });
  const reference = place.get(source.reference);
  if (reference === undefined) return none(`${source.reference} was not rated here.`);
  const all = winsOf(items, names.length);
  const apart = whyNot(all, names);
  if (apart !== null) return none(apart);
  const values = strengths(all, reference) ?? new Float64Array(names.length);
  const { intervals, reason } = intervalsOf(items, names.length, reference, source);
  return {
    strengths: counted.map((row, index) => ({
      ...row,
      ...figures(values[index] as number, index === reference ? null : (intervals?.[index] ?? null)),
    })),
    reason,
  };
}

function figures(
  strength: number,
  interval: ReviewInterval | null,
): Pick<ReviewStrength, 'preferred' | 'interval' | 'elo' | 'eloInterval'> {
  const both = (of: (value: number) => number): ReviewInterval | null =>
    interval === null ? null : { lo: of(interval.lo), hi: of(interval.hi) };
  const elo = (value: number): number => eloOfReference + eloPoints(value);
  return {
    preferred: preferredChance(strength),
    interval: both(preferredChance),
    elo: elo(strength),
    eloInterval: both(elo),
  };
}

function countsOf(candidate: string, ratings: readonly Rating[]) {
  const own = ratings.filter(({ one, other }) => one === candidate || other === candidate);
  const ties = own.filter(({ choice }) => choice === 'tie').length;
  const wins = own.filter(
    ({ one, choice }) => choice !== 'tie' && (choice === 'one') === (one === candidate),
  ).length;
  return { candidate, ratings: own.length, wins, ties, losses: own.length - wins - ties };
}

function winsOf(items: Iterable<readonly Choice[]>, size: number): Wins {
  const wins = new Float64Array(size * size);
  for (const choices of items)
    for (const { one, other, share } of choices) {
      wins[other * size + one] = (wins[other * size + one] as number) + share;
      wins[one * size + other] = (wins[one * size + other] as number) + 1 - share;
    }
  return { size, wins };
}

/** In words why the choices put no number on strengths; null where they do. */
function whyNot(wins: Wins, names: readonly string[]): string | null {
  const found = comparability(wins);
  const words = (group: readonly number[]): string => listWords(group.map((index) => names[index] ?? ''));
  if (found.kind === 'one-scale') return null;
  if (found.kind === 'apart')
    return `Nobody chose between ${found.groups.map(words).join(' and ')}, directly or over a third: they are on no common scale.`;
  const many = found.ahead.length > 1;
  return `${words(found.ahead)} ${many ? 'were' : 'was'} preferred every time to ${
    names.length - found.ahead.length === 1 ? 'the other' : 'all others'
  }, without a tie: how far ahead ${many ? 'they are' : 'it is'} has no upper limit. The counts stand as they are.`;
}

/** By the bootstrap over items, all ratings of an item together: raters who saw the same item are not independent. */
function intervalsOf(
  items: readonly (readonly Choice[])[],
  size: number,
  reference: number,
  { seed, resamples, stream }: StrengthsSource,
): { readonly intervals: readonly (ReviewInterval | null)[] | null; readonly reason: string | null } {
  if (items.length < 2) return { intervals: null, reason: 'One item has no interval.' };
  const drawn = createStream(seed, stream);
  const indices = new Int32Array(items.length);
  const values: Float64Array[] = [];
  for (let resample = 0; resample < resamples; resample += 1) {
    drawIndices(drawn, items.length, indices);
    const found = strengths(
      winsOf(
        Array.from(indices, (index) => items[index] ?? []),
        size,
      ),
      reference,
    );
    if (found !== null) values.push(found);
  }
  const left = 1 - values.length / resamples;
  if (left > mostUndefined) {
    const share = Math.max(1, Math.round(left * 100));
    return {
      intervals: null,
      reason: `In ${share} % of the resamples of the items the choices put all on no common scale, so that there is no interval: more items would give one.`,
    };
  }
  const intervals = Array.from({ length: size }, (_, index) => {
    if (index === reference) return null;
    const ends = percentilePair(Float64Array.from(values, (one) => one[index] as number));
    return ends.lo === ends.hi ? null : ends;
  });
  const flat = intervals.some((interval, index) => interval === null && index !== reference);
  return {
    intervals,
    reason: flat
      ? 'All items were chosen alike: a resampling of them has no width, and that is no interval.'
      : null,
  };
}
