import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normalDistribution, normalQuantile, twoSidedQuantile } from '../../../src-main/statistics/normal.ts';
import { regularisedBeta } from '../../../src-main/statistics/incomplete-beta.ts';
import { studentDistribution, studentQuantile } from '../../../src-main/statistics/student-t.ts';

const share = fc.double({ min: 1e-9, max: 1 - 1e-9, noNaN: true });
const freedom = fc.oneof(fc.integer({ min: 1, max: 5000 }), fc.double({ min: 0.5, max: 50, noNaN: true }));

describe('the normal distribution', () => {
  it('has quantiles that give back their share', () => {
    fc.assert(
      fc.property(share, (p) => {
        expect(Math.abs(normalDistribution(normalQuantile(p)) / p - 1)).toBeLessThan(1e-11);
      }),
    );
  });

  it('is symmetric and grows', () => {
    fc.assert(
      fc.property(
        fc.double({ min: -8, max: 8, noNaN: true }),
        fc.double({ min: 0.001, max: 3, noNaN: true }),
        (x, step) => {
          expect(normalDistribution(x) + normalDistribution(-x)).toBeCloseTo(1, 14);
          expect(normalDistribution(x + step)).toBeGreaterThanOrEqual(normalDistribution(x));
        },
      ),
    );
  });

  it('knows its ends', () => {
    expect(normalQuantile(0)).toBe(-Infinity);
    expect(normalQuantile(1)).toBe(Infinity);
    expect(normalQuantile(0.5)).toBe(0);
    expect(normalDistribution(Infinity)).toBe(1);
    expect(normalDistribution(-Infinity)).toBe(0);
    expect(twoSidedQuantile(0.95)).toBe(normalQuantile(0.975));
    expect(() => normalQuantile(1.1)).toThrow(RangeError);
    expect(() => normalDistribution(NaN)).toThrow(RangeError);
  });
});

describe("Student's t distribution", () => {
  it('has quantiles that give back their share', () => {
    fc.assert(
      fc.property(share, freedom, (p, df) => {
        expect(Math.abs(studentDistribution(studentQuantile(p, df), df) / p - 1)).toBeLessThan(1e-10);
      }),
    );
  });

  it('has the Cauchy distribution at one degree of freedom', () => {
    fc.assert(
      fc.property(fc.double({ min: -1e4, max: 1e4, noNaN: true }), (t) => {
        const cauchy = t < 0 ? Math.atan(-1 / t) / Math.PI : 0.5 + Math.atan(t) / Math.PI;
        expect(Math.abs(studentDistribution(t, 1) / cauchy - 1)).toBeLessThan(1e-12);
      }),
    );
  });

  it('nears the normal one as its degrees of freedom grow', () => {
    expect(studentQuantile(0.975, 1e7)).toBeCloseTo(normalQuantile(0.975), 6);
  });

  it('knows its ends', () => {
    expect(studentQuantile(0, 3)).toBe(-Infinity);
    expect(studentQuantile(1, 3)).toBe(Infinity);
    expect(studentQuantile(0.5, 3)).toBe(0);
    expect(studentDistribution(0, 3)).toBe(0.5);
    expect(studentDistribution(1e200, 3)).toBe(1);
    expect(() => studentQuantile(0.5, 0)).toThrow(RangeError);
    expect(() => studentDistribution(NaN, 3)).toThrow(RangeError);
  });
});

describe('the incomplete beta function', () => {
  it('is the sum of binomial terms for whole arguments', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 12 }),
        fc.integer({ min: 1, max: 12 }),
        fc.double({ min: 0.01, max: 0.99, noNaN: true }),
        (a, b, x) => {
          const n = a + b - 1;
          let sum = 0;
          for (let k = a; k <= n; k += 1) {
            let ways = 1;
            for (let step = 1; step <= k; step += 1) ways *= (n - k + step) / step;
            sum += ways * x ** k * (1 - x) ** (n - k);
          }
          expect(Math.abs(regularisedBeta(a, b, x, 1 - x) / sum - 1)).toBeLessThan(1e-11);
        },
      ),
    );
  });

  it('is 0 and 1 at its ends, and refuses what has no value', () => {
    expect(regularisedBeta(2, 3, 0, 1)).toBe(0);
    expect(regularisedBeta(2, 3, 1, 0)).toBe(1);
    expect(() => regularisedBeta(0, 3, 0.5, 0.5)).toThrow(RangeError);
  });
});
