import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compatibilityForm } from '../../../src-main/scoring/compatibility-form.ts';
import { foldMapped } from '../../../src-main/scoring/folding.ts';
import {
  asInSource,
  keep,
  rewrite,
  sourceSpan,
  trimmed,
  verbatim,
} from '../../../src-main/scoring/mapped-text.ts';

const text = fc.string({ unit: 'grapheme', maxLength: 30 });

test('what is left out leaves a gap, and the rest finds its way back', () => {
  const kept = keep(verbatim('abc<x>def'), [
    { start: 0, end: 3 },
    { start: 6, end: 9 },
  ]);
  expect(kept.text).toBe('abcdef');
  expect(sourceSpan(kept, 1, 3)).toEqual({ start: 1, end: 3 });
  expect(sourceSpan(kept, 3, 6)).toEqual({ start: 6, end: 9 });
  expect(sourceSpan(kept, 2, 4)).toEqual({ start: 2, end: 7 });
});

test('a replacement of another length maps to all that it replaced', () => {
  const rewritten = rewrite(verbatim('a & b'), /&/gu, () => 'and');
  expect(rewritten.text).toBe('a and b');
  expect(sourceSpan(rewritten, 3, 4)).toEqual({ start: 2, end: 3 });
  expect(sourceSpan(rewritten, 6, 7)).toEqual({ start: 4, end: 5 });
});

test('nothing maps to nothing, at the right place', () => {
  expect(sourceSpan(verbatim(''), 0, 0)).toEqual({ start: 0, end: 0 });
  expect(sourceSpan(verbatim('abc'), 2, 2)).toEqual({ start: 2, end: 2 });
  expect(trimmed(verbatim('  ')).text).toBe('');
  expect(sourceSpan(trimmed(verbatim('  a ')), 0, 1)).toEqual({ start: 2, end: 3 });
});

test('through any rewriting, spans stay in order and inside, and untouched letters map to themselves', () => {
  fc.assert(
    fc.property(text, fc.string({ maxLength: 3 }), fc.nat(30), fc.nat(30), (source, other, one, two) => {
      const first = rewrite(verbatim(source), /[aeiou]/gu, () => other);
      const second = rewrite(first, /\s+/gu, () => ' ');
      const [from, to] = [Math.min(one, two), Math.max(one, two)].map((at) =>
        Math.min(at, second.text.length),
      );
      const span = sourceSpan(second, from ?? 0, to ?? 0);
      expect(span.start).toBeLessThanOrEqual(span.end);
      expect(span.end).toBeLessThanOrEqual(source.length);
      for (const [at, letter] of second.text.split('').entries()) {
        if (/[aeiou\s]/u.test(letter) || other.includes(letter)) continue;
        const { start, end } = sourceSpan(second, at, at + 1);
        expect(source.slice(start, end)).toBe(letter);
      }
    }),
  );
});

test('the compatibility form is NFKC, but for exponents and mixed fractions', () => {
  expect(compatibilityForm('10² m² 1½ ½ ①').text).toBe('10^2 m2 1 1⁄2 1⁄2 1');
  expect(compatibilityForm('10⁻³').text).toBe('10^-3');
  const anyUnicode = fc
    .array(fc.integer({ min: 0, max: 0x10ffff }), { maxLength: 12 })
    .map((codes) => codes.map((code) => String.fromCodePoint(code)).join(''));
  const marked = fc.string({
    unit: fc.constantFrom(
      'a',
      'e',
      '\u0301',
      '\u0323',
      'ᄀ',
      'ᅡ',
      'ᆨ',
      'ﾊ',
      'ﾞ',
      'ㄱ',
      'ㅏ',
      'が',
      'क',
      '\u093C',
      '\u0F71\u0F72',
    ),
    maxLength: 12,
  });
  fc.assert(
    fc.property(fc.oneof(anyUnicode, marked, text), (source) => {
      fc.pre(!/[\d)\]][⁺⁻⁰¹²³⁴-⁹¼-¾⅐-⅞↉]/u.test(source));
      expect(compatibilityForm(source).text).toBe(source.normalize('NFKC'));
    }),
    { numRuns: 5000 },
  );
});

test('every code point alone becomes its NFKC form', () => {
  const different: string[] = [];
  for (let code = 0; code <= 0x10ffff; code++) {
    const letter = String.fromCodePoint(code);
    if (compatibilityForm(letter).text !== letter.normalize('NFKC')) different.push(code.toString(16));
  }
  expect(different).toEqual([]);
}, 60_000);

test('100,000 marks on one letter stay as they are', () => {
  const source = `a${'\u0301\u0323'.repeat(50_000)}`;
  expect(compatibilityForm(source).text).toBe(source);
});

test('the source of a form is the source', () => {
  fc.assert(
    fc.property(text, (source) => {
      expect(asInSource(compatibilityForm(source), source).text).toBe(source);
    }),
  );
});

test('folding joins what differs in case and white space only', () => {
  const folded = (source: string): string => foldMapped(verbatim(source)).text;
  expect(folded('STRASSE  ΟΔΟΣ\n Ｉ')).toBe(folded('straße οδος ｉ'.replace('ｉ', 'Ｉ')));
  expect(folded('ſ')).not.toBe('');
  const mapped = foldMapped(verbatim('Die  STRAßE'));
  expect(mapped.text).toBe('die strasse');
  expect(sourceSpan(mapped, 4, 11)).toEqual({ start: 5, end: 11 });
});
