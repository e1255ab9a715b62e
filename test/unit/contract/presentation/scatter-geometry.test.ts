import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { textWidth } from '../../../../src-main/contract/presentation/axis.ts';
import type {
  ScatterLabel,
  ScatterPoint,
} from '../../../../src-main/contract/presentation/scatter-geometry.ts';
import {
  costAxis,
  costPosition,
  scatterGeometry,
} from '../../../../src-main/contract/presentation/scatter-geometry.ts';

const width = 600;
const height = 252;

function point(
  name: string,
  cost: number | null,
  delta: number | null,
  more: Partial<ScatterPoint> = {},
): ScatterPoint {
  return {
    name,
    kind: 'candidate',
    cost,
    delta,
    interval: delta === null ? null : { lo: delta - 0.01, hi: delta + 0.01 },
    verdict: 'within the guard rail',
    ...more,
  };
}

const baseline = point('BF16 and its rerun', 29.6, 0, {
  kind: 'baseline',
  interval: { lo: -0.005, hi: 0.005 },
  verdict: null,
});
const points = [
  point('Q8_0', 15.7, -0.001),
  point('Q5_K_M', 10.5, -0.003),
  point('Q4_K_M', 9, -0.007),
  point('Q2_K', 5.8, -0.059, { verdict: 'worse' }),
  baseline,
];
const plot = scatterGeometry({ points, margin: 0.02, halfWidth: 0.005, width, height });

describe('cost against quality', () => {
  it('shares the axis of points with the forest plot', () => {
    expect(plot?.quality).toMatchObject({ lo: -9, hi: 3, step: 2 });
    expect(plot?.zero).toBeCloseTo(height / 4, 9);
    expect(plot?.guard).toBeCloseTo((height * 5) / 12, 9);
    expect(plot?.qualityTicks.at(-1)).toMatchObject({ label: '+2' });
  });

  it('has labelled doublings from a ratio of four upwards', () => {
    expect(plot?.cost.scale).toBe('log');
    expect(plot?.cost.ticks).toEqual([
      { x: 0, label: '4' },
      { x: 1 / 3, label: '8' },
      { x: 2 / 3, label: '16' },
      { x: 1, label: '32' },
    ]);
    expect(costAxis([1, 3.99], width).scale).toBe('linear');
    expect(costAxis([1, 4], width)).toMatchObject({ scale: 'log', lo: 1, hi: 4 });
  });

  it('labels only some doublings where they stand too close', () => {
    const axis = costAxis([1, 2 ** 30], 320);
    expect(axis.ticks.slice(0, 3).map((tick) => tick.label)).toEqual(['1', '8', '64']);
  });

  it('puts points in the order of cost, whiskers from the upper to the lower end', () => {
    expect(plot?.points.map((one) => one.point.name)).toEqual([
      'Q2_K',
      'Q4_K_M',
      'Q5_K_M',
      'Q8_0',
      'BF16 and its rerun',
    ]);
    const [q2] = plot?.points ?? [];
    expect(q2?.x).toBeCloseTo(Math.log2(5.8 / 4) / 3, 12);
    expect(q2?.whisker.from).toBeLessThan(q2?.y ?? 0);
    expect(q2?.whisker.to).toBeGreaterThan(q2?.y ?? 0);
    expect(q2?.mark.shape).toBe('triangle-down');
    expect(plot?.points.at(-1)?.mark.shape).toBe('ring');
    expect(plot?.points.at(-1)?.label?.anchor).toBe('end');
  });

  it('moves a name up where it would stand on another, and at last leaves it out', () => {
    const same = ['a1', 'a2', 'a3', 'a4'].map((name) => point(name, 10, -0.005));
    const crowd = scatterGeometry({
      points: [...same, baseline],
      margin: null,
      halfWidth: null,
      width,
      height,
    });
    const ys = crowd?.points.slice(0, 4).map((one) => one.label?.y) ?? [];
    expect(ys[0]).toBeDefined();
    expect(ys[1]).toBe((ys[0] ?? 0) - 14);
    expect(ys[2]).toBe((ys[0] ?? 0) - 28);
    expect(ys[3]).toBeUndefined();
  });

  it('draws a single candidate with its baseline', () => {
    const single = scatterGeometry({
      points: [point('Q4_K_M', 9, -0.007), baseline],
      margin: 0.02,
      halfWidth: null,
      width,
      height,
    });
    expect(single?.points).toHaveLength(2);
    expect(single?.cost.scale).toBe('linear');
    expect(single?.band).toBeNull();
    expect(single?.noiseLabel).toBeNull();
  });

  it('names the points that it cannot draw', () => {
    const some = scatterGeometry({
      points: [point('no cost', null, -0.01), point('no change', 9, null), point('free', 0, 0), baseline],
      margin: null,
      halfWidth: null,
      width,
      height,
    });
    expect(some?.leftOut).toEqual(['no cost', 'no change', 'free']);
    expect(some?.guardLabel).toBeNull();
    expect(scatterGeometry({ points: [], margin: 0.02, halfWidth: null, width, height })).toBeNull();
  });

  it('holds every cost on its axis', () => {
    const cost = fc.double({ min: 1e-6, max: 1e9, noNaN: true });
    fc.assert(
      fc.property(fc.array(cost, { minLength: 1, maxLength: 8 }), (costs) => {
        const axis = costAxis(costs, width);
        for (const one of costs) {
          expect(costPosition(axis, one)).toBeGreaterThanOrEqual(-1e-9);
          expect(costPosition(axis, one)).toBeLessThanOrEqual(1 + 1e-9);
        }
        expect(axis.ticks.length).toBeGreaterThanOrEqual(2);
        expect(new Set(axis.ticks.map((tick) => tick.label)).size).toBe(axis.ticks.length);
      }),
    );
  });

  it('never lets names come within 4 px of each other', () => {
    const any = fc.record({
      cost: fc.double({ min: 1, max: 64, noNaN: true }),
      delta: fc.double({ min: -0.2, max: 0.2, noNaN: true }),
    });
    fc.assert(
      fc.property(fc.array(any, { minLength: 1, maxLength: 10 }), (list) => {
        const drawn = scatterGeometry({
          points: list.map(({ cost, delta }, index) => point(`candidate-${index}`, cost, delta)),
          margin: 0.02,
          halfWidth: 0.01,
          width,
          height,
        });
        const labels = (drawn?.points ?? []).map((one) => one.label).filter((label) => label !== null);
        const left = (label: ScatterLabel): number =>
          label.x * width - { start: 0, middle: 0.5, end: 1 }[label.anchor] * textWidth(label.text);
        for (const [index, a] of labels.entries()) {
          for (const b of labels.slice(index + 1)) {
            const across =
              left(a) < left(b) + textWidth(b.text) + 4 && left(b) < left(a) + textWidth(a.text) + 4;
            const down = Math.abs(a.y - b.y) < 9 + 4;
            expect(across && down).toBe(false);
          }
        }
      }),
    );
  });
});
