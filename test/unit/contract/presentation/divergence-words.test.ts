import { expect, test } from 'vitest';
import type { CandidateDivergence, DivergenceReport } from '../../../../src-main/contract/divergence.ts';
import {
  divergenceNotes,
  divergenceTables,
  floorWords,
  formatNats,
  partingSentence,
} from '../../../../src-main/contract/presentation/divergence-words.ts';

const alone = { mean: 0.5, interval: null };
const candidate: CandidateDivergence = {
  candidate: 'q4',
  items: 1,
  tokens: 4,
  kl: alone,
  klPercentiles: { median: 0, p90: 0.1, p99: 0.1, p999: 0.1, largest: 2.5 },
  sameTop: alone,
  change: { mean: { mean: -0.125, interval: null }, rootMeanSquare: alone },
  perplexityRatio: { mean: 1.5, interval: null, logError: null },
  strata: [],
  furthest: [],
  partings: { paired: 2, parted: 1, kinds: null, margin: null, kl: null, reason: null },
};
const rerun = { paired: 0, parted: 0, floor: null, reason: 'bf16 ran once.' };
const report: DivergenceReport = {
  plan: 'ab',
  measuredAt: '2026-01-01T00:00:00.000Z',
  baseline: 'bf16',
  rerun,
  candidates: [candidate],
  left: [{ candidate: 'vllm', reason: 'vllm is behind an endpoint.' }],
  resamples: 10,
  seed: 1,
};

test('what is small keeps digits that tell, and nothing is called zero that is not', () => {
  expect([0, 3e-8, 4.1e-5, 0.0312, 1.254].map(formatNats)).toEqual([
    '0',
    '< 0.000001',
    '0.000041',
    '0.0312',
    '1.25',
  ]);
});

test('without a floor nothing is called a toss or damage, and the reason is said', () => {
  expect(floorWords(rerun, 'bf16')).toContain('bf16 ran once.');
  const [, partings] = divergenceTables(report);
  expect(partings?.rows[0]?.slice(0, 5)).toEqual(['q4', '2', '1', '–', '–']);
  expect(partingSentence(3, { margin: 0.25, kl: 0.5, kind: null })).toBe(
    'first difference: token 4, margin 0.2500, KL 0.5000',
  );
});

test('a floor of nothing, of one rerun and of many', () => {
  expect(floorWords({ paired: 1, parted: 0, floor: 0, reason: null }, 'bf16')).toContain(
    'in 1 answer: the floor is 0',
  );
  expect(floorWords({ paired: 90, parted: 4, floor: 0.25, reason: null }, 'bf16')).toContain(
    'up to 0.2500 nats',
  );
  expect(partingSentence(0, { margin: 0.1, kl: null, kind: 'coin_toss' })).toBe(
    'first difference: token 1, margin 0.1000, coin toss',
  );
  expect(partingSentence(1233, null)).toBe('first difference: token 1,234');
});

test('rows have a cell for every head; what was left out is named with its reason', () => {
  for (const { heads, rows } of divergenceTables(report))
    for (const row of rows) expect(row).toHaveLength(heads.length);
  expect(divergenceNotes(report)).toEqual(['vllm was not measured: vllm is behind an endpoint.']);
});
