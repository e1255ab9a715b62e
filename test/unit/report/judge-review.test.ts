import { expect, test } from 'vitest';
import type { PairJudgement } from '../../../src-main/contract/judging.ts';
import type { JudgeReview } from '../../../src-main/contract/judge-review.ts';
import { anonymousReport } from '../../../src-main/app/anonymous-report.ts';
import { htmlReport } from '../../../src-main/report/html-report.ts';
import { judgeChoiceRow, judgeChoicesHead } from '../../../src-main/report/judge-choices-file.ts';
import { jsonDocument } from '../../../src-main/report/json-report.ts';
import { markdownReport } from '../../../src-main/report/markdown-report.ts';
import { reportInput } from '../../fixtures/report-input.ts';

const judgeReview: JudgeReview = {
  judge: 'large <judge>.gguf',
  judgeHash: 'ab'.repeat(32),
  pairs: [
    {
      one: 'BF16',
      other: 'Q4_K_M',
      items: 250,
      preferredOne: 120,
      ties: 50,
      preferredOther: 80,
      inconsistent: 25,
      share: 0.42,
      interval: { lo: 0.37, hi: 0.47, level: 0.95, method: 'bootstrap', n: 250 },
      judgeErrors: 3,
      same: 700,
      unanswered: 1,
      decided: 440,
      first: 242,
    },
  ],
  agreement: { pairs: 40, value: 0.31, interval: null, items: 40, reason: null },
};

test('a judge’s choices have a section of their own in every report, with how far to trust them', () => {
  const input = { ...reportInput(), judgeReview };
  const markdown = markdownReport(input);
  const section = markdown.slice(markdown.indexOf('## What the judge chose, two by two'));
  expect(section).toMatch(/BF16 and Q4\\?_K\\?_M *\| *250 \| *120 \| *50 \| *80 \| *42\\?\.0 \|/);
  expect(section).toContain('The two orders disagree in 10.0 % of 250 pairs.');
  expect(section).toContain('chosen in 55.0 % of the judge’s 440 choices');
  expect(section).toContain('40 pairs say little: from 200 on');
  expect(section).toContain('below 0.5: this judge does not choose as people do.');
  const html = htmlReport(input);
  expect(html).toContain('What the judge chose, two by two');
  expect(html).toContain('large &lt;judge&gt;.gguf');
  expect(html).not.toContain('<judge>');
  expect(jsonDocument(input).judgeReview).toEqual(judgeReview);
  expect(anonymousReport(input).judgeReview).toMatchObject({ pairs: judgeReview.pairs });
});

test('without a judge that was asked there is no such section', () => {
  const input = reportInput();
  expect(markdownReport(input)).not.toContain('What the judge chose');
  expect(htmlReport(input)).not.toContain('What the judge chose');
});

test('a row of a file has the judge’s own words, and none is put in place of a choice that cannot be read', () => {
  const said: PairJudgement = {
    itemId: 'a,1',
    one: 'bf16',
    other: 'q4',
    swapped: true,
    text: 'Better, "far".\n{"choice": "1"}',
    finish: 'end',
    promptHash: '',
    promptTokens: 1,
    generatedTokens: 1,
    totalMs: 1,
  };
  expect(judgeChoicesHead('csv')).toBe('judge,item,one,other,shown_first,choice,preferred,finish,text\r\n');
  expect(judgeChoiceRow('large', said, 'other', 'csv')).toBe(
    'large,"a,1",bf16,q4,q4,other,q4,end,"Better, ""far"".\n{""choice"": ""1""}"\r\n',
  );
  expect(judgeChoicesHead('jsonl')).toBe('');
  expect(JSON.parse(judgeChoiceRow('large', said, null, 'jsonl'))).toMatchObject({
    choice: 'judge_error',
    preferred: '',
    shown_first: 'q4',
    text: said.text,
  });
});
