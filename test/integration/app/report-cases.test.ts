/** Which items of a stored plan a report shows. */
import { expect, test } from 'vitest';
import { gatherReport } from '../../../src-main/app/report-input.ts';
import type { Score } from '../../../src-main/contract/output.ts';
import { missingExample } from '../../../src-main/report/report-view.ts';
import { openHere } from '../store/open-here.ts';
import {
  baseline,
  dataOf,
  quantised,
  registerSample,
  sampleComparison,
  sampleManifest,
  sampleOutput,
} from '../store/sample-plan.ts';

const at = '2026-01-03T00:00:00Z';
const right: Score = { outcome: 'scored', value: 1, reason: 'equal' };
const wrong: Score = { outcome: 'scored', value: 0, reason: 'another number' };
const none: Score = { outcome: 'unsupported', value: null, reason: 'The server gives none.' };

test('however many items flipped, some without a pair are shown, and first those whose reason is known', () => {
  const store = openHere();
  const hash = registerSample(store, 400);
  const items = dataOf(store.readPlanItems(hash, at));
  const ids = items.map(({ id }) => id);
  // Not asked yet: the first 30. Missing with a reason: the last 2. All others are lost.
  const [asked, reasons] = [ids.slice(30), ids.slice(-2)];
  const put = (key: typeof baseline, some: readonly string[], scoreOf: (id: string) => Score) => {
    const sitting = dataOf(store.beginSitting(hash, key, sampleManifest(at)));
    const outputs = some.map((id) => sampleOutput(id));
    dataOf(store.appendOutputs(hash, key, sitting, outputs));
    const scores = some.map((itemId) => ({ itemId, sample: 0, score: scoreOf(itemId) }));
    dataOf(store.putScores(hash, key, 'numeric@1', scores));
  };
  put(baseline, ids, () => right);
  put(quantised, asked, (id) => (reasons.includes(id) ? none : wrong));
  const registered = dataOf(store.plan(hash));
  const comparison = { ...sampleComparison('some'), dropped: 32 };
  const report = gatherReport(store, registered, items, {
    noisefloor: '0',
    generatedAt: at,
    peeks: 0,
    candidates: [{ name: quantised.candidate, comparison, reason: null, nextStep: null, accepted: [] }],
  });
  const [candidate] = report.candidates;
  if (candidate === undefined) throw new Error('no candidate');
  const { lost, missing, items: shown } = candidate.cases;
  expect([ids.length, lost, missing, shown.length]).toEqual([266, 234, 32, 200]);
  const without = shown.filter(({ kind }) => kind === 'missing').map(({ item }) => item.id);
  expect(without).toHaveLength(20);
  expect(without.slice(0, 3)).toEqual([...reasons, ids[0]]);
  expect(missingExample(candidate, baseline.candidate)).toBe(
    `Missing, for example: item ${reasons[0] ?? ''}, q4_k_m: The server gives none.`,
  );
  store.close();
});
