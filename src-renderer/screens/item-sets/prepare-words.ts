/** What the page for preparing says. Pure. */
import type { ImportHistogram, StratumAnswer } from '../../../src-main/contract/calls/preparing.ts';
import {
  formatCount,
  formatNumber,
  formatPointsSize,
} from '../../../src-main/contract/presentation/numbers.ts';
import type { GroupDecision, StepName } from '../../../src-main/contract/preparation.ts';

const items = (count: number) => `${formatCount(count)} ${count === 1 ? 'item' : 'items'}`;

/** The steps in the order in which they usually come. */
export const stepChoices: readonly { readonly value: StepName; readonly label: string }[] = [
  { value: 'scrub', label: 'Scrub' },
  { value: 'exact_duplicates', label: 'Exact duplicates' },
  { value: 'near_duplicates', label: 'Near-duplicates' },
  { value: 'strata', label: 'Strata' },
  { value: 'strata_by_hand', label: 'Strata by hand' },
  { value: 'sample', label: 'Sample' },
];

/** What becomes of a group of near-duplicates, with the key that decides it. */
export const decisionChoices: readonly {
  readonly value: GroupDecision;
  readonly label: string;
  readonly key: string;
}[] = [
  { value: 'keep_first', label: 'keep the first', key: '1' },
  { value: 'cluster', label: 'keep all as one cluster', key: '2' },
  { value: 'ignore', label: 'keep all', key: '3' },
];

export function decisionWords(decision: GroupDecision): string {
  return decisionChoices.find(({ value }) => value === decision)?.label ?? decision;
}

/** How alike the items of a group are. */
export function similarityWords(similarity: number | null): string {
  return similarity === null ? 'the same' : `from ${formatNumber(similarity, 2)}`;
}

/** Items so far, and what they can be sampled by. */
export function itemsWords(count: number, timed: number): string {
  const times =
    timed === 0
      ? 'None says when it happened.'
      : timed === count
        ? 'All say when they happened.'
        : `${formatCount(timed)} say when they happened.`;
  return `${items(count)} now. ${times}`;
}

const dayNames = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const;

export interface TimeBar {
  readonly label: string;
  readonly before: number;
  /** Null where no sample was looked at. */
  readonly after: number | null;
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

export function weekBars({ weeks }: ImportHistogram): readonly TimeBar[] {
  return weeks.map(({ week, before, after }) => ({
    label: week,
    before: sum(before),
    after: after === null ? null : sum(after),
  }));
}

export function weekdayBars({ weeks }: ImportHistogram): readonly TimeBar[] {
  const sampled = weeks.some(({ after }) => after !== null);
  return dayNames.map((label, day) => ({
    label,
    before: sum(weeks.map(({ before }) => before[day] ?? 0)),
    after: sampled ? sum(weeks.map(({ after }) => after?.[day] ?? 0)) : null,
  }));
}

/** What the bars over the weeks show, as far as they carry it. */
export function timeFinding(bars: readonly TimeBar[]): string {
  const [first, last] = [bars[0]?.label ?? '', bars.at(-1)?.label ?? ''];
  const range = (counts: readonly number[]): string => {
    const [least, most] = [Math.min(...counts), Math.max(...counts)];
    return least === most ? `${items(least)} a week` : `${formatCount(least)} to ${items(most)} a week`;
  };
  const before = range(bars.map((bar) => bar.before));
  if (bars.some(({ after }) => after !== null))
    return `The sample has ${range(bars.map(({ after }) => after ?? 0))}, out of ${before}.`;
  return bars.length === 1 ? `All in ${first}.` : `${before}, from ${first} to ${last}.`;
}

/** Whether the strata have enough items for the margin. */
export function enoughWords(enough: number, strata: number, margin: number): string {
  const points = `a margin of ${formatPointsSize(margin)} points`;
  if (strata === 0) return 'There are no items.';
  if (strata === 1)
    return enough === 1 ? `There are enough items for ${points}.` : `There are too few items for ${points}.`;
  if (enough === strata) return `Every stratum has enough items for ${points}.`;
  if (enough === 0) return `No stratum has enough items for ${points} of its own.`;
  return `${formatCount(enough)} of ${formatCount(strata)} strata have enough items for ${points} of their own.`;
}

/** What a stratum lacks; nothing where it lacks none. */
export function missingWords({ enough, needed, heldOut }: StratumAnswer): string {
  return enough ? 'enough' : `${formatCount(needed - heldOut)} too few`;
}

/** Names as they are typed or pasted: one a line. */
export function namesIn(text: string): string[] {
  return text
    .split(/\r?\n/u)
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
