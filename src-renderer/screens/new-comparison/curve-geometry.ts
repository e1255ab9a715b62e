/** The sizing curve: items on x, the smallest drop they detect on y. Pure; lengths in units of the drawing. */
import type { Sizing } from '../../../src-main/contract/calls/plans.ts';

export interface CurveGeometry {
  readonly width: number;
  readonly height: number;
  readonly path: string;
  readonly xTicks: readonly { readonly x: number; readonly items: number }[];
  readonly yTicks: readonly { readonly y: number; readonly points: number }[];
  /** Null: no margin yet. */
  readonly guardY: number | null;
  readonly there: { readonly x: number; readonly y: number } | null;
  /** Null: not known, or beyond the axis. */
  readonly needed: { readonly x: number; readonly y: number } | null;
  /** More than the axis shows: an arrow names the number. */
  readonly beyond: boolean;
}

const steps = [1, 2, 5];
/** The axis stops at so many times what is there. */
const farthest = 3;

function tickStep(span: number, most: number): number {
  const raw = span / most;
  const power = 10 ** Math.floor(Math.log10(raw));
  return (steps.find((step) => step * power >= raw) ?? 10) * power;
}

/**
 * @param margin as a share
 */
export function curveGeometry(
  sizing: Pick<Sizing, 'there' | 'needed' | 'detects' | 'curve'>,
  margin: number | null,
  width: number,
  height: number,
): CurveGeometry | null {
  const { there, needed, detects, curve } = sizing;
  const last = curve.at(-1)?.items ?? 0;
  if (curve.length === 0 || last === 0) return null;
  const wanted = Math.max(there, needed ?? 0) * 1.15;
  const right = Math.max(1, there > 0 ? Math.min(wanted, there * farthest) : wanted || last);
  const low = Math.min(detects ?? Infinity, margin ?? Infinity);
  const top = Math.max(
    0.01,
    Math.min(0.5, (Number.isFinite(low) ? Math.max(detects ?? 0, margin ?? 0) : 0.05) * 2.2),
  );
  const x = (items: number): number => (items / right) * width;
  const y = (drop: number): number => height - (Math.min(drop, top * 2) / top) * height;
  const shown = curve.filter(({ items }) => items <= right * 1.05);
  const xStep = tickStep(right, 5);
  const yStep = tickStep(top * 100, 4);
  const beyond = needed !== null && needed > right;
  return {
    width,
    height,
    path: shown
      .map(
        ({ items, detects: drop }, index) =>
          `${index === 0 ? 'M' : 'L'}${x(items).toFixed(1)} ${y(drop).toFixed(1)}`,
      )
      .join(''),
    xTicks: ticks(right, xStep).map((items) => ({ x: x(items), items })),
    yTicks: ticks(top * 100, yStep).map((points) => ({ y: y(points / 100), points })),
    guardY: margin === null || margin > top ? null : y(margin),
    there: there > 0 && detects !== null ? { x: x(there), y: y(detects) } : null,
    needed: needed === null || beyond || margin === null ? null : { x: x(needed), y: y(margin) },
    beyond,
  };
}

function ticks(end: number, step: number): readonly number[] {
  return Array.from({ length: Math.floor(end / step) + 1 }, (_, index) =>
    Number((index * step).toPrecision(6)),
  );
}
