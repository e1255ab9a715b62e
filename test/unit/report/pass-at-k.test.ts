import { expect, test } from 'vitest';
import type { CandidatePassAtK } from '../../../src-main/contract/pass-at-k.ts';
import { htmlReport } from '../../../src-main/report/html-report.ts';
import { jsonDocument } from '../../../src-main/report/json-report.ts';
import { markdownReport } from '../../../src-main/report/markdown-report.ts';
import { terminalTable } from '../../../src-main/report/terminal-table.ts';
import { reportInput } from '../../fixtures/report-input.ts';

const interval = (lo: number, hi: number) => ({ lo, hi, level: 0.95, method: 'bootstrap', n: 164 }) as const;
const passAtK: readonly CandidatePassAtK[] = [
  {
    candidate: 'BF16',
    copies: false,
    rates: [
      { k: 1, mean: 0.412, interval: interval(0.38, 0.445), n: 164, short: 0, reason: null },
      { k: 10, mean: 0.601, interval: interval(0.562, 0.638), n: 160, short: 4, reason: null },
    ],
  },
  {
    candidate: 'Q4 <b>',
    copies: true,
    rates: [1, 10].map((k) => ({
      k,
      mean: null,
      interval: null,
      n: 0,
      short: 0,
      reason: 'no item has 1 sample with a score',
    })),
  },
];
const input = { ...reportInput(), passAtK };

test('every format shows pass@k with its interval, and what has to be known beside it', () => {
  const html = htmlReport(input);
  expect(html).toContain('<td class="num">56.2 to 63.8</td>');
  expect(html).toContain('Q4 &lt;b&gt;');
  const markdown = markdownReport(input);
  expect(markdown).toContain('## Right in at least one of k samples');
  expect(markdown.replaceAll('\\', '')).toContain(
    '| BF16 | 164 | 41.2 | 38.0 to 44.5 | 60.1 | 56.2 to 63.8 |',
  );
  const terminal = terminalTable(input);
  expect(terminal).toContain('BF16: pass@1 41.2 (38.0 to 44.5) %, pass@10 60.1 (56.2 to 63.8) %');
  expect(jsonDocument(input).passAtK).toEqual(passAtK);
  for (const text of [html, markdown, terminal]) {
    const line = text.replaceAll(/\s+/g, ' ');
    expect(line).toContain('sampled at a temperature of 0');
    expect(line).toContain('4 items have fewer than 10 samples');
    expect(line).toContain('no item has 1 sample with a score');
  }
});

test('with one sample an item nothing is said of it', () => {
  for (const text of [htmlReport(reportInput()), markdownReport(reportInput()), terminalTable(reportInput())])
    expect(text).not.toContain('pass@');
});
