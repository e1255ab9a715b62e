import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createStream } from '../../../src-main/statistics/generator.ts';
import { holmAdjusted } from '../../../src-main/statistics/holm.ts';
import { clusteredError, pairedError, studentInterval } from '../../../src-main/statistics/mean-error.ts';
import { mean, pooledDeviation, standardDeviation } from '../../../src-main/statistics/moments.ts';
import { normalDistribution, normalQuantile } from '../../../src-main/statistics/normal.ts';
import { decideByRepeats } from '../../../src-main/statistics/repeat-rule.ts';
import {
  designEffect,
  discordanceVariance,
  powerWith,
  requiredItems,
  requiredItemsAmong,
  smallestDifference,
} from '../../../src-main/statistics/sample-size.ts';

const values = fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 2, maxLength: 60 });

describe('the number of items', () => {
  it('is that of exact quantiles: 1,963 for a tenth of pairs that differ and 2 points', () => {
    expect(requiredItems({ variance: 0.1 }, 0.02)).toBe(1963);
    expect(requiredItems({ variance: 0.1 }, -0.02)).toBe(1963);
    expect(requiredItems({ variance: discordanceVariance(0.1, 0.02) }, 0.02)).toBe(1955);
  });

  it('is the least that can detect the difference', () => {
    const variance = fc.double({ min: 0.001, max: 1, noNaN: true });
    const difference = fc.double({ min: 0.005, max: 0.5, noNaN: true });
    const power = fc.double({ min: 0.5, max: 0.99, noNaN: true });
    fc.assert(
      fc.property(variance, difference, power, (of, wanted, sure) => {
        const demand = { variance: of, power: sure };
        const n = requiredItems(demand, wanted);
        expect(smallestDifference(demand, n)).toBeLessThanOrEqual(wanted * (1 + 1e-9));
        if (n > 1) expect(smallestDifference(demand, n - 1)).toBeGreaterThan(wanted * (1 - 1e-9));
      }),
    );
  });

  it('grows with clusters, power and certainty', () => {
    expect(designEffect(5, 0.25)).toBe(2);
    expect(designEffect(1, 0.9)).toBe(1);
    expect(requiredItems({ variance: 0.1, effect: designEffect(5, 0.25) }, 0.02)).toBe(3925);
    expect(requiredItems({ variance: 0.1, power: 0.9 }, 0.02)).toBe(2627);
    expect(requiredItems({ variance: 0.1, alpha: 0.01 }, 0.02)).toBe(2920);
  });

  it('is 1 where nothing varies, and does not exist for no difference', () => {
    expect(requiredItems({ variance: 0 }, 0.02)).toBe(1);
    expect(() => requiredItems({ variance: 0.1 }, 0)).toThrow(RangeError);
    expect(() => smallestDifference({ variance: 0.1 }, 0)).toThrow(RangeError);
  });
});

interface SizeCase {
  readonly variance: number;
  readonly difference: number;
  readonly tests: number;
  readonly wanted: number;
  readonly items: number;
  readonly power: number;
  readonly half: number;
}

describe('the number of items among several tests', () => {
  const cases = JSON.parse(
    readFileSync(join(import.meta.dirname, '..', '..', 'oracles', 'holm-sizes.json'), 'utf8'),
  ) as readonly SizeCase[];

  it('and the chance with fewer are those of an independent search', () => {
    expect(cases).toHaveLength(48);
    for (const { variance, difference, tests, wanted, items, power, half } of cases) {
      expect(requiredItemsAmong({ variance, power: wanted }, difference, tests)).toBe(items);
      const demand = { variance, alpha: 0.05 / tests };
      expect(powerWith(demand, difference, items)).toBeCloseTo(power, 12);
      expect(powerWith(demand, -difference, Math.max(1, Math.floor(items / 2)))).toBeCloseTo(half, 12);
    }
  });

  it('keeps the power under Holm, in 4,000 drawn families of four with one true drop', () => {
    const [variance, drop, tests, wanted] = [0.1, 0.03, 4, 0.8];
    const error = Math.sqrt(variance / requiredItemsAmong({ variance, power: wanted }, drop, tests));
    const stream = createStream(20261130, 'holm');
    const draw = (): number => normalQuantile(((stream.next() >>> 0) + 0.5) / 2 ** 32);
    let [shown, mistaken] = [0, 0];
    for (let family = 0; family < 4000; family += 1) {
      const scores = [draw() - drop / error, draw(), draw(), draw()];
      const p = holmAdjusted(scores.map((z) => 2 * normalDistribution(-Math.abs(z))));
      if ((p[0] ?? 1) <= 0.05) shown += 1;
      if (p.slice(1).some((value) => value <= 0.05)) mistaken += 1;
    }
    // Three standard errors of a share of 0.8, and of 0.05, in 4,000.
    expect(shown / 4000).toBeGreaterThan(wanted - 0.019);
    expect(mistaken / 4000).toBeLessThan(0.05 + 0.0104);
  });

  it('refuses what is no number of tests or items', () => {
    expect(() => requiredItemsAmong({ variance: 0.1 }, 0.02, 0)).toThrow(RangeError);
    expect(() => powerWith({ variance: 0.1 }, 0.02, 0)).toThrow(RangeError);
    expect(powerWith({ variance: 0 }, 0.02, 1)).toBe(1);
  });
});

describe('standard errors', () => {
  it('agree where every item is its own cluster', () => {
    fc.assert(
      fc.property(values, (d) => {
        const paired = pairedError(d);
        const clustered = clusteredError(
          d,
          d.map((_, index) => index),
          d.length,
        );
        expect(clustered?.standardError).toBeCloseTo(paired?.standardError ?? NaN, 12);
        expect(clustered?.freedom).toBe(paired?.freedom);
      }),
    );
  });

  it('are larger by root 2 where every item is there twice, as the same cluster', () => {
    fc.assert(
      fc.property(values, (d) => {
        const clusters = d.flatMap((_, index) => [index, index]);
        const doubled = clusteredError(
          d.flatMap((value) => [value, value]),
          clusters,
          d.length,
        );
        expect(doubled?.standardError).toBeCloseTo(pairedError(d)?.standardError ?? NaN, 12);
      }),
    );
  });

  it('do not exist of one item or one cluster', () => {
    expect(pairedError([0.5])).toBeNull();
    expect(clusteredError([0.5, 0.1], [0, 0], 1)).toBeNull();
  });

  it('give an interval around the mean', () => {
    const error = pairedError([0, 0, 1, -1, 0, 1]);
    if (!error) throw new Error('no error');
    const { lo, hi, n, method } = studentInterval(error, 'paired-t');
    expect((lo + hi) / 2).toBeCloseTo(1 / 6, 12);
    expect({ n, method }).toEqual({ n: 6, method: 'paired-t' });
  });
});

describe('means and spreads', () => {
  it('are 0 for equal values, to the last bit', () => {
    expect(standardDeviation([0.1, 0.1, 0.1])).toBe(0);
    expect(standardDeviation([0.3])).toBeNull();
    expect(standardDeviation([1, 3])).toBeCloseTo(Math.SQRT2, 12);
    expect(mean([0.25, 0.75])).toBe(0.5);
    expect(() => mean([])).toThrow(RangeError);
  });

  it('pool what varies within groups, and leave single values out', () => {
    expect(pooledDeviation([[1, 3], [5], [2, 2, 2]])).toBeCloseTo(Math.sqrt(2 / 3), 12);
    expect(pooledDeviation([[1], [2]])).toBeNull();
    expect(pooledDeviation([])).toBeNull();
  });
});

describe("Holm's adjustment", () => {
  const shares = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 12 });

  it('never lowers a p value, never goes past 1, and keeps their order', () => {
    fc.assert(
      fc.property(shares, (p) => {
        const adjusted = holmAdjusted(p);
        for (const [index, value] of adjusted.entries()) {
          expect(value).toBeGreaterThanOrEqual(p[index] ?? NaN);
          expect(value).toBeLessThanOrEqual(1);
          for (const [other, otherValue] of adjusted.entries()) {
            if ((p[index] ?? 0) < (p[other] ?? 0)) expect(value).toBeLessThanOrEqual(otherValue);
          }
        }
      }),
    );
  });

  it('rejects what the step-down procedure rejects', () => {
    fc.assert(
      fc.property(shares, fc.constantFrom(0.01, 0.05, 0.2), (p, alpha) => {
        const sorted = p.toSorted((a, b) => a - b);
        let rejected = 0;
        while (rejected < sorted.length && (sorted[rejected] ?? 1) * (sorted.length - rejected) <= alpha) {
          rejected += 1;
        }
        expect(holmAdjusted(p).filter((value) => value <= alpha)).toHaveLength(rejected);
      }),
    );
  });
});

describe('the simple rules on repeats', () => {
  it('hold the candidate against the range of the baseline', () => {
    expect(decideByRepeats({ kind: 'range' }, [0.8, 0.82], 0.8)).toEqual({ limit: 0.8, falls: false });
    expect(decideByRepeats({ kind: 'range' }, [0.8, 0.82], 0.79)).toEqual({ limit: 0.8, falls: true });
  });

  it('hold it against standard deviations below the mean', () => {
    const rule = { kind: 'deviations', z: 2 } as const;
    const decision = decideByRepeats(rule, [0.8, 0.82, 0.84], 0.77);
    expect(decision?.limit).toBeCloseTo(0.78, 12);
    expect(decision?.falls).toBe(true);
    expect(decideByRepeats(rule, [0.8, 0.82, 0.84], 0.79)?.falls).toBe(false);
  });

  it('count any drop where the baseline never varied', () => {
    const rule = { kind: 'deviations', z: 3 } as const;
    expect(decideByRepeats(rule, [0.1, 0.1, 0.1], 0.1)).toEqual({ limit: 0.1, falls: false });
    expect(decideByRepeats(rule, [0.1, 0.1, 0.1], 0.0999)?.falls).toBe(true);
  });

  it('decide nothing from one run', () => {
    expect(decideByRepeats({ kind: 'range' }, [0.8], 0.1)).toBeNull();
  });
});
