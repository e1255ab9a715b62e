/** A trend in words and in the cells of its table. */
import type { Trend, TrendGroup, TrendPoint, TrendSeries } from '../trend.ts';
import { absent, formatCount, formatDay, formatPercent, formatPercentInterval } from './numbers.ts';

/** "Held-out items", "Dev items, at most 40 of each stratum". */
export function trendGroupName({ split, limit }: TrendGroup): string {
  const items = split === 'held_out' ? 'Held-out items' : 'Dev items';
  return limit === null ? items : `${items}, at most ${formatCount(limit)} of each stratum`;
}

export const trendHeads = [
  'Model',
  'Date',
  'Version',
  'n',
  'Score %',
  '95 % interval',
  'Engine',
  'Changed since the one before',
] as const;

export interface TrendRow {
  readonly model: string;
  readonly point: TrendPoint;
}

/** By model, oldest first. */
export function trendRows(series: readonly TrendSeries[]): readonly TrendRow[] {
  return series.flatMap(({ model, points }) => points.map((point) => ({ model, point })));
}

export function trendCells({ model, point }: TrendRow): readonly string[] {
  return [
    model,
    formatDay(point.at),
    String(point.version),
    formatCount(point.n),
    formatPercent(point.mean),
    formatPercentInterval(point.interval),
    point.engine ?? absent,
    point.changes.length === 0 ? absent : point.changes.join('; '),
  ];
}

/** What there is, and what is left out. */
export function trendLead({ comparisons, unfinished }: Trend): string {
  const there = comparisons === 1 ? 'One comparison' : `${formatCount(comparisons)} comparisons`;
  const left =
    unfinished === 0
      ? ''
      : ` ${unfinished === 1 ? 'One that has' : `${formatCount(unfinished)} that have`} not ended ${unfinished === 1 ? 'is' : 'are'} left out.`;
  return `${there} that ended.${left} A score is the share right, or the mean score, over the items that have a pair; scores of two versions are of different items.`;
}
