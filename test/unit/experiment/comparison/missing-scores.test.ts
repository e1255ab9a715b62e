import { describe, expect, it } from 'vitest';
import { tangoInterval } from '../../../../src-main/statistics/tango.ts';
import { compare, flipped, rail, row, run } from './score-lists.ts';

describe('what is missing', () => {
  it('is dropped and counted by side, and truncated and unparsed answers count 0', () => {
    const comparison = compare({
      baseline: run([1, 'failed', 1, 'overlong', 1, 1]),
      candidate: run([1, 1, 'unsupported', 'judge_error', 'truncated', 'unparsed']),
    });
    expect(comparison).toMatchObject({
      n: 3,
      dropped: 3,
      missing: { baseline: 1, candidate: 1, both: 1 },
      flips: { losses: 2, gains: 0 },
    });
    expect(comparison.baseline.mean).toBe(1);
    expect(comparison.candidate.mean).toBeCloseTo(1 / 3, 12);
    expect(comparison.outcomes.candidate).toEqual({
      scored: 2,
      unparsed: 1,
      truncated: 1,
      overlong: 0,
      failed: 0,
      judge_error: 1,
      unsupported: 1,
    });
    expect(comparison.answeredOnly).toMatchObject({ n: 1, delta: 0, interval: tangoInterval(0, 0, 1) });
  });

  it('is what one list lacks altogether, too', () => {
    const comparison = compare({ baseline: run([1, 1, 1]), candidate: run([1, 0]) });
    expect(comparison).toMatchObject({ n: 2, dropped: 1, missing: { baseline: 0, candidate: 1, both: 0 } });
  });

  it('is bounded: 4 pairs that neither side has and 2 that the candidate lacks, among 1,840', () => {
    const { baseline, candidate } = flipped(61, 48, 1400, 325);
    const comparison = compare({
      baseline: run([...baseline, ...new Array<'overlong'>(4).fill('overlong'), 1, 1]),
      candidate: run([...candidate, ...new Array<'overlong'>(4).fill('overlong'), 'failed', 'failed']),
      guardRail: { ...rail(0.03), maxMissing: 0.02 },
    });
    expect(comparison.dropped).toBe(6);
    expect(comparison.bounds?.worst.delta).toBeCloseTo((-13 - 6) / 1840, 12);
    expect(comparison.bounds?.best.delta).toBeCloseTo((-13 + 4) / 1840, 12);
    expect(comparison.bounds?.worst.verdict).toBe('within the guard rail');
    expect(comparison.reason).not.toContain('missing');
  });

  it('is said where it could change the verdict', () => {
    const comparison = compare({
      baseline: run(new Array<number>(500).fill(1)),
      candidate: run([...new Array<number>(480).fill(1), ...new Array<'failed'>(20).fill('failed')]),
      guardRail: { ...rail(0.02), maxMissing: 0.05 },
    });
    expect(comparison.verdict).toBe('within the guard rail');
    expect(comparison.bounds?.worst.verdict).toBe('worse');
    expect(comparison.bounds?.best.verdict).toBe('within the guard rail');
    expect(comparison.reason).toContain(
      'Had everything that is missing gone against the candidate, the verdict would be worse; ' +
        'had it gone for the candidate, within the guard rail.',
    );
  });

  it('bounds missing samples of items that are there', () => {
    const baseline = [row('a', 1, {}, 0), row('a', 1, {}, 1)];
    const candidate = [row('a', 1, {}, 0), row('a', 'failed', {}, 1)];
    const comparison = compare({ baseline, candidate });
    expect(comparison).toMatchObject({ n: 1, dropped: 0, delta: 0 });
    expect(comparison.bounds).toMatchObject({ worst: { delta: -0.5 }, best: { delta: 0 } });
  });

  it('makes a part not comparable above the limit', () => {
    const comparison = compare({
      baseline: run(new Array<number>(50).fill(1)),
      candidate: run([...new Array<number>(47).fill(1), 'failed', 'failed', 'failed']),
      guardRail: { ...rail(0.02), maxMissing: 0.05 },
    });
    expect(comparison).toMatchObject({ verdict: 'not comparable', plan: 'open', needed: null, n: 47 });
    expect(comparison.reason).toBe('3 of 50 pairs are missing (6.0 %), and the plan allows 5.0 %');
    expect(comparison.delta).toBe(0);
  });

  it('leaves nothing where no pair is there, and no number pretends to be one', () => {
    const comparison = compare({
      baseline: run([1, 'failed']),
      candidate: run(['failed', 1]),
      reruns: [run([1, 1])],
      guardRail: rail(0.02),
    });
    expect(comparison).toMatchObject({
      n: 0,
      delta: null,
      interval: null,
      intervals: [],
      p: null,
      flips: { losses: 0, gains: 0, rate: null },
      excessFlips: null,
      verdict: 'not comparable',
      needed: null,
      plan: 'open',
      reason: 'no item has a score on both sides',
      baseline: { mean: null, interval: null, reason: 'no pairs' },
    });
    expect(compare({ baseline: [], candidate: [] }).reason).toBe('there are no items');
  });

  it('is not what a rerun alone has', () => {
    const comparison = compare({ baseline: run([1]), candidate: run([1]), reruns: [run([1, 1, 1])] });
    expect(comparison).toMatchObject({ n: 1, dropped: 0 });
  });
});
