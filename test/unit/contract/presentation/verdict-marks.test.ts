import { describe, expect, it } from 'vitest';

import { verdicts } from '../../../../src-main/contract/comparison.ts';
import {
  rerunMark,
  sideMark,
  unjudgedMark,
  verdictMark,
} from '../../../../src-main/contract/presentation/verdict-marks.ts';

const all = [...verdicts.map(verdictMark), unjudgedMark, rerunMark];

describe('marks', () => {
  it('tell every verdict apart by shape, character and word, without colour', () => {
    for (const field of ['key', 'shape', 'character', 'word', 'marker'] as const) {
      expect(new Set(all.map((mark) => mark[field])).size, field).toBe(all.length);
    }
  });

  it('carry the verdict as their word', () => {
    for (const verdict of verdicts) expect(verdictMark(verdict).word).toBe(verdict);
    expect(verdictMark(null)).toBe(unjudgedMark);
  });

  it('draw markers of 8 to 11 px from the point', () => {
    for (const { marker, key } of all) {
      const [x, y] = (marker.match(/-?\d*\.?\d+/g) ?? []).map(Number);
      const reach = Math.max(Math.abs(x ?? 0), Math.abs(y ?? 0));
      expect(reach, key).toBeGreaterThanOrEqual(4);
      expect(reach, key).toBeLessThanOrEqual(5.5);
    }
  });
});

describe('sides of a flip', () => {
  it.each([
    [1, 'right'],
    [0, 'wrong'],
    [0.5, 'partly'],
    [null, 'none'],
  ])('shows a score of %s as %s', (score, key) => {
    expect(sideMark(score).key).toBe(key);
  });
});
