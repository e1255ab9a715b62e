import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { SliceItem } from '../../../src-main/contract/calls/slices.ts';
import { parsePreparationRecord } from '../../../src-main/items/preparation-record.ts';
import { openStore } from '../../../src-main/store/open.ts';
import { temporaryFolder } from '../../fixtures/small-plan.ts';
import { firstPage, startApp, type AppUnderTest } from './app-under-test.ts';

let app: AppUnderTest;
let folder: string;
beforeEach(async () => {
  folder = temporaryFolder();
  app = await startApp(join(folder, 'data'));
});
afterEach(async () => {
  await app.close();
  expect(app.bugs).toEqual([]);
});

function item(id: string, more: Partial<SliceItem> = {}): SliceItem {
  return {
    id,
    messages: [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: `What is ${id}?` },
      { role: 'assistant', content: 'In which sense?' },
      { role: 'user', content: 'As a number.' },
    ],
    stratum: 'sums',
    band: '',
    cluster: '',
    split: 'held_out',
    check: { kind: 'numeric', fields: { answer: '7', tolerance: '0.5' } },
    example: 'It is 7.',
    ...more,
  };
}

/** A slice with these items; its revision afterwards. */
async function written(...items: readonly SliceItem[]) {
  const { slice } = await app.get('slices.create_slice', { name: 'Cases' });
  let { revision } = await app.get('slices.read_slice', { slice });
  for (const one of items)
    ({ revision } = await app.get('slices.put_item', { slice, revision, key: null, item: one }));
  return { slice, revision };
}

/** Forty imported items in two strata, half of them held out. */
async function desk() {
  const path = join(folder, 'desk.csv');
  const rows = Array.from(
    { length: 40 },
    (_, index) => `T-${index},What is ${index} and 1?,${index + 1},queue`,
  );
  writeFileSync(path, ['id,question,answer,stratum', ...rows, ''].join('\n'));
  const { importing } = await app.get('items.open_import', { path });
  const mapping = { id: 'id', input: 'question', answer: 'answer', stratum: 'stratum' };
  await app.get('items.change_import', { importing, mapping });
  const choices = { heldOut: 0.5, seed: 7, skipProblems: false, prepared: false };
  return app.get('items.freeze_import', { importing, name: 'desk', ...choices });
}

async function recordOf(name: string, version: number) {
  await app.close();
  const store = openStore(app.data, { access: 'read' });
  if (!store.ok) throw new Error(store.error.message);
  const record = parsePreparationRecord(store.data.preparation({ name, version }));
  store.data.close();
  app = await startApp(app.data);
  return record.ok ? record.data : record.error;
}

test('what is written survives a restart, finished or not, and is refused whole until it is finished', async () => {
  const { slice, revision } = await written(
    item('a'),
    item('b', { check: { kind: 'json_schema', fields: { schema: '{\n"type": "object",\n}' } } }),
    item('a'),
  );
  await app.close();
  app = await startApp(app.data);
  const { rows } = await app.get('slices.list_slices', { page: firstPage });
  expect(rows).toMatchObject([{ slice, name: 'Cases', items: 3, unfinished: 2 }]);
  const read = await app.get('slices.read_slice', { slice });
  expect(read.items.map(({ key, item: { id } }) => [key, id])).toEqual([
    [1, 'a'],
    [2, 'b'],
    [3, 'a'],
  ]);
  expect(read.unfinished).toMatchObject([
    { key: 2, problems: [{ field: 'schema', line: 3 }] },
    { key: 3, problems: [{ field: 'id' }] },
  ]);
  expect(read.kinds).toContain('code');
  expect(read.kinds).toContain('tool_call');

  const freeze = { slice, name: 'cases', onto: null };
  expect(await app.ask('slices.freeze_slice', { ...freeze, revision })).toMatchObject({
    ok: false,
    error: { code: 'item_broken', where: { item: 'b', field: 'schema' } },
  });
  expect((await app.get('items.list_sets', { page: firstPage })).total).toBe(0);
});

test('a frozen slice is a version whose items say that they were written by hand', async () => {
  const { slice, revision } = await written(item('a'), item('b', { split: 'dev', cluster: 'doc' }));
  const stale = await app.ask('slices.freeze_slice', { slice, revision: 1, name: 'cases', onto: null });
  expect(stale).toMatchObject({ ok: false, error: { code: 'draft_stale' } });
  const frozen = await app.get('slices.freeze_slice', { slice, revision, name: ' cases ', onto: null });
  expect(frozen).toMatchObject({ name: 'cases', version: 1, items: 2 });
  expect(await app.get('items.read_set', { name: 'cases', version: 1 })).toMatchObject({
    sources: ['hand-written'],
    strata: [{ stratum: 'sums', dev: 1, heldOut: 1 }],
    checks: [{ kind: 'numeric', items: 2 }],
  });
  expect(await app.get('items.read_item', { set: { name: 'cases', version: 1 }, item: 'b' })).toMatchObject({
    messages: item('b').messages,
    source: 'hand-written',
    cluster: 'doc',
    band: null,
    check: { kind: 'numeric', answer: 7, tolerance: 0.5 },
  });
  expect((await app.get('slices.list_slices', { page: firstPage })).total).toBe(0);
  expect(await app.ask('slices.read_slice', { slice })).toMatchObject({ error: { code: 'slice_unknown' } });
  expect(await recordOf('cases', 1)).toMatchObject({
    sources: [{ file: 'hand-written', read: 2, leftOut: 0 }],
    items: 2,
    steps: [],
  });
});

test('together with a version the items come after its own, which stay as they are and unseen', async () => {
  const set = await desk();
  const { slice, revision } = await written(item('a'), item('T-3'));
  const onto = { name: 'desk', version: set.version };
  expect(await app.ask('slices.freeze_slice', { slice, revision, name: 'desk', onto })).toMatchObject({
    ok: false,
    error: { code: 'item_duplicate', where: { item: 'T-3' } },
  });
  const changed = await app.get('slices.put_item', { slice, revision, key: 2, item: item('b') });
  const frozen = await app.get('slices.freeze_slice', {
    slice,
    revision: changed.revision,
    name: 'desk',
    onto,
  });
  expect(frozen).toMatchObject({ name: 'desk', version: 2, items: 42 });
  expect(await app.get('items.read_difference', { name: 'desk', from: 1, to: 2 })).toEqual({
    added: 2,
    removed: 0,
    changed: 0,
    same: 40,
  });
  expect((await app.get('items.read_set', { name: 'desk', version: 2 })).heldOutReadings).toBe(0);
  expect((await app.get('items.read_set', { name: 'desk', version: 1 })).heldOutReadings).toBe(0);
  expect(await recordOf('desk', 2)).toMatchObject({
    sources: [{ read: 40 }, { file: 'hand-written', read: 2 }],
    items: 40,
    steps: [{ step: 'added_by_hand', before: 40, after: 42, added: 2 }],
  });
});

test('a written item never takes its cluster to the other side of the split', async () => {
  const first = await written(item('a', { cluster: 'doc' }));
  const set = await app.get('slices.freeze_slice', { ...first, name: 'cases', onto: null });
  const onto = { name: 'cases', version: set.version };
  const { slice, revision } = await written(item('b', { cluster: 'doc', split: 'dev' }));
  const refused = await app.ask('slices.freeze_slice', { slice, revision, name: 'cases', onto });
  expect(refused).toMatchObject({
    ok: false,
    error: {
      code: 'cluster_divided',
      message: '"b" is dev, and its cluster "doc" is held out in cases@1.',
      next: 'Make the item held out too, or give it another cluster.',
    },
  });
  // The slice stays as it is, and goes through once it is mended.
  const same = item('b', { cluster: 'doc' });
  const changed = await app.get('slices.put_item', { slice, revision, key: 1, item: same });
  const next = { slice, revision: changed.revision, name: 'cases', onto };
  expect(await app.get('slices.freeze_slice', next)).toMatchObject({ version: 2, items: 2 });

  const both = await written(item('c', { cluster: 'd' }), item('d', { cluster: 'd', split: 'dev' }));
  expect(await app.ask('slices.freeze_slice', { ...both, name: 'both', onto: null })).toMatchObject({
    error: { code: 'cluster_divided', where: { item: 'd', field: 'cluster' } },
  });
});

test('items are changed, deleted, put back and renamed; two windows cannot overwrite each other', async () => {
  const { slice, revision } = await written(item('a'), item('b'), item('c'));
  const deleted = await app.get('slices.delete_item', { slice, revision, key: 2 });
  expect(await app.ask('slices.put_item', { slice, revision, key: 1, item: item('late') })).toMatchObject({
    ok: false,
    error: { code: 'draft_stale' },
  });
  const back = await app.get('slices.put_item', {
    slice,
    revision: deleted.revision,
    key: 2,
    item: item('b'),
    place: 1,
  });
  const named = await app.get('slices.rename_slice', { slice, revision: back.revision, name: 'Hard cases' });
  expect(named.revision).toBe(revision + 3);
  const read = await app.get('slices.read_slice', { slice });
  expect(read.name).toBe('Hard cases');
  expect(read.items.map((one) => one.item.id)).toEqual(['a', 'b', 'c']);
  await app.get('slices.delete_slice', { slice });
  expect((await app.get('slices.list_slices', { page: firstPage })).total).toBe(0);
  await app.get('slices.restore_slice', { slice });
  expect((await app.get('slices.read_slice', { slice })).items).toHaveLength(3);
  expect(await app.ask('slices.read_slice', { slice: 'slice:99' })).toMatchObject({
    error: { code: 'slice_unknown' },
  });
});

test('the real scorer says what it makes of an answer, and of the right one', async () => {
  const check = {
    kind: 'tool_call',
    fields: { calls: '{"name": "pay", "arguments": {"euros": 5}}' },
  } as const;
  const right = await app.get('slices.try_check', { check, answer: 'pay(euros=5)' });
  expect(right.score).toMatchObject({ outcome: 'scored', value: 1 });
  expect(right.reference).toContain('"pay"');
  const wrong = await app.get('slices.try_check', { check, answer: 'pay(euros=6)' });
  expect(wrong.score).toMatchObject({ outcome: 'scored', value: 0 });
  expect(wrong.score?.reason).toContain('euros');
  const broken = await app.get('slices.try_check', {
    check: { kind: 'tool_call', fields: { calls: '[\n{"name": 1}]' } },
    answer: '',
  });
  expect(broken).toMatchObject({ score: null, problems: [{ field: 'calls', line: 2 }] });
});

test('strata given by hand to a slice stand in its items', async () => {
  const { slice } = await written(item('a', { stratum: '' }), item('b', { stratum: '' }));
  const what = { of: 'slice', slice } as const;
  expect(await app.get('strata.read_sorting', { what })).toMatchObject({
    items: 2,
    strataGiven: 0,
    strata: [],
  });
  const given = await app.get('strata.give_stratum', { what, item: '2', stratum: 'dates', band: 'hard' });
  expect(given).toMatchObject({ strataGiven: 1, bandsGiven: 1, strata: [{ stratum: 'dates', items: 1 }] });
  const { items } = await app.get('slices.read_slice', { slice });
  expect(items[1]?.item).toMatchObject({ id: 'b', stratum: 'dates', band: 'hard' });
  await app.get('strata.give_stratum', { what, item: '2', stratum: null, band: null });
  expect((await app.get('slices.read_slice', { slice })).items[1]?.item).toMatchObject({
    stratum: '',
    band: '',
  });
});

test('strata given to dev items wait for the next version; held-out items cannot be given any', async () => {
  const { name, version } = await desk();
  const set = { name, version };
  const what = { of: 'version', set } as const;
  const { rows } = await app.get('strata.list_items', { what, page: firstPage });
  expect(rows).toHaveLength(20);
  const [first, second] = rows;
  const shown = new Set(rows.map(({ id }) => id));
  const hidden = Array.from({ length: 40 }, (_, index) => `T-${index}`).find((id) => !shown.has(id)) ?? '';
  expect(
    await app.ask('strata.give_stratum', { what, item: hidden, stratum: 'late', band: null }),
  ).toMatchObject({
    ok: false,
    error: { code: 'held_out_refused' },
  });
  expect(await app.ask('strata.freeze_next', { set })).toMatchObject({ error: { code: 'items_none' } });

  await app.get('strata.give_stratum', { what, item: first?.item ?? '', stratum: 'late', band: 'hard' });
  await app.get('strata.give_stratum', { what, item: second?.item ?? '', stratum: null, band: 'easy' });
  await app.close();
  app = await startApp(app.data);
  const sorting = await app.get('strata.read_sorting', { what });
  expect(sorting).toMatchObject({
    title: 'desk@1',
    items: 20,
    heldOut: 20,
    strataGiven: 1,
    bandsGiven: 2,
    strata: [
      { stratum: 'late', items: 1 },
      { stratum: 'queue', items: 19 },
    ],
  });
  // The version itself is as it was.
  expect((await app.get('items.read_set', set)).strata).toEqual([{ stratum: 'queue', dev: 20, heldOut: 20 }]);

  const next = await app.get('strata.freeze_next', { set });
  expect(next).toMatchObject({ name: 'desk', version: 2, items: 40 });
  expect((await app.get('items.read_set', { name: 'desk', version: 2 })).strata).toEqual([
    { stratum: 'queue', dev: 19, heldOut: 20 },
    { stratum: 'late', dev: 1, heldOut: 0 },
  ]);
  expect(await app.get('items.read_difference', { name: 'desk', from: 1, to: 2 })).toEqual({
    added: 0,
    removed: 0,
    changed: 2,
    same: 38,
  });
  expect((await app.get('items.read_set', { name: 'desk', version: 2 })).heldOutReadings).toBe(0);
  expect(await app.get('strata.read_sorting', { what })).toMatchObject({ strataGiven: 0, bandsGiven: 0 });
  expect(await recordOf('desk', 2)).toMatchObject({
    steps: [{ step: 'strata_by_hand', before: 40, after: 40, strata: 1, bands: 2 }],
  });
});

test('strata given to an import are a step of its preparation: taken, undone, and written down', async () => {
  const path = join(folder, 'sums.csv');
  const rows = Array.from({ length: 6 }, (_, index) => `S-${index},What is ${index} and 1?,${index + 1}`);
  writeFileSync(path, ['id,question,answer', ...rows, ''].join('\n'));
  const { importing } = await app.get('items.open_import', { path });
  await app.get('items.change_import', {
    importing,
    mapping: { id: 'id', input: 'question', answer: 'answer' },
  });
  const what = { of: 'import', importing } as const;
  expect(await app.ask('strata.read_sorting', { what })).toMatchObject({ ok: false });
  await app.get('preparing.open_items', { importing, skipProblems: false });
  expect(await app.get('strata.read_sorting', { what })).toMatchObject({
    title: 'sums.csv',
    items: 6,
    strataGiven: 0,
    strata: [{ stratum: 'all', items: 6 }],
  });
  expect(await app.ask('strata.take_step', { importing })).toMatchObject({ ok: false });
  await app.get('strata.give_stratum', { what, item: 'S-2', stratum: 'even', band: 'easy' });
  await app.get('strata.give_stratum', { what, item: 'S-4', stratum: 'even', band: null });
  await app.get('strata.give_stratum', { what, item: 'S-5', stratum: 'odd', band: null });
  await app.get('strata.give_stratum', { what, item: 'S-5', stratum: null, band: null });
  const listed = await app.get('strata.list_items', { what, page: { offset: 2, limit: 1 } });
  expect(listed.rows).toMatchObject([
    { item: 'S-2', stratum: 'even', band: 'easy', given: { stratum: 'even', band: 'easy' } },
  ]);

  await app.get('strata.take_step', { importing });
  const taken = await app.get('preparing.open_items', { importing, skipProblems: false });
  const step = { step: 'strata_by_hand', before: 6, after: 6, strata: 2, bands: 1 };
  expect(taken.steps).toEqual([step]);
  expect(taken.strata).toEqual([
    { stratum: 'all', items: 4 },
    { stratum: 'even', items: 2 },
  ]);
  expect(await app.get('strata.read_sorting', { what })).toMatchObject({ strataGiven: 0 });
  expect((await app.get('preparing.undo_step', { importing })).strata).toEqual([
    { stratum: 'all', items: 6 },
  ]);
  await app.get('strata.give_stratum', { what, item: 'S-2', stratum: 'even', band: 'easy' });
  await app.get('strata.give_stratum', { what, item: 'S-4', stratum: 'even', band: null });
  await app.get('strata.take_step', { importing });
  const choices = { heldOut: 0, seed: 1, skipProblems: false, prepared: true };
  await app.get('items.freeze_import', { importing, name: 'sums', ...choices });
  expect(await app.get('items.read_item', { set: { name: 'sums', version: 1 }, item: 'S-4' })).toMatchObject({
    stratum: 'even',
    band: null,
  });
  expect(await recordOf('sums', 1)).toMatchObject({ items: 6, steps: [step] });
});
