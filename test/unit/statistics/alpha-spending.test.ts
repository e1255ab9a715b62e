import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { alphaAtEnd, spendingBoundaries, spentAlpha } from '../../../src-main/statistics/alpha-spending.ts';
import { createStream } from '../../../src-main/statistics/generator.ts';
import { normalDistribution, normalQuantile } from '../../../src-main/statistics/normal.ts';
import { requiredItems, smallestDifference } from '../../../src-main/statistics/sample-size.ts';

interface BoundaryCase {
  readonly shares: readonly number[];
  readonly alpha: number;
  readonly boundaries: readonly number[];
  readonly spent: readonly number[];
}

describe('the boundaries of looks', () => {
  const cases = JSON.parse(
    readFileSync(join(import.meta.dirname, '..', '..', 'oracles', 'alpha-spending.json'), 'utf8'),
  ) as readonly BoundaryCase[];

  it('are those of another integration on another scale', () => {
    expect(cases.map(({ shares }) => shares.length)).toEqual([1, 2, 5, 4, 3, 3]);
    for (const { shares, alpha, boundaries, spent } of cases) {
      for (const [index, share] of shares.entries())
        expect(spentAlpha(share, alpha) / (spent[index] ?? 0)).toBeCloseTo(1, 9);
      for (const [index, boundary] of spendingBoundaries(shares, alpha).entries())
        expect(Math.abs(boundary - (boundaries[index] ?? 0))).toBeLessThan(1e-5);
    }
  });

  it('are those that are printed for equally spaced looks', () => {
    // Lan and DeMets' function as statistical packages tabulate it, two-sided 5 %.
    const printed = [[1.96], [2.963, 1.969], [3.71, 2.511, 1.993], [4.877, 3.357, 2.68, 2.29, 2.031]];
    for (const boundaries of printed) {
      const shares = boundaries.map((_, index) => (index + 1) / boundaries.length);
      for (const [index, boundary] of spendingBoundaries(shares).entries())
        expect(Math.abs(boundary - (boundaries[index] ?? 0))).toBeLessThan(6e-4);
    }
  });

  it('are passed at any of the looks in 5 % of 40,000 drawn walks, and 1.96 far more often', () => {
    const shares = [0.1, 0.3, 0.35, 0.8, 1];
    const boundaries = spendingBoundaries(shares);
    const stream = createStream(20261130, 'walks');
    const draw = (): number => normalQuantile(((stream.next() >>> 0) + 0.5) / 2 ** 32);
    let [passed, naive] = [0, 0];
    for (let walk = 0; walk < 40_000; walk += 1) {
      let [place, before] = [0, 0];
      let [beyond, beyondNaive] = [false, false];
      for (const [index, share] of shares.entries()) {
        place += draw() * Math.sqrt(share - before);
        before = share;
        const z = Math.abs(place) / Math.sqrt(share);
        beyond ||= z > (boundaries[index] ?? 0);
        beyondNaive ||= z > 1.959964;
      }
      if (beyond) passed += 1;
      if (beyondNaive) naive += 1;
    }
    // Three standard errors of a share of 0.05 in 40,000 are 0.0033.
    expect(Math.abs(passed / 40_000 - 0.05)).toBeLessThan(0.0033);
    expect(naive / 40_000).toBeGreaterThan(0.1);
  });

  it('are never nearer than without looks, and the last is no farther than the looks before made it', () => {
    const share = fc.double({ min: 0.02, max: 0.98, noNaN: true });
    fc.assert(
      fc.property(fc.array(share, { maxLength: 4 }), (looks) => {
        const shares = [...new Set(looks.map((one) => Math.round(one * 100) / 100)), 1].sort((a, b) => a - b);
        const boundaries = spendingBoundaries(shares);
        for (const boundary of boundaries) expect(boundary).toBeGreaterThan(1.9599);
        const last = boundaries.at(-1) ?? NaN;
        // Bonferroni: what is left at the end, as if the looks before shared nothing with it.
        const left = 0.05 - (shares.length > 1 ? spentAlpha(shares.at(-2) ?? NaN) : 0);
        expect(last).toBeLessThan(normalQuantile(1 - left / 2) + 1e-6);
      }),
      { numRuns: 40 },
    );
  });

  it('can be had for looks that are one item of 100,000 apart, and for one that may spend nothing', () => {
    const [first, ...rest] = spendingBoundaries([0.0001, 0.5, 0.50001, 0.50002, 1]);
    expect(first).toBe(8);
    for (const boundary of rest) expect(boundary).toBeGreaterThan(1.9599);
    expect(rest.at(-1)).toBeLessThan(1.98);
  });

  it('are of looks in order', () => {
    expect(() => spendingBoundaries([0.5, 0.5])).toThrow(RangeError);
    expect(() => spendingBoundaries([0])).toThrow(RangeError);
    expect(() => spentAlpha(1.1)).toThrow(RangeError);
  });
});

describe('what looks leave for the end', () => {
  it('is what is printed for the last of equally spaced looks', () => {
    expect(alphaAtEnd(0)).toBe(0.05);
    for (const [looks, boundary] of [
      [1, 1.969],
      [2, 1.993],
      [4, 2.031],
    ] as const)
      expect(Math.abs(normalQuantile(1 - alphaAtEnd(looks) / 2) - boundary)).toBeLessThan(6e-4);
  });

  it('is less with every look, and more than what is spent last', () => {
    const left = Array.from({ length: 12 }, (_, looks) => alphaAtEnd(looks));
    for (const [looks, alpha] of left.entries()) {
      if (looks === 0) continue;
      expect(alpha).toBeLessThan(left[looks - 1] ?? NaN);
      expect(alpha).toBeGreaterThan(0.05 - spentAlpha(looks / (looks + 1)));
    }
  });

  it('gives a sample size that settles a true difference at the end in 80 % of 20,000 drawn plans, and without it fewer', () => {
    const [variance, margin, power, looks] = [0.1, 0.02, 0.8, 4];
    const shares = Array.from({ length: looks + 1 }, (_, index) => (index + 1) / (looks + 1));
    const boundaries = spendingBoundaries(shares);
    const items = requiredItems({ variance, power, alpha: alphaAtEnd(looks) }, margin);
    expect(items).toBeGreaterThan(requiredItems({ variance, power }, margin));
    expect(smallestDifference({ variance, power, alpha: alphaAtEnd(looks) }, items)).toBeLessThanOrEqual(
      margin,
    );
    const stream = createStream(20261130, 'plans');
    const draw = (): number => normalQuantile(((stream.next() >>> 0) + 0.5) / 2 ** 32);
    const plans = 20_000;
    /** How often the interval lies above the margin at the last look, and at any of them. */
    const settled = (n: number): readonly [atEnd: number, atAny: number] => {
      let [atEnd, atAny] = [0, 0];
      for (let plan = 0; plan < plans; plan += 1) {
        let [sum, before, any, last] = [0, 0, false, false];
        for (const [index, share] of shares.entries()) {
          const more = (share - before) * n;
          sum += more * margin + draw() * Math.sqrt(more * variance);
          before = share;
          last = sum / Math.sqrt(share * n * variance) > (boundaries[index] ?? NaN);
          any ||= last;
        }
        if (last) atEnd += 1;
        if (any) atAny += 1;
      }
      return [atEnd / plans, atAny / plans];
    };
    const [atEnd, atAny] = settled(items);
    // Three standard errors of a share of 0.8 in 20,000 are 0.0085.
    expect(Math.abs(atEnd - power)).toBeLessThan(0.0085);
    expect(atAny).toBeGreaterThanOrEqual(atEnd);
    const [short] = settled(requiredItems({ variance, power }, margin));
    const expected = normalDistribution(
      normalQuantile(0.975) + normalQuantile(power) - (boundaries.at(-1) ?? NaN),
    );
    expect(Math.abs(short - expected)).toBeLessThan(0.009);
    expect(short).toBeLessThan(0.79);
  });
});
