/** What people preferred, in words: for the screen, the reports and the terminal. */
import type { ReviewFigures, ReviewPair, ReviewPart } from '../review.ts';
import { formatCount, formatNumber, formatPercent } from './numbers.ts';

/** A title that the numbers carry, or the name of what is shown. */
export function reviewTitle({ overall, reference, pairs }: ReviewFigures): string {
  const others = overall.strengths.filter(({ candidate }) => candidate !== reference);
  const [only] = others;
  if (only?.interval == null || others.length > 1) return 'What people preferred';
  const people = pairs.some(({ same }) => same > 0) ? 'Where the answers differ, people' : 'People';
  if (only.interval.hi < 0.5) return `${people} preferred ${reference} to ${only.candidate}`;
  if (only.interval.lo > 0.5) return `${people} preferred ${only.candidate} to ${reference}`;
  return `${people} preferred neither ${reference} nor ${only.candidate}, as far as these choices tell`;
}

/** "128 choices by 2 people on 64 items …" */
export function reviewLead({ overall, raters, pairs }: ReviewFigures): string {
  const people = raters.length === 1 ? 'one person' : `${formatCount(raters.length)} people`;
  const choices = overall.ratings === 1 ? 'One choice' : `${formatCount(overall.ratings)} choices`;
  const items = overall.items === 1 ? 'one item' : `${formatCount(overall.items)} items`;
  return `${choices} by ${people} on ${items}, between two answers without names, on sides drawn for each person and item; the first 20 items and every fifth after them were the same for everyone. ${sameWords(pairs)}`;
}

/** What the choices say nothing of: the items on which both gave the same answer. */
function sameWords(pairs: readonly ReviewPair[]): string {
  const [only, ...others] = pairs;
  if (only === undefined || others.length > 0)
    return 'Items on which both gave the same answer were not shown; the table of pairs says how many. The strengths put on one scale what was chosen in each pair where its two answers differ: of different pairs these are different items, and more or fewer of them, so that a strength tells how often a candidate is preferred where answers differ, not over all items.';
  const { same, differing } = only;
  if (same === 0) return 'No item has the same answer of both.';
  const all = same + differing;
  return `On ${formatCount(same)} of ${formatCount(all)} items (${formatPercent(same / all)} %) both gave the same answer: these were not shown, and what was preferred is said of the others alone.`;
}

export function strengthMethod({ reference, resamples, seed, generator }: ReviewFigures): string {
  return `Chance to be preferred to ${reference} by Bradley and Terry’s model (Hunter’s algorithm), a tie as half a win; 95 % intervals by the bootstrap over items, ${formatCount(resamples)} resamples, generator ${generator}, seed ${seed}. Only the first time that a person saw an item counts.`;
}

/** Whether raters agree with each other, or why that is not known. */
export function agreementWords({ agreement }: ReviewFigures): string {
  const { value, interval, n, reason } = agreement;
  if (value === null) return `Agreement between people is not computable. ${reason ?? ''}`.trim();
  const ends =
    interval === null
      ? ` (no interval: ${reason ?? 'too few items'})`
      : ` (${formatNumber(interval.lo, 2)} to ${formatNumber(interval.hi, 2)})`;
  return `Krippendorff’s alpha between people is ${formatNumber(value, 2)}${ends}, over ${formatCount(n)} items that two or more saw. 1 is full agreement, 0 what chance gives.`;
}

/** Whether the place of an answer played a part. */
export function firstShownWords({ raters }: ReviewFigures): string | null {
  const decided = raters.reduce((sum, rater) => sum + rater.decided, 0);
  if (decided === 0) return null;
  const first = raters.reduce((sum, rater) => sum + rater.first, 0);
  return `The answer that stood first was chosen in ${formatPercent(first / decided)} % of the ${formatCount(decided)} choices that were no tie.`;
}

/** "Overall", or the stratum with what it rests on. */
export function partName({ stratum }: ReviewPart): string {
  return stratum ?? 'Overall';
}

/** What the shares of the table of pairs are over. */
export const pairMethod =
  'The share is the mean over the rated items, a tie as half. The last column is over all items with two answers, those with the same answer as ties.';

/** Every reason why a number is missing, with the part that it is of. */
export function reviewReasons({ overall, strata }: ReviewFigures): readonly string[] {
  return [overall, ...strata].flatMap((part) =>
    part.reason === null ? [] : [`${partName(part)}: ${part.reason}`],
  );
}
