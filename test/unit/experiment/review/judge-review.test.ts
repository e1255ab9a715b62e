import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { judgeReviewRemarks } from '../../../../src-main/contract/presentation/judge-review-words.ts';
import type { Rating, ReviewChoice } from '../../../../src-main/contract/review.ts';
import { judgeReview, type PairReading } from '../../../../src-main/experiment/review/judge-review.ts';
import { readChoice } from '../../../../src-main/scoring/judge/pair-reading.ts';

const pair = { one: 'bf16', other: 'q4' } as const;

/** Both orders of one item, each as the judge wrote its choice. */
function asked(itemId: string, straight: string, swapped: string): readonly PairReading[] {
  const reading = (choice: string, isSwapped: boolean): PairReading => ({
    itemId,
    ...pair,
    swapped: isSwapped,
    read: readChoice({ text: `{"choice": "${choice}"}`, finish: 'end' }, isSwapped),
  });
  return [reading(straight, false), reading(swapped, true)];
}

function rated(item: string, choice: ReviewChoice, more: Partial<Rating> = {}): Rating {
  return {
    rater: 'Ada',
    stratum: 'sums',
    item,
    ...pair,
    turn: 0,
    swapped: false,
    choice,
    at: '2026-11-30T09:00:00.000Z',
    ...more,
  };
}

const review = (
  readings: readonly PairReading[],
  ratings: readonly Rating[] = [],
  unasked: Parameters<typeof judgeReview>[0]['unasked'] = [],
) => judgeReview({ judge: 'large', judgeHash: 'ab', readings, unasked, ratings, seed: 3, resamples: 400 });

describe('what a judge chose', () => {
  test('is counted once both orders are there, and where they disagree it is a tie', () => {
    const found = review(
      [
        ...asked('a', '1', '2'),
        ...asked('b', '1', '2'),
        ...asked('c', '2', '1'),
        ...asked('d', 'tie', 'tie'),
        ...asked('e', '1', '1'),
        ...asked('f', '1', 'what?'),
        ...asked('g', '1', '2').slice(0, 1),
      ],
      [],
      [
        { itemId: 'h', ...pair, why: 'same' },
        { itemId: 'i', ...pair, why: 'unanswered' },
      ],
    );
    expect(found).toMatchObject({ judge: 'large', judgeHash: 'ab', agreement: null });
    // bf16 twice, q4 once, two ties of which one is a disagreement: (1 + 2 / 2) / 5 for q4.
    expect(found.pairs).toMatchObject([
      {
        ...pair,
        items: 5,
        preferredOne: 2,
        ties: 2,
        preferredOther: 1,
        inconsistent: 1,
        share: 0.4,
        judgeErrors: 1,
        same: 1,
        unanswered: 1,
        // a, b, c: one of two for the first; e: both.
        decided: 8,
        first: 5,
      },
    ]);
    expect(found.pairs[0]?.interval?.lo).toBeLessThan(0.4);
    expect(found.pairs[0]?.interval?.hi).toBeGreaterThan(0.4);
    const remarks = judgeReviewRemarks(found);
    expect(remarks).toContain('The two orders disagree in 20.0 % of 5 pairs.');
    expect(remarks.join(' ')).toContain('in 62.5 % of the judge’s 8 choices');
    expect(remarks.join(' ')).toContain('1 pair is left out');
    expect(remarks.at(-1)).toBe('Nobody has chosen on the same pairs: the judge is taken on trust.');
  });

  test('has no share where nothing could be read', () => {
    const [found] = review(asked('a', 'x', 'y')).pairs;
    expect(found).toMatchObject({ items: 0, share: null, interval: null, judgeErrors: 1, decided: 0 });
  });

  test('turns over with the candidates, whatever it said', () => {
    const word = fc.constantFrom('1', '2', 'tie', '?');
    fc.assert(
      fc.property(fc.array(fc.tuple(word, word), { minLength: 1, maxLength: 12 }), (all) => {
        const one = review(all.flatMap(([a, b], index) => asked(`i${index}`, a, b))).pairs[0];
        const turned = review(all.flatMap(([a, b], index) => asked(`i${index}`, b, a))).pairs[0];
        expect(turned).toMatchObject({
          preferredOne: one?.preferredOther,
          preferredOther: one?.preferredOne,
          ties: one?.ties,
          inconsistent: one?.inconsistent,
          judgeErrors: one?.judgeErrors,
          first: one?.first,
          decided: one?.decided,
        });
        if (one?.share != null) expect(turned?.share).toBeCloseTo(1 - one.share, 12);
      }),
    );
  });
});

describe('agreement with people', () => {
  const readings = [
    ...asked('a', '1', '2'),
    ...asked('b', '2', '1'),
    ...asked('c', '1', '1'),
    ...asked('d', '1', '2'),
  ];

  test('is the weighted kappa over pairs that both chose on', () => {
    const found = review(readings, [
      rated('a', 'one'),
      rated('b', 'other'),
      rated('c', 'one'),
      rated('d', 'one'),
      rated('d', 'other', { turn: 1 }),
      rated('elsewhere', 'one'),
      rated('b', 'one', { other: 'q2' }),
    ]);
    // Places one, tie, other as 0, 1, 2. People 0 2 0 0, judge 0 2 1 0. Squared distances: seen 1 / 4; by chance over
    // all sixteen pairs (0 4 1 0, 4 0 1 4, 0 4 1 0, 0 4 1 0) 24 / 16. 1 - (1 / 4) / (3 / 2) = 5 / 6.
    expect(found.agreement).toMatchObject({ pairs: 4, items: 4, reason: null });
    expect(found.agreement?.value).toBeCloseTo(5 / 6, 12);
    expect(found.agreement?.interval?.hi).toBeLessThanOrEqual(1);
    expect(judgeReviewRemarks(found).at(-1)).toMatch(/^4 pairs say little: from 200 on/);
  });

  test('takes the middle one of several people, and of two who differ the tie', () => {
    const found = review(readings.slice(0, 4), [
      rated('a', 'one'),
      rated('a', 'other', { rater: 'Bo' }),
      rated('b', 'other'),
      rated('b', 'other', { rater: 'Bo' }),
      rated('b', 'one', { rater: 'Cy' }),
    ]);
    // People 1 2, judge 0 2. Seen 1 / 2; by chance (1 1 4 0) / 4 = 3 / 2. 1 - 1 / 3.
    expect(found.agreement?.value).toBeCloseTo(2 / 3, 12);
  });

  test('is told to be missing where people chose on other pairs', () => {
    const found = review(readings, [rated('z', 'one')]);
    expect(found.agreement).toMatchObject({
      pairs: 0,
      value: null,
      reason: 'No pair was compared by the judge and by people.',
    });
  });
});
