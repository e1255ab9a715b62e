import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Item } from '../../../../src-main/contract/item.ts';
import { canaryIn, makeCanary } from '../../../../src-main/items/contamination/canary.ts';
import { OverlapIndex } from '../../../../src-main/items/contamination/overlap-index.ts';

const item = (id: string, text: string): Item => ({
  id,
  messages: [{ role: 'user', content: text }],
  stratum: 'all',
  split: 'dev',
  check: { kind: 'exact', answer: 'x' },
});

const numbered = (from: number, to: number): string =>
  Array.from({ length: to - from }, (_, index) => `w${from + index}`).join(' ');

describe('overlap', () => {
  it('is a run of thirteen words, with the passage as the item has it', () => {
    const index = new OverlapIndex([
      item('a', `Read this: ${numbered(0, 20)}, and answer.`),
      item('b', numbered(50, 70)),
    ]);
    index.addText(`Before. W0, W1; w2-w3 ${numbered(4, 15)} after.`, 'book.txt, line 1');
    const report = index.report();
    expect(report).toMatchObject({ checked: 2, tooShort: 0, contaminated: 1, share: 0.5 });
    expect(report.overlaps).toEqual([
      {
        itemId: 'a',
        share: 15 / 24,
        contaminated: true,
        passages: [{ source: 'book.txt, line 1', text: numbered(0, 15), words: 15 }],
      },
    ]);
  });

  it('of twelve words is none, and items of fewer than thirteen cannot be checked', () => {
    const index = new OverlapIndex([item('a', numbered(0, 20)), item('short', numbered(0, 12))]);
    index.addText(numbered(0, 12), 'f');
    expect(index.report()).toMatchObject({
      overlaps: [],
      checked: 1,
      tooShort: 1,
      contaminated: 0,
      share: 0,
    });
    expect(new OverlapIndex([]).report().share).toBeNull();
  });

  it('has a length and a threshold to choose', () => {
    const index = new OverlapIndex([item('a', numbered(0, 20)), item('b', numbered(30, 40))], {
      runWords: 5,
      threshold: 0.5,
    });
    index.addText(`${numbered(0, 8)} – ${numbered(30, 37)}`, 'f');
    expect(
      index.report().overlaps.map(({ itemId, share, contaminated }) => [itemId, share, contaminated]),
    ).toEqual([
      ['b', 0.7, true],
      ['a', 0.4, false],
    ]);
  });

  it('covers exactly the words that lie in a common run, whatever the texts', () => {
    const text = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 25 });
    fc.assert(
      fc.property(text, text, (one, other) => {
        const runWords = 4;
        const index = new OverlapIndex([item('x', one.join(' '))], { runWords, threshold: 0 });
        index.addText(other.join(' '), 'f');
        const there = new Set(
          other
            .map((_, at) => other.slice(at, at + runWords).join(' '))
            .filter((run) => run.split(' ').length === runWords),
        );
        const covered = one.map((_, at) =>
          Array.from({ length: runWords }, (_unused, back) => at - back).some(
            (start) =>
              start >= 0 &&
              start + runWords <= one.length &&
              there.has(one.slice(start, start + runWords).join(' ')),
          ),
        );
        const expected = one.length < runWords ? 0 : covered.filter(Boolean).length / one.length;
        expect(index.report().overlaps[0]?.share ?? 0).toBeCloseTo(expected, 12);
      }),
      { numRuns: 300 },
    );
  });
});

describe('a canary', () => {
  const canary = makeCanary('desk', '123e4567-e89b-42d3-a456-426614174000');

  it('is found by its number, even where the sentence is cut', () => {
    expect(canary).toContain('desk');
    expect(canaryIn(`… Canary 123E4567-E89B-42D3-A456-426614174000 …`, canary)).toBe(true);
    expect(canaryIn('Canary 123e4567-e89b-42d3-a456-426614174001', canary)).toBe(false);
  });
});
