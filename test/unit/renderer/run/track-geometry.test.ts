import { expect, test } from 'vitest';
import { clock, trackMarks } from '../../../../src-renderer/screens/run/track-geometry.ts';

const at = (seconds: number): string => new Date(Date.UTC(2026, 0, 1, 12, 0, seconds)).toISOString();

test('times lie on the clock in proportion, and within it', () => {
  const { at: place } = clock({ from: at(0), to: at(600) }, 300);
  expect(place(at(0))).toBe(0);
  expect(place(at(300))).toBe(150);
  expect(place(at(600))).toBe(300);
  expect(place(at(-50))).toBe(0);
  expect(place(at(9999))).toBe(300);
});

test('ticks stand far enough apart to be read, whatever the span', () => {
  for (const span of [5, 60, 600, 7200, 90_000, 900_000]) {
    const { ticks } = clock({ from: at(0), to: at(span) }, 360);
    const gaps = ticks.slice(1).map(({ x }, index) => x - (ticks[index]?.x ?? 0));
    for (const gap of gaps) expect(gap).toBeGreaterThanOrEqual(30);
    for (const { x } of ticks) expect(x).toBeLessThanOrEqual(336);
  }
});

test('a block too short to see is a pixel wide', () => {
  const marks = trackMarks(
    [
      { from: at(0), to: at(0.1), live: false },
      { from: at(300), to: at(600), live: true },
    ],
    clock({ from: at(0), to: at(600) }, 300),
  );
  expect(marks).toEqual([
    { x: 0, width: 1, live: false },
    { x: 150, width: 150, live: true },
  ]);
});
