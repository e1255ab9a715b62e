import { describe, expect, it } from 'vitest';
import { tangoInterval } from '../../../../src-main/statistics/tango.ts';
import { compare, flipped, rail, run } from './score-lists.ts';

describe('the noise floor', () => {
  const { baseline, candidate } = flipped(10, 2, 200, 28);

  it('is not measured without a rerun, which is said', () => {
    const comparison = compare({
      baseline: run(baseline),
      candidate: run(candidate),
      guardRail: rail(0.02),
    });
    expect(comparison).toMatchObject({ noise: null, excessFlips: null, standsOut: null, standsOutBy: [] });
    expect(comparison.reason).toContain('The noise floor was not measured: the baseline ran once.');
  });

  it('has the width of no flips where the rerun is the same', () => {
    const { noise, excessFlips } = compare({
      baseline: run(baseline),
      candidate: run(candidate),
      reruns: [run(baseline)],
    });
    const tango = tangoInterval(0, 0, 240);
    expect(noise).toEqual({
      n: 240,
      replicates: 2,
      delta: 0,
      interval: tango,
      halfWidth: tango.hi,
      flips: { losses: 0, gains: 0, rate: 0 },
    });
    expect(excessFlips?.rate).toBeCloseTo(12 / 240, 12);
  });

  it('is the widest over all pairs of replicates', () => {
    const rerun = (changes: number): number[] =>
      baseline.map((score, index) => (index < changes ? 1 - score : score));
    const { noise } = compare({
      baseline: run(baseline),
      candidate: run(candidate),
      reruns: [run(rerun(2)), run(rerun(10)), run(baseline)],
    });
    const tango = tangoInterval(10, 0, 240);
    expect(noise).toMatchObject({ replicates: 4, n: 240 });
    expect(noise?.halfWidth).toBe(-tango.lo);
    expect((noise?.flips.losses ?? 0) + (noise?.flips.gains ?? 0)).toBe(10);
  });

  it('takes the mean flips over pairs of replicates from the candidate', () => {
    const flip = (indices: readonly number[]): number[] =>
      baseline.map((score, index) => (indices.includes(index) ? 1 - score : score));
    const { excessFlips } = compare({
      baseline: run(baseline),
      candidate: run(candidate),
      reruns: [run(flip([100])), run(flip([100, 101]))],
    });
    // Pairs: 1 flip, 2 flips, and 1 between the two reruns.
    expect(excessFlips?.rate).toBeCloseTo((12 - 4 / 3) / 240, 12);
  });

  it('measures excess flips over the items that have both', () => {
    const { excessFlips, noise } = compare({
      baseline: run([1, 1, 1, 1]),
      candidate: run([0, 0, 1, 'failed']),
      reruns: [run([1, 'failed', 0, 1])],
    });
    expect(noise?.n).toBe(3);
    expect(excessFlips).toMatchObject({ rate: 0, interval: { n: 2 } });
  });

  it('shows what stands out by the change and what by flips', () => {
    const lost = flipped(40, 0, 200, 0);
    const by = (sides: ReturnType<typeof flipped>): ReturnType<typeof compare> =>
      compare({
        baseline: run(sides.baseline),
        candidate: run(sides.candidate),
        reruns: [run(sides.baseline)],
      });
    expect(by(lost)).toMatchObject({ standsOut: true, standsOutBy: ['delta', 'flips'] });
    expect(by(flipped(20, 20, 200, 0))).toMatchObject({ standsOut: true, standsOutBy: ['flips'] });
    expect(by(flipped(1, 0, 239, 0))).toMatchObject({ standsOut: false, standsOutBy: [] });
  });

  it('cannot be measured where no item has two scores, which is said', () => {
    const comparison = compare({
      baseline: run([1, 1]),
      candidate: run([1, 1]),
      reruns: [run(['failed', 'failed'])],
    });
    expect(comparison.noise).toBeNull();
    expect(comparison.reason).toContain('The noise floor could not be measured');
  });
});
