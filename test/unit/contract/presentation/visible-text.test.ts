import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import {
  cutMiddle,
  excerpt,
  visibleLine,
  visibleParts,
  visibleText,
} from '../../../../src-main/contract/presentation/visible-text.ts';

const lone = String.fromCharCode(0xd800);

describe('hidden characters', () => {
  it.each([
    ['a\u202ebc', 'a⟨U+202E⟩bc'],
    ['\u001b[31mred', '⟨U+001B⟩[31mred'],
    ['a\u0000b', 'a⟨U+0000⟩b'],
    ['a\u2066b\u2069', 'a⟨U+2066⟩b⟨U+2069⟩'],
    ['zero\u200bwidth', 'zero⟨U+200B⟩width'],
    ['\ufeffstart', '⟨U+FEFF⟩start'],
    ['tag\u{e0041}', 'tag⟨U+E0041⟩'],
    [`half${lone}`, 'half⟨U+D800⟩'],
    ['old\rmac', 'old⟨U+000D⟩mac'],
    ['c1\u0085', 'c1⟨U+0085⟩'],
  ])('are written out (%j)', (text, shown) => {
    expect(visibleText(text)).toBe(shown);
  });

  it.each(['tab\tand\nline', 'שלום עולם', 'مرحبا', '日本語', 'é e\u0301', '👩\u200d💻', 'می\u200cخواهم'])(
    'leave ordinary text as it is (%j)',
    (text) => {
      expect(visibleText(text)).toBe(text);
    },
  );

  it('make one line feed of CR LF', () => {
    expect(visibleText('a\r\nb')).toBe('a\nb');
  });

  it('leave nothing that drives a terminal or turns the direction, in any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const shown = visibleText(text);
        // eslint-disable-next-line no-control-regex -- control characters are what must be gone
        expect(shown).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/u);
        expect(shown.isWellFormed()).toBe(true);
        expect(
          visibleParts(text)
            .map((part) => part.text)
            .join(''),
        ).toBe(shown);
        expect(visibleText(shown)).toBe(shown);
      }),
    );
  });

  it('fit one line', () => {
    expect(visibleLine('  two\n lines\u2028\tand a tab ')).toBe('two lines and a tab');
  });
});

describe('long names', () => {
  it('are cut in the middle, so that their ends still tell them apart', () => {
    expect(cutMiddle('juniper-12b-Q4_K_M', 18)).toBe('juniper-12b-Q4_K_M');
    expect(cutMiddle('juniper-12b-Q4_K_M', 12)).toBe('juni…-Q4_K_M');
    expect(Array.from(cutMiddle('日本語の名前がとても長い', 6))).toHaveLength(6);
  });
});

describe('excerpts', () => {
  it('leave short texts whole', () => {
    expect(excerpt('short', 5)).toEqual({ start: 'short', end: '', left: 0 });
  });

  it('keep the start and the end', () => {
    expect(excerpt('0123456789abcdefghij', 10)).toEqual({ start: '01234567', end: 'ij', left: 10 });
  });

  it('lose nothing uncounted and cut no character in two', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 60 }),
        fc.integer({ min: 2, max: 30 }),
        (text, limit) => {
          const { start, end, left } = excerpt(text, limit);
          expect(start.length + left + end.length).toBe(text.length);
          expect(start.length + end.length).toBeLessThanOrEqual(limit);
          expect(text.startsWith(start) && text.endsWith(end)).toBe(true);
          expect(start.isWellFormed() && end.isWellFormed()).toBe(true);
        },
      ),
    );
  });
});
