import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createStream, type Stream } from '../../../src-main/statistics/generator.ts';
import {
  predictionPoweredMean,
  type JudgedDifference,
} from '../../../src-main/statistics/prediction-powered.ts';

interface Case {
  readonly judge: readonly number[];
  readonly label: readonly (number | null)[];
  readonly cluster: readonly string[] | null;
  readonly estimate: number;
  readonly standardError: number;
  readonly lo: number;
  readonly hi: number;
}

const { cases } = JSON.parse(
  readFileSync(join(import.meta.dirname, '..', '..', 'oracles', 'prediction-powered.json'), 'utf8'),
) as { readonly cases: readonly Case[] };

test.each(cases.map((one, index) => [index, one] as const))(
  'agrees with numpy and scipy, case %i',
  (_, one) => {
    const found = predictionPoweredMean(
      one.judge.map((judge, index) => ({
        judge,
        label: one.label[index] ?? null,
        ...(one.cluster === null ? {} : { cluster: one.cluster[index] ?? '' }),
      })),
    );
    expect(found.estimate).toBeCloseTo(one.estimate, 12);
    expect(found.standardError).toBeCloseTo(one.standardError, 12);
    expect(found.interval?.lo).toBeCloseTo(one.lo, 9);
    expect(found.interval?.hi).toBeCloseTo(one.hi, 9);
  },
);

const unit = (stream: Stream): number => (stream.next() >>> 0) / 2 ** 32;

/**
 * Items whose true difference is a loss, a gain or nothing, a judge that is lenient with the candidate and misses some,
 * and labels on a share of the items.
 */
function draw(stream: Stream, items: number, share: number): JudgedDifference[] {
  return Array.from({ length: items }, () => {
    const fate = unit(stream);
    const truth = fate < 0.15 ? -1 : fate < 0.2 ? 1 : 0;
    const judge = truth === -1 && unit(stream) < 0.4 ? 0 : truth === 0 && unit(stream) < 0.05 ? 1 : truth;
    return { judge, label: unit(stream) < share ? truth : null };
  });
}

describe('over many draws of items', () => {
  test.each([
    [200, 0.2],
    [400, 0.5],
    [1000, 0.1],
  ])(
    '%i of them, a share of %d labelled: the interval covers the truth, which the raw one misses',
    (items, share) => {
      const stream = createStream(7, `coverage ${items}`);
      const truth = -0.1;
      const rounds = 2000;
      let covered = 0;
      let rawCovered = 0;
      for (let round = 0; round < rounds; round += 1) {
        const drawn = draw(stream, items, share);
        const { interval, judge } = predictionPoweredMean(drawn);
        if (interval && interval.lo <= truth && truth <= interval.hi) covered += 1;
        const deviation = Math.sqrt(drawn.reduce((sum, one) => sum + (one.judge - judge) ** 2, 0) / items);
        if (Math.abs(judge - truth) <= (1.96 * deviation) / Math.sqrt(items)) rawCovered += 1;
      }
      // Four standard errors of a share of 0.95 over 2,000 rounds are 0.02.
      expect(covered / rounds).toBeGreaterThan(0.93);
      expect(covered / rounds).toBeLessThan(0.985);
      expect(rawCovered / rounds).toBeLessThan(0.5);
    },
  );
});

const difference = fc.record({
  judge: fc.constantFrom(-1, -0.5, 0, 0.5, 1),
  label: fc.option(fc.constantFrom(-1, -0.5, 0, 0.5, 1), { nil: null }),
});

describe('for any items', () => {
  test('swapping the sides flips the sign, and the order of items changes nothing', () => {
    fc.assert(
      fc.property(fc.array(difference, { minLength: 1, maxLength: 40 }), (items) => {
        const found = predictionPoweredMean(items);
        const swapped = predictionPoweredMean(
          items.map(({ judge, label }) => ({ judge: -judge, label: label === null ? null : -label })),
        );
        const turned = predictionPoweredMean(items.toReversed());
        if (found.estimate === null || swapped.estimate === null || turned.estimate === null) {
          expect([found.estimate, swapped.estimate, turned.estimate]).toEqual([null, null, null]);
          return;
        }
        expect(swapped.estimate).toBeCloseTo(-found.estimate, 12);
        expect(turned.estimate).toBeCloseTo(found.estimate, 12);
        if (found.interval === null) return;
        expect(swapped.interval?.lo).toBeCloseTo(-found.interval.hi, 9);
        expect(turned.interval?.hi).toBeCloseTo(found.interval.hi, 9);
        expect(found.interval.hi).toBeGreaterThan(found.interval.lo);
      }),
    );
  });

  test('a label on every item leaves the labels alone', () => {
    const items = [1, 0, -1, 0, 0, 1].map((label) => ({ judge: 1, label }));
    const found = predictionPoweredMean(items);
    expect(found).toMatchObject({ labelled: 6, unlabelled: 0, judge: 1 });
    expect(found.estimate).toBeCloseTo(1 / 6, 12);
  });
});

describe('items that no label could change', () => {
  test('are left out of the correction, and count as they are', () => {
    const known = [-1, 0].map((judge) => ({ judge, label: judge, known: true as const }));
    const labelled = [0.5, 0].map((label) => ({ judge: 0, label }));
    const others = [-1, -1, 0, 0].map((judge) => ({ judge, label: null }));
    const found = predictionPoweredMean([...known, ...labelled, ...others]);
    expect(found).toMatchObject({ labelled: 2, unlabelled: 4, judge: -3 / 8 });
    // Six of eight items: -1/2 of the others and 1/4 of the labelled ones; two of eight: -1/2.
    expect(found.estimate).toBeCloseTo((6 / 8) * (-1 / 2 + 1 / 4) + (2 / 8) * (-1 / 2), 12);
    expect(predictionPoweredMean(known).reason).toContain('No item has an answer');
  });

  test('leave the interval as wide as the items beside them vary, and their share', () => {
    const stream = createStream(8, 'known items');
    const rounds = 2000;
    let covered = 0;
    for (let round = 0; round < rounds; round += 1) {
      const drawn = Array.from({ length: 300 }, (): JudgedDifference => {
        if (unit(stream) < 0.4) {
          const judge = unit(stream) < 0.5 ? -1 : -0.5;
          return { judge, label: judge, known: true };
        }
        const truth = unit(stream) < 0.3 ? 1 : 0;
        return { judge: unit(stream) < 0.2 ? 1 : truth, label: unit(stream) < 0.2 ? truth : null };
      });
      const { interval } = predictionPoweredMean(drawn);
      const truth = 0.4 * -0.75 + 0.6 * 0.3;
      if (interval && interval.lo <= truth && truth <= interval.hi) covered += 1;
    }
    expect(covered / rounds).toBeGreaterThan(0.93);
    expect(covered / rounds).toBeLessThan(0.97);
  });
});

test('what cannot be told is told in words', () => {
  const judged = { judge: 1, label: null };
  expect(predictionPoweredMean([judged, judged])).toMatchObject({
    judge: 1,
    estimate: null,
    interval: null,
    reason: 'Fewer than two items are labelled on both sides.',
  });
  const labelled = { judge: 0, label: 0 };
  expect(predictionPoweredMean([labelled, labelled, judged]).reason).toContain('One item alone');
  const same = [labelled, labelled, judged, judged].map((one) => ({ ...one, cluster: 'page' }));
  expect(predictionPoweredMean(same).reason).toContain('one cluster');
});

test('labels that all agree with the judge leave room for those that would not', () => {
  const items = [
    ...Array.from({ length: 30 }, () => ({ judge: 0, label: 0 })),
    ...Array.from({ length: 100 }, (_, index) => ({ judge: index % 10 === 0 ? 1 : 0, label: null })),
  ];
  const { interval } = predictionPoweredMean(items);
  expect((interval?.hi ?? 0) - (interval?.lo ?? 0)).toBeGreaterThan(0.2);
});
