import { expect, test } from 'vitest';
import { itemSetHash, planHash } from '../../../src-main/store/hash.ts';
import { makeCanary } from '../../../src-main/store/canary.ts';
import { openHere } from './open-here.ts';
import {
  baseline,
  dataOf,
  quantised,
  registerSample,
  rerun,
  sampleItems,
  sampleManifest,
  sampleOutput,
  samplePlan,
  sha256,
} from './sample-plan.ts';
import { temporaryFolder } from './temporary-folder.ts';

const at = '2026-01-03T00:00:00Z';

test('a frozen set comes back as it went in, and the same content is the same version', () => {
  const store = openHere();
  const items = sampleItems(30);
  const set = dataOf(store.freezeItemSet('desk', items, at));
  expect(set).toEqual({
    name: 'desk',
    version: 1,
    hash: itemSetHash(items),
    counts: { items: 30, dev: 10, heldOut: 20 },
    frozenAt: at,
    canary: makeCanary('desk', set.hash),
  });
  expect(dataOf(store.freezeItemSet('desk', items, '2027-01-01T00:00:00Z'))).toEqual(set);
  expect(store.readDevItems(set)).toEqual(items.filter((item) => item.split === 'dev'));

  const changed = dataOf(store.freezeItemSet('desk', items.slice(1), at));
  expect(changed.version).toBe(2);
  // The old content once more: its old version, not a third.
  expect(dataOf(store.freezeItemSet('desk', items, at)).version).toBe(1);
  expect(dataOf(store.freezeItemSet('other', items, at)).version).toBe(1);
  expect(store.itemSetVersions().map(({ name, version }) => `${name}@${version}`)).toEqual([
    'desk@2',
    'desk@1',
    'other@1',
  ]);
  expect(store.itemSetVersion('desk')).toEqual(changed);
  expect(store.itemSetVersion('desk', 1)).toEqual(set);
  expect(store.itemSetVersion('desk', 3)).toBeNull();
  expect(store.itemSetVersion('nothing')).toBeNull();
  store.close();
});

test('held-out items are read through a registered plan, and each reading is logged', () => {
  const store = openHere();
  const items = sampleItems(30);
  const set = dataOf(store.freezeItemSet('desk', items, at));
  expect(store.heldOutReadings(set)).toEqual([]);
  const plan = dataOf(store.registerPlan(samplePlan(set), at)).hash;
  expect(dataOf(store.readPlanItems(plan, '2026-02-01T00:00:00Z'))).toEqual(
    items.filter((item) => item.split === 'held_out'),
  );
  dataOf(store.readPlanItems(plan, '2026-02-02T00:00:00Z'));
  expect(store.heldOutReadings(set)).toEqual([
    { planHash: plan, at: '2026-02-01T00:00:00Z', items: 20 },
    { planHash: plan, at: '2026-02-02T00:00:00Z', items: 20 },
  ]);
  expect(() => store.readPlanItems(sha256('never registered'), at)).toThrow('no plan is registered');

  const tuning = dataOf(store.registerPlan(samplePlan(set, { split: 'dev' }), at)).hash;
  expect(dataOf(store.readPlanItems(tuning, at))).toEqual(items.filter((item) => item.split === 'dev'));
  expect(store.heldOutReadings(set)).toHaveLength(2);
  store.close();
});

test('a limit takes the first of each stratum in the order of the set', () => {
  const store = openHere();
  const items = sampleItems(30);
  const set = dataOf(store.freezeItemSet('desk', items, at));
  const { name, version, hash } = set;
  const plan = dataOf(
    store.registerPlan(samplePlan(set, { items: { name, version, hash, limit: 3 } }), at),
  ).hash;
  const expected = ['sums', 'facts'].flatMap((stratum) =>
    items.filter((item) => item.split === 'held_out' && item.stratum === stratum).slice(0, 3),
  );
  expected.sort((a, b) => (a.id < b.id ? -1 : 1));
  expect(dataOf(store.readPlanItems(plan, at))).toEqual(expected);
  expect(store.heldOutReadings(set)).toMatchObject([{ items: 6 }]);
  store.close();
});

test('a split without items is refused, and is not a reading', () => {
  const store = openHere();
  const set = dataOf(
    store.freezeItemSet(
      'desk',
      sampleItems(9).filter((item) => item.split === 'dev'),
      at,
    ),
  );
  const plan = dataOf(store.registerPlan(samplePlan(set), at)).hash;
  expect(store.readPlanItems(plan, at)).toMatchObject({ ok: false, error: { code: 'items_none' } });
  expect(store.heldOutReadings(set)).toEqual([]);
  store.close();
});

test('a plan is registered once, found by the beginning of its hash, hidden and brought back', () => {
  const store = openHere();
  const set = dataOf(store.freezeItemSet('desk', sampleItems(30), at));
  const plan = samplePlan(set);
  const registered = dataOf(store.registerPlan(plan, at));
  expect(registered).toEqual({ hash: planHash(plan), registeredAt: at, plan });
  expect(dataOf(store.registerPlan(plan, '2027-01-01T00:00:00Z'))).toEqual(registered);
  expect(store.runs(registered.hash).map(({ key, state }) => ({ ...key, state }))).toEqual([
    { ...quantised, state: 'waiting' },
    { ...baseline, state: 'waiting' },
    { ...rerun, state: 'waiting' },
  ]);
  expect(dataOf(store.plan(registered.hash.slice(0, 8)))).toEqual(registered);
  expect(dataOf(store.plan(registered.hash.toUpperCase()))).toEqual(registered);

  // Enough plans that two hashes begin alike.
  const others = Array.from({ length: 17 }, (_, seed) =>
    dataOf(store.registerPlan({ ...plan, seed: 1000 + seed }, `2026-03-01T00:00:${10 + seed}Z`)),
  );
  expect(store.plans().map(({ hash }) => hash)).toEqual(
    [registered, ...others].map(({ hash }) => hash).toReversed(),
  );
  const counts = new Map<string, number>();
  for (const { hash } of [registered, ...others]) {
    const first = hash.slice(0, 1);
    counts.set(first, (counts.get(first) ?? 0) + 1);
  }
  const shared = [...counts].find(([, count]) => count > 1)?.[0] ?? '';
  expect(store.plan(shared)).toMatchObject({ ok: false, error: { code: 'plan_unknown' } });
  for (const nothing of ['', '*', 'xyz', `${registered.hash}0`]) {
    expect(store.plan(nothing)).toMatchObject({ ok: false, error: { code: 'plan_unknown' } });
  }

  dataOf(store.deletePlan(registered.hash, at));
  expect(store.plan(registered.hash)).toMatchObject({ ok: false, error: { code: 'plan_unknown' } });
  expect(store.plans()).toHaveLength(17);
  dataOf(store.restorePlan(registered.hash));
  expect(store.plans()).toHaveLength(18);
  dataOf(store.deletePlan(registered.hash, at));
  expect(dataOf(store.registerPlan(plan, at))).toEqual(registered);
  expect(store.plans()).toHaveLength(18);
  store.close();
});

test('a plan over items that were never frozen is refused', () => {
  const store = openHere();
  const set = dataOf(store.freezeItemSet('desk', sampleItems(30), at));
  const stranger = samplePlan({ ...set, hash: sha256('other items') });
  expect(store.registerPlan(stranger, at)).toMatchObject({ ok: false, error: { code: 'item_set_unknown' } });
  expect(store.plans()).toEqual([]);
  store.close();
});

test('prompts of more outputs than one page holds come in the order of the set, each once', () => {
  const store = openHere();
  const samples = 51;
  const plan = registerSample(store, 30, { samples });
  const ids = dataOf(store.readPlanItems(plan, at)).map((item) => item.id);
  expect(ids.length * samples).toBeGreaterThan(1000);
  const sitting = dataOf(store.beginSitting(plan, baseline, sampleManifest(at)));
  const sent = ids.flatMap((id) => Array.from({ length: samples }, (_, sample) => sampleOutput(id, sample)));
  dataOf(store.appendOutputs(plan, baseline, sitting, sent.toReversed()));
  const places = [...store.sentPrompts(plan, baseline)].map(({ itemId, sample }) => [itemId, sample]);
  expect(places).toEqual(sent.map(({ itemId, sample }) => [itemId, sample]));
  expect([...store.sentPrompts(plan, rerun)]).toEqual([]);
  store.close();
});

test('outputs come back as they went in, in the order of the set, page by page', () => {
  const store = openHere();
  const plan = registerSample(store, 30, { samples: 2 });
  const ids = dataOf(store.readPlanItems(plan, at)).map((item) => item.id);
  const sitting = dataOf(store.beginSitting(plan, baseline, sampleManifest(at)));
  const failed = {
    ...sampleOutput(ids[3] ?? '', 0),
    text: '',
    finish: 'error' as const,
    promptHash: '',
    tokenHash: '',
    generatedTokens: 0,
    firstTokenMs: null,
    error: { code: 'engine_crashed' as const, message: 'It died.', where: { item: ids[3] ?? '' } },
  };
  const stopped = {
    ...sampleOutput(ids[4] ?? '', 0),
    finish: 'stop' as const,
    stop: '\n\n',
    text: 'a\u0000b\u2028🙂',
  };
  const { tokens, ...withoutTokens } = sampleOutput(ids[5] ?? '', 0);
  expect(tokens).toHaveLength(3);
  const expected = ids.flatMap((id, index) => {
    const first = { 3: failed, 4: stopped, 5: withoutTokens }[index] ?? sampleOutput(id, 0);
    return [first, sampleOutput(id, 1)];
  });
  // They arrive in any order.
  dataOf(store.appendOutputs(plan, baseline, sitting, expected.slice(10).toReversed()));
  dataOf(store.appendOutputs(plan, baseline, sitting, expected.slice(0, 10).toReversed()));

  const stored = expected.map((output) => ({ ...output, sitting, at: '2026-01-03T12:00:00Z' }));
  expect(store.outputs(plan, baseline)).toEqual(stored);
  const pages = [];
  for (let page = store.outputs(plan, baseline, { limit: 7 }); page.length > 0;) {
    pages.push(...page);
    const last = page.at(-1);
    if (!last) break;
    page = store.outputs(plan, baseline, { limit: 7, after: { itemId: last.itemId, sample: last.sample } });
  }
  expect(pages).toEqual(stored);
  expect([...store.sentPrompts(plan, baseline)]).toEqual(
    expected.map(({ itemId, sample, promptHash, tokenHash, promptTokens, finish }) => {
      return { itemId, sample, promptHash, tokenHash, promptTokens, finish };
    }),
  );
  expect(store.output(plan, baseline, ids[4] ?? '', 0)).toEqual(stored[8]);
  expect(store.output(plan, baseline, ids[4] ?? '', 2)).toBeNull();
  expect(store.output(plan, rerun, ids[4] ?? '', 0)).toBeNull();
  expect(store.deliveredKeys(plan, baseline)).toEqual(
    new Set(expected.map(({ itemId, sample }) => `${itemId}\u0000${sample}`)),
  );
  expect(store.runs(plan).find(({ key }) => key.replicate === 1 && key.candidate === 'bf16')).toMatchObject({
    outputs: 40,
    errors: 1,
    promptTokens: 40 * 11,
    generatedTokens: 39 * 3,
    totalMs: 40 * 12.25,
    firstOutputAt: '2026-01-03T12:00:00Z',
    lastOutputAt: '2026-01-03T12:00:00Z',
  });
  expect(store.plans()).toMatchObject([{ lastOutputAt: '2026-01-03T12:00:00Z' }]);
  store.close();
});

test('a second output for an item and sample is refused with the whole batch', () => {
  const store = openHere();
  const plan = registerSample(store, 30);
  const [first = '', second = ''] = dataOf(store.readPlanItems(plan, at)).map((item) => item.id);
  const sitting = dataOf(store.beginSitting(plan, baseline, sampleManifest(at)));
  dataOf(store.appendOutputs(plan, baseline, sitting, [sampleOutput(first)]));
  const again = { ...sampleOutput(first), text: 'another answer' };
  expect(store.appendOutputs(plan, baseline, sitting, [sampleOutput(second), again])).toMatchObject({
    ok: false,
    error: { code: 'internal', where: { item: first } },
  });
  expect(store.outputs(plan, baseline)).toMatchObject([sampleOutput(first)]);
  expect(store.runs(plan)[1]?.outputs).toBe(1);
  expect(store.sittings(plan, baseline)).toMatchObject([{ outputs: 1 }]);
  store.close();
});

test('an output for an item of the other split is refused', () => {
  const store = openHere();
  const plan = registerSample(store, 30);
  const sitting = dataOf(store.beginSitting(plan, baseline, sampleManifest(at)));
  const dev = store.readDevItems({ name: 'desk', version: 1 })[0]?.id ?? '';
  expect(store.appendOutputs(plan, baseline, sitting, [sampleOutput(dev)])).toMatchObject({
    ok: false,
    error: { code: 'internal', where: { item: dev } },
  });
  expect(store.deliveredKeys(plan, baseline).size).toBe(0);
  store.close();
});

test('a prompt is kept once for all runs that sent it', () => {
  const store = openHere();
  const plan = registerSample(store, 30);
  const id = dataOf(store.readPlanItems(plan, at))[0]?.id ?? '';
  const output = sampleOutput(id);
  for (const [key, prompt] of [
    [baseline, undefined],
    [rerun, 'the prompt'],
    [quantised, 'the prompt'],
  ] as const) {
    const sitting = dataOf(store.beginSitting(plan, key, sampleManifest(at)));
    const sent = prompt === undefined ? output : { ...output, prompt };
    dataOf(store.appendOutputs(plan, key, sitting, [sent]));
    expect(store.prompt(output.promptHash)).toBe(prompt ?? null);
    expect(store.output(plan, key, id, 0)).toMatchObject(output);
  }
  expect(store.prompt(sha256('another prompt'))).toBeNull();
  store.close();
});

test('a run has its states and its sittings, each with its manifest', () => {
  const folder = temporaryFolder();
  const store = openHere(folder);
  const plan = registerSample(store, 30);
  const first = dataOf(store.beginSitting(plan, baseline, sampleManifest('2026-01-03T00:00:00Z')));
  dataOf(store.endSitting(first, '2026-01-03T01:00:00Z', 'crashed'));
  const resumed = { ...sampleManifest('2026-01-03T02:00:00Z'), resumed: true, generation: 2 };
  const second = dataOf(store.beginSitting(plan, baseline, resumed));
  expect(store.sittings(plan, baseline)).toEqual([
    {
      id: first,
      key: baseline,
      manifest: sampleManifest('2026-01-03T00:00:00Z'),
      endedAt: '2026-01-03T01:00:00Z',
      how: 'crashed',
      outputs: 0,
    },
    { id: second, key: baseline, manifest: resumed, endedAt: null, how: null, outputs: 0 },
  ]);
  expect(store.sittings(plan, rerun)).toEqual([]);
  expect(() => store.endSitting(first, at, 'complete')).toThrow('is not going on');
  const id = dataOf(store.readPlanItems(plan, at))[0]?.id ?? '';
  expect(() => store.appendOutputs(plan, baseline, first, [sampleOutput(id)])).toThrow('that goes on');
  expect(store.deliveredKeys(plan, baseline).size).toBe(0);

  const problem = { code: 'model_load_failed' as const, message: 'It does not load.', next: 'Take another.' };
  dataOf(store.setRunState(plan, quantised, 'failed', at, problem));
  dataOf(store.setRunState(plan, baseline, 'complete', at));
  expect(store.runs(plan)).toMatchObject([
    { key: quantised, state: 'failed', stateAt: at, failure: problem },
    { key: baseline, state: 'complete', failure: null },
    { key: rerun, state: 'waiting' },
  ]);
  expect(store.plans()).toMatchObject([{ runs: { total: 3, complete: 1, failed: 1 } }]);
  dataOf(store.setRunState(plan, quantised, 'running', at));
  expect(store.runs(plan)[0]).toMatchObject({ state: 'running', failure: null });
  expect(() => store.setRunState(plan, { candidate: 'q4_k_m', replicate: 2 }, 'running', at)).toThrow(
    'has no run',
  );
  store.close();
});

test('everything is there after closing and opening again', () => {
  const folder = temporaryFolder();
  const first = openHere(folder);
  const plan = registerSample(first, 30);
  const sitting = dataOf(first.beginSitting(plan, baseline, sampleManifest(at)));
  const id = dataOf(first.readPlanItems(plan, at))[0]?.id ?? '';
  dataOf(first.appendOutputs(plan, baseline, sitting, [sampleOutput(id)]));
  dataOf(first.endSitting(sitting, at, 'stopped'));
  dataOf(first.setRunState(plan, baseline, 'stopped', at));
  const before = [
    first.plans(),
    first.runs(plan),
    first.sittings(plan, baseline),
    first.outputs(plan, baseline),
  ];
  first.close();
  const second = openHere(folder);
  expect([
    second.plans(),
    second.runs(plan),
    second.sittings(plan, baseline),
    second.outputs(plan, baseline),
  ]).toEqual(before);
  expect(second.heldOutReadings({ name: 'desk', version: 1 })).toHaveLength(1);
  second.close();
});

test('a prompt’s text and token ids are kept once for each pair of hashes, from whichever output brings them first', () => {
  const store = openHere();
  const plan = registerSample(store, 12);
  const sitting = dataOf(store.beginSitting(plan, baseline, sampleManifest(at)));
  const items = dataOf(store.readPlanItems(plan, at)).map(({ id }) => id);
  const hashes = { promptHash: sha256('<user>1 + 1'), tokenHash: sha256('ids') };
  const put = (index: number, more: object) => {
    const output = sampleOutput(items[index] ?? '');
    dataOf(store.appendOutputs(plan, baseline, sitting, [{ ...output, ...hashes, ...more }]));
  };
  put(0, {});
  expect(store.prompt(hashes.promptHash)).toBeNull();
  expect(store.promptIds(hashes.promptHash, hashes.tokenHash)).toBeNull();
  const ids = [1, 0, 151_643, 2 ** 31 - 1];
  put(1, { promptIds: ids });
  expect(store.promptIds(hashes.promptHash, hashes.tokenHash)).toEqual(ids);
  put(2, { prompt: '<user>1 + 1', promptIds: [9] });
  expect(store.promptIds(hashes.promptHash, hashes.tokenHash)).toEqual(ids);
  expect(store.prompt(hashes.promptHash)).toBe('<user>1 + 1');
  // They are the prompt's, and do not come back with every output.
  for (const output of store.outputs(plan, baseline)) expect(output).not.toHaveProperty('promptIds');
  // Other ids of the same text are other ids.
  put(3, { tokenHash: sha256('others'), promptIds: [] });
  expect(store.promptIds(hashes.promptHash, sha256('others'))).toEqual([]);
  store.close();
});
