import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findStop, GrowingText } from '../../../../src-main/engine/llama/stops.ts';

describe('findStop', () => {
  test('takes the stop string that begins first', () => {
    expect(findStop('one\ntwo###three', ['###', '\n'])).toEqual({ stop: '\n', index: 3 });
  });

  test('takes the longer of two that begin at the same place', () => {
    expect(findStop('end</answer>', ['</', '</answer>'])).toEqual({ stop: '</answer>', index: 3 });
  });

  test('an empty stop string stops nothing', () => {
    expect(findStop('anything', [''])).toBeUndefined();
  });

  test('nothing before the hit holds a stop string, and the hit is one', () => {
    const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'c') });
    fc.assert(
      fc.property(letters, fc.array(letters, { maxLength: 4 }), (text, stops) => {
        const hit = findStop(text, stops);
        const present = stops.filter((stop) => stop !== '' && text.includes(stop));
        if (hit === undefined) {
          expect(present).toEqual([]);
          return;
        }
        expect(text.startsWith(hit.stop, hit.index)).toBe(true);
        for (const stop of present) expect(text.indexOf(stop)).toBeGreaterThanOrEqual(hit.index);
      }),
    );
  });
});

/** A tokeniser of single bytes: the smallest one whose tokens end in the middle of characters. */
const bytesToText = (tokens: readonly number[]): string => new TextDecoder().decode(Uint8Array.from(tokens));

/** A tokeniser that, like SentencePiece, drops the space of whatever word comes first. */
const words = [' the', ' cat', ' sat', 's', ',', ' \u{1F600}', '\n'];
const wordsToText = (tokens: readonly number[]): string =>
  tokens
    .map((token) => words[token] ?? '')
    .join('')
    .replace(/^ /, '');

function grow(detokenise: (tokens: readonly number[]) => string, tokens: readonly number[]): GrowingText {
  const growing = new GrowingText(detokenise);
  for (const token of tokens) growing.add(token);
  return growing;
}

describe('GrowingText', () => {
  test('text of whole characters, fed byte by byte, comes out as it was', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (text) => {
        // The sign for a broken character, meant as such, cannot be told from a broken character.
        fc.pre(!text.includes('\uFFFD'));
        expect(grow(bytesToText, [...new TextEncoder().encode(text)]).text).toBe(text);
      }),
    );
  });

  test('never shows part of a character', () => {
    const growing = new GrowingText(bytesToText);
    const seen = [...new TextEncoder().encode('a\u{1F600}b')].map((byte) => {
      growing.add(byte);
      return growing.text;
    });
    expect(seen).toEqual(['a', 'a', 'a', 'a', 'a\u{1F600}', 'a\u{1F600}b']);
  });

  test('goes on after bytes that are no character', () => {
    const growing = grow(bytesToText, [0x61, 0xff, 0xff, 0xff, 0xff, 0xff, 0x62]);
    expect(growing.text.startsWith('a')).toBe(true);
    expect(growing.text.endsWith('b')).toBe(true);
  });

  test('keeps spaces between words that a window alone would lose', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(words.length - 1), { maxLength: 40 }), (tokens) => {
        expect(grow(wordsToText, tokens).text).toBe(wordsToText(tokens));
      }),
    );
  });

  test('tells how much text each token brought', () => {
    const growing = new GrowingText(bytesToText);
    const lengths = [...new TextEncoder().encode('x\u00e9')].map((byte) => growing.add(byte));
    expect(lengths).toEqual([1, 0, 1]);
  });
});
