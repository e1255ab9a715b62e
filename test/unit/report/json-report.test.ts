import { describe, expect, it } from 'vitest';

import { jsonDocument, jsonReport } from '../../../src-main/report/json-report.ts';
import { reportInput } from '../../fixtures/report-input.ts';

const input = reportInput();

describe('the JSON report', () => {
  it('is format 1 and reads back as the document', () => {
    const text = jsonReport(input);
    expect(JSON.parse(text)).toEqual(jsonDocument(input));
    expect(Object.keys(JSON.parse(text) as object)).toEqual([
      'format',
      'noisefloor',
      'generatedAt',
      'plan',
      'items',
      'peeks',
      'answer',
      'remeasure',
      'differingSettings',
      'candidates',
      'runs',
      'review',
      'judgeReview',
      'judge',
      'passAtK',
      'divergence',
    ]);
    expect(text.endsWith('}\n')).toBe(true);
    expect(jsonReport(structuredClone(input))).toBe(text);
  });

  it('holds the comparisons, the sentences and the sittings as they are', () => {
    const { candidates, runs, format, answer } = jsonDocument(input);
    expect(format).toBe(1);
    expect(answer).toMatch(/^2 of 5 candidates pass/);
    expect(candidates.map(({ comparison }) => comparison)).toEqual(
      input.candidates.map(({ comparison }) => comparison),
    );
    expect(candidates[2]?.sentences).toMatchObject({ verdict: 'worse' });
    expect(candidates[2]?.sentences.first).toMatch(/^Q4_K_M does not pass/);
    expect(candidates[2]?.cases.items.map(({ kind }) => kind)).toEqual([
      'lost',
      'lost',
      'lost',
      'lost',
      'gained',
      'missing',
    ]);
    expect(runs[0]?.sittings[1]?.manifest.resumed).toBe(true);
  });
});
