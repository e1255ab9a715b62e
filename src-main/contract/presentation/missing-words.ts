/** Scores with what is missing counted three ways, as a table and in a sentence. Every format shows the same. */
import type { ComparisonPart, MissingWay, MissingWays } from '../comparison.ts';
import { formatCount, formatPercent, formatPoints, formatPointsInterval } from './numbers.ts';
import { verdictMark } from './verdict-marks.ts';

export const missingTitle = 'Scores with what is missing counted three ways';
export const missingMeaning =
  'Overlong, failed, judge error and unsupported are missing: left out as in all other numbers, or counted as wrong, or as right, on both sides alike.';

const ways: readonly { readonly key: keyof MissingWays; readonly word: string }[] = [
  { key: 'leftOut', word: 'left out' },
  { key: 'wrong', word: 'all wrong' },
  { key: 'right', word: 'all right' },
];

/** One way of one part. */
export interface MissingRow {
  /** `Overall`, or the stratum. */
  readonly part: string;
  readonly counted: string;
  readonly n: string;
  readonly baseline: string;
  readonly candidate: string;
  readonly change: string;
  readonly interval: string;
  readonly verdict: string;
}

/** Three rows for each part with something missing, in the order given. */
export function missingRows(
  parts: readonly { readonly name: string; readonly part: ComparisonPart }[],
): readonly MissingRow[] {
  return parts.flatMap(({ name, part: { missingWays } }) =>
    missingWays == null ? [] : ways.map(({ key, word }) => missingRow(name, word, missingWays[key])),
  );
}

function missingRow(part: string, counted: string, way: MissingWay): MissingRow {
  return {
    part,
    counted,
    n: formatCount(way.n),
    baseline: formatPercent(way.baseline),
    candidate: formatPercent(way.candidate),
    change: formatPoints(way.delta),
    interval: formatPointsInterval(way.interval),
    verdict: way.verdict === null ? '' : verdictMark(way.verdict).word,
  };
}

/** The heads of `MissingRow`'s cells, in order. */
export function missingHeads(candidate: string, baseline: string): readonly string[] {
  return [
    'Stratum',
    'Missing counted',
    'Items',
    `${baseline}, %`,
    `${candidate}, %`,
    'Change',
    'interval',
    'Verdict',
  ];
}

export function missingCells(row: MissingRow): readonly string[] {
  const { part, counted, n, baseline, candidate, change, interval, verdict } = row;
  return [part, counted, n, baseline, candidate, change, interval, verdict];
}

/** Of the cells, those to the right. */
export const missingNumeric: ReadonlySet<number> = new Set([2, 3, 4, 5, 6]);

/** "Counted as wrong on both sides, …" Null unless how the missing answers are counted changes the verdict. */
export function missingWaysSentence({ missingWays, verdict }: ComparisonPart): string | null {
  if (missingWays == null || verdict === null) return null;
  const { wrong, right } = missingWays;
  if (wrong.verdict === null || right.verdict === null) return null;
  if (wrong.verdict === verdict && right.verdict === verdict) return null;
  const [asWrong, asRight] = [wrong.verdict, right.verdict].map((one) =>
    one === verdict ? 'the same' : one,
  );
  return wrong.verdict === right.verdict
    ? `The verdict would be ${wrong.verdict} if all missing answers were wrong on both sides, and so it would if they were right.`
    : `The verdict would be ${asWrong ?? ''} if all missing answers were wrong on both sides, and ${asRight ?? ''} if they were right.`;
}

/** Strata whose verdict depends on how the missing answers are counted, in a sentence; null where none does. */
export function missingStrataSentence(
  strata: readonly (ComparisonPart & { readonly stratum: string })[],
): string | null {
  const depending = strata.filter((part) => missingWaysSentence(part) !== null).map(({ stratum }) => stratum);
  if (depending.length === 0) return null;
  const named = depending.slice(0, 3).join(', ');
  const more = depending.length > 3 ? ` and ${formatCount(depending.length - 3)} more` : '';
  return depending.length === 1
    ? `In the stratum ${named} the verdict depends on how missing answers are counted.`
    : `In ${formatCount(depending.length)} strata the verdict depends on how missing answers are counted: ${named}${more}.`;
}
