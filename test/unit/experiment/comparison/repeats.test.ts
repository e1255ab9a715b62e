import { describe, expect, it } from 'vitest';
import { decideRepeats } from '../../../../src-main/experiment/comparison/repeats.ts';
import type { SampleScore } from '../../../../src-main/experiment/comparison/sample-scores.ts';

/** One row an item; null: the request failed. */
function run(...values: readonly (number | null)[]): readonly SampleScore[] {
  return values.map((value, index) => ({
    id: `i${index}`,
    sample: 0,
    value,
    outcome: value === null ? 'failed' : 'scored',
  }));
}

describe('the simple rules on repeats', () => {
  const runs = [run(1, 1, 1, 0), run(1, 1, 0, 0)];

  it('by range: the candidate falls below the lowest run of the baseline', () => {
    expect(decideRepeats({ kind: 'range' }, runs, run(1, 0, 0, 0))).toEqual({
      rule: { kind: 'range' },
      n: 4,
      baselineMeans: [0.75, 0.5],
      candidateMean: 0.25,
      limit: 0.5,
      falls: true,
      reason: null,
    });
    expect(decideRepeats({ kind: 'range' }, runs, run(1, 1, 0, 0)).falls).toBe(false);
  });

  it('by deviations: below their mean less z of them', () => {
    // Mean 0.625, deviation 0.25 / sqrt(2).
    const outcome = decideRepeats({ kind: 'deviations', z: 2 }, runs, run(1, 0, 0, 0));
    expect(outcome.limit).toBeCloseTo(0.625 - 0.5 / Math.SQRT2, 12);
    expect(outcome.falls).toBe(true);
    expect(decideRepeats({ kind: 'deviations', z: 3 }, runs, run(1, 0, 0, 0)).falls).toBe(false);
  });

  it('over the items that every run has: a run that lacks hard ones looks no better for it', () => {
    const outcome = decideRepeats(
      { kind: 'range' },
      [run(1, 1, null, 0), run(1, 1, 0, 0)],
      run(1, null, 0, 0),
    );
    expect(outcome).toMatchObject({ n: 2, baselineMeans: [0.5, 0.5], candidateMean: 0.5, falls: false });
  });

  it('say why nothing is decided', () => {
    expect(decideRepeats({ kind: 'range' }, [run(1), []], run(1))).toMatchObject({
      falls: null,
      reason: 'The baseline ran once: one run has no spread.',
    });
    expect(decideRepeats({ kind: 'range' }, [run(null), run(1)], run(1))).toMatchObject({
      n: 0,
      falls: null,
      reason: 'No item has a score in every run.',
    });
  });
});
