import { describe, expect, test } from 'vitest';
import type { Calibration, ScaleAgreement } from '../../../../src-main/contract/calibration.ts';
import {
  calibrationWarnings,
  correctionMethod,
} from '../../../../src-main/contract/presentation/judge-words.ts';

function scale(labels: number, value: number | null, grades = ['1', '2', '3']): ScaleAgreement {
  return {
    grades,
    measure: grades.length === 2 ? 'kappa' : 'weighted kappa',
    labels,
    ungraded: 0,
    agreement: {
      value,
      interval: null,
      items: labels,
      reason: value === null ? 'All ratings are the same.' : null,
    },
    people: null,
    everyone: null,
    table: [],
  };
}

const calibration = (...scales: readonly ScaleAgreement[]): Calibration => ({
  judge: 'judge.gguf',
  ranOn: null,
  forced: null,
  judgeHash: 'ab',
  raters: [{ rater: 'Ada', labels: 256 }],
  scales,
  corrected: [],
});

describe('what makes a judge weak', () => {
  test('is nothing where enough labels agree', () => {
    expect(calibrationWarnings(calibration(scale(250, 0.6)))).toEqual([]);
  });

  test('is looked for on each scale by itself: many labels on one say nothing of another', () => {
    expect(calibrationWarnings(calibration(scale(250, 0.6), scale(6, 0.8, ['rude', 'polite'])))).toEqual([
      '6 labels on the scale from rude to polite say little: from 200 on the agreement is known well enough.',
    ]);
    expect(
      calibrationWarnings(calibration(scale(250, 0.6), scale(220, 0.6, ['rude', 'polite'])))[0],
    ).toContain('on the scale from rude to polite is 0.60, below 0.7');
  });

  test('is an agreement that cannot be told', () => {
    expect(calibrationWarnings(calibration(scale(250, null)))).toEqual([
      'Weighted kappa of 3 grades (quadratic) cannot be told: all ratings are the same.',
    ]);
  });

  test('is labels that nothing shows to be drawn at random', () => {
    const difference = { items: 40, judge: 0, estimate: 0, interval: null, labelled: 9, reason: null };
    const corrected = [
      { ...difference, candidate: 'q4', inDrawnOrder: false },
      { ...difference, candidate: 'q3', inDrawnOrder: true },
    ];
    const said = calibrationWarnings({ ...calibration(scale(250, 0.6)), corrected });
    expect(said).toHaveLength(1);
    expect(said[0]).toMatch(/^q4: the labelled items are not the first of the order/);
    expect(correctionMethod).toContain('drawn at random');
  });
});
