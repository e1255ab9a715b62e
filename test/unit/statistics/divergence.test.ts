import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  itemDivergence,
  logRatioError,
  ratioError,
  tokenDivergence,
  topMargin,
} from '../../../src-main/statistics/divergence.ts';
import { pairedError } from '../../../src-main/statistics/mean-error.ts';

const logits = (...shares: number[]): Float32Array => Float32Array.from(shares, (share) => Math.log(share));
const anyLogits = fc.array(fc.float({ min: -30, max: 30, noNaN: true }), { minLength: 5, maxLength: 5 });

test('two coins: the sum of p ln(p/q), the probabilities of the token that was taken, the likeliest', () => {
  const { kl, sameTop, baseline, candidate } = tokenDivergence(logits(0.75, 0.25), logits(0.5, 0.5), 1);
  expect(kl).toBeCloseTo(0.75 * Math.log(1.5) + 0.25 * Math.log(0.5), 7);
  expect(baseline).toBeCloseTo(Math.log(0.25), 7);
  expect(candidate).toBeCloseTo(Math.log(0.5), 7);
  // Of equals the first is the likeliest.
  expect(sameTop).toBe(true);
  expect(tokenDivergence(logits(0.75, 0.25), logits(0.4, 0.6), 0).sameTop).toBe(false);
});

test('it is not symmetric, and what only the candidate rules out is infinitely far', () => {
  const one = tokenDivergence(logits(0.9, 0.1), logits(0.5, 0.5), 0).kl;
  const other = tokenDivergence(logits(0.5, 0.5), logits(0.9, 0.1), 0).kl;
  expect(one).not.toBeCloseTo(other, 2);
  const never = Float32Array.from([0, Number.NEGATIVE_INFINITY]);
  expect(tokenDivergence(logits(0.5, 0.5), never, 0).kl).toBe(Number.POSITIVE_INFINITY);
  expect(tokenDivergence(never, logits(0.5, 0.5), 0).kl).toBeCloseTo(Math.log(2), 7);
});

test('never below zero, zero for the same, and the same whatever is added to all logits', () => {
  fc.assert(
    fc.property(anyLogits, anyLogits, fc.integer({ min: 0, max: 4 }), (p, q, token) => {
      const one = tokenDivergence(Float32Array.from(p), Float32Array.from(q), token);
      expect(one.kl).toBeGreaterThanOrEqual(0);
      expect(tokenDivergence(Float32Array.from(p), Float32Array.from(p), token).kl).toBe(0);
      // Powers of two are added without rounding to numbers of this size that are whole.
      const whole = p.map(Math.round);
      const moved = whole.map((value) => value + 64);
      const still = tokenDivergence(Float32Array.from(whole), Float32Array.from(q), token);
      const shifted = tokenDivergence(Float32Array.from(moved), Float32Array.from(q), token);
      expect(Math.abs(shifted.kl - still.kl)).toBeLessThanOrEqual(1e-9 * (1 + still.kl));
    }),
  );
});

test('logits of two vocabularies, and a token outside, are a mistake of the caller', () => {
  expect(() => tokenDivergence(logits(0.5, 0.5), logits(1), 0)).toThrow(RangeError);
  expect(() => tokenDivergence(logits(0.5, 0.5), logits(0.5, 0.5), 2)).toThrow(RangeError);
});

test('an item adds up its tokens', () => {
  const tokens = [
    { kl: 0.5, sameTop: true, baseline: Math.log(0.5), candidate: Math.log(0.25) },
    { kl: 0.1, sameTop: false, baseline: Math.log(0.5), candidate: Math.log(0.75) },
  ];
  const sums = itemDivergence(tokens);
  expect(sums).toMatchObject({ tokens: 2, kl: 0.6, largestKl: 0.5, sameTop: 1 });
  expect(sums.change).toBeCloseTo(0, 12);
  expect(sums.squaredChange).toBeCloseTo(0.125, 12);
  expect(sums.logRatio).toBeCloseTo(Math.log(2) - Math.log(1.5), 12);
});

test('the error of a ratio is that of a mean where all items are of one size', () => {
  fc.assert(
    fc.property(
      fc.array(fc.double({ min: -5, max: 5, noNaN: true }), { minLength: 2, maxLength: 30 }),
      (values) => {
        const ratio = ratioError(
          values.map((value) => value * 7),
          values.map(() => 7),
        );
        expect(ratio).toBeCloseTo(pairedError(values)?.standardError ?? Number.NaN, 9);
      },
    ),
  );
  expect(ratioError([1], [1])).toBeNull();
});

test('the paired error of an item is that of the mean of its tokens’ log-ratios', () => {
  const one = fc.double({ min: -8, max: -0.01, noNaN: true });
  fc.assert(
    fc.property(fc.array(fc.tuple(one, one), { minLength: 2, maxLength: 30 }), (pairs) => {
      const tokens = pairs.map(([baseline, candidate]) => ({ kl: 0, sameTop: true, baseline, candidate }));
      expect(logRatioError(itemDivergence(tokens))).toBeCloseTo(
        pairedError(pairs.map(([baseline, candidate]) => baseline - candidate))?.standardError ?? Number.NaN,
        6,
      );
    }),
  );
  expect(logRatioError(itemDivergence([]))).toBeNull();
});

test('the margin is how much likelier the first token is than the second, and none where two are equal', () => {
  expect(topMargin(logits(0.2, 0.6, 0.2))).toBeCloseTo(Math.log(3), 6);
  expect(topMargin(Float32Array.from([1, 4, 4]))).toBe(0);
  expect(topMargin(Float32Array.from([-0, 0]))).toBe(0);
  fc.assert(
    fc.property(anyLogits, (given) => {
      const [first = 0, second = 0] = Float32Array.from(given).sort().reverse();
      expect(topMargin(Float32Array.from(given))).toBe(first - second);
    }),
  );
  expect(() => topMargin(logits(1))).toThrow(RangeError);
});

test('logits that are no numbers give a divergence that is none', () => {
  const odd = Float32Array.from([Number.NaN, 1]);
  expect(tokenDivergence(odd, logits(0.5, 0.5), 1).kl).toBeNaN();
  expect(tokenDivergence(logits(0.5, 0.5), odd, 1).kl).toBeNaN();
});
