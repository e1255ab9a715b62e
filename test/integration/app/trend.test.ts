import { expect, test } from 'vitest';
import { itemSetTrend } from '../../../src-main/app/trend.ts';
import type { LlamaCandidate } from '../../../src-main/contract/candidate.ts';
import type { Manifest } from '../../../src-main/contract/manifest.ts';
import type { Plan } from '../../../src-main/contract/plan.ts';
import { openStore } from '../../../src-main/store/open.ts';
import type { Store } from '../../../src-main/store/store.ts';
import {
  baseline,
  dataOf,
  quantised,
  rerun,
  sampleComparison,
  sampleItems,
  sampleManifest,
  sampleOutput,
  samplePlan,
} from '../store/sample-plan.ts';
import { temporaryFolder } from '../store/temporary-folder.ts';

/** A comparison that ended then, on so many items, with that release; the scores are made up. */
function ended(
  store: Store,
  at: string,
  items: number,
  release: string,
  right: number,
  more: (plan: Plan) => Partial<Plan> = () => ({}),
): string {
  const set = dataOf(store.freezeItemSet('desk', sampleItems(items), at));
  const usual = samplePlan(set, { decision: `Decide at ${at}` });
  const plan = { ...usual, ...more(usual) };
  const { hash } = dataOf(store.registerPlan(plan, at));
  const known = dataOf(store.readPlanItems(hash, at));
  for (const key of [baseline, rerun, quantised]) {
    const manifest = sampleManifest(at);
    const engine = { ...manifest.engine, llamaCppRelease: release } as Manifest['engine'];
    const model = { ...manifest.model, files: [`/models/desk-${key.candidate}.gguf`] };
    const sitting = dataOf(store.beginSitting(hash, key, { ...manifest, engine, model }));
    dataOf(
      store.appendOutputs(
        hash,
        key,
        sitting,
        known.map(({ id }) => sampleOutput(id)),
      ),
    );
    dataOf(store.setRunState(hash, key, 'complete', at));
  }
  if (plan.judge !== undefined) dataOf(store.setJudging(hash, 'judge', 'complete', at));
  const made = sampleComparison(at);
  const estimate = { ...made.candidate, mean: right, n: known.length };
  const candidates = [
    {
      name: 'q4_k_m',
      comparison: { ...made, baseline: { ...estimate, mean: 0.9 }, candidate: estimate },
      reason: null,
      nextStep: null,
      accepted: [],
    },
  ];
  dataOf(
    store.putComparedPlan(
      hash,
      { candidates, rerun: null },
      { method: 'made up', revision: store.comparisonRevision(hash) },
      at,
    ),
  );
  return hash;
}

test('a set is followed over versions and releases; what has not ended is left out', () => {
  const folder = temporaryFolder();
  expect(itemSetTrend(folder, 'desk')).toMatchObject({ ok: false, error: { code: 'item_set_unknown' } });
  const store = dataOf(openStore(folder));
  const first = ended(store, '2026-01-01T00:00:00.000Z', 30, 'b1', 0.8);
  ended(store, '2026-02-01T00:00:00.000Z', 30, 'b2', 0.7);
  ended(store, '2026-03-01T00:00:00.000Z', 33, 'b2', 0.6);
  const [newest] = store.itemSetVersions();
  if (newest === undefined) throw new Error('a version was frozen');
  store.registerPlan(samplePlan(newest, { decision: 'Not run yet' }), '2026-04-01T00:00:00.000Z');
  store.close();

  const trend = dataOf(itemSetTrend(folder, 'desk'));
  expect(trend).toMatchObject({ comparisons: 3, unfinished: 1 });
  expect(trend.versions.map(({ version }) => version)).toEqual([1, 2]);
  const [group, ...others] = trend.groups;
  expect(others).toEqual([]);
  expect(group).toMatchObject({ split: 'held_out', limit: null });
  expect(
    group?.series.map(({ model, points }) => [model, points.map(({ version, mean }) => [version, mean])]),
  ).toEqual([
    [
      'desk-bf16.gguf',
      [
        [1, 0.9],
        [1, 0.9],
        [2, 0.9],
      ],
    ],
    [
      'desk-q4_k_m.gguf',
      [
        [1, 0.8],
        [1, 0.7],
        [2, 0.6],
      ],
    ],
  ]);
  expect(group?.series[1]?.points.map(({ changes }) => changes)).toEqual([
    [],
    ['llama.cpp b1 to llama.cpp b2'],
    ['version 1 to 2'],
  ]);
  expect(group?.series[1]?.points[0]).toMatchObject({
    comparison: first,
    engine: 'llama.cpp b1',
    isBaseline: false,
  });
  expect(group?.marks).toEqual([
    { at: '2026-02-01T00:00:00.000Z', text: 'llama.cpp b1 to llama.cpp b2' },
    { at: '2026-03-01T00:00:00.000Z', text: 'version 2 of the items' },
  ]);
});

/** The judge or a candidate of the sample plan, with other settings. */
function varied(
  plan: Plan,
  { judge, more = {} }: { judge?: string; more?: Partial<LlamaCandidate> },
): Partial<Plan> {
  const own = plan.candidates.map((one) => ({ ...one, ...more }) as LlamaCandidate);
  const [first] = own;
  return {
    candidates: own,
    ...(judge === undefined || first === undefined
      ? {}
      : { judge: { ...first, name: 'judge', weightsHashes: [judge] } }),
  };
}

test('another judge, number of samples or setting is said, marked and not joined', () => {
  const folder = temporaryFolder();
  const store = dataOf(openStore(folder));
  const sampling = { temperature: 1, topK: 0, topP: 1, minP: 0, seed: 1, maxTokens: 64, stops: [] };
  const fewShot = { from: 'fixed', ids: ['item-00000'] } as const;
  ended(store, '2026-01-01T00:00:00.000Z', 30, 'b1', 0.8, (plan) => varied(plan, { judge: 'aa' }));
  ended(store, '2026-02-01T00:00:00.000Z', 30, 'b1', 0.7, (plan) => varied(plan, { judge: 'bb' }));
  ended(store, '2026-03-01T00:00:00.000Z', 30, 'b1', 0.6, (plan) => ({
    ...varied(plan, { judge: 'bb', more: { sampling, fewShot, system: 'Be brief.' } }),
    samples: 5,
  }));
  // As the second, with the seed of draws that greedy answers do not use.
  ended(store, '2026-04-01T00:00:00.000Z', 30, 'b1', 0.7, (plan) =>
    varied(plan, {
      judge: 'bb',
      more: { sampling: { ...sampling, temperature: 0, maxTokens: 128, seed: 9 } },
    }),
  );
  store.close();

  const [group] = dataOf(itemSetTrend(folder, 'desk')).groups;
  const settings = 'the exemplars, the system prompt, max tokens and the temperature';
  // The fourth says another seed, which counts against the third, whose answers are drawn.
  const back = 'the exemplars, the system prompt, max tokens, the temperature and the seed';
  for (const { points } of group?.series ?? []) {
    expect(points.map(({ changes }) => changes)).toEqual([
      [],
      ['another judge'],
      [`other settings of the judge: ${settings}`, 'samples 1 to 5', `other settings: ${settings}`],
      [`other settings of the judge: ${back}`, 'samples 5 to 1', `other settings: ${back}`],
    ]);
    expect(points.map(({ conditions }) => conditions)).toEqual([0, 1, 2, 1]);
  }
  expect(group?.series).toHaveLength(2);
  expect(group?.marks.filter(({ at }) => at.startsWith('2026-02'))).toEqual([
    { at: '2026-02-01T00:00:00.000Z', text: 'another judge' },
  ]);
  expect(group?.marks.map(({ text }) => text)).toContain(`other settings: ${settings}`);
});

test("the baseline's score is that of the comparison with the most pairs", () => {
  const folder = temporaryFolder();
  const store = dataOf(openStore(folder));
  const hash = ended(store, '2026-01-01T00:00:00.000Z', 30, 'b1', 0.8, ({ candidates }) => ({
    candidates: [...candidates.map((one) => ({ ...one, name: 'a_q2_k' })).slice(0, 1), ...candidates],
  }));
  const at = '2026-01-02T00:00:00.000Z';
  dataOf(store.setRunState(hash, { candidate: 'a_q2_k', replicate: 1 }, 'complete', at));
  const [own] = store.comparisons(hash);
  if (own === undefined) throw new Error('a comparison was kept');
  const none = { mean: null, interval: null, n: 0, betweenItemDeviation: null, withinItemDeviation: null };
  const compared = (name: string, comparison: typeof own.comparison) => ({
    name,
    comparison,
    reason: null,
    nextStep: null,
    accepted: [],
  });
  dataOf(
    store.putComparedPlan(
      hash,
      {
        candidates: [
          compared('a_q2_k', { ...own.comparison, baseline: none, candidate: none }),
          compared('q4_k_m', own.comparison),
        ],
        rerun: null,
      },
      { method: 'made up', revision: store.comparisonRevision(hash) },
      at,
    ),
  );
  expect(store.comparisons(hash)).toHaveLength(2);
  store.close();
  const [group] = dataOf(itemSetTrend(folder, 'desk')).groups;
  expect(group?.series.find(({ model }) => model === 'desk-bf16.gguf')?.points).toMatchObject([
    { mean: 0.9, n: 20, isBaseline: true },
  ]);
});
