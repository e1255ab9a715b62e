/** The axis of points that the forest plot and the cost plot share. Positions are fractions of its length. */
import { absent, formatNumber, minus } from './numbers.ts';

export interface Axis {
  /** In points (a share of 0.01 is 1 point). */
  readonly lo: number;
  readonly hi: number;
  readonly step: number;
  readonly ticks: readonly number[];
}

const steps = [0.5, 1, 2, 5, 10, 20] as const;
/** Only where even 20 points leave the ticks closer than they may stand. */
const wideSteps = [50, 100] as const;

/** A difference of shares in points, freed of the last binary digits (0.07 * 100 is 7, not 7.000000000000001). */
export function inPoints(difference: number): number {
  return Number((difference * 100).toPrecision(12));
}

/**
 * The axis over `values` (in points; zero always belongs to it): the smallest step that leaves at most 11 ticks,
 * each at least `gap` px from the next on an axis of `length` px. The outermost ticks enclose the values, and the
 * axis ends half a step beyond them.
 */
export function pointsAxis(values: readonly number[], length: number, gap: number): Axis {
  const finite = values.filter((value) => Number.isFinite(value));
  const least = Math.min(0, ...finite);
  const most = Math.max(0, ...finite);
  const flat = least === most;
  const over = (step: number): readonly [number, number] =>
    flat ? [-1, 1] : [Math.floor(least / step), Math.ceil(most / step)];
  const fits = (step: number): boolean => {
    const [first, last] = over(step);
    const ticks = last - first + 1;
    return ticks <= 11 && length / ticks >= gap;
  };
  const step = steps.find(fits) ?? wideSteps.find(fits) ?? widestStep(over);
  const [first, last] = over(step);
  const ticks = Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step);
  return { lo: (first - 0.5) * step, hi: (last + 0.5) * step, step, ticks };
}

/** 100 points, and ten times as much for as long as there are more than 11 ticks, however far the values reach. */
function widestStep(over: (step: number) => readonly [number, number]): number {
  let step = 100;
  for (;;) {
    const [first, last] = over(step);
    if (last - first < 11) return step;
    step *= 10;
  }
}

/** Where a value in points stands: 0 at the low end, 1 at the high end, beyond them outside. */
export function positionOn(axis: Pick<Axis, 'lo' | 'hi'>, value: number): number {
  return (value - axis.lo) / (axis.hi - axis.lo);
}

/** "−10", "0", "+0.5". */
export function tickLabel(value: number): string {
  if (!Number.isFinite(value)) return absent;
  const size = formatNumber(Math.abs(value), Number.isInteger(value) ? 0 : 1);
  if (value === 0) return '0';
  return (value < 0 ? minus : '+') + size;
}

/**
 * How wide a text of the charts' 11 px can become, in px: the wide DejaVu Sans' 6.7 px a character, and a full
 * em for characters of East Asian width.
 */
export function textWidth(text: string): number {
  let width = 0;
  for (const character of text)
    width += /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\uff00-\uff60]/.test(character) ? 11 : 6.7;
  return width;
}
