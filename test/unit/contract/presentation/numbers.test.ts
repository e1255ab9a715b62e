import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import {
  formatBytes,
  formatCount,
  formatDay,
  formatDuration,
  formatHalfWidth,
  formatHash,
  formatNumber,
  formatPercent,
  formatPercentInterval,
  formatPoints,
  formatPointsInterval,
  formatPointsSize,
  formatProbability,
  formatRate,
  formatTime,
  formatTimeLeft,
} from '../../../../src-main/contract/presentation/numbers.ts';

describe('points', () => {
  it.each([
    [-0.019, '−1.9'],
    [0.004, '+0.4'],
    [0, '0.0'],
    [-0, '0.0'],
    [0.0004, '0.0'],
    [-0.0004, '0.0'],
    [0.0005, '+0.1'],
    [-0.0005, '−0.1'],
    [0.0015, '+0.2'],
    [-0.0115, '−1.2'],
    [1, '+100.0'],
  ])('writes %f as %s', (value, text) => {
    expect(formatPoints(value)).toBe(text);
  });

  it('writes sizes, half-widths and intervals', () => {
    expect(formatPointsSize(-0.066)).toBe('6.6');
    expect(formatHalfWidth(0.00498)).toBe('±0.5');
    expect(formatPointsInterval({ lo: -0.019, hi: 0.004 })).toBe('−1.9 to +0.4');
    expect(formatPointsInterval({ lo: -0.01, hi: 0 })).toBe('−1.0 to 0.0');
  });

  it('rounds halves away from zero on both sides, for any tenth of a point', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999 }), (tenths) => {
        const half = (tenths * 10 + 5) / 10_000;
        const text = ((tenths + 1) / 10).toFixed(1);
        expect(formatPoints(half)).toBe(`+${text}`);
        expect(formatPoints(-half)).toBe(`−${text}`);
      }),
    );
  });

  it('never shows a hyphen, a signed zero, NaN or Infinity', () => {
    fc.assert(
      fc.property(fc.double({ min: -1e9, max: 1e9 }), (value) => {
        const text = formatPoints(value);
        expect(text).not.toMatch(/-|NaN|Infinity|e/);
        expect(text).not.toMatch(/^[+−]0\.0$/);
      }),
    );
  });
});

describe('other numbers', () => {
  it('writes what is not there as a dash', () => {
    for (const format of [formatPoints, formatPercent, formatCount, formatProbability, formatBytes]) {
      expect(format(null)).toBe('–');
      expect(format(Number.NaN)).toBe('–');
    }
    expect(formatPointsInterval(null)).toBe('–');
    expect(formatPercentInterval(null)).toBe('–');
    expect(formatHalfWidth(null)).toBe('–');
    expect(formatDuration(null)).toBe('–');
    expect(formatRate(null)).toBe('–');
  });

  it('writes shares in per cent', () => {
    expect(formatPercent(0.8321)).toBe('83.2');
    expect(formatPercent(1)).toBe('100.0');
    expect(formatPercentInterval({ lo: 0.814, hi: 0.848 })).toBe('81.4 to 84.8');
  });

  it.each([
    [0, '0'],
    [999, '999'],
    [1000, '1,000'],
    [12_880, '12,880'],
    [1_234_567, '1,234,567'],
    [-4321, '−4,321'],
  ])('writes the count %i as %s', (value, text) => {
    expect(formatCount(value)).toBe(text);
  });

  it('puts commas into whole numbers only', () => {
    expect(formatNumber(1234.5678, 4)).toBe('1,234.5678');
  });

  it.each([
    [0.215, '0.215'],
    [1, '1.000'],
    [0.001, '0.001'],
    [0.00099, '< 0.001'],
    [0, '< 0.001'],
  ])('writes p = %f as %s', (value, text) => {
    expect(formatProbability(value)).toBe(text);
  });

  it.each([
    [9_000_000_000, '9.0 GB'],
    [29_600_000_000, '29.6 GB'],
    [999_960_000, '1.0 GB'],
    [5_700_000, '5.7 MB'],
    [999_600, '1.0 MB'],
    [12_345, '12 kB'],
    [0, '0 kB'],
  ])('writes %i bytes as %s', (value, text) => {
    expect(formatBytes(value)).toBe(text);
  });

  it.each([
    [0, '0.00 s'],
    [0.637, '0.64 s'],
    [9.99, '9.99 s'],
    [9.996, '10 s'],
    [59.4, '59 s'],
    [59.6, '1 min'],
    [65, '1 min 5 s'],
    [599.7, '10 min'],
    [780, '13 min'],
    [3599, '1 h'],
    [3660, '1 h 1 min'],
    [86_399, '1 d'],
    [97_200, '1 d 3 h'],
  ])('writes %f seconds as %s', (value, text) => {
    expect(formatDuration(value)).toBe(text);
  });

  it.each([
    [-1, '0 s'],
    [0, '0 s'],
    [0.2, '1 s'],
    [8, '8 s'],
    [9.99, '10 s'],
    [59.2, '1 min'],
    [64.5, '1 min 5 s'],
    [7200.1, '2 h'],
    [null, '–'],
    [Number.POSITIVE_INFINITY, '–'],
  ])('writes %f seconds that are left as %s', (value, text) => {
    expect(formatTimeLeft(value)).toBe(text);
  });

  it('writes rates with a decimal only where it counts', () => {
    expect(formatRate(3.44)).toBe('3.4');
    expect(formatRate(9.96)).toBe('10');
    expect(formatRate(95.4)).toBe('95');
    expect(formatRate(1234)).toBe('1,234');
  });

  it('writes times on one clock', () => {
    expect(formatTime('2026-11-28T16:48:31.120Z')).toBe('28 Nov 2026, 16:48 UTC');
    expect(formatTime('2026-11-28T17:48:31+01:00')).toBe('28 Nov 2026, 16:48 UTC');
    expect(formatDay('2026-01-05T00:00:00Z')).toBe('5 Jan 2026');
    expect(formatTime('yesterday')).toBe('yesterday');
    expect(formatDay('1')).toBe('1');
  });

  it('shortens long hashes', () => {
    expect(formatHash('9f3c00112233445566778899aabbb71e')).toBe('9f3c…b71e');
    expect(formatHash('9f3cb71e')).toBe('9f3cb71e');
  });
});
