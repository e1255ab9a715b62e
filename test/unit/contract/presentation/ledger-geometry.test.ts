import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { ledgerGeometry } from '../../../../src-main/contract/presentation/ledger-geometry.ts';
import { outcomeCounts } from '../../../fixtures/comparison.ts';

const run = (name: string, counts: Parameters<typeof outcomeCounts>[0]) => ({
  name,
  counts: outcomeCounts(counts),
});

describe('the outcome ledger', () => {
  const ledger = ledgerGeometry([
    run('BF16', { scored: 1821, unparsed: 9, truncated: 6, overlong: 4 }),
    run('Q2_K', { scored: 1707, unparsed: 58, truncated: 71, overlong: 4 }),
  ]);

  it('ends its axis at the next doubling and keeps a point to 60 px', () => {
    expect(ledger.most).toBe(8);
    expect(ledger.widest).toBe(480);
    expect(ledger.ticks.map((tick) => tick.label)).toEqual(['0', '2', '4', '6', '8 %']);
  });

  it('lays the outcomes end to end in their order', () => {
    const [, q2] = ledger.rows;
    expect(q2).toMatchObject({ total: 1840, scored: 1707 });
    expect(q2?.bars.map((bar) => bar.outcome)).toEqual(['unparsed', 'truncated', 'overlong']);
    expect(q2?.bars[0]).toMatchObject({ from: 0, count: 58 });
    expect(q2?.bars[0]?.to).toBeCloseTo(((58 / 1840) * 100) / 8, 12);
    expect(q2?.bars[1]?.from).toBe(q2?.bars[0]?.to);
    expect(q2?.bars[2]?.to).toBeCloseTo(((133 / 1840) * 100) / 8, 12);
  });

  it('has four columns always and the others where they occur', () => {
    expect(ledger.columns.map((column) => column.outcome)).toEqual([
      'unparsed',
      'truncated',
      'overlong',
      'failed',
    ]);
    const judged = ledgerGeometry([run('a', { scored: 9, judge_error: 1 })]);
    expect(judged.columns.map((column) => column.outcome)).toContain('judge_error');
    expect(judged.columns.map((column) => column.outcome)).not.toContain('unsupported');
  });

  it('says so when every output was scored', () => {
    const all = ledgerGeometry([run('BF16', { scored: 40 })]);
    expect(all).toMatchObject({ allScored: true, most: 1, widest: 60 });
    expect(all.rows[0]?.bars).toEqual([]);
    expect(all.ticks.map((tick) => tick.label)).toEqual(['0', '0.25', '0.5', '0.75', '1 %']);
  });

  it('stands without runs, and with runs without outputs', () => {
    expect(ledgerGeometry([])).toMatchObject({ rows: [], allScored: true });
    expect(ledgerGeometry([run('a', {})])).toMatchObject({ allScored: true, rows: [{ total: 0, bars: [] }] });
  });

  it('never draws past its axis, whatever the counts', () => {
    const count = fc.nat({ max: 5000 });
    const counts = fc.record({
      scored: count,
      unparsed: count,
      truncated: count,
      overlong: count,
      failed: count,
      judge_error: count,
      unsupported: count,
    });
    fc.assert(
      fc.property(fc.array(counts, { maxLength: 6 }), (runs) => {
        const { rows } = ledgerGeometry(runs.map((one, index) => ({ name: `run ${index}`, counts: one })));
        for (const { bars, total, scored } of rows) {
          expect(bars.reduce((sum, bar) => sum + bar.count, 0)).toBe(total - scored);
          expect(bars.at(-1)?.to ?? 0).toBeLessThanOrEqual(1 + 1e-9);
        }
      }),
    );
  });
});
