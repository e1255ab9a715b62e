/** What looks before the end cost, in words. */
import type { Comparison } from '../comparison.ts';
import { formatCount, formatNumber, formatPercent } from './numbers.ts';

/** The rule as a plan chose it. */
export const lookRuleWords =
  'a look before the end spends a part of the 5 % by O’Brien and Fleming’s function, and widens the intervals of that look and of all later ones';

/** Said at the command line where a result is shown before the end. */
export const lookNote =
  'The plan has not ended: this is a look. It is counted, reports name it, and a plan with a rule for looks pays for it.';

/** "99.86": as many places as tell the level from 100. */
export function levelWords(level: number): string {
  const places = Math.max(1, Math.ceil(-Math.log10((1 - level) * 100)) + 1);
  return formatNumber(level * 100, places);
}

/** What the level is and why; null where nothing was spent before the end. */
export function lookSentence({ look }: Pick<Comparison, 'look'>): string | null {
  if (look === undefined || (look.share === 1 && look.earlier.length === 0)) return null;
  const { share, earlier, level } = look;
  const before = earlier.length === 0 ? '' : `, after ${earlierWords(earlier)}`;
  return share < 1
    ? `This is a look at ${formatPercent(share)} % of the answers${before}: by the plan’s spending rule its intervals are ${levelWords(level)} % ones.`
    : `It was looked at before the end, at ${sharesWords(earlier)} of the answers: by the plan’s spending rule its intervals are ${levelWords(level)} % ones.`;
}

function earlierWords(earlier: readonly number[]): string {
  return `${earlier.length === 1 ? 'one' : `${formatCount(earlier.length)}, the latest`} at ${formatPercent(earlier.at(-1) ?? 0)} %`;
}

/** At most the first and the last: of many looks the list is in the report's JSON. */
function sharesWords(earlier: readonly number[]): string {
  const [first = 0] = earlier;
  if (earlier.length === 1) return `${formatPercent(first)} %`;
  const last = formatPercent(earlier.at(-1) ?? 0);
  return earlier.length === 2
    ? `${formatPercent(first)} % and ${last} %`
    : `${formatPercent(first)} % to ${last} % (${formatCount(earlier.length)} times)`;
}

type Level = { readonly level?: number } | null;

/** Above a column of intervals: their level, where it is that of all of them. */
export function intervalHead(intervals: readonly Level[]): string {
  return isWidened(intervals) ? 'Interval' : '95 % interval';
}

/** The same in the plural, within a sentence. */
export function intervalsWords(intervals: readonly Level[]): string {
  return isWidened(intervals)
    ? 'intervals widened for looks before the end (those of one side’s scores are 95 % ones)'
    : '95 % intervals';
}

/** Whether any of them is wider than a 95 % one. */
export function isWidened(intervals: readonly Level[]): boolean {
  return intervals.some((interval) => interval?.level !== undefined && interval.level > 0.95);
}
