import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import type { DivergenceReport } from '../../../src-main/contract/divergence.ts';
import { csvReport } from '../../../src-main/report/csv-report.ts';
import { htmlReport } from '../../../src-main/report/html-report.ts';
import { jsonReport } from '../../../src-main/report/json-report.ts';
import { markdownReport } from '../../../src-main/report/markdown-report.ts';
import { anonymousReport } from '../../../src-main/app/anonymous-report.ts';
import { reportInput } from '../../fixtures/report-input.ts';

const input = reportInput();
const [first, second] = input.candidates;
const name = first?.name ?? '';
const other = second?.name ?? '';
const stratum = first?.comparison?.strata[0]?.stratum ?? '';
const kl = {
  mean: 0.0185,
  interval: { lo: 0.0164, hi: 0.0206, level: 0.95, method: 'cluster-bootstrap', n: 9 },
} as const;
const sameTop = { mean: 0.99, interval: null };
const divergence: DivergenceReport = {
  plan: input.plan.hash,
  measuredAt: '2026-01-01T00:00:00.000Z',
  baseline: input.plan.plan.baseline,
  rerun: { paired: 9, parted: 2, floor: 0.1875, reason: null },
  candidates: [
    {
      candidate: name,
      items: 9,
      tokens: 90,
      kl,
      klPercentiles: { median: 0.001, p90: 0.01, p99: 0.2, p999: 0.3, largest: 2.22 },
      sameTop,
      change: { mean: sameTop, rootMeanSquare: sameTop },
      perplexityRatio: { ...sameTop, logError: null },
      strata: [{ stratum, items: 4, tokens: 40, kl: sameTop, largestKl: 1.5, sameTop }],
      furthest: [],
      partings: {
        paired: 9,
        parted: 5,
        kinds: { coin_toss: 2, damage: 3 },
        margin: { median: 0.2, p90: 0.3, largest: 0.4 },
        kl: { median: 0.2, p90: 0.3, largest: 0.4 },
        reason: null,
      },
    },
  ],
  left: [{ candidate: other, reason: '/home/ada/models/two.gguf is not there.' }],
  resamples: 100,
  seed: 1,
};
const measured = { ...input, divergence };

test('HTML and Markdown have the tables, the floor, and what was left out; without a measurement nothing of it', () => {
  // Markdown puts backslashes before what could be read as markup.
  const markdown = markdownReport(measured, { examples: 0 }).replaceAll('\\', '');
  for (const text of [htmlReport(measured, { examples: 0 }), markdown]) {
    expect(text).toContain('Divergence from the baseline');
    expect(text).toContain('0.0164 to 0.0206');
    expect(text).toContain('at margins up to 0.1875 nats');
    expect(text).toContain('is not there.');
  }
  for (const text of [htmlReport(input), markdownReport(input)])
    expect(text).not.toContain('Divergence from the baseline');
});

test('CSV has it in full precision, by stratum too, and is empty for what was not measured', () => {
  const rows = parse<Record<string, string>>(csvReport(measured), { columns: true, recordDelimiter: '\r\n' });
  const row = (candidate: string, part: string) =>
    rows.find((one) => one['candidate'] === candidate && one['stratum'] === part);
  expect(row(name, '')).toMatchObject({
    kl_mean: '0.0185',
    kl_mean_hi: '0.0206',
    kl_largest: '2.22',
    same_top_lo: '',
    parted: '5',
    parted_coin_toss: '2',
    parted_damage: '3',
  });
  expect(row(name, stratum)).toMatchObject({ kl_mean: '0.99', kl_largest: '1.5', parted: '' });
  expect(row(other, '')).toMatchObject({ kl_mean: '', parted_damage: '' });
});

test('JSON has the whole of it, and an anonymous report no folder', () => {
  expect((JSON.parse(jsonReport(measured)) as { divergence: unknown }).divergence).toEqual(divergence);
  const text = jsonReport(anonymousReport(measured));
  expect(text).not.toContain('/home/ada');
  expect(text).toContain('two.gguf is not there.');
});
