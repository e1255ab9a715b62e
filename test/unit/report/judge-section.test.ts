import { describe, expect, it } from 'vitest';
import type { Calibration } from '../../../src-main/contract/calibration.ts';
import { anonymousReport } from '../../../src-main/app/anonymous-report.ts';
import { jsonDocument } from '../../../src-main/report/json-report.ts';
import { htmlReport } from '../../../src-main/report/html-report.ts';
import { markdownReport } from '../../../src-main/report/markdown-report.ts';
import { reportInput } from '../../fixtures/report-input.ts';
import { findAll, findOne, readHtml } from './html-structure.ts';

const hostile = '<img src=x onerror=alert(1)> | *poor*';
const none = { value: null, interval: null, items: 0, reason: 'No item was rated twice.' };
const judge: Calibration = {
  judge: 'judge-70b.gguf',
  ranOn: 'Q5_K_M, llama.cpp b9026, cuda',
  forced: true,
  judgeHash: 'ab'.repeat(32),
  raters: [{ rater: 'Ada', labels: 12 }],
  scales: [
    {
      grades: [hostile, 'good'],
      measure: 'kappa',
      labels: 11,
      ungraded: 1,
      agreement: {
        value: 0.4,
        interval: { lo: 0.1, hi: 0.7, level: 0.95, method: 'bootstrap', n: 6 },
        items: 6,
        reason: null,
      },
      people: null,
      everyone: none,
      table: [
        [3, 1],
        [2, 5],
      ],
    },
  ],
  corrected: [
    {
      candidate: 'Q4_K_M',
      items: 40,
      judge: -0.01,
      estimate: -0.03,
      interval: { lo: -0.06, hi: 0, level: 0.95 },
      labelled: 5,
      inDrawnOrder: false,
      reason: null,
    },
  ],
};
const input = reportInput({ judge });

const said = [
  'judge-70b.gguf (Q5_K_M, llama.cpp b9026, cuda)',
  'ab'.repeat(32),
  'Ada (12)',
  'kappa of 2 grades',
  '0.40 (0.10 to 0.70)',
  '11 labels say little: from 200 on the agreement is known well enough.',
  'below 0.7: this judge does not grade as people do.',
  '1 labelled answers have no grade by the judge and are left out.',
  'by the judge alone −1.0, corrected by 5 labelled items −3.0 (−6.0 to 0.0)',
  'Angelopoulos et al. 2023',
  'It holds where the labelled items were drawn at random.',
  'Q4_K_M: the labelled items are not the first of the order that the plan draws',
];

describe('the judge in a report', () => {
  it('stands in the HTML report with its warnings, its table, and the corrected difference', () => {
    const html = readHtml(htmlReport(input));
    const section = findOne(html, 'section', { id: 'judge' });
    for (const words of said) expect(section.text).toContain(words);
    expect(section.text).toContain(hostile);
    expect(findAll(section, 'img')).toEqual([]);
    expect(findAll(section, 'td')).toHaveLength(4);
  });

  it('stands in the Markdown report, with grades as texts', () => {
    const text = markdownReport(input);
    for (const words of said) expect(text).toContain(words);
    expect(text).not.toContain('<img');
  });

  it('says where its answers were not forced into a form, and nothing where they were, or nothing tells', () => {
    const unforced = 'an answer in which none is found is a judge error.';
    const free = reportInput({ judge: { ...judge, forced: false } });
    expect(findOne(readHtml(htmlReport(free)), 'section', { id: 'judge' }).text).toContain(unforced);
    expect(markdownReport(free)).toContain(unforced);
    for (const forced of [true, null])
      expect(markdownReport(reportInput({ judge: { ...judge, forced } }))).not.toContain(unforced);
  });

  it('stands in the JSON report as it is', () => {
    expect(jsonDocument(input).judge).toEqual(judge);
  });

  it('is left out where the plan has none', () => {
    expect(htmlReport(reportInput())).not.toContain('The judge');
    expect(markdownReport(reportInput())).not.toContain('## The judge');
  });

  it('loses its raters’ names, and the folder and address of the judge, where it is shown outside', () => {
    const { plan } = reportInput();
    const [candidate] = plan.plan.candidates;
    if (!candidate) throw new Error('the report has no candidate');
    const reader = {
      engine: 'openai' as const,
      name: 'judge',
      sampling: candidate.sampling,
      accepted: [],
      endpoint: 'http://10.0.0.7:8000/v1',
      model: 'judge-70b',
      settings: { parallel: 1, timeout: 10 },
    };
    const shown = anonymousReport(
      reportInput({
        judge: { ...judge, judge: 'judge-70b at http://10.0.0.7:8000/v1' },
        plan: { ...plan, plan: { ...plan.plan, judge: reader } },
      }),
    );
    expect(JSON.stringify(jsonDocument(shown))).not.toMatch(/10\.0\.0\.7|Ada/);
    expect(shown.judge?.raters).toEqual([{ rater: 'Rater 1', labels: 12 }]);
  });
});
