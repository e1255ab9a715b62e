import { expect, test } from 'vitest';
import { failure, success } from '../../../../src-main/contract/result.ts';
import { createReadingStore } from '../../../../src-renderer/stores/reading-store.ts';
import { loadedRows } from '../../../../src-renderer/stores/paged-list.ts';
import { cannedCounts, cannedItem, cannedRows } from '../../../fixtures/canned/canned-reading.ts';
import { scriptedClient, settled } from '../scripted-client.ts';

const comparison = 'support-desk';
const selection = { comparison, candidate: 'Q4_K_M', filter: { kinds: ['lost' as const] } };

/** The lost items of a candidate, with their counts and the first of them. */
async function opened() {
  const scripted = scriptedClient();
  const store = createReadingStore(scripted.client);
  void store.list.open(selection);
  const page = cannedRows(selection, 0, 100);
  scripted.last().answer(success(page));
  void store.counts.read(selection);
  scripted.last().answer(success(cannedCounts(selection)));
  const name = page.rows[0]?.item ?? '';
  const item = cannedItem(comparison, name);
  if (item === null) throw new Error('The canned comparison has lost items.');
  void store.item.read({ comparison, candidate: 'Q4_K_M', item: name });
  scripted.last().answer(success(item));
  await settled();
  const before = scripted.asked.length;
  return { ...scripted, store, name, asksSince: () => scripted.asked.slice(before).map((one) => one.name) };
}

const everything = ['reading.list_items', 'reading.read_counts', 'reading.read_item'];

test.each(['results', 'outputs', 'labels'] as const)('a change of its %s is read, once', async (of) => {
  const { tell, asksSince } = await opened();
  const change = { kind: 'store_changed', change: { of, comparison } } as const;
  tell(change, change);
  expect(asksSince()).toEqual(everything);
});

test('changes of others, and of what is not read here, are passed over', async () => {
  const { tell, asksSince } = await opened();
  tell(
    { kind: 'store_changed', change: { of: 'labels', comparison: 'another' } },
    { kind: 'store_changed', change: { of: 'comparisons', comparison } },
    { kind: 'store_changed', change: { of: 'items' } },
    { kind: 'pilot', draft: comparison, done: 1, total: 2 },
  );
  expect(asksSince()).toEqual([]);
});

test('before anything is open, no change is its own', () => {
  const { client, tell, miss, asked } = scriptedClient();
  createReadingStore(client);
  tell({ kind: 'store_changed', change: { of: 'results', comparison } });
  miss();
  expect(asked).toEqual([]);
});

test('after missed events everything is read; after the end nothing is heard', async () => {
  const { store, miss, asksSince } = await opened();
  miss();
  expect(asksSince()).toEqual(everything);
  store.close();
  miss();
  expect(asksSince()).toEqual(everything);
});

test('rows stay in sight until the newer ones are there', async () => {
  const { store, tell, asked } = await opened();
  const shown = loadedRows(store.list.store.getState());
  tell({ kind: 'store_changed', change: { of: 'labels', comparison } });
  expect(loadedRows(store.list.store.getState())).toEqual(shown);
  const labelled = shown.map((row, index) => (index === 0 ? { ...row, label: 'wrong' as const } : row));
  asked
    .findLast(({ name }) => name === 'reading.list_items')
    ?.answer(success({ rows: labelled, total: shown.length, offset: 0 }));
  await settled();
  expect(loadedRows(store.list.store.getState())[0]?.label).toBe('wrong');
});

test('a label goes to its item, and a refusal comes back', async () => {
  const { store, name, last } = await opened();
  const labelled = store.label(comparison, 'Q4_K_M', name, 'either_is_fine');
  expect(last()).toMatchObject({
    name: 'reading.label_item',
    input: { comparison, candidate: 'Q4_K_M', item: name, label: 'either_is_fine' },
  });
  last().answer(success({ label: 'either_is_fine' }));
  expect(await labelled).toEqual(success({ label: 'either_is_fine' }));
  const taken = store.label(comparison, 'Q4_K_M', name, null);
  expect(last().input).toMatchObject({ label: null });
  last().answer(failure('store_full', 'There is no room.'));
  expect(await taken).toMatchObject({ ok: false, error: { code: 'store_full' } });
});

test('both sides of an item are read beside each other', async () => {
  const { store, name, asked } = await opened();
  const place = { comparison, item: name, sample: 0 };
  void store.baselineOutput.read({ ...place, key: { candidate: 'BF16', replicate: 1 } });
  void store.candidateOutput.read({ ...place, key: { candidate: 'Q4_K_M', replicate: 1 } });
  const [left, right] = asked.slice(-2);
  right?.answer(success({ output: null }));
  await settled();
  expect(store.candidateOutput.store.getState()).toMatchObject({ data: { output: null }, busy: false });
  expect(store.baselineOutput.store.getState()).toMatchObject({ data: null, busy: true });
  expect(left?.signal?.aborted).toBe(false);
});
