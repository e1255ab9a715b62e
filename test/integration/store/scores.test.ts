import { expect, test } from 'vitest';
import type { ComparedPlan } from '../../../src-main/contract/compared-plan.ts';
import type { Score } from '../../../src-main/contract/output.ts';
import { openHere } from './open-here.ts';
import {
  baseline,
  dataOf,
  registerSample,
  rerun,
  sampleComparison,
  sampleItems,
  sampleManifest,
  sampleOutput,
} from './sample-plan.ts';

const at = '2026-01-03T00:00:00Z';

function right(value: number): Score {
  return { outcome: 'scored', value, reason: value === 1 ? 'equal' : 'another number' };
}

test('another scorer adds its scores beside the old ones; the last put counts', () => {
  const store = openHere();
  const plan = registerSample(store, 30);
  const ids = dataOf(store.readPlanItems(plan, at)).map((item) => item.id);
  const items = new Map(sampleItems(30).map((item) => [item.id, item]));
  const sitting = dataOf(store.beginSitting(plan, baseline, sampleManifest(at)));
  dataOf(
    store.appendOutputs(
      plan,
      baseline,
      sitting,
      ids.map((id) => sampleOutput(id)),
    ),
  );
  const rows = (value: number) => ids.map((itemId) => ({ itemId, sample: 0, score: right(value) }));
  dataOf(store.putScores(plan, baseline, 'numeric@1', rows(0)));
  const spanned = {
    outcome: 'unparsed' as const,
    value: null,
    reason: 'no number',
    span: { start: 2, end: 5 },
  };
  dataOf(store.putScores(plan, baseline, 'exact@1', [{ itemId: ids[2] ?? '', sample: 0, score: spanned }]));
  const expected = ids.map((itemId, index) => ({
    itemId,
    sample: 0,
    score: index === 2 ? spanned : right(0),
    scorer: index === 2 ? 'exact@1' : 'numeric@1',
    stratum: items.get(itemId)?.stratum,
    cluster: items.get(itemId)?.cluster ?? null,
  }));
  expect(store.scores(plan, baseline)).toEqual(expected);
  // A rescore by a new version, then by the old one again, which replaces its own.
  dataOf(store.putScores(plan, baseline, 'numeric@2', rows(1)));
  expect(
    store.scores(plan, baseline).every(({ scorer, score }) => scorer === 'numeric@2' && score.value === 1),
  ).toBe(true);
  dataOf(store.putScores(plan, baseline, 'numeric@1', rows(1)));
  expect(store.scores(plan, baseline)).toHaveLength(ids.length);
  expect(new Set(store.scores(plan, baseline).map(({ scorer }) => scorer))).toEqual(new Set(['numeric@1']));
  expect(store.scores(plan, baseline).every(({ score }) => score.value === 1)).toBe(true);
  expect(store.scores(plan, rerun)).toEqual([]);
  store.close();
});

/** A whole comparison in which each named candidate has one of that reason; null: nothing to compare. */
function comparedAs(reasons: Readonly<Record<string, string | null>>): ComparedPlan {
  return {
    candidates: Object.entries(reasons).map(([name, reason]) => ({
      name,
      comparison: reason === null ? null : sampleComparison(reason),
      reason: reason === null ? `${name} has no outputs yet` : null,
      nextStep: null,
      accepted: [{ what: '48 of 49 GPU layers', acceptedAt: at }],
    })),
    rerun: sampleComparison('rerun'),
  };
}

test('the comparison that was put last counts, in the order of the plan', () => {
  const store = openHere();
  const plan = registerSample(store, 30);
  const basis = { method: 'a method', revision: store.comparisonRevision(plan) };
  expect(store.comparisons(plan)).toEqual([]);
  expect(store.comparedPlan(plan, 'a method')).toBeNull();
  dataOf(store.putComparedPlan(plan, comparedAs({ bf16: 'itself', q4_k_m: 'first' }), basis, at));
  const second = comparedAs({ q4_k_m: 'second', bf16: null });
  dataOf(store.putComparedPlan(plan, second, basis, '2026-01-04T00:00:00Z'));
  expect(store.comparisons(plan)).toEqual([
    { candidate: 'q4_k_m', comparison: sampleComparison('second'), at: '2026-01-04T00:00:00Z' },
    { candidate: 'bf16', comparison: sampleComparison('itself'), at },
  ]);
  expect(store.comparedPlan(plan, 'a method')).toEqual(second);
  expect(() => store.putComparedPlan(plan, comparedAs({ q8_0: '' }), basis, at)).toThrow('has no run');
  expect(store.comparedPlan(plan, 'a method')).toEqual(second);
  store.close();
});

test('a comparison as a whole holds until its method, an output, a score or the state of a run is another one', () => {
  const store = openHere();
  const plan = registerSample(store, 30);
  const other = registerSample(store, 30, { decision: 'Another one' });
  const sitting = dataOf(store.beginSitting(plan, baseline, sampleManifest(at)));
  const compared = comparedAs({ q4_k_m: 'kept' });
  const put = () =>
    store.putComparedPlan(
      plan,
      compared,
      { method: 'a method', revision: store.comparisonRevision(plan) },
      at,
    );
  const changes = {
    output: () => store.appendOutputs(plan, baseline, sitting, [sampleOutput('item-00001')]),
    score: () =>
      store.putScores(plan, baseline, 'numeric@1', [{ itemId: 'item-00001', sample: 0, score: right(0) }]),
    'score of another scorer': () =>
      store.putScores(plan, baseline, 'numeric@2', [{ itemId: 'item-00001', sample: 0, score: right(0) }]),
    state: () => store.setRunState(plan, baseline, 'complete', at),
  };
  for (const [name, change] of Object.entries(changes)) {
    dataOf(put());
    expect(store.comparedPlan(plan, 'a method'), name).toEqual(compared);
    expect(store.comparedPlan(plan, 'another method'), name).toBeNull();
    dataOf<unknown>(change());
    expect(store.comparedPlan(plan, 'a method'), name).toBeNull();
  }
  dataOf(put());
  dataOf(store.setRunState(other, baseline, 'complete', at));
  dataOf(store.setLabel(plan, 'item-00001', 'right', at));
  dataOf(store.endSitting(sitting, at, 'complete'));
  expect(store.comparedPlan(plan, 'a method')).toEqual(compared);
  // Scores that were put while it was being compared: the revision was read before.
  const early = { method: 'a method', revision: store.comparisonRevision(plan) };
  dataOf<unknown>(changes.score());
  dataOf(store.putComparedPlan(plan, compared, early, at));
  expect(store.comparedPlan(plan, 'a method')).toBeNull();
  store.close();
});
