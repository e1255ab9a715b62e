import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { partingKind } from '../../../../src-main/contract/divergence.ts';
import {
  meanDivergence,
  noPartings,
  summariseDivergence,
  summarisePartings,
  type MeasuredItem,
} from '../../../../src-main/experiment/divergence/summarise-divergence.ts';
import { itemDivergence, type TokenDivergence } from '../../../../src-main/statistics/divergence.ts';

const resampling = { resamples: 500, seed: 7 };
const none = noPartings('not asked for');

const anyToken: fc.Arbitrary<TokenDivergence> = fc.record({
  kl: fc.double({ min: 0, max: 4, noNaN: true }),
  sameTop: fc.boolean(),
  baseline: fc.double({ min: -6, max: -0.01, noNaN: true }),
  candidate: fc.double({ min: -6, max: -0.01, noNaN: true }),
});
const anyAnswers = fc.array(fc.array(anyToken, { minLength: 1, maxLength: 5 }), {
  minLength: 2,
  maxLength: 8,
});

function measured(answers: readonly (readonly TokenDivergence[])[]): readonly MeasuredItem[] {
  return answers.map((tokens, index) => ({
    itemId: `item-${index}`,
    stratum: index % 2 === 0 ? 'even' : 'odd',
    sums: itemDivergence(tokens),
  }));
}

function summary(items: readonly MeasuredItem[], kl: readonly number[]) {
  const made = summariseDivergence('q4', items, Float32Array.from(kl), none, resampling);
  if (made === null) throw new Error('nothing was summed up');
  return made;
}

test('means are over all tokens, intervals hold them, and the order of items changes nothing', () => {
  fc.assert(
    fc.property(anyAnswers, (answers) => {
      const tokens = answers.flat();
      const kl = tokens.map((token) => token.kl);
      const one = summary(measured(answers), kl);
      expect(one.kl.mean).toBeCloseTo(kl.reduce((sum, value) => sum + value, 0) / tokens.length, 9);
      expect(meanDivergence(measured(answers).toReversed())).toBe(one.kl.mean);
      expect(one.sameTop.mean).toBeCloseTo(tokens.filter(({ sameTop }) => sameTop).length / tokens.length, 9);
      for (const { mean, interval } of [one.kl, one.change.rootMeanSquare, one.perplexityRatio]) {
        expect(interval?.n).toBe(answers.length);
        expect(interval?.lo).toBeLessThanOrEqual(interval?.hi ?? Number.NaN);
        expect(mean).toBeGreaterThanOrEqual(0);
      }
      expect(one.klPercentiles.largest).toBe(Math.max(...kl));
      expect(summary(measured(answers).toReversed(), kl.toReversed())).toEqual(one);
    }),
    { numRuns: 30 },
  );
});

test('items that are all alike leave the bootstrap nothing to vary: their value is the interval', () => {
  const token = { kl: 0.25, sameTop: false, baseline: Math.log(0.5), candidate: Math.log(0.25) };
  const { kl, change, perplexityRatio } = summary(measured([[token], [token], [token]]), [0.25, 0.25, 0.25]);
  expect(kl).toMatchObject({ mean: 0.25, interval: { lo: 0.25, hi: 0.25 } });
  expect(change.mean.mean).toBeCloseTo(-0.25, 12);
  expect(change.rootMeanSquare.mean).toBeCloseTo(0.25, 12);
  // Half as likely: twice the perplexity.
  expect(perplexityRatio.mean).toBeCloseTo(2, 12);
  expect(perplexityRatio.logError).toBeCloseTo(0, 12);
});

test('where every token agrees, the share has the limit that Wilson leaves for items that were not seen', () => {
  const token = { kl: 0, sameTop: true, baseline: -1, candidate: -1 };
  const { sameTop } = summary(
    measured(Array.from({ length: 10 }, () => [token])),
    new Array<number>(10).fill(0),
  );
  // 10 of 10: 1 / (1 + z² / 10) with z the normal quantile of 0.975.
  expect(sameTop.interval).toMatchObject({ method: 'wilson' });
  expect(sameTop.interval?.lo).toBeCloseTo(1 / (1 + 1.959963984540054 ** 2 / 10), 10);
});

test('strata come in the order of their names, answers without a token count for none, one alone is not told apart', () => {
  const token = { kl: 1, sameTop: true, baseline: -1, candidate: -1 };
  const items = measured([[token, token], [token], []]);
  const { strata, furthest, items: counted, tokens } = summary(items, [1, 1, 1]);
  expect(strata.map(({ stratum, tokens: own }) => [stratum, own])).toEqual([
    ['even', 2],
    ['odd', 1],
  ]);
  expect([counted, tokens, furthest.length]).toEqual([2, 3, 2]);
  const alone = items.map((item) => ({ ...item, stratum: 'all' }));
  expect(summary(alone, [1, 1, 1]).strata).toEqual([]);
  expect(summariseDivergence('q4', measured([[]]), new Float32Array(), none, resampling)).toBeNull();
});

describe('partings', () => {
  const partings = [
    { margin: 0, kl: 0.1 },
    { margin: 0.2, kl: 0.3 },
    { margin: 1.5, kl: 0.2 },
  ];

  test('a margin up to the floor is a coin toss, one above it damage', () => {
    expect(summarisePartings(9, partings, 0.2)).toEqual({
      paired: 9,
      parted: 3,
      kinds: { coin_toss: 2, damage: 1 },
      margin: { median: 0.2, p90: 0.2 + 0.8 * 1.3, largest: 1.5 },
      kl: { median: 0.2, p90: 0.2 + 0.8 * (0.3 - 0.2), largest: 0.3 },
      reason: null,
    });
    expect(summarisePartings(9, partings, 0).kinds).toEqual({ coin_toss: 1, damage: 2 });
  });

  test('without a floor there are no kinds, and without a parting no margins', () => {
    expect(summarisePartings(9, partings, null).kinds).toBeNull();
    expect(partingKind(0, null)).toBeNull();
    expect(summarisePartings(9, [], 0)).toMatchObject({ kinds: { coin_toss: 0, damage: 0 }, margin: null });
  });
});
