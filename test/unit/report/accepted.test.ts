import { parse } from 'csv-parse/sync';
import { expect, it } from 'vitest';
import { inputDifferences } from '../../../src-main/contract/candidate.ts';
import { csvReport } from '../../../src-main/report/csv-report.ts';
import { htmlReport } from '../../../src-main/report/html-report.ts';
import { jsonReport } from '../../../src-main/report/json-report.ts';
import { markdownReport } from '../../../src-main/report/markdown-report.ts';
import type { ReportInput } from '../../../src-main/report/report-input.ts';
import { terminalTable } from '../../../src-main/report/terminal-table.ts';
import { reportInput } from '../../fixtures/report-input.ts';

const found = 'the same prompt became other token ids, first on item a1';

/** The plan accepts everything for Q4_K_M, and one difference was there. */
function accepting(): ReportInput {
  const input = reportInput();
  const { plan } = input.plan;
  return {
    ...input,
    plan: {
      ...input.plan,
      plan: {
        ...plan,
        candidates: plan.candidates.map((one) =>
          one.name === 'Q4_K_M' ? { ...one, accepted: inputDifferences } : one,
        ),
      },
    },
    candidates: input.candidates.map((one) =>
      one.name === 'Q4_K_M'
        ? { ...one, accepted: [{ what: found, acceptedAt: input.plan.registeredAt }] }
        : one,
    ),
  };
}

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ');

it.each([
  ['HTML', (input: ReportInput) => htmlReport(input)],
  ['Markdown', (input: ReportInput) => markdownReport(input)],
  ['JSON', jsonReport],
  ['CSV', csvReport],
  ['terminal', (input: ReportInput) => terminalTable(input)],
])('what a plan accepts is named in the report as %s', (_, write) => {
  const text = oneLine(write(accepting())).replaceAll('\\', '');
  expect(text).toContain(found);
  for (const kind of inputDifferences) expect(text).toContain(`(accept: ${kind})`);
  expect(oneLine(write(reportInput()))).not.toContain('(accept: ');
});

it('stands in the CSV beside the candidate that it concerns, and beside no other', () => {
  const rows: readonly Record<string, string>[] = parse(csvReport(accepting()), { columns: true });
  const naming = rows.filter((row) => row['accepted']?.includes('(accept: slots)'));
  expect(naming).toEqual(rows.filter((row) => row['candidate'] === 'Q4_K_M'));
  const without = rows.filter((row) => row['accepted'] === '').map((row) => row['candidate']);
  expect(new Set(without)).toEqual(new Set(['Q8_0', 'Q5_K_M']));
});
