import { stripVTControlCharacters } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { terminalTable } from '../../../src-main/report/terminal-table.ts';
import { cutMiddleTo, cutTo, displayWidth, pad, wrapLines } from '../../../src-main/report/terminal-text.ts';
import { comparison, emptyPart, part, stratum } from '../../fixtures/comparison.ts';
import { reportInput } from '../../fixtures/report-input.ts';
import { hostileTexts, withTextEverywhere } from './hostile.ts';

const input = reportInput();
const text = terminalTable(input);
const lines = text.split('\n');
const row = (name: string): string => lines.find((line) => line.startsWith(`${name} `)) ?? '';

describe('the terminal table', () => {
  it('has a row for each candidate with every number', () => {
    expect(row('Q4_K_M').replaceAll(/\s+/g, ' ')).toBe(
      'Q4_K_M 1,822 82.6 −0.8 −1.9 to +0.4 61/47 yes ● within the guard rail fails',
    );
    expect(row('BF16 rerun')).toContain('○ sets the noise floor');
  });

  it('has every candidate’s strata, worst first, and marks those that must pass', () => {
    const at = lines.indexOf('Q4_K_M, worst first');
    expect(lines[at + 1]).toMatch(/^\* calendar_calls .*▼ worse +fails$/);
    expect(lines[at + 7]).toMatch(/^polite_refusals .*▲ better$/);
  });

  it('says before the table what was not resolved as asked, and after it the verdicts', () => {
    expect(text.indexOf('flash attention is off, asked for was on')).toBeLessThan(text.indexOf('candidate '));
    expect(text).toContain('2 of 5 candidates pass.');
    expect(text).toContain('▼ Q4_K_M does not pass.');
  });

  it('fits its width, also with long and wide names', () => {
    for (const added of ['', '_with_quite_a_long_name_behind_it', '日本語の長い名前です', '👩‍💻👩‍💻👩‍💻👩‍💻👩‍💻👩‍💻']) {
      for (const line of terminalTable(withTextEverywhere(input, added)).split('\n')) {
        const isProse = line.includes(added) && added !== '' && displayWidth(line) > 100;
        if (!isProse) expect(displayWidth(line)).toBeLessThanOrEqual(100);
      }
    }
    for (const line of lines) expect(displayWidth(line)).toBeLessThanOrEqual(100);
  });

  it('needs no colour: the coloured text is the same text', () => {
    const coloured = terminalTable(input, { ansi: true });
    expect(coloured).not.toBe(text);
    expect(stripVTControlCharacters(coloured)).toBe(text);
    expect(text).not.toContain('\u001b');
  });

  it.each(hostileTexts)('lets no text drive the terminal (%j)', (added) => {
    const shown = terminalTable(withTextEverywhere(input, added));
    // eslint-disable-next-line no-control-regex -- control characters are what must be gone
    expect(shown).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
    expect(shown.split('\n').filter((line) => /^Q4_K_M.*\d,\d/.test(line))).toHaveLength(1);
  });

  it('keeps candidates without numbers, and says what is not shown', () => {
    const [one, two] = input.candidates;
    if (one === undefined || two === undefined) throw new Error('the fixture has candidates');
    const many = Array.from({ length: 20 }, (_, index) => stratum(`s${index}`, part(0, -0.01, 0.01)));
    const shown = terminalTable({
      ...input,
      candidates: [
        { ...one, comparison: null, reason: 'it was never run' },
        { ...two, comparison: comparison(emptyPart('no pairs'), { strata: many }) },
      ],
    });
    expect(shown).toMatch(/Q8_0 +– +– +– +– +– +– +⊠ not comparable/);
    expect(shown).toContain('Q8_0 was not compared with BF16: it was never run.');
    expect(shown).toContain('and 8 more');
    expect(input.plan.plan.replicates).toBe(2);
    expect(shown).toContain('The noise floor was not measured: no item has a score in two runs of BF16.');
    expect(shown).not.toMatch(/NaN|undefined|null/);
    const none = terminalTable({ ...input, candidates: [{ ...one, comparison: null, reason: 'no key' }] });
    expect(none).toContain('The noise floor was not measured: no candidate was compared.');
  });
});

describe('text on a terminal', () => {
  it('is measured in columns', () => {
    expect(displayWidth('abc')).toBe(3);
    expect(displayWidth('日本')).toBe(4);
    expect(displayWidth('e\u0301')).toBe(1);
    expect(cutTo('日本語', 5)).toBe('日本…');
    expect(cutMiddleTo('juniper-12b-Q4_K_M', 12)).toBe('juni…-Q4_K_M');
    expect(pad('日', 3, 'right')).toBe(' 日');
    expect(pad('a', 3, 'left')).toBe('a  ');
  });

  it('is cut to its width and wrapped without loss', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 2, max: 30 }), (any, width) => {
        expect(displayWidth(cutTo(any, width))).toBeLessThanOrEqual(width);
        expect(displayWidth(cutMiddleTo(any, width))).toBeLessThanOrEqual(width);
      }),
    );
    fc.assert(
      fc.property(
        fc.array(fc.stringMatching(/^[a-z]{1,12}$/)),
        fc.integer({ min: 14, max: 60 }),
        (list, width) => {
          const wrapped = wrapLines(list.join(' '), width, '  ');
          expect(wrapped.map((line) => line.trim()).join(' ')).toBe(list.join(' '));
          for (const line of wrapped) expect(displayWidth(line)).toBeLessThanOrEqual(width);
        },
      ),
    );
  });
});
