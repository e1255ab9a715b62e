import { expect, test } from 'vitest';
import { itemSetTrend } from '../../../src-main/app/trend.ts';
import type { Manifest } from '../../../src-main/contract/manifest.ts';
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
function ended(store: Store, at: string, items: number, release: string, right: number): string {
  const set = dataOf(store.freezeItemSet('desk', sampleItems(items), at));
  const { hash } = dataOf(store.registerPlan(samplePlan(set, { decision: `Decide at ${at}` }), at));
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
