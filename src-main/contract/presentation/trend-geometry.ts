/** Where a trend's points stand: one strip for each model, all on one time and one scale. */
import type { TrendGroup, TrendMark, TrendPoint } from '../trend.ts';
import { formatDay, formatNumber } from './numbers.ts';

/** All lengths in px. */
export interface TrendGeometry {
  readonly strips: readonly TrendStrip[];
  /** Those of one day share a line. */
  readonly marks: readonly { readonly x: number; readonly label: string }[];
  /** What the numbers at the lines mean. */
  readonly keys: readonly { readonly number: number; readonly mark: TrendMark }[];
  /** Of every strip, from its upper edge. */
  readonly ticks: readonly { readonly y: number; readonly label: string }[];
  readonly dates: readonly {
    readonly x: number;
    readonly label: string;
    readonly anchor: 'start' | 'middle' | 'end';
  }[];
}

export interface TrendStrip {
  readonly model: string;
  readonly points: readonly {
    readonly x: number;
    readonly y: number;
    readonly whisker: { readonly from: number; readonly to: number } | null;
    /** On the newest version that the group has; older ones are hollow. */
    readonly newest: boolean;
    readonly point: TrendPoint;
  }[];
  /** Points of one version and of one judge, samples and settings, joined: the versions run side by side. */
  readonly lines: readonly (readonly { readonly x: number; readonly y: number }[])[];
}

/** Room at either side, so that a marker at the edge is whole. */
const edge = 8;
/** Room for the labels of the scale, at the right. */
const gutter = 40;
/** A date's label, px. */
const dateRoom = 80;

/** Null where no point has a score. */
export function trendGeometry(group: TrendGroup, whole: number, height: number): TrendGeometry | null {
  const width = whole - gutter;
  const points = group.series.flatMap((series) => series.points);
  const scored = points.filter(({ mean }) => mean !== null);
  if (scored.length === 0) return null;
  const times = scored.map(({ at }) => Date.parse(at));
  const [first, last] = [Math.min(...times), Math.max(...times)];
  const x = (at: string): number =>
    last === first ? width / 2 : edge + ((Date.parse(at) - first) / (last - first)) * (width - 2 * edge);
  const ends = scored.flatMap(({ mean, interval }) => [
    mean ?? 0,
    interval?.lo ?? mean ?? 0,
    interval?.hi ?? mean ?? 0,
  ]);
  const { lo, hi, ticks } = shareAxis(Math.min(...ends), Math.max(...ends));
  const y = (share: number): number => edge + ((hi - share) / (hi - lo)) * (height - 2 * edge);
  const newest = Math.max(...scored.map(({ version }) => version));
  const keys = group.marks
    .filter(({ at }) => Date.parse(at) >= first && Date.parse(at) <= last)
    .map((mark, index) => ({ number: index + 1, mark }));
  return {
    strips: group.series.map(({ model, points: own }) => {
      const placed = own.flatMap((point) =>
        point.mean === null
          ? []
          : [
              {
                x: x(point.at),
                y: y(point.mean),
                whisker:
                  point.interval === null ? null : { from: y(point.interval.hi), to: y(point.interval.lo) },
                newest: point.version === newest,
                point,
              },
            ],
      );
      const alike = Map.groupBy(placed, ({ point }) => `${point.version} ${point.conditions}`);
      return { model, points: placed, lines: [...alike.values()].filter((line) => line.length > 1) };
    }),
    marks: [...Map.groupBy(keys, ({ mark }) => Math.round(x(mark.at)))].map(([at, own]) => ({
      x: at,
      label: own.map(({ number }) => number).join(', '),
    })),
    keys,
    ticks: ticks.map((share) => ({ y: y(share), label: `${formatNumber(share * 100, 0)} %` })),
    dates: dates(first, last, width),
  };
}

/** From the first to the last, those between only where there is room. */
function dates(first: number, last: number, width: number): TrendGeometry['dates'] {
  const label = (time: number): string => formatDay(new Date(time).toISOString());
  if (label(first) === label(last)) return [{ x: width / 2, label: label(first), anchor: 'middle' }];
  const all: TrendGeometry['dates'] = [
    { x: edge, label: label(first), anchor: 'start' },
    { x: width - edge, label: label(last), anchor: 'end' },
  ];
  const middle = label((first + last) / 2);
  return width < 4 * dateRoom || all.some((end) => end.label === middle)
    ? all
    : [...all.slice(0, 1), { x: width / 2, label: middle, anchor: 'middle' }, ...all.slice(1)];
}

/** Whole steps of 1, 2, 5, 10 or 20 points that enclose all, at most four of them, within 0 and 100 %. */
function shareAxis(
  least: number,
  most: number,
): { readonly lo: number; readonly hi: number; readonly ticks: readonly number[] } {
  const inPoints = (share: number): number => Number((share * 100).toPrecision(12));
  const step = [1, 2, 5, 10, 20, 50].find((size) => ticksOver(size) <= 4) ?? 100;
  function ticksOver(size: number): number {
    return Math.ceil(inPoints(most) / size) - Math.floor(inPoints(least) / size) + 1;
  }
  const from = Math.max(0, Math.floor(inPoints(least) / step) * step);
  const reach = Math.ceil(inPoints(most) / step) * step;
  const to = Math.max(from + step, reach);
  const ticks = Array.from(
    { length: Math.round((to - from) / step) + 1 },
    (_, index) => (from + index * step) / 100,
  );
  return { lo: from / 100, hi: to / 100, ticks };
}
