import fc from 'fast-check';
import { expect, test } from 'vitest';
import { tokenSpan } from '../../../src-main/app/token-span.ts';

test('the last token’s place in a text of SentencePiece, whose first space is left out', () => {
  expect(tokenSpan('Hi there now', ['▁Hi', '▁there'])).toEqual({ start: 2, end: 8 });
  expect(tokenSpan('Hi there', ['▁Hi'])).toEqual({ start: 0, end: 2 });
  expect(tokenSpan('a\nb', ['a', '<0x0A>'])).toEqual({ start: 1, end: 2 });
});

test('of byte-level pairs, and a part of a character is the whole of it', () => {
  expect(tokenSpan('Hi there', ['Hi', 'Ġthere'])).toEqual({ start: 2, end: 8 });
  // € is E2 82 AC; the second byte alone is still that one character.
  expect(tokenSpan('a€b', ['a', '<0xE2>', '<0x82>'])).toEqual({ start: 1, end: 2 });
  expect(tokenSpan('a€b', ['a', 'â', 'Ĥ'])).toEqual({ start: 1, end: 2 });
});

test('none where the tokens are not the beginning of the text, or one is not known', () => {
  expect(tokenSpan('Hello', ['Good'])).toBeNull();
  expect(tokenSpan('Hi', ['Hi', '▁there'])).toBeNull();
  expect(tokenSpan('Hi', [null])).toBeNull();
});

test('whatever the pieces, the span is the last piece', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme', minLength: 1 }), { minLength: 1 }), (pieces) => {
      fc.pre(pieces.every((piece) => !/[▁<]/u.test(piece)) && !pieces.join('').startsWith(' '));
      const text = `${pieces.join('')} and so on`;
      const before = pieces.slice(0, -1).join('').length;
      expect(tokenSpan(text, pieces)).toEqual({ start: before, end: pieces.join('').length });
    }),
  );
});
