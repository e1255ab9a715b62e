import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import {
  inPoints,
  pointsAxis,
  positionOn,
  tickLabel,
} from '../../../../src-main/contract/presentation/axis.ts';

describe('the axis of points', () => {
  it('takes the smallest step that leaves at most 11 ticks', () => {
    expect(pointsAxis([-9.5, 6.9], 500, 32)).toEqual({
      lo: -11,
      hi: 9,
      step: 2,
      ticks: [-10, -8, -6, -4, -2, 0, 2, 4, 6, 8],
    });
    expect(pointsAxis([-2, 0.5], 500, 32)).toMatchObject({ lo: -2.25, hi: 0.75, step: 0.5 });
    expect(pointsAxis([-5.5, 5.5], 500, 32)).toMatchObject({ lo: -12.5 / 2 - 0.75, step: 2 });
  });

  it('takes a larger step where ticks would stand too close', () => {
    expect(pointsAxis([-9.5, 6.9], 250, 32).step).toBe(5);
    expect(pointsAxis([-100, 100], 500, 32).step).toBe(20);
    expect(pointsAxis([-100, 100], 200, 32).step).toBe(50);
    expect(pointsAxis([-100, 100], 40, 32).step).toBe(100);
  });

  it('always holds zero, and has a width without any values', () => {
    expect(pointsAxis([], 500, 32)).toEqual({ lo: -0.75, hi: 0.75, step: 0.5, ticks: [-0.5, 0, 0.5] });
    expect(pointsAxis([3, 4], 500, 32).lo).toBeLessThan(0);
    expect(pointsAxis([Number.NaN, Number.POSITIVE_INFINITY], 500, 32).hi).toBe(0.75);
  });

  it('does not step past a margin by its last binary digits', () => {
    expect(inPoints(0.07)).toBe(7);
    expect(pointsAxis([inPoints(-0.07)], 500, 32)).toMatchObject({ lo: -7.5, step: 1 });
  });

  it('covers its values to half a step, with 6 to 11 ticks apart, wherever the width allows', () => {
    const values = fc.array(fc.double({ min: -100, max: 100, noNaN: true }), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(values, (list) => {
        const axis = pointsAxis(list, 704, 32);
        for (const value of [0, ...list]) {
          expect(positionOn(axis, value)).toBeGreaterThanOrEqual(0);
          expect(positionOn(axis, value)).toBeLessThanOrEqual(1);
        }
        expect(axis.ticks.length).toBeLessThanOrEqual(11);
        if (Math.max(0, ...list) - Math.min(0, ...list) > 2.5) {
          expect(axis.ticks.length).toBeGreaterThanOrEqual(6);
        }
        expect(704 / axis.ticks.length).toBeGreaterThanOrEqual(32);
        expect(axis.ticks).toContain(0);
      }),
    );
  });

  it('has at most 11 ticks over values far beyond what a score can change', () => {
    fc.assert(
      fc.property(fc.double({ min: 100, max: 1e100, noNaN: true }), (value) => {
        const axis = pointsAxis([-value, value], 704, 32);
        expect(axis.ticks.length).toBeLessThanOrEqual(11);
        expect(axis.lo).toBeLessThan(-value);
        expect(axis.hi).toBeGreaterThan(value);
      }),
    );
  });

  it('labels ticks with a sign, zero without', () => {
    expect([-10, -0.5, 0, 0.5, 20].map(tickLabel)).toEqual(['−10', '−0.5', '0', '+0.5', '+20']);
  });
});
