import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  compareWithMargin,
  decideVerdict,
  planState,
  type VerdictInput,
} from '../../../../src-main/experiment/comparison/verdict.ts';
import { tangoInterval } from '../../../../src-main/statistics/tango.ts';

const input = (lo: number, hi: number, more: Partial<VerdictInput> = {}): VerdictInput => ({
  difference: {
    n: 500,
    delta: (lo + hi) / 2,
    interval: { lo, hi, level: 0.95, method: 'bootstrap', n: 500 },
    variance: 0.1,
    lack: null,
  },
  noise: { halfWidth: 0.01 },
  margin: 0.02,
  dropped: 0,
  maxMissing: 0.02,
  inputsDiffer: null,
  endLevel: 0.95,
  ...more,
});

describe('the verdict', () => {
  it.each([
    [-0.05, -0.021, 'worse'],
    [-0.05, -0.02, 'cannot tell yet'],
    [-0.02, 0.05, 'cannot tell yet'],
    [-0.019, 0.05, 'within the guard rail'],
    [0.005, 0.05, 'within the guard rail'],
    [0.01, 0.05, 'within the guard rail'],
    [0.011, 0.05, 'better'],
  ] as const)('of an interval from %d to %d is %s', (lo, hi, verdict) => {
    expect(decideVerdict(input(lo, hi)).verdict).toBe(verdict);
  });

  it('is never better than an unmeasured noise floor', () => {
    const { verdict, reason } = decideVerdict(input(0.1, 0.2, { noise: null }));
    expect(verdict).toBe('within the guard rail');
    expect(reason).toContain('Whether it is better cannot be said without a rerun of the baseline.');
  });

  it('puts what cannot be compared first', () => {
    expect(decideVerdict(input(-0.5, -0.4, { inputsDiffer: 'other prompts' }))).toEqual({
      verdict: 'not comparable',
      needed: null,
      reason: 'other prompts',
    });
    expect(decideVerdict(input(-0.5, -0.4, { dropped: 11 })).verdict).toBe('not comparable');
    expect(decideVerdict(input(-0.5, -0.4, { dropped: 10 })).verdict).toBe('worse');
    expect(decideVerdict(input(-0.5, -0.4, { dropped: 400, maxMissing: null })).verdict).toBe('worse');
  });

  it('is none without a margin', () => {
    expect(decideVerdict(input(-0.5, -0.4, { margin: null }))).toEqual({
      verdict: null,
      needed: null,
      reason: 'No guard rail applies.',
    });
  });

  it('says why in plain words', () => {
    expect(decideVerdict(input(-0.05, -0.03)).reason).toBe(
      'The interval of the change, −5.0 to −3.0 points, lies wholly below the guard rail of −2.0.',
    );
    expect(decideVerdict(input(0.02, 0.05)).reason).toBe(
      'The interval of the change, +2.0 to +5.0 points, lies wholly above the guard rail of −2.0 and above the noise floor of ±1.0.',
    );
    expect(decideVerdict(input(-0.04, 0.02)).reason).toBe(
      'The interval of the change, −4.0 to +2.0 points, reaches across the guard rail of −2.0. ' +
        'At the spread seen, about 7,349 further items would settle it (power 0.8).',
    );
  });

  it('is one of five for any interval, margin and noise floor, and moves one way as the interval does', () => {
    const order = ['worse', 'cannot tell yet', 'within the guard rail', 'better'];
    const share = fc.double({ min: -0.5, max: 0.5, noNaN: true });
    const width = fc.double({ min: 0, max: 0.5, noNaN: true });
    fc.assert(
      fc.property(share, width, width, fc.option(width), width, (lo, size, margin, half, shift) => {
        fc.pre(margin > 0);
        const at = (by: number): number =>
          order.indexOf(compareWithMargin({ lo: lo + by, hi: lo + by + size }, margin, half));
        expect(at(0)).toBeGreaterThanOrEqual(0);
        expect(at(shift)).toBeGreaterThanOrEqual(at(0));
      }),
    );
  });
});

describe('the further items', () => {
  const needed = (more: Partial<VerdictInput['difference']>, margin = 0.02): number | null => {
    const of = input(-0.05, 0.05, { margin });
    return decideVerdict({ ...of, difference: { ...of.difference, ...more } }).needed;
  };

  it('are those that settle the change seen: 1,963 in all for no change and a variance of 0.1', () => {
    expect(needed({ delta: 0 })).toBe(1963 - 500);
    // Half as far from the margin takes four times as many, on either side of it.
    expect(needed({ delta: -0.01 })).toBe(7849 - 500);
    expect(needed({ delta: -0.03 })).toBe(7849 - 500);
  });

  it('are as many as a width of no flips asks for, where none were seen', () => {
    const further = needed({ delta: 0, variance: 0, n: 30 }) ?? NaN;
    expect(tangoInterval(0, 0, 30 + further).lo).toBeGreaterThan(-0.02);
    expect(tangoInterval(0, 0, 30 + further - 1).lo).toBeLessThanOrEqual(-0.02);
  });

  it('are at least one, and not known where the change is the margin itself', () => {
    expect(needed({ delta: 0, n: 5000 })).toBe(1);
    expect(needed({ delta: -0.02 })).toBeNull();
    expect(needed({ variance: null })).toBeNull();
    const of = input(-0.05, 0.01);
    expect(decideVerdict({ ...of, difference: { ...of.difference, delta: -0.02 } }).reason).toContain(
      'cannot be computed',
    );
  });
});

describe('the plan', () => {
  it.each([
    [['within the guard rail', 'better'], 'passes'],
    [['within the guard rail', 'cannot tell yet'], 'open'],
    [['within the guard rail', 'not comparable'], 'open'],
    [['cannot tell yet', 'worse', 'not comparable'], 'fails'],
  ] as const)('%j: %s', (verdicts, state) => {
    expect(planState(verdicts)).toBe(state);
  });
});
