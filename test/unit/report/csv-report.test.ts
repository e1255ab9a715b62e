import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { csvReport } from '../../../src-main/report/csv-report.ts';
import { comparison, emptyPart } from '../../fixtures/comparison.ts';
import { reportInput } from '../../fixtures/report-input.ts';
import { withTextEverywhere } from './hostile.ts';

const input = reportInput();
const read = (text: string): readonly Record<string, string>[] =>
  parse(text, { columns: true, recordDelimiter: '\r\n' });
const rows = read(csvReport(input));

describe('the CSV report', () => {
  it('has one row for each candidate and part, worst stratum first', () => {
    expect(rows).toHaveLength(5 * 8);
    expect(rows.slice(16, 20).map((row) => [row['candidate'], row['part'], row['stratum']])).toEqual([
      ['Q4_K_M', 'overall', ''],
      ['Q4_K_M', 'stratum', 'calendar_calls'],
      ['Q4_K_M', 'stratum', 'contract_questions'],
      ['Q4_K_M', 'stratum', 'order_json'],
    ]);
  });

  it('holds the comparison’s numbers without loss', () => {
    const q4 = input.candidates.find(({ name }) => name === 'Q4_K_M')?.comparison;
    const row = rows[16];
    expect(Number(row?.['change'])).toBe(q4?.delta);
    expect(Number(row?.['change_lo'])).toBe(q4?.interval?.lo);
    expect(Number(row?.['lost'])).toBe(61);
    expect(Number(row?.['noise_half_width'])).toBe(q4?.noise?.halfWidth);
    expect(row?.['verdict']).toBe('within the guard rail');
    expect(row?.['plan']).toBe('fails');
    expect(row?.['worst_verdict']).toBe('cannot tell yet');
    expect(row?.['candidate_truncated']).toBe('22');
    expect(row?.['must_pass']).toBe('');
    expect(rows[17]?.['must_pass']).toBe('true');
  });

  it('leaves empty what cannot be computed, and has no row for a candidate that was not compared', () => {
    const [one, two] = input.candidates;
    if (one === undefined || two === undefined) throw new Error('the fixture has candidates');
    const some = read(
      csvReport({
        ...input,
        candidates: [
          { ...one, comparison: null },
          { ...two, comparison: comparison(emptyPart('no pairs, none at all')) },
        ],
      }),
    );
    expect(some).toHaveLength(1);
    expect(some[0]).toMatchObject({ change: '', p: '', reason: 'no pairs, none at all' });
  });

  it('keeps its columns and starts no formula, whatever the names', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 10 }),
      fc.constantFrom('=1+1', '+1', '-1', '@a', '\t=1', '\r\n', '"', ',', '"\r\n=1'),
    );
    fc.assert(
      fc.property(text, (added) => {
        const some = withTextEverywhere(input, '');
        const named = {
          ...some,
          candidates: some.candidates.map((one) => ({
            ...one,
            name: added,
            comparison: one.comparison === null ? null : { ...one.comparison, reason: added },
          })),
        };
        const read40 = read(csvReport(named));
        expect(read40).toHaveLength(40);
        for (const row of read40) {
          for (const field of [row['candidate'], row['reason']]) {
            expect(field).not.toMatch(/^[=+\-@\t\r]/);
            expect((field ?? '').replace(/^'(?=[=+\-@\t\r])/, '')).toBe(
              field === row['candidate']
                ? added
                : row['reason'] === ''
                  ? ''
                  : (field ?? '').replace(/^'(?=[=+\-@\t\r])/, ''),
            );
          }
          expect((row['candidate'] ?? '').replace(/^'(?=[=+\-@\t\r])/, '')).toBe(added);
        }
      }),
      { numRuns: 50 },
    );
  });

  it('is the same for the same input', () => {
    expect(csvReport(structuredClone(input))).toBe(csvReport(input));
  });
});
