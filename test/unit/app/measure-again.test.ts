import { expect, test } from 'vitest';
import { measureAgain } from '../../../src-main/app/measure-again.ts';
import type { ReportInput } from '../../../src-main/report/report-input.ts';
import { comparison, noise, part } from '../../fixtures/comparison.ts';
import { reportInput } from '../../fixtures/report-input.ts';

/** One candidate with that verdict. */
function reported(verdict: 'better' | 'worse'): { readonly report: ReportInput } {
  const input = reportInput();
  const runs = input.runs.map((run) => ({ ...run, state: 'complete' as const }));
  const [first] = input.candidates;
  if (first === undefined) throw new Error('the fixture has candidates');
  const compared = comparison(part(0.03, 0.01, 0.05, { verdict, noise: noise(0.005) }));
  return { report: reportInput({ runs, candidates: [{ ...first, comparison: compared }] }) };
}

test('a surprise names the command that measures again, as a shell reads it', () => {
  const again = measureAgain(reported('better'), "/plans/Ada's plan.yaml", { data: '/data', limit: 40 });
  expect(again?.reasons).toHaveLength(1);
  expect(again?.command).toBe(
    String.raw`noisefloor run '/plans/Ada'\''s plan.yaml' --replicates 3 --limit 40 --data /data`,
  );
  expect(measureAgain(reported('worse'), 'plan.yaml', { data: '/data' })).toBeNull();
});
