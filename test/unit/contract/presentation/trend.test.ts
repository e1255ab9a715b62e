import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { trendGeometry } from '../../../../src-main/contract/presentation/trend-geometry.ts';
import {
  trendCells,
  trendGroupName,
  trendLead,
} from '../../../../src-main/contract/presentation/trend-words.ts';
import type { TrendGroup, TrendPoint } from '../../../../src-main/contract/trend.ts';
import { cannedTrend } from '../../../fixtures/canned/canned-trend.ts';

const [group] = cannedTrend.groups;
if (group === undefined) throw new Error('the fixture has a group');

function point(at: string, mean: number | null, version = 1): TrendPoint {
  return {
    comparison: at,
    decision: 'Ship it',
    candidate: 'Q4_K_M',
    isBaseline: false,
    at,
    version,
    n: 100,
    mean,
    interval:
      mean === null ? null : { lo: mean - 0.1, hi: mean + 0.1, level: 0.95, method: 'wilson', n: 100 },
    engine: null,
    weights: null,
    conditions: 0,
    changes: [],
  };
}

const groupOf = (points: readonly TrendPoint[]): TrendGroup => ({
  split: 'held_out',
  limit: null,
  series: [{ model: 'a.gguf', points }],
  marks: [],
});

describe('where a trend stands', () => {
  it('keeps every point and whisker inside, later ones further right, higher scores higher', () => {
    const time = fc.date({ min: new Date('2024-01-01'), max: new Date('2027-01-01'), noInvalidDate: true });
    const one = fc.record({ at: time, mean: fc.double({ min: 0.1, max: 0.9, noNaN: true }) });
    fc.assert(
      fc.property(
        fc.array(one, { minLength: 1, maxLength: 20 }),
        fc.integer({ min: 160, max: 2000 }),
        (rows, width) => {
          const points = rows.map(({ at, mean }) => point(at.toISOString(), mean));
          const geometry = trendGeometry(groupOf(points), width, 96);
          const placed = geometry?.strips[0]?.points ?? [];
          expect(placed).toHaveLength(rows.length);
          for (const { x, y, whisker } of placed) {
            expect(x).toBeGreaterThanOrEqual(0);
            expect(x).toBeLessThanOrEqual(width);
            expect(whisker?.from).toBeGreaterThanOrEqual(0);
            expect(whisker?.to).toBeLessThanOrEqual(96);
            expect(y).toBeGreaterThanOrEqual(whisker?.from ?? NaN);
            expect(y).toBeLessThanOrEqual(whisker?.to ?? NaN);
          }
          for (const a of placed)
            for (const b of placed) {
              if (a.point.at < b.point.at) expect(a.x).toBeLessThanOrEqual(b.x);
              if ((a.point.mean ?? 0) < (b.point.mean ?? 0)) expect(a.y).toBeGreaterThanOrEqual(b.y);
            }
          expect(geometry?.ticks.length).toBeGreaterThanOrEqual(2);
        },
      ),
    );
  });

  it('has a line for each version, and marks where something changed', () => {
    const geometry = trendGeometry(group, 800, 96);
    expect(geometry?.strips.map(({ lines }) => lines.map((line) => line.length))).toEqual([
      [4, 2],
      [3, 2],
    ]);
    expect(geometry?.strips[0]?.points.map(({ newest }) => newest)).toEqual([
      false,
      false,
      false,
      false,
      true,
      true,
    ]);
    expect(geometry?.keys.map(({ number, mark }) => [number, mark.text])).toEqual([
      [1, 'llama.cpp b6104 to llama.cpp b6800'],
      [2, 'version 3 of the items'],
    ]);
    expect(geometry?.marks.map(({ label }) => label)).toEqual(['1', '2']);
    const [first] = group.marks;
    const both = {
      ...group,
      marks: first === undefined ? [] : [first, { ...first, text: 'something else' }],
    };
    expect(trendGeometry(both, 800, 96)?.marks.map(({ label }) => label)).toEqual(['1, 2']);
    // 149 days from the first to the last, at 15:00: their middle is at 03:00, 75 days on.
    expect(geometry?.dates.map(({ label }) => label)).toEqual(['2 Jul 2026', '15 Sep 2026', '28 Nov 2026']);
  });

  it('joins nothing over another judge, number of samples or setting', () => {
    const days = ['01', '02', '03', '04', '05'];
    const conditions = [0, 0, 1, 0, 1];
    const points = days.map((day, index) => ({
      ...point(`2026-11-${day}T15:00:00.000Z`, 0.5),
      conditions: conditions[index] ?? 0,
    }));
    const strip = trendGeometry(groupOf(points), 800, 96)?.strips[0];
    const at = (x: number) => strip?.points.find((one) => one.x === x)?.point.at.slice(8, 10);
    expect(strip?.lines.map((line) => line.map(({ x }) => at(x)))).toEqual([
      ['01', '02', '04'],
      ['03', '05'],
    ]);
  });

  it('draws one comparison in the middle, and nothing without a score', () => {
    const geometry = trendGeometry(groupOf([point('2026-11-28T15:00:00.000Z', 0.5)]), 400, 96);
    expect(geometry?.strips[0]?.points[0]?.x).toBe(180);
    expect(geometry?.dates).toEqual([{ x: 180, label: '28 Nov 2026', anchor: 'middle' }]);
    expect(trendGeometry(groupOf([point('2026-11-28T15:00:00.000Z', null)]), 400, 96)).toBeNull();
  });
});

it('a trend in words', () => {
  expect(trendGroupName(group)).toBe('Held-out items');
  expect(trendGroupName({ ...group, split: 'dev', limit: 40 })).toBe('Dev items, at most 40 of each stratum');
  expect(trendLead(cannedTrend)).toMatch(/^6 comparisons that ended\. One that has not ended is left out\./);
  const [first, , third] = group.series[0]?.points ?? [];
  if (first === undefined || third === undefined) throw new Error('the fixture has points');
  expect(trendCells({ model: 'a.gguf', point: first })).toEqual([
    'a.gguf',
    '2 Jul 2026',
    '2',
    '920',
    '83.1',
    '81.3 to 84.8',
    'llama.cpp b6104',
    '–',
  ]);
  expect(trendCells({ model: 'a.gguf', point: third }).at(-1)).toBe('llama.cpp b6104 to llama.cpp b6800');
});
