import { describe, expect, test } from 'vitest';
import type { Outcome } from '../../../../src-main/contract/output.ts';
import { judgedSides, type LabelledValue } from '../../../../src-main/experiment/judging/judged-sides.ts';
import { createStream, type Stream } from '../../../../src-main/statistics/generator.ts';
import { predictionPoweredMean } from '../../../../src-main/statistics/prediction-powered.ts';
import type { ScoreRow } from '../../../../src-main/store/store.ts';

/** One value a sample; null: the answer was cut off. */
function rows(itemId: string, values: readonly (number | null)[]): ScoreRow[] {
  return values.map((value, sample) => {
    const outcome: Outcome = value === null ? 'truncated' : 'scored';
    return { itemId, sample, score: { outcome, value, reason: '' } };
  });
}

const unit = (stream: Stream): number => (stream.next() >>> 0) / 2 ** 32;

describe('with several samples', () => {
  test('how far people are from the judge on the graded sample is added to the mean of all', () => {
    const sides = judgedSides(
      [...rows('a', [0.5, 1]), ...rows('b', [1, null])],
      [
        { itemId: 'a', sample: 0, value: 0.25 },
        { itemId: 'b', sample: 0, value: 0.5 },
      ],
    );
    expect(sides.get('a')).toEqual({ judge: 0.75, label: 0.5, open: true });
    expect(sides.get('b')).toEqual({ judge: 0.5, label: 0, open: true });
  });

  test('a graded sample without an answer is known, whatever the others are', () => {
    const sides = judgedSides(
      [...rows('a', [1, 1]), ...rows('b', [null, 1]), ...rows('c', [null, null])],
      [{ itemId: 'a', sample: 0, value: 1 }],
    );
    expect(sides.get('b')).toEqual({ judge: 0.5, label: 0.5, open: false });
    expect(sides.get('c')).toEqual({ judge: 0, label: 0, open: false });
  });

  test('where people graded every sample of an item, all of them count', () => {
    const sides = judgedSides(
      [...rows('a', [1, 1, null]), ...rows('b', [1, 1, 1])],
      [
        { itemId: 'a', sample: 0, value: 0.4 },
        { itemId: 'a', sample: 1, value: 1 },
      ],
    );
    expect(sides.get('a')?.label).toBeCloseTo(2 / 3 - 0.3, 12);
    expect(sides.get('b')?.label).toBeNull();
  });

  test('else the one with most labels, so that no answer decides which count', () => {
    const all = [...rows('a', [1, 1]), ...rows('b', [1, 1]), ...rows('c', [1, 1])];
    const labels: LabelledValue[] = [
      { itemId: 'a', sample: 0, value: 0 },
      { itemId: 'b', sample: 1, value: 0.5 },
      { itemId: 'c', sample: 1, value: 1 },
    ];
    expect([...judgedSides(all, labels).values()].map(({ label }) => label)).toEqual([null, 0.5, 1]);
  });

  test('an item with a sample that the judge has no grade for is left out', () => {
    const broken: ScoreRow = {
      itemId: 'a',
      sample: 1,
      score: { outcome: 'judge_error', value: null, reason: '' },
    };
    expect(judgedSides([...rows('a', [1]), broken], []).size).toBe(0);
  });
});

test('a candidate that is cut off half the time: the truth is estimated, and its interval covers it', () => {
  const stream = createStream(5, 'cut off');
  const rounds = 400;
  const items = 150;
  let covered = 0;
  let sum = 0;
  for (let round = 0; round < rounds; round += 1) {
    const scores: ScoreRow[] = [];
    const labels: LabelledValue[] = [];
    for (let item = 0; item < items; item += 1) {
      const samples = [0, 1].map(() => (unit(stream) < 0.5 ? null : 1));
      scores.push(...rows(`i${item}`, samples));
      // The first 50 in a random order are graded, where there is an answer; people agree with the judge.
      if (item < 50 && samples[0] != null) labels.push({ itemId: `i${item}`, sample: 0, value: 1 });
    }
    const { estimate, interval } = predictionPoweredMean(
      [...judgedSides(scores, labels)].map(([id, { judge, label, open }]) => ({
        judge: judge - 1,
        label: label === null || Number(id.slice(1)) >= 50 ? null : label - 1,
        ...(open ? {} : { known: true as const }),
      })),
    );
    sum += estimate ?? 0;
    if (interval && interval.lo <= -0.5 && interval.hi >= -0.5) covered += 1;
  }
  // A standard error is 0.0289 a round, 0.0015 over all of them.
  expect(Math.abs(sum / rounds + 0.5)).toBeLessThan(0.007);
  expect(covered / rounds).toBeGreaterThan(0.93);
});
