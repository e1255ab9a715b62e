import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { midPMcNemar } from '../../../src-main/statistics/mcnemar.ts';
import { twoSidedQuantile } from '../../../src-main/statistics/normal.ts';
import { tangoInterval } from '../../../src-main/statistics/tango.ts';
import { unseenShare, wilsonInterval } from '../../../src-main/statistics/wilson.ts';

const trials = fc
  .integer({ min: 1, max: 3000 })
  .chain((n) => fc.tuple(fc.integer({ min: 0, max: n }), fc.constant(n)));
const table = fc
  .integer({ min: 1, max: 400 })
  .chain((n) =>
    fc
      .integer({ min: 0, max: n })
      .chain((losses) =>
        fc.tuple(fc.constant(losses), fc.integer({ min: 0, max: n - losses }), fc.constant(n)),
      ),
  );

describe('the Wilson interval', () => {
  it('lies within 0 and 1 and holds the share', () => {
    fc.assert(
      fc.property(trials, ([k, n]) => {
        const { lo, hi } = wilsonInterval(k, n);
        expect(lo).toBeGreaterThanOrEqual(0);
        expect(hi).toBeLessThanOrEqual(1);
        expect(lo).toBeLessThanOrEqual(k / n);
        expect(hi).toBeGreaterThanOrEqual(k / n);
      }),
    );
  });

  it('ends at 0 and 1 exactly where all trials agree', () => {
    for (let n = 1; n <= 300; n += 1) {
      expect(wilsonInterval(0, n).lo).toBe(0);
      expect(wilsonInterval(n, n).hi).toBe(1);
    }
  });

  it('moves up with every success', () => {
    fc.assert(
      fc.property(trials, ([k, n]) => {
        fc.pre(k < n);
        const one = wilsonInterval(k, n);
        const more = wilsonInterval(k + 1, n);
        expect(more.lo).toBeGreaterThan(one.lo);
        expect(more.hi).toBeGreaterThanOrEqual(one.hi);
      }),
    );
  });

  it('is mirrored by failures, and narrower with more trials of the same share', () => {
    fc.assert(
      fc.property(trials, ([k, n]) => {
        const one = wilsonInterval(k, n);
        const mirrored = wilsonInterval(n - k, n);
        expect(1 - mirrored.hi).toBeCloseTo(one.lo, 12);
        const more = wilsonInterval(4 * k, 4 * n);
        expect(more.hi - more.lo).toBeLessThan(one.hi - one.lo);
      }),
    );
  });

  it('leaves n equal trials the upper limit of none in n', () => {
    expect(unseenShare(50)).toBeCloseTo(wilsonInterval(0, 50).hi, 15);
  });

  it('refuses counts that cannot be', () => {
    expect(() => wilsonInterval(3, 2)).toThrow(RangeError);
    expect(() => wilsonInterval(0, 0)).toThrow(RangeError);
  });
});

/**
 * The squared score at a difference, with the nuisance probability found by searching the likelihood itself
 * instead of solving for its root.
 */
function squaredScore(losses: number, gains: number, n: number, difference: number): number {
  const same = n - losses - gains;
  const part = (count: number, share: number): number =>
    count === 0 ? 0 : count * Math.log(Math.max(share, 0));
  const likelihood = (loss: number): number =>
    part(gains, loss + difference) + part(losses, loss) + part(same, 1 - 2 * loss - difference);
  let low = Math.max(0, -difference);
  let high = (1 - difference) / 2;
  for (let step = 0; step < 200; step += 1) {
    const third = (high - low) / 3;
    if (likelihood(low + third) < likelihood(high - third)) low += third;
    else high -= third;
  }
  const loss = (low + high) / 2;
  return (gains - losses - n * difference) ** 2 / (n * (2 * loss + difference - difference * difference));
}

describe('the Tango interval', () => {
  it('ends where the score test at the likeliest nuisance reaches its quantile', () => {
    const z = twoSidedQuantile(0.95);
    fc.assert(
      fc.property(table, ([losses, gains, n]) => {
        const { lo, hi } = tangoInterval(losses, gains, n);
        if (hi < 1) expect(squaredScore(losses, gains, n, hi)).toBeCloseTo(z * z, 4);
        if (lo > -1) expect(squaredScore(losses, gains, n, lo)).toBeCloseTo(z * z, 4);
      }),
    );
  });

  it('holds the estimate, stays within -1 and 1, and is mirrored to the last bit by a swap', () => {
    fc.assert(
      fc.property(table, ([losses, gains, n]) => {
        const { lo, hi } = tangoInterval(losses, gains, n);
        const swapped = tangoInterval(gains, losses, n);
        expect(lo).toBeGreaterThanOrEqual(-1);
        expect(hi).toBeLessThanOrEqual(1);
        expect(lo).toBeLessThanOrEqual((gains - losses) / n);
        expect(hi).toBeGreaterThanOrEqual((gains - losses) / n);
        expect([swapped.lo, swapped.hi]).toEqual([-hi, -lo]);
      }),
    );
  });

  it('has a width without flips, and with nothing else', () => {
    const none = tangoInterval(0, 0, 40);
    expect(none.hi).toBeCloseTo(unseenShare(40), 12);
    expect(none.lo).toBe(-none.hi);
    const losses = tangoInterval(25, 0, 25);
    expect(losses.lo).toBe(-1);
    expect(losses.hi).toBeCloseTo(2 * unseenShare(25) - 1, 12);
  });

  it('refuses tables that cannot be', () => {
    expect(() => tangoInterval(2, 2, 3)).toThrow(RangeError);
    expect(() => tangoInterval(-1, 0, 3)).toThrow(RangeError);
  });
});

/** Twice the tail less the observed term, in whole numbers. */
function exactMidP(losses: number, gains: number): number {
  const n = losses + gains;
  let ways = 1n;
  let tail = 0n;
  for (let k = 0; k <= Math.min(losses, gains); k += 1) {
    if (k > 0) ways = (ways * BigInt(n - k + 1)) / BigInt(k);
    tail += ways;
  }
  const scaled = ((2n * tail - ways) << 200n) >> BigInt(n);
  return losses === gains ? 1 : Number(scaled) / 2 ** 200;
}

describe('the mid-p McNemar test', () => {
  const count = fc.integer({ min: 0, max: 60 });

  it('is that of whole numbers', () => {
    fc.assert(
      fc.property(count, count, (losses, gains) => {
        expect(Math.abs(midPMcNemar(losses, gains) / exactMidP(losses, gains) - 1)).toBeLessThan(1e-12);
      }),
    );
  });

  it('is symmetric, and smaller the more one-sided the same flips are', () => {
    fc.assert(
      fc.property(count, count, (losses, gains) => {
        const p = midPMcNemar(losses, gains);
        expect(midPMcNemar(gains, losses)).toBe(p);
        expect(p).toBeGreaterThan(0);
        expect(p).toBeLessThanOrEqual(1);
        if (losses < gains) expect(p).toBeLessThan(midPMcNemar(losses + 1, gains - 1) + 1e-12);
      }),
    );
  });

  it('neither overflows nor becomes 0 with tens of thousands of flips', () => {
    expect(midPMcNemar(0, 30_000)).toBe(Number.MIN_VALUE);
    expect(midPMcNemar(50_000, 50_400)).toBeCloseTo(0.2068, 3);
  });
});
