import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pairTable } from '../../../../src-main/contract/presentation/review-tables.ts';
import {
  reviewLead,
  reviewReasons,
  reviewTitle,
} from '../../../../src-main/contract/presentation/review-words.ts';
import type { Rating } from '../../../../src-main/contract/review.ts';
import { reviewFigures } from '../../../../src-main/experiment/review/review-figures.ts';
import { ratingsFile } from '../../../../src-main/report/ratings-file.ts';

function rating(more: Partial<Rating> & Pick<Rating, 'item' | 'choice'>): Rating {
  return {
    rater: 'Ada',
    stratum: 'sums',
    one: 'bf16',
    other: 'q4_k_m',
    turn: 0,
    swapped: false,
    at: '2026-11-30T09:00:00.000Z',
    ...more,
  };
}

const figures = (ratings: readonly Rating[], resamples = 500, same = 0) =>
  reviewFigures({
    ratings,
    candidates: ['bf16', 'q4_k_m', 'q2_k'],
    baseline: 'bf16',
    seed: 7,
    resamples,
    answered: () => ({ differing: new Set(ratings.map(({ item }) => item)).size, same }),
  });

/** Twelve items: 6 for the baseline, 3 ties, 3 for the candidate. */
const twelve = Array.from({ length: 12 }, (_, index) =>
  rating({
    item: `i${index}`,
    stratum: index < 6 ? 'sums' : 'facts',
    choice: index % 4 < 2 ? 'one' : index % 4 === 2 ? 'tie' : 'other',
  }),
);

describe('two candidates', () => {
  it('are preferred as often as they were chosen, a tie as half', () => {
    const found = figures(twelve);
    const [baseline, candidate] = found?.overall.strengths ?? [];
    expect(baseline).toMatchObject({
      candidate: 'bf16',
      wins: 6,
      ties: 3,
      losses: 3,
      preferred: 0.5,
      elo: 1000,
    });
    // (3 + 3 / 2) / 12, and 400 log10 of (4.5 / 7.5) beside 1,000.
    expect(candidate?.preferred).toBeCloseTo(0.375, 10);
    expect(candidate?.elo).toBeCloseTo(1000 + 400 * Math.log10(4.5 / 7.5), 8);
    expect(candidate?.interval?.lo).toBeLessThan(0.375);
    expect(candidate?.interval?.hi).toBeGreaterThan(0.375);
    expect(found?.pairs).toMatchObject([{ preferredOne: 6, ties: 3, preferredOther: 3, share: 0.375 }]);
    expect(found?.strata.map(({ stratum, ratings }) => [stratum, ratings])).toEqual([
      ['facts', 6],
      ['sums', 6],
    ]);
    expect(found?.agreement).toMatchObject({ value: null, reason: 'No item was seen by two raters.' });
  });

  it('have intervals that do not depend on the order of the rows, byte for byte', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(twelve, { minLength: 12 }), (shuffled) => {
        expect(JSON.stringify(figures(shuffled, 100)?.overall)).toBe(
          JSON.stringify(figures(twelve, 100)?.overall),
        );
      }),
      { numRuns: 20 },
    );
  });

  it('of which one won every time have no strengths, and the pair an honest interval', () => {
    const found = figures(
      Array.from({ length: 20 }, (_, index) => rating({ item: `i${index}`, choice: 'one' })),
    );
    expect(found?.overall.strengths.map(({ preferred, elo }) => [preferred, elo])).toEqual([
      [null, null],
      [null, null],
    ]);
    expect(found?.overall.reason).toMatch(/^bf16 was preferred every time to the other, without a tie/);
    // The upper Wilson limit of 0 in 20.
    expect(found?.pairs[0]?.interval?.hi).toBeCloseTo(0.16113, 4);
    expect(found?.pairs[0]?.interval).toMatchObject({ lo: 0, method: 'wilson' });
  });

  it('that are always tied have no interval, and it is said', () => {
    const found = figures(
      Array.from({ length: 20 }, (_, index) => rating({ item: `i${index}`, choice: 'tie' })),
    );
    expect(found?.overall.strengths[1]).toMatchObject({ preferred: 0.5, interval: null });
    expect(found && reviewReasons(found)).toEqual([
      'Overall: All items were chosen alike: a resampling of them has no width, and that is no interval.',
      'sums: All items were chosen alike: a resampling of them has no width, and that is no interval.',
    ]);
  });
});

describe('three candidates', () => {
  it('that were never chosen between are on no common scale', () => {
    const ratings = twelve.map((row, index) => (index < 6 ? row : { ...row, one: 'q2_k', other: 'q3_k' }));
    const found = reviewFigures({
      ratings,
      candidates: ['bf16', 'q4_k_m', 'q2_k', 'q3_k'],
      baseline: 'bf16',
      seed: 7,
      resamples: 100,
      answered: () => ({ differing: 12, same: 0 }),
    });
    expect(found?.overall.reason).toBe(
      'Nobody chose between bf16 and q4_k_m and q2_k and q3_k, directly or over a third: they are on no common scale.',
    );
  });

  it('are compared over a third', () => {
    const over = twelve.map((row) => ({ ...row, item: `x${row.item}`, one: 'q4_k_m', other: 'q2_k' }));
    const [, q4, q2] = figures([...twelve, ...over])?.overall.strengths ?? [];
    // Odds of 4.5 to 7.5 twice over.
    const odds = (4.5 / 7.5) ** 2;
    expect(q4?.preferred).toBeCloseTo(0.375, 8);
    expect(q2?.preferred).toBeCloseTo(odds / (1 + odds), 8);
  });
});

describe('raters', () => {
  it('agree fully where they choose alike; a chosen side shows', () => {
    const ben = twelve.map((row) => ({ ...row, rater: 'Ben', swapped: true }));
    const found = figures([...twelve, ...ben]);
    expect(found?.agreement.value).toBe(1);
    expect(found?.agreement.n).toBe(12);
    expect(found?.raters.map(({ rater, decided, first }) => [rater, decided, first])).toEqual([
      ['Ada', 9, 6],
      ['Ben', 9, 3],
    ]);
  });

  it('agree on items: two pairs that were rated on the same one do not count as two', () => {
    const ben = twelve.map((row, index) => ({
      ...row,
      rater: 'Ben',
      choice: index % 3 === 0 ? ('tie' as const) : row.choice,
    }));
    const once = figures([...twelve, ...ben]);
    const second = [...twelve, ...ben].map((row) => ({ ...row, other: 'q2_k' }));
    const both = figures([...twelve, ...ben, ...second]);
    const width = (found: typeof once): number =>
      (found?.agreement.interval?.hi ?? 0) - (found?.agreement.interval?.lo ?? 0);
    expect(both?.agreement.n).toBe(12);
    expect(width(both) / width(once)).toBeGreaterThan(0.9);
  });

  it('are told how many choices stayed, and what is shown again counts for nothing else', () => {
    const again = [
      rating({ item: 'i0', choice: 'one', turn: 1, swapped: true }),
      rating({ item: 'i1', choice: 'other', turn: 1 }),
    ];
    const found = figures([...twelve, ...again]);
    expect(found?.raters).toMatchObject([
      { ratings: 12, again: 2, same: 1, againSwapped: 1, sameSwapped: 1 },
    ]);
    expect(found?.overall).toEqual(figures(twelve)?.overall);
  });
});

it('a title says more than the numbers carry in no case', () => {
  expect(reviewTitle(figures(twelve) as NonNullable<ReturnType<typeof figures>>)).toBe(
    'People preferred neither bf16 nor q4_k_m, as far as these choices tell',
  );
  const many = Array.from({ length: 60 }, (_, index) =>
    rating({ item: `i${index}`, choice: index % 4 === 0 ? 'tie' : 'one' }),
  );
  expect(reviewTitle(figures(many) as NonNullable<ReturnType<typeof figures>>)).toBe(
    'People preferred bf16 to q4_k_m',
  );
  expect(figures([])).toBeNull();
});

describe('items with the same answer', () => {
  /** 20 items that differ, 15 for the candidate, 5 for the baseline. */
  const twenty = Array.from({ length: 20 }, (_, index) =>
    rating({ item: `i${index}`, choice: index < 15 ? 'other' : 'one' }),
  );
  const found = figures(twenty, 500, 380) as NonNullable<ReturnType<typeof figures>>;

  it('are counted, and a share of all of them stands beside the one of those that differ', () => {
    // 15 of 20, and with 380 ties (15 + 190) of 400.
    expect(found.pairs).toMatchObject([{ differing: 20, same: 380, share: 0.75, shareOfAll: 0.5125 }]);
    expect(pairTable(found).rows[0]?.cells.slice(-2)).toEqual(['380 of 400', '51.3']);
  });

  it('keep a title from speaking for all items', () => {
    expect(reviewTitle(found)).toBe('Where the answers differ, people preferred q4_k_m to bf16');
    expect(reviewLead(found)).toContain('On 380 of 400 items (95.0 %) both gave the same answer');
    const apart = figures(twenty) as NonNullable<ReturnType<typeof figures>>;
    expect(reviewTitle(apart)).toBe('People preferred q4_k_m to bf16');
    expect(reviewLead(apart)).not.toContain('both gave the same answer');
  });

  it('are others in each of several pairs, and the strengths say so', () => {
    const others = twenty.map((row) => ({ ...row, other: 'q2_k' }));
    const several = figures([...twenty, ...others], 500, 380) as typeof found;
    expect(reviewLead(several)).toContain('of different pairs these are different items');
    expect(reviewLead(found)).not.toContain('different pairs');
  });
});

it('choices as files: one row each, formulas made harmless', () => {
  const rows = [
    rating({ item: 'i0', choice: 'other', swapped: true, rater: '=cmd' }),
    rating({ item: 'i"1', choice: 'tie' }),
  ];
  expect(ratingsFile(rows, 'csv')).toBe(
    'rater,item,stratum,one,other,turn,shown_first,choice,preferred,at\r\n' +
      "'=cmd,i0,sums,bf16,q4_k_m,0,q4_k_m,other,q4_k_m,2026-11-30T09:00:00.000Z\r\n" +
      'Ada,"i""1",sums,bf16,q4_k_m,0,bf16,tie,,2026-11-30T09:00:00.000Z\r\n',
  );
  const [first] = ratingsFile(rows, 'jsonl').split('\n');
  expect(JSON.parse(first ?? '')).toMatchObject({ rater: '=cmd', preferred: 'q4_k_m', turn: 0 });
  expect(ratingsFile([], 'csv')).toBe(
    'rater,item,stratum,one,other,turn,shown_first,choice,preferred,at\r\n',
  );
});
