import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { markdownReport } from '../../../src-main/report/markdown-report.ts';
import { fence, inline, table } from '../../../src-main/report/markdown-text.ts';
import { reportInput } from '../../fixtures/report-input.ts';
import { hostileTexts, withTextEverywhere } from './hostile.ts';

const input = reportInput();

describe('inline text', () => {
  it.each([
    ['Q4_K_M', 'Q4_K_M'],
    ['_soft_ *hard*', '\\_soft\\_ \\*hard\\*'],
    ['<b>&amp;', '&lt;b>&amp;amp;'],
    ['[a](b) ![c](d)', '\\[a\\](b) !\\[c\\](d)'],
    ['a|b `c`', 'a\\|b \\`c\\`'],
    ['http://example.org :smile:', 'http\\://example.org \\:smile:'],
    ['WWW.example.org', 'WWW\\.example.org'],
    ['- list', '\\- list'],
    ['1. list', '1\\. list'],
    ['# head', '\\# head'],
    ['two\nlines', 'two lines'],
    ['back\\slash', 'back\\\\slash'],
  ])('of %j is %j', (text, written) => {
    expect(inline(text)).toBe(written);
  });

  it('starts no markup, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const bare = inline(text).replaceAll(/\\./gsu, '');
        expect(bare).not.toMatch(/[`*[\]~$|<\n]/);
        expect(bare).not.toMatch(/^\s*(#|[-+] |\d+[.)] |>|=)/);
      }),
    );
  });
});

describe('fences', () => {
  it('are longer than any run of backticks within', () => {
    expect(fence('a ``` b')).toBe('````text\na ``` b\n````');
    fc.assert(
      fc.property(fc.array(fc.constantFrom('`', '``', '\n', 'a', '~~~')), (parts) => {
        const lines = fence(parts.join('')).split('\n');
        const [open = ''] = lines;
        const mark = open.replace('text', '');
        expect(lines.at(-1)).toBe(mark);
        expect(lines.slice(1, -1).some((line) => line.includes(mark))).toBe(false);
      }),
    );
  });
});

/** Runs of lines that start with a bar, fenced blocks left out. */
function tables(text: string): readonly (readonly string[])[] {
  const found: string[][] = [];
  let mark = '';
  let inTable = false;
  for (const line of text.split('\n')) {
    const fenced = /^(`{3,})(text)?$/.exec(line);
    if (mark === '' && fenced?.[2] === 'text') mark = fenced[1] ?? '';
    else if (mark !== '' && line === mark) mark = '';
    const isRow = mark === '' && line.startsWith('|');
    if (isRow && !inTable) found.push([]);
    if (isRow) found.at(-1)?.push(line);
    inTable = isRow;
  }
  return found;
}

const cells = (line: string): number => line.replaceAll(/\\./g, '').split('|').length;

describe('the Markdown report', () => {
  const text = markdownReport(input);

  it('has the answer first, after the settings that were not met', () => {
    const places = [
      '# Ship Q4_K_M instead of BF16',
      'Settings that are not what the plan asked for',
      '## 2 of 5 candidates pass.',
      '- ● **Q8_0 passes.',
      '## Change in items right, points',
      '### Q4_K_M, worst first',
      '## Numbers',
      '## Cost',
      '## How outputs ended',
      '## Items that flipped',
      '## What ran',
      '## Method',
    ].map((part) => text.indexOf(part));
    expect(places.every((place) => place >= 0)).toBe(true);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(text).toContain(
      '| Q4_K_M | −0.8 | −1.9 to +0.4 | 1,822 | 61 | 47 | ±0.5 | −2.0 | ● within the guard rail | fails |',
    );
  });

  it('has tables with equal rows, whatever the texts', () => {
    const rows = (report: string): readonly number[] => tables(report).map((one) => one.length);
    for (const added of ['', ...hostileTexts]) {
      const report = markdownReport(withTextEverywhere(input, added));
      expect(rows(report)).toEqual(rows(text));
      for (const one of tables(report)) expect(new Set(one.map(cells)).size).toBe(1);
      expect(report).not.toMatch(/^#{1,6} other/m);
    }
  });

  it('caps the items and counts them', () => {
    expect(markdownReport(input, { examples: 1 })).toContain(
      '61 lost, 47 gained, 6 without a pair. 1 of 114 shown here.',
    );
    expect(table(['a', 'b'], [['1', '2']], new Set([1]))).toBe('| a | b |\n| --- | ---: |\n| 1 | 2 |');
  });

  it('is the same for the same input', () => {
    expect(markdownReport(structuredClone(input))).toBe(text);
  });
});
