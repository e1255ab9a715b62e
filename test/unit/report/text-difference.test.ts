import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { differingRanges, segments } from '../../../src-main/report/text-difference.ts';

const words = (text: string, ranges: readonly { start: number; end: number }[]): readonly string[] =>
  ranges.map(({ start, end }) => text.slice(start, end));

describe('differing words', () => {
  it('are found on both sides', () => {
    const [a, b] = ['with Adeyemi at 13:00', 'with Okafor at 13:00'];
    const [inA, inB] = differingRanges(a, b);
    expect(words(a, inA)).toEqual(['Adeyemi']);
    expect(words(b, inB)).toEqual(['Okafor']);
  });

  it('are none in equal texts, and none in texts that share nothing', () => {
    expect(differingRanges('same', 'same')).toEqual([[], []]);
    expect(differingRanges('B', 'C')).toEqual([[], []]);
    expect(differingRanges('', 'C')).toEqual([[], [{ start: 0, end: 1 }]]);
  });

  it('leave the same text on both sides when they are taken out', () => {
    const text = fc.array(fc.constantFrom('a', 'b', 'cat', ' ', '\n', '.', 'é', '日'), { maxLength: 30 });
    fc.assert(
      fc.property(text, text, (left, right) => {
        const [a, b] = [left.join(''), right.join('')];
        const [inA, inB] = differingRanges(a, b);
        if (inA.length === 0 && inB.length === 0) return;
        const rest = (whole: string, ranges: typeof inA): string =>
          segments(whole, ranges, undefined)
            .filter(({ differs }) => !differs)
            .map((part) => part.text)
            .join('');
        expect(rest(a, inA)).toBe(rest(b, inB));
      }),
    );
  });
});

describe('segments', () => {
  it('join to the text and mark what they say', () => {
    expect(segments('abcdef', [{ start: 1, end: 3 }], { start: 2, end: 5 })).toEqual([
      { text: 'a', differs: false, read: false },
      { text: 'b', differs: true, read: false },
      { text: 'c', differs: true, read: true },
      { text: 'de', differs: false, read: true },
      { text: 'f', differs: false, read: false },
    ]);
  });

  it('keep the whole text whatever the ranges', () => {
    const range = fc.record({
      start: fc.integer({ min: -5, max: 40 }),
      end: fc.integer({ min: -5, max: 40 }),
    });
    fc.assert(
      fc.property(
        fc.string({ maxLength: 30 }),
        fc.array(range, { maxLength: 4 }),
        range,
        (text, ranges, span) => {
          expect(
            segments(text, ranges, span)
              .map((part) => part.text)
              .join(''),
          ).toBe(text);
        },
      ),
    );
  });
});
