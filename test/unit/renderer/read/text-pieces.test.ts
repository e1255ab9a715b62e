import fc from 'fast-check';
import { expect, test } from 'vitest';
import { differingParts, textPieces } from '../../../../src-renderer/screens/read/text-pieces.ts';

const cut = (text: string, ranges: readonly { start: number; end: number }[]): string[] =>
  ranges.map(({ start, end }) => text.slice(start, end));

/** The text with its ranges taken out. */
const rest = (text: string, ranges: readonly { start: number; end: number }[]): string =>
  textPieces(text, ranges, null)
    .filter(({ differs }) => !differs)
    .map((piece) => piece.text)
    .join('');

test('words that only one side has are marked on that side', () => {
  const [left, right] = ['I will look up the slots', 'I will check the slots'];
  const parts = differingParts(left, right, 'words');
  expect(parts && cut(left, parts.left)).toEqual(['look', 'up ']);
  expect(parts && cut(right, parts.right)).toEqual(['check']);
});

test('off, and equal texts, mark nothing; texts that are too long are not compared', () => {
  expect(differingParts('a', 'b', 'off')).toEqual({ left: [], right: [] });
  expect(differingParts('a b', 'a b', 'words')).toEqual({ left: [], right: [] });
  expect(differingParts('x'.repeat(30_000), 'y', 'words')).toBeNull();
});

test('what is not marked is the same on both sides', () => {
  const words = fc
    .array(fc.constantFrom('a', 'b', ' ', '\n', 'ä'), { maxLength: 30 })
    .map((all) => all.join(''));
  fc.assert(
    fc.property(words, words, fc.constantFrom('words' as const, 'lines' as const), (left, right, mode) => {
      const parts = differingParts(left, right, mode);
      expect(parts).not.toBeNull();
      if (parts) expect(rest(left, parts.left)).toBe(rest(right, parts.right));
    }),
  );
});

test('the pieces joined are the text, and the span that was read is whole', () => {
  const range = fc
    .tuple(fc.nat(40), fc.nat(40))
    .map(([one, other]) => ({ start: Math.min(one, other), end: Math.max(one, other) }));
  fc.assert(
    fc.property(
      fc.string({ maxLength: 40 }),
      fc.array(range, { maxLength: 4 }),
      range,
      (text, ranges, span) => {
        const pieces = textPieces(text, ranges, span);
        expect(pieces.map((piece) => piece.text).join('')).toBe(text);
        const read = pieces
          .filter((piece) => piece.read)
          .map((piece) => piece.text)
          .join('');
        expect(read).toBe(text.slice(span.start, span.end));
      },
    ),
  );
});
