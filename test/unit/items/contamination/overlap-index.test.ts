import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Item } from '../../../../src-main/contract/item.ts';
import { canaryAt } from '../../../../src-main/items/contamination/canary.ts';
import { OverlapIndex } from '../../../../src-main/items/contamination/overlap-index.ts';
import type { SourceText } from '../../../../src-main/items/contamination/read-texts.ts';
import { makeCanary } from '../../../../src-main/store/canary.ts';

const item = (id: string, text: string): Item => ({
  id,
  messages: [{ role: 'user', content: text }],
  stratum: 'all',
  split: 'dev',
  check: { kind: 'exact', answer: 'x' },
});

const source = (text: string): SourceText => ({ file: 'book.txt', line: 7, row: null, plain: true, text });

const numbered = (from: number, to: number): string =>
  Array.from({ length: to - from }, (_, index) => `w${from + index}`).join(' ');

describe('overlap', () => {
  it('is a run of thirteen words, with the passage as the item has it', () => {
    const index = new OverlapIndex([
      item('a', `Read this: ${numbered(0, 20)}, and answer.`),
      item('b', numbered(50, 70)),
    ]);
    index.addText(source(`First.\nBefore. W0, W1; w2-w3 ${numbered(4, 15)} after.`));
    const report = index.report();
    expect(report).toMatchObject({ checked: 2, tooShort: 0, contaminated: 1, share: 0.5 });
    expect(report.overlaps).toEqual([
      {
        itemId: 'a',
        share: 15 / 24,
        contaminated: true,
        passages: [
          {
            file: 'book.txt',
            line: 8,
            row: null,
            words: 15,
            inItem: {
              before: 'Read this: ',
              passage: numbered(0, 15),
              after: ` ${numbered(15, 20)}, and answer.`,
            },
            inText: {
              before: 'First.\nBefore. ',
              passage: `W0, W1; w2-w3 ${numbered(4, 15)}`,
              after: ' after.',
            },
          },
        ],
      },
    ]);
  });

  it('of twelve words is none, and items of fewer than thirteen cannot be checked', () => {
    const index = new OverlapIndex([item('a', numbered(0, 20)), item('short', numbered(0, 12))]);
    index.addText(source(numbered(0, 12)));
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
    index.addText(source(`${numbered(0, 8)} – ${numbered(30, 37)}`));
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
        index.addText(source(other.join(' ')));
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
  const canary = makeCanary('desk', 'ab'.repeat(32));
  const unique = canary.slice(-36);

  it('is found by its number, even where the sentence is cut', () => {
    expect(canary).toContain('desk');
    expect(canaryAt(`… Canary ${unique.toUpperCase()} …`, canary)).toBe(9);
    expect(canaryAt('Canary 123e4567-e89b-82d3-a456-426614174001', canary)).toBe(-1);
  });

  it('is a UUID of version 8 that belongs to the content, whatever the set is called', () => {
    expect(unique).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(makeCanary('other', 'ab'.repeat(32)).slice(-36)).toBe(unique);
    expect(makeCanary('desk', 'ac'.repeat(32)).slice(-36)).not.toBe(unique);
  });
});
