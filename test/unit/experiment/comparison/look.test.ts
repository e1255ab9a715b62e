import { describe, expect, it } from 'vitest';
import type { Interval } from '../../../../src-main/contract/comparison.ts';
import { compareScores } from '../../../../src-main/experiment/comparison/compare-scores.ts';
import { lookAt, sharedAnswers } from '../../../../src-main/experiment/comparison/look.ts';
import type { SampleScore } from '../../../../src-main/experiment/comparison/sample-scores.ts';
import { compareWithMargin } from '../../../../src-main/experiment/comparison/verdict.ts';
import { createStream } from '../../../../src-main/statistics/generator.ts';
import { pairedError, studentInterval } from '../../../../src-main/statistics/mean-error.ts';
import { tangoInterval } from '../../../../src-main/statistics/tango.ts';

const rule = { spending: 'obrien_fleming' } as const;
const guardRail = { margin: 0.05, strata: {}, everyStratum: 0.1, maxMissing: 0.5 };

const scores = (values: readonly number[], stratum = 'one'): SampleScore[] =>
  values.map((value, index) => ({ id: `item-${index}`, sample: 0, value, outcome: 'scored', stratum }));

const uniform = (name: string): (() => number) => {
  const stream = createStream(20261130, name);
  return () => (stream.next() >>> 0) / 2 ** 32;
};

describe('the level of a look', () => {
  it('is that of 95 % to the last bit where nothing was looked at', () => {
    expect(lookAt(rule, 1, [])).toEqual({ ...rule, share: 1, earlier: [], level: 0.95 });
  });

  it('is higher early, and nearly 95 % at the end', () => {
    // 2 Phi(b) - 1 of the printed boundaries 2.963 and 1.969.
    expect(lookAt(rule, 0.5, []).level).toBeCloseTo(0.99695, 4);
    expect(lookAt(rule, 1, [0.5]).level).toBeCloseTo(0.951, 3);
  });

  it('does not count a look at the same answers again, nor one at more of them', () => {
    expect(lookAt(rule, 0.5, [0.5])).toEqual(lookAt(rule, 0.5, []));
    expect(lookAt(rule, 0.5, [0.7, 0.2, 0.2])).toEqual(lookAt(rule, 0.5, [0.2]));
  });

  it('stays below 1 where nothing may be spent', () => {
    expect(lookAt(rule, 1e-5, []).level).toBe(1 - 1e-12);
  });
});

describe('the share of the answers', () => {
  const rows = scores([1, 0, 1, 1]);

  it('is of those that both sides have', () => {
    expect(sharedAnswers(rows, rows.slice(1, 3), 4, false)).toBe(0.5);
    expect(sharedAnswers([], rows, 4, false)).toBe(0);
    expect(sharedAnswers([], [], 0, false)).toBe(0);
  });

  it('leaves out what the judge has not read yet, and counts it once it has ended', () => {
    const unread: SampleScore[] = rows.map((row, index) =>
      index === 0 ? { ...row, value: null, outcome: 'judge_error' } : row,
    );
    expect(sharedAnswers(rows, unread, 4, true)).toBe(0.75);
    expect(sharedAnswers(rows, unread, 4, false)).toBe(1);
  });
});

describe('a comparison at a look', () => {
  const draw = uniform('values');
  const first = Array.from({ length: 400 }, () => (draw() < 0.8 ? 1 : 0));
  const second = first.map((value) => (draw() < 0.05 ? 1 - value : value));
  const compared = (
    baseline: readonly number[],
    candidate: readonly number[],
    share: number,
    earlier: readonly number[] = [],
  ) =>
    compareScores({
      baseline: scores(baseline),
      candidate: scores(candidate),
      reruns: [scores(baseline.map((value, index) => (index % 60 === 0 ? 1 - value : value)))],
      guardRail,
      look: lookAt(rule, share, earlier),
      seed: 1,
      resamples: 1000,
    });
  const levelsOf = (intervals: readonly (Interval | null | undefined)[]) =>
    new Set(intervals.map((interval) => interval?.level));

  it('has the level in every interval of the change, of flips and of the noise floor, and in strata', () => {
    const comparison = compared(first, second, 0.5);
    const { level } = lookAt(rule, 0.5, []);
    expect(comparison.look).toEqual(lookAt(rule, 0.5, []));
    for (const part of [comparison, ...comparison.strata])
      expect(
        levelsOf([part.interval, ...part.intervals, part.noise?.interval, part.excessFlips?.interval]),
      ).toEqual(new Set([level]));
    expect(comparison.baseline.interval?.level).toBe(0.95);
    const losses = first.filter((value, index) => value > (second[index] ?? 0)).length;
    const gains = first.filter((value, index) => value < (second[index] ?? 0)).length;
    expect(comparison.interval).toEqual(tangoInterval(losses, gains, 400, level));
  });

  it('takes no bootstrap where its resamples are too few for the level', () => {
    const fractions = second.map((value, index) => (index % 3 === 0 ? value / 2 : value));
    const comparison = compared(first, fractions, 0.25);
    const { level } = lookAt(rule, 0.25, []);
    const error = pairedError(first.map((value, index) => (fractions[index] ?? 0) - value));
    if (error === null) throw new Error('no error');
    const expected = studentInterval(error, 'paired-t', level);
    expect(comparison.intervals.map(({ method }) => method)).toEqual(['paired-t']);
    expect(comparison.interval?.lo).toBeCloseTo(expected.lo, 12);
    expect(comparison.interval?.hi).toBeCloseTo(expected.hi, 12);
  });

  it('asks for the items that the level of the end needs, which is all that the look leaves of it', () => {
    const early = compared(first, second, 0.25);
    const atLevelOfEnd = compared(first, second, 1, [0.25]);
    expect(early.verdict).toBe('cannot tell yet');
    expect(early.needed).toBeGreaterThan(0);
    expect(early.needed).toBe(atLevelOfEnd.needed);
  });

  it.each([2, 3])('of %i answers in 1,000 says no change that scores cannot have', (n) => {
    const baseline = [1, 0.5, 0.75].slice(0, n);
    const { interval, intervals } = compared(baseline, [0.5, 0.25, 1].slice(0, n), n / 1000);
    expect(interval).toMatchObject({ lo: -1, hi: 1, method: 'paired-t' });
    const binary = compared([1, 0, 1].slice(0, n), [0, 0, 1].slice(0, n), n / 1000).intervals;
    expect(binary.map(({ method }) => method)).toEqual(['tango', 'paired-t']);
    for (const { lo, hi } of [...intervals, ...binary]) {
      expect(lo).toBeGreaterThanOrEqual(-1);
      expect(hi).toBeLessThanOrEqual(1);
    }
  });
});

it('four looks call a drop of exactly the margin settled in at most 5 % of 2,000 runs, and not without the rule', () => {
  const draw = uniform('looks');
  const [items, margin, trials] = [400, 0.05, 2000];
  const shares = [0.25, 0.5, 0.75, 1];
  const levels = shares.map((share, index) => lookAt(rule, share, shares.slice(0, index)).level);
  const settled = { paid: 0, free: 0 };
  for (let trial = 0; trial < trials; trial += 1) {
    // Of all items 7.5 % are lost and 2.5 % gained.
    const flips = Array.from({ length: items }, () => {
      const drawn = draw();
      return drawn < 0.075 ? -1 : drawn > 0.975 ? 1 : 0;
    });
    const settles = (level: (look: number) => number): boolean =>
      shares.some((share, index) => {
        const there = flips.slice(0, items * share);
        const count = (sign: number) => there.filter((flip) => flip === sign).length;
        const interval = tangoInterval(count(-1), count(1), there.length, level(index));
        return compareWithMargin(interval, margin, null) !== 'cannot tell yet';
      });
    if (settles((look) => levels[look] ?? 0)) settled.paid += 1;
    if (settles(() => 0.95)) settled.free += 1;
  }
  // Three standard errors of a share of 0.05 in 2,000 are 0.0146.
  expect(settled.paid / trials).toBeLessThan(0.05 + 0.0146);
  expect(settled.free / trials).toBeGreaterThan(0.1);
});
