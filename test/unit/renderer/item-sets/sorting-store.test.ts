import { expect, test } from 'vitest';
import type { SortedItem, Sorting } from '../../../../src-main/contract/calls/strata.ts';
import { failure, success } from '../../../../src-main/contract/result.ts';
import {
  choicesOf,
  digitOf,
  progressWords,
  whereItGoes,
} from '../../../../src-renderer/screens/item-sets/sorting-words.ts';
import { createSortingStore } from '../../../../src-renderer/stores/sorting-store.ts';
import { scriptedClient, settled } from '../scripted-client.ts';

const what = { of: 'slice', slice: 'slice:1' } as const;
const sorting: Sorting = {
  title: 'Cases',
  items: 3,
  strataGiven: 1,
  bandsGiven: 0,
  heldOut: 0,
  strata: [{ stratum: 'sums', items: 3 }],
  bands: [],
};
const row = (item: string, stratum: string | null): SortedItem => ({
  item,
  id: item,
  messages: [],
  check: 'exact',
  stratum: 'sums',
  band: null,
  given: { stratum, band: null },
});

async function opened() {
  const client = scriptedClient();
  const store = createSortingStore(client.client, what);
  void store.open();
  client.last().answer(success(sorting));
  await settled();
  client
    .last()
    .answer(success({ rows: [row('a', 'sums'), row('b', null), row('c', null)], total: 3, offset: 0 }));
  await settled();
  const gifts = () => client.asked.filter(({ name }) => name === 'strata.give_stratum');
  return { ...client, store, gifts, state: () => store.store.getState() };
}

test('whoever comes back goes on at the first item that has nothing', async () => {
  const { state } = await opened();
  expect(state()).toMatchObject({ at: 1, undoable: 0, sorting });
});

test('a stratum shows at once, and the way back leads to the item and what it had', async () => {
  const { store, gifts, state, last } = await opened();
  void store.give({ stratum: 'names' });
  store.go(2);
  await settled();
  expect(store.rowOf(1)).toMatchObject({ stratum: 'names', given: { stratum: 'names', band: null } });
  expect(gifts()[0]?.input).toEqual({ what, item: 'b', stratum: 'names', band: null });
  gifts()[0]?.answer(success({ ...sorting, strataGiven: 2 }));
  await settled();
  expect(state()).toMatchObject({ at: 2, undoable: 1, sorting: { strataGiven: 2 } });

  void store.undo();
  await settled();
  expect(state()).toMatchObject({ at: 1, undoable: 0 });
  expect(gifts()[1]?.input).toEqual({ what, item: 'b', stratum: null, band: null });
  gifts()[1]?.answer(success(sorting));
  await settled();
  expect(last().name).toBe('strata.list_items');
});

test('a band leaves the stratum as it is, and ends of the list are not passed', async () => {
  const { store, gifts, state } = await opened();
  store.go(0);
  void store.give({ band: 'hard' });
  await settled();
  expect(gifts()[0]?.input).toEqual({ what, item: 'a', stratum: 'sums', band: 'hard' });
  store.go(-4);
  expect(state().at).toBe(0);
  store.go(99);
  expect(state().at).toBe(2);
});

test('what could not be written is read again and said', async () => {
  const { store, gifts, state, last } = await opened();
  void store.give({ stratum: 'names' });
  await settled();
  gifts()[0]?.answer(failure('slice_unknown', 'There is no such slice any more.'));
  await settled();
  expect(last().name).toBe('strata.list_items');
  last().answer(success({ rows: [row('a', 'sums'), row('b', null), row('c', null)], total: 3, offset: 0 }));
  await settled();
  expect(state().error?.code).toBe('slice_unknown');
  expect(store.rowOf(1)?.given.stratum).toBeNull();
});

test('a key keeps its stratum, whatever items are given meanwhile', async () => {
  const { store, gifts, state } = await opened();
  store.addStratum('dates');
  void store.give({ stratum: 'names' });
  await settled();
  const strata = [
    { stratum: 'names', items: 1 },
    { stratum: 'sums', items: 2 },
  ];
  gifts()[0]?.answer(success({ ...sorting, strata }));
  await settled();
  expect(state().strata).toEqual(['sums', 'dates', 'names']);
  expect(choicesOf(state().strata, [{ name: 'names', items: 1 }])).toEqual([
    { name: 'sums', items: 0 },
    { name: 'dates', items: 0 },
    { name: 'names', items: 1 },
  ]);
});

test('digits are told by their key, whatever Shift makes of it', () => {
  expect(['Digit1', 'Numpad9', 'Digit0', 'KeyA', 'F1'].map(digitOf)).toEqual([1, 9, 0, null, null]);
});

test('words say how far it is and what becomes of it', () => {
  expect(progressWords({ ...sorting, items: 1200 })).toBe('1 of 1,200 items were given a stratum.');
  expect(progressWords({ ...sorting, bandsGiven: 2 })).toBe('1 of 3 items were given a stratum, 2 a band.');
  const set = { of: 'version', set: { name: 'desk', version: 2 } } as const;
  expect(whereItGoes(set, { ...sorting, heldOut: 1500 })).toContain('1,500 held-out items keep theirs');
  expect(whereItGoes(set, sorting)).not.toContain('held-out');
});
