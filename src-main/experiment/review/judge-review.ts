/** What a judge's choices between answers come to, beside people's and never among them. */
import type { UnaskedPair } from '../../contract/judging.ts';
import type { JudgeAgreement, JudgePair, JudgeReview } from '../../contract/judge-review.ts';
import type { Rating, ReviewChoice } from '../../contract/review.ts';
import { readPair, type ChoiceRead } from '../../scoring/judge/pair-reading.ts';
import { createStream } from '../../statistics/generator.ts';
import { cohenKappaOfItems } from '../../statistics/kappa.ts';
import { mean } from '../../statistics/moments.ts';
import { shareInterval } from './review-figures.ts';

/** One of a judge's answers about a pair. */
export interface PairReading {
  readonly itemId: string;
  readonly one: string;
  readonly other: string;
  readonly swapped: boolean;
  readonly read: ChoiceRead;
}

interface JudgeReviewSource {
  /** The judge's name and hash. */
  readonly judge: string;
  readonly judgeHash: string;
  readonly readings: readonly PairReading[];
  readonly unasked: readonly UnaskedPair[];
  /** People's. */
  readonly ratings: readonly Rating[];
  readonly seed: number;
  readonly resamples: number;
}

interface Chosen {
  readonly item: string;
  readonly one: string;
  readonly other: string;
  readonly choice: ReviewChoice;
}

/** In their order. */
const places: readonly ReviewChoice[] = ['one', 'tie', 'other'];
const placeOf = (choice: ReviewChoice): number => places.indexOf(choice);

export function judgeReview(source: JudgeReviewSource): JudgeReview {
  const { judge, judgeHash, readings, unasked, ratings } = source;
  const byPair = Map.groupBy([...readings, ...unasked], pairName);
  const chosen: Chosen[] = [];
  const pairs = [...byPair].map(([name, all]): JudgePair => {
    const { one, other } = all[0] ?? { one: '', other: '' };
    const own = readings.filter((reading) => pairName(reading) === name);
    const left = unasked.filter((pair) => pairName(pair) === name);
    const { choices, ...counts } = readingsOf(own);
    chosen.push(...choices);
    const count = (choice: ReviewChoice): number => choices.filter((row) => row.choice === choice).length;
    const shares = Float64Array.from(choices, ({ choice }) => placeOf(choice) / 2);
    return {
      one,
      other,
      items: choices.length,
      preferredOne: count('one'),
      ties: count('tie'),
      preferredOther: count('other'),
      share: shares.length === 0 ? null : mean(shares),
      interval: shareInterval(shares, source.seed, source.resamples, `judge/${name}`),
      ...counts,
      same: left.filter(({ why }) => why === 'same').length,
      unanswered: left.filter(({ why }) => why === 'unanswered').length,
    };
  });
  return { judge, judgeHash, pairs, agreement: agreementWithPeople(chosen, ratings, source) };
}

function pairName({ one, other }: { readonly one: string; readonly other: string }): string {
  return JSON.stringify([one, other]);
}

function readingsOf(readings: readonly PairReading[]): Pick<
  JudgePair,
  'inconsistent' | 'judgeErrors' | 'decided' | 'first'
> & {
  readonly choices: readonly Chosen[];
} {
  const choices: Chosen[] = [];
  let [inconsistent, judgeErrors, decided, first] = [0, 0, 0, 0];
  for (const [item, both] of Map.groupBy(readings, ({ itemId }) => itemId)) {
    const straight = both.find(({ swapped }) => !swapped);
    const swapped = both.find((reading) => reading.swapped);
    // Stopped between the two orders: the pair is open.
    if (straight === undefined || swapped === undefined) continue;
    const pair = readPair(straight.read, swapped.read);
    if (!pair.ok) {
      judgeErrors += 1;
      continue;
    }
    if (!pair.consistent) inconsistent += 1;
    for (const { read } of [straight, swapped]) {
      if (!read.ok || read.first === null) continue;
      decided += 1;
      if (read.first) first += 1;
    }
    choices.push({ item, one: straight.one, other: straight.other, choice: pair.choice });
  }
  return { choices, inconsistent, judgeErrors, decided, first };
}

/** Over pairs that both chose on; of several people's choices the middle one. Null where nobody rated. */
function agreementWithPeople(
  chosen: readonly Chosen[],
  ratings: readonly Rating[],
  { seed, resamples }: Pick<JudgeReviewSource, 'seed' | 'resamples'>,
): JudgeAgreement | null {
  const people = Map.groupBy(
    ratings.filter(({ turn }) => turn === 0),
    itemName,
  );
  if (people.size === 0) return null;
  const both = chosen.flatMap((one) => {
    const own = people.get(itemName(one));
    if (own === undefined) return [];
    return [{ item: one.item, first: middle(own), second: placeOf(one.choice) }];
  });
  const found = cohenKappaOfItems(
    [...Map.groupBy(both, ({ item }) => item).values()],
    places.length,
    'quadratic',
    { resamples, stream: createStream(seed, 'review/judge agreement') },
  );
  const { value, interval, n, reason = null } = found;
  return {
    pairs: both.length,
    value,
    interval,
    items: n,
    reason: n === 0 ? 'No pair was compared by the judge and by people.' : reason,
  };
}

function itemName({ item, one, other }: Pick<Rating, 'item' | 'one' | 'other'>): string {
  return JSON.stringify([one, other, item]);
}

/** Of an even number the tie, where the two in the middle differ. */
function middle(own: readonly Rating[]): number {
  const ordered = own.map(({ choice }) => placeOf(choice)).toSorted((a, b) => a - b);
  const below = ordered[Math.floor((ordered.length - 1) / 2)] ?? 1;
  const above = ordered[Math.floor(ordered.length / 2)] ?? 1;
  return below === above ? below : 1;
}
