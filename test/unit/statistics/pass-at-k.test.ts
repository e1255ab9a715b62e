import fc from 'fast-check';
import { expect, test } from 'vitest';
import { passAtK } from '../../../src-main/statistics/pass-at-k.ts';

/** n choose k, exactly. */
function choose(n: number, k: number): bigint {
  let result = 1n;
  for (let step = 1; step <= k; step += 1) result = (result * BigInt(n - k + step)) / BigInt(step);
  return k > n ? 0n : result;
}

/** Equation 1 in exact rational arithmetic, rounded once at the end. */
function exact(n: number, c: number, k: number): number {
  const all = choose(n, k);
  const scale = 10n ** 20n;
  return Number(((all - choose(n - c, k)) * scale) / all) / 1e20;
}

/** The share of all choices of k samples that hold a right one, by going through them. */
function counted(n: number, c: number, k: number): number {
  let [right, all] = [0, 0];
  for (let chosen = 0; chosen < 2 ** n; chosen += 1) {
    const members = Array.from({ length: n }, (_, index) => index).filter((index) => (chosen >> index) & 1);
    if (members.length !== k) continue;
    all += 1;
    if (members.some((index) => index < c)) right += 1;
  }
  return right / all;
}

const sizes = fc
  .integer({ min: 1, max: 300 })
  .chain((n) => fc.tuple(fc.constant(n), fc.integer({ min: 0, max: n }), fc.integer({ min: 1, max: n })));

test('is the exact value of equation 1', () => {
  fc.assert(
    fc.property(sizes, ([n, c, k]) => {
      expect(passAtK(n, c, k)).toBeCloseTo(exact(n, c, k), 12);
    }),
    { numRuns: 2000 },
  );
});

test('is the share of choices with a right sample in them', () => {
  for (let n = 1; n <= 8; n += 1)
    for (let c = 0; c <= n; c += 1)
      for (let k = 1; k <= n; k += 1) expect(passAtK(n, c, k)).toBeCloseTo(counted(n, c, k), 12);
});

test('is the share of right ones for k = 1, and whether there is any for k = n', () => {
  fc.assert(
    fc.property(sizes, ([n, c, k]) => {
      expect(passAtK(n, c, 1)).toBeCloseTo(c / n, 12);
      expect(passAtK(n, c, n)).toBeCloseTo(c > 0 ? 1 : 0, 12);
      if (k < n) expect(passAtK(n, c, k + 1)).toBeGreaterThanOrEqual(passAtK(n, c, k) - 1e-12);
    }),
  );
});

test('does not overflow, and refuses what has no meaning', () => {
  expect(passAtK(100_000, 1, 50_000)).toBeCloseTo(0.5, 9);
  for (const [n, c, k] of [
    [3, 4, 1],
    [3, 1, 4],
    [3, 1, 0],
    [3, -1, 1],
    [0, 0, 1],
  ] as const)
    expect(() => passAtK(n, c, k)).toThrow(RangeError);
});
