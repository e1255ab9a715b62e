/**
 * The geometry of cost against quality. Across: the cost, as fractions of the plot's width. Down: px from the
 * plot's upper edge, so that names keep their distance in px.
 */
import type { Interval, Verdict } from '../comparison.ts';
import type { Axis } from './axis.ts';
import { inPoints, pointsAxis, positionOn, textWidth, tickLabel } from './axis.ts';
import { formatHalfWidth, formatNumber, formatPoints } from './numbers.ts';
import type { VerdictMark } from './verdict-marks.ts';
import { rerunMark, verdictMark } from './verdict-marks.ts';

export interface ScatterPoint {
  readonly name: string;
  readonly kind: 'candidate' | 'baseline';
  /** In the unit of the axis, above zero; null where it is not known. */
  readonly cost: number | null;
  readonly delta: number | null;
  readonly interval: Pick<Interval, 'lo' | 'hi'> | null;
  readonly verdict: Verdict | null;
}

export interface ScatterInput {
  readonly points: readonly ScatterPoint[];
  readonly margin: number | null;
  readonly halfWidth: number | null;
  /** Px; of the width the least that the plot can get. */
  readonly width: number;
  readonly height: number;
}

export interface ScatterLabel {
  readonly text: string;
  /** Fraction of the width. */
  readonly x: number;
  /** Px from the upper edge to the text's baseline. */
  readonly y: number;
  readonly anchor: 'start' | 'middle' | 'end';
}

export interface ScatterPointGeometry {
  readonly point: ScatterPoint;
  readonly x: number;
  readonly y: number;
  readonly whisker: { readonly from: number; readonly to: number };
  readonly mark: VerdictMark;
  /** Null: it would stand on another name; the table has it. */
  readonly label: ScatterLabel | null;
}

export interface CostAxis {
  readonly scale: 'log' | 'linear';
  readonly lo: number;
  readonly hi: number;
  readonly ticks: readonly { readonly x: number; readonly label: string }[];
}

export interface ScatterGeometry {
  readonly quality: Axis;
  readonly qualityTicks: readonly { readonly y: number; readonly label: string }[];
  readonly cost: CostAxis;
  readonly zero: number;
  readonly guard: number | null;
  readonly band: { readonly from: number; readonly to: number } | null;
  readonly guardLabel: ScatterLabel | null;
  readonly noiseLabel: ScatterLabel | null;
  readonly points: readonly ScatterPointGeometry[];
  /** Points without a cost or a change: in the table only. */
  readonly leftOut: readonly string[];
}

/** Between ticks, px. */
const tickGap = 32;
/** From the whisker's upper end to the name's baseline. */
const nameGap = 7;
/** Of the charts' 11 px text without its descenders: 14 px from baseline to baseline leave more than 4 px free. */
const textHeight = 9;
/** Names keep this distance, or move up by a line, twice at most. */
const nameDistance = 4;
const nameStep = 14;

type Drawable = ScatterPoint & {
  readonly cost: number;
  readonly delta: number;
  readonly interval: Pick<Interval, 'lo' | 'hi'>;
};

function isDrawable(point: ScatterPoint): point is Drawable {
  return point.cost !== null && point.cost > 0 && point.delta !== null && point.interval !== null;
}

/** Null without a point that has both a cost and a change. */
export function scatterGeometry(input: ScatterInput): ScatterGeometry | null {
  const drawn = input.points.filter(isDrawable);
  if (drawn.length === 0) return null;
  const { margin, halfWidth, width, height } = input;
  const quality = pointsAxis(
    [
      ...drawn.flatMap(({ delta, interval }) => [delta, interval.lo, interval.hi]),
      ...(margin === null ? [] : [-margin]),
      ...(halfWidth === null ? [] : [-halfWidth, halfWidth]),
    ].map(inPoints),
    height,
    tickGap,
  );
  const down = (share: number): number => (1 - positionOn(quality, inPoints(share))) * height;
  const cost = costAxis(
    drawn.map((point) => point.cost),
    width,
  );
  const band = halfWidth === null ? null : { from: down(halfWidth), to: down(-halfWidth) };
  const guard = margin === null ? null : down(-margin);
  const inside = drawn.map((point) => ({
    x: costPosition(cost, point.cost) * width,
    from: down(point.interval.hi),
    to: down(point.interval.lo),
    name: textWidth(point.name) / 2,
  }));
  const noiseLabel =
    halfWidth === null || band === null ? null : placeNoise(formatHalfWidth(halfWidth), band, inside, width);
  const guardLabel: ScatterLabel | null =
    margin === null || guard === null
      ? null
      : { text: `guard rail ${formatPoints(-margin)}`, x: 1, y: guard + 15, anchor: 'end' };
  const furniture = [noiseLabel, guardLabel].filter((label) => label !== null);
  const placed = furniture.map((label) => box(label, width));
  const geometry = drawn
    .map((point) => ({ point, x: costPosition(cost, point.cost) }))
    .toSorted((a, b) => a.x - b.x)
    .map(({ point, x }): ScatterPointGeometry => {
      const whisker = { from: down(point.interval.hi), to: down(point.interval.lo) };
      const label = placeName(point.name, x, whisker.from, width, placed);
      if (label !== null) placed.push(box(label, width));
      return {
        point,
        x,
        y: down(point.delta),
        whisker,
        mark: point.kind === 'baseline' ? rerunMark : verdictMark(point.verdict),
        label,
      };
    });
  return {
    quality,
    qualityTicks: quality.ticks.map((tick) => ({
      y: (1 - positionOn(quality, tick)) * height,
      label: tickLabel(tick),
    })),
    cost,
    zero: down(0),
    guard,
    band,
    guardLabel,
    noiseLabel,
    points: geometry,
    leftOut: input.points.filter((point) => !isDrawable(point)).map((point) => point.name),
  };
}

interface Obstacle {
  readonly x: number;
  readonly from: number;
  readonly to: number;
  /** Half the width of the name above it. */
  readonly name: number;
}

/**
 * At the left, above the band or below it, in full or the number alone: the first that no whisker crosses and no
 * name needs. Null where none is free.
 */
function placeNoise(
  halfWidth: string,
  band: { readonly from: number; readonly to: number },
  obstacles: readonly Obstacle[],
  width: number,
): ScatterLabel | null {
  const labels = [`noise floor ${halfWidth}`, halfWidth].flatMap((text): readonly ScatterLabel[] => [
    { text, x: 0, y: band.from - nameGap, anchor: 'start' },
    { text, x: 0, y: band.to + nameGap + textHeight, anchor: 'start' },
  ]);
  const free = (label: ScatterLabel): boolean => {
    const own = box(label, width);
    return obstacles.every(({ x, from, to, name }) => {
      const crossed = x < own.right + nameDistance && from < own.bottom && to > own.top;
      const bottom = from - nameGap;
      const named =
        x - name < own.right + nameDistance &&
        bottom - textHeight < own.bottom + nameDistance &&
        bottom > own.top - nameDistance;
      return !crossed && !named;
    });
  };
  return labels.find(free) ?? null;
}

interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

function box(label: ScatterLabel, width: number): Box {
  const size = textWidth(label.text);
  const shift = { start: 0, middle: size / 2, end: size }[label.anchor];
  const left = label.x * width - shift;
  return { left, right: left + size, top: label.y - textHeight, bottom: label.y };
}

function near(a: Box, b: Box): boolean {
  return (
    a.left < b.right + nameDistance &&
    b.left < a.right + nameDistance &&
    a.top < b.bottom + nameDistance &&
    b.top < a.bottom + nameDistance
  );
}

/** Above the whisker's upper end; near the plot's edges the name is set to the edge. */
function placeName(
  name: string,
  x: number,
  top: number,
  width: number,
  placed: readonly Box[],
): ScatterLabel | null {
  const half = textWidth(name) / 2;
  const anchor = x * width + half > width ? 'end' : x * width - half < 0 ? 'start' : 'middle';
  const edge = { start: 0, middle: x, end: 1 }[anchor];
  for (let moves = 0; moves <= 2; moves += 1) {
    const label: ScatterLabel = { text: name, x: edge, y: top - nameGap - moves * nameStep, anchor };
    const own = box(label, width);
    if (placed.every((other) => !near(own, other))) return label;
  }
  return null;
}

/**
 * The axis of the cost: logarithmic with doublings where the largest is four times the smallest or more, else
 * linear. Doublings that stand too close are labelled every second, third, … time.
 */
export function costAxis(costs: readonly number[], width: number): CostAxis {
  const least = Math.min(...costs);
  const most = Math.max(...costs);
  return most / least >= 4 ? logarithmic(least, most, width) : linear(least, most, width);
}

function logarithmic(least: number, most: number, width: number): CostAxis {
  const first = Math.floor(Math.log2(least));
  const last = Math.ceil(Math.log2(most));
  const every = Math.max(1, Math.ceil(((last - first) * tickGap) / width));
  const ticks = [];
  for (let power = first; power <= last; power += every) {
    ticks.push({ x: (power - first) / (last - first), label: doublingLabel(2 ** power) });
  }
  return { scale: 'log', lo: 2 ** first, hi: 2 ** last, ticks };
}

/** Costs that are (nearly) the same still get an axis: a tenth of the largest wide. */
function linear(least: number, most: number, width: number): CostAxis {
  const atMost = Math.max(2, Math.min(6, Math.floor(width / tickGap)));
  const rough = Math.max(most - least, most / 10) / atMost;
  const exponent = Math.floor(Math.log10(rough));
  const factor = [1, 2, 5, 10].find((candidate) => candidate * 10 ** exponent >= rough) ?? 10;
  const step = factor * 10 ** exponent;
  const first = Math.floor(least / step);
  const last = Math.max(first + 1, Math.ceil(most / step));
  const decimals = Math.max(0, -exponent);
  const ticks = Array.from({ length: last - first + 1 }, (_, index) => ({
    x: index / (last - first),
    label: formatNumber((first + index) * step, decimals),
  }));
  return { scale: 'linear', lo: first * step, hi: last * step, ticks };
}

/** A power of two: whole from 1 upwards, two digits below. */
function doublingLabel(value: number): string {
  return value >= 1 ? formatNumber(value, 0) : String(Number(value.toPrecision(2)));
}

/** Where a cost stands on its axis, as a fraction. */
export function costPosition(axis: Pick<CostAxis, 'scale' | 'lo' | 'hi'>, cost: number): number {
  if (axis.scale === 'linear') return (cost - axis.lo) / (axis.hi - axis.lo);
  return Math.log2(cost / axis.lo) / Math.log2(axis.hi / axis.lo);
}
