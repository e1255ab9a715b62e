import { expect, test } from 'vitest';
import type { CheckTrial, Slice, SliceItem } from '../../../../src-main/contract/calls/slices.ts';
import { failure, success } from '../../../../src-main/contract/result.ts';
import {
  blankItem,
  createSliceStore,
  freeId,
  type Delay,
} from '../../../../src-renderer/stores/slice-store.ts';
import { scriptedClient, settled } from '../scripted-client.ts';

const item = (id: string): SliceItem => ({
  id,
  messages: [{ role: 'user', content: `What is ${id}?` }],
  stratum: 'names',
  band: '',
  cluster: 'doc',
  split: 'dev',
  check: { kind: 'exact', fields: { answer: id } },
  example: '',
});
const slice: Slice = {
  slice: 'slice:1',
  revision: 4,
  savedAt: '2026-01-01T00:00:00.000Z',
  name: 'Cases',
  items: ['a', 'b', 'c'].map((id, index) => ({ key: index + 1, item: item(id) })),
  unfinished: [{ key: 2, problems: [{ field: 'id', line: null, message: 'no' }] }],
  kinds: ['exact'],
};
const trial: CheckTrial = { problems: [], score: null, reference: 'a', emptyIsRight: false };
const saved = (revision: number) => ({ revision, savedAt: '2026-01-02T00:00:00.000Z', unfinished: [] });

/** Waits that end when the test says so. */
function waits() {
  const open = new Set<() => void>();
  const delay: Delay = (run) => {
    open.add(run);
    return () => open.delete(run);
  };
  return {
    delay,
    end: () => {
      const runs = [...open];
      open.clear();
      for (const run of runs) run();
    },
  };
}

async function opened() {
  const client = scriptedClient();
  const { delay, end } = waits();
  const editor = createSliceStore(client.client, 'slice:1', delay);
  void editor.load();
  client.last().answer(success(slice));
  await settled();
  expect(client.last()).toMatchObject({
    name: 'slices.try_check',
    input: { check: { kind: 'exact', fields: { answer: 'a' } }, answer: '' },
  });
  client.last().answer(success(trial));
  await settled();
  const puts = () => client.asked.filter(({ name }) => name === 'slices.put_item');
  return { ...client, editor, end, puts, state: () => editor.store.getState() };
}

test('the first item is open and its check is tried', async () => {
  const { state } = await opened();
  expect(state()).toMatchObject({ open: true, selected: 1, trial, unsaved: false });
  expect(state().problems.get(2)).toHaveLength(1);
});

test('what is typed is there at once, and saved and tried when the typing ends', async () => {
  const { editor, end, puts, state, asked } = await opened();
  for (const example of ['A', 'As', 'Ask']) editor.change(1, { example });
  expect(state().items[0]?.item.example).toBe('Ask');
  expect(state().unsaved).toBe(true);
  expect(puts()).toHaveLength(0);
  end();
  await settled();
  expect(puts()).toHaveLength(1);
  expect(puts()[0]?.input).toMatchObject({ revision: 4, key: 1, item: { example: 'Ask' } });
  const tries = asked.filter(({ name }) => name === 'slices.try_check');
  expect(tries).toHaveLength(2);
  expect(tries[1]?.input).toMatchObject({ answer: 'Ask' });
  puts()[0]?.answer(success({ ...saved(5), key: 1 }));
  await settled();
  expect(state()).toMatchObject({ unsaved: false, savedAt: '2026-01-02T00:00:00.000Z' });
});

test('an answer to an older try is thrown away', async () => {
  const { editor, end, asked, state } = await opened();
  editor.change(1, { example: 'one' });
  end();
  await settled();
  const old = asked.findLast(({ name }) => name === 'slices.try_check');
  editor.change(1, { example: 'two' });
  expect(old?.signal?.aborted).toBe(true);
  old?.answer(success({ ...trial, reference: 'old' }));
  await settled();
  expect(state().trial?.reference).toBe('a');
});

test('changes are sent one after the other, each with the revision that the one before made', async () => {
  const { editor, end, puts } = await opened();
  editor.change(1, { id: 'x' });
  editor.change(2, { id: 'y' });
  end();
  await settled();
  expect(puts()).toHaveLength(1);
  puts()[0]?.answer(success({ ...saved(5), key: 1 }));
  await settled();
  expect(puts()[1]?.input).toMatchObject({ revision: 5, key: 2, item: { id: 'y' } });
});

test('a new item stands behind the selected one, begins like it, and is selected', async () => {
  const { editor, puts, state, last } = await opened();
  void editor.addBlank();
  await settled();
  expect(puts()[0]?.input).toMatchObject({
    key: null,
    place: 1,
    item: {
      id: 'cases-4',
      stratum: 'names',
      split: 'dev',
      cluster: '',
      check: { kind: 'exact', fields: {} },
    },
  });
  puts()[0]?.answer(success({ ...saved(5), key: 9 }));
  await settled();
  expect(state().items.map(({ key }) => key)).toEqual([1, 9, 2, 3]);
  expect(state().selected).toBe(9);
  expect(last().name).toBe('slices.try_check');
});

test('a deleted item comes back to its place with its key', async () => {
  const { editor, asked, puts, state } = await opened();
  editor.select(2);
  const removing = editor.remove();
  await settled();
  const question = asked.findLast(({ name }) => name === 'slices.delete_item');
  expect(question?.input).toEqual({ slice: 'slice:1', revision: 4, key: 2 });
  question?.answer(success(saved(5)));
  const removed = await removing;
  expect(state().items.map(({ key }) => key)).toEqual([1, 3]);
  expect(state().selected).toBe(3);
  void removed?.undo();
  await settled();
  expect(puts()[0]?.input).toMatchObject({ revision: 5, key: 2, place: 1, item: { id: 'b' } });
  puts()[0]?.answer(success({ ...saved(6), key: 2 }));
  await settled();
  expect(state().items.map(({ key }) => key)).toEqual([1, 2, 3]);
  expect(state().selected).toBe(2);
});

test('a slice that was changed elsewhere is read anew, and says so', async () => {
  const { editor, end, asked, puts, state } = await opened();
  editor.change(1, { id: 'x' });
  end();
  await settled();
  puts()[0]?.answer(failure('draft_stale', 'The slice was changed in another window.'));
  await settled();
  const again = asked.findLast(({ name }) => name === 'slices.read_slice');
  again?.answer(success({ ...slice, revision: 8, items: slice.items.slice(1) }));
  await settled();
  expect(state()).toMatchObject({ selected: 2, error: { code: 'draft_stale' } });
  expect(state().items).toHaveLength(2);
});

test('everything typed is saved before it is frozen', async () => {
  const { editor, asked, puts } = await opened();
  editor.change(3, { id: 'z' });
  void editor.freeze('cases', { name: 'desk', version: 2 });
  await settled();
  expect(asked.some(({ name }) => name === 'slices.freeze_slice')).toBe(false);
  puts()[0]?.answer(success({ ...saved(5), key: 3 }));
  await settled();
  expect(asked.at(-1)).toMatchObject({
    name: 'slices.freeze_slice',
    input: { slice: 'slice:1', revision: 5, name: 'cases', onto: { name: 'desk', version: 2 } },
  });
});

test('nothing is frozen where something typed cannot be saved, also where it is on its way already', async () => {
  const { editor, end, asked, puts } = await opened();
  editor.change(1, { id: 'x' });
  end();
  await settled();
  editor.change(3, { id: 'z' });
  const frozen = editor.freeze('cases', null);
  puts()[0]?.answer(failure('draft_stale', 'The slice was changed in another window.'));
  await settled();
  asked.findLast(({ name }) => name === 'slices.read_slice')?.answer(success({ ...slice, revision: 8 }));
  await settled();
  puts()[1]?.answer(success({ ...saved(9), key: 3 }));
  expect(await frozen).toMatchObject({ ok: false, error: { code: 'draft_stale' } });
  expect(asked.some(({ name }) => name === 'slices.freeze_slice')).toBe(false);
  // The other window did not touch the item: it is still as it was typed, and goes first.
  const again = editor.freeze('cases', null);
  await settled();
  expect(puts()[2]?.input).toMatchObject({ revision: 9, key: 1, item: { id: 'x' } });
  puts()[2]?.answer(success({ ...saved(10), key: 1 }));
  await settled();
  expect(asked.at(-1)).toMatchObject({ name: 'slices.freeze_slice', input: { revision: 10 } });
  asked.at(-1)?.answer(success({ name: 'cases', version: 1, hash: 'h', items: 3 }));
  expect(await again).toMatchObject({ ok: true });
});

test('what could not be saved stays as it was typed, is said, and is sent again', async () => {
  const { editor, end, puts, state } = await opened();
  editor.change(1, { id: 'x' });
  end();
  await settled();
  puts()[0]?.answer(failure('store_full', 'The disk is full.'));
  await settled();
  expect(state()).toMatchObject({ unsaved: true, failing: true, error: { code: 'store_full' } });
  expect(state().items[0]?.item.id).toBe('x');
  // Another item goes through meanwhile, and that hides nothing.
  editor.change(2, { id: 'y' });
  void editor.flush();
  await settled();
  expect(puts().map(({ input }) => input)).toMatchObject([{ key: 1 }, { key: 1 }]);
  puts()[1]?.answer(failure('store_full', 'The disk is full.'));
  await settled();
  puts()[2]?.answer(success({ ...saved(5), key: 2 }));
  await settled();
  expect(state()).toMatchObject({ unsaved: true, failing: true });
  // The wait ends by itself.
  end();
  await settled();
  expect(puts()[3]?.input).toMatchObject({ revision: 5, key: 1, item: { id: 'x' } });
  puts()[3]?.answer(success({ ...saved(6), key: 1 }));
  await settled();
  expect(state()).toMatchObject({ unsaved: false, failing: false, error: null });
  end();
  await settled();
  expect(puts()).toHaveLength(4);
});

test('a name that could not be saved is sent again, and after the screen was left nothing is', async () => {
  const { editor, end, asked, state } = await opened();
  const renames = () => asked.filter(({ name }) => name === 'slices.rename_slice');
  void editor.rename('Other');
  await settled();
  renames()[0]?.answer(failure('interrupted', 'Noisefloor does not answer.'));
  await settled();
  expect(state()).toMatchObject({ name: 'Other', unsaved: true, failing: true });
  end();
  await settled();
  expect(renames()[1]?.input).toEqual({ slice: 'slice:1', revision: 4, name: 'Other' });
  editor.close();
  renames()[1]?.answer(failure('interrupted', 'Noisefloor does not answer.'));
  await settled();
  end();
  await settled();
  expect(renames()).toHaveLength(2);
});

test('of one item the other window’s change wins, of another what was typed here', async () => {
  const { editor, end, asked, puts, state } = await opened();
  editor.change(1, { id: 'x' });
  end();
  await settled();
  editor.change(2, { id: 'y' });
  puts()[0]?.answer(failure('draft_stale', 'The slice was changed in another window.'));
  await settled();
  const theirs = slice.items.with(0, { key: 1, item: item('theirs') });
  asked
    .findLast(({ name }) => name === 'slices.read_slice')
    ?.answer(success({ ...slice, revision: 8, items: theirs }));
  await settled();
  expect(state().items.map(({ item: { id } }) => id)).toEqual(['theirs', 'y', 'c']);
  expect(state()).toMatchObject({ unsaved: true, failing: false, error: { code: 'draft_stale' } });
  end();
  await settled();
  expect(puts()[1]?.input).toMatchObject({ revision: 8, key: 2, item: { id: 'y' } });
  expect(puts()).toHaveLength(2);
});

test('ids come after the name of the slice and are free', () => {
  expect(freeId([], 'Refund Cases (2026)')).toBe('refund-cases-2026-1');
  expect(freeId([{ key: 1, item: item('cases-2') }], 'Cases')).toBe('cases-3');
  expect(freeId([], '!!')).toBe('item-1');
  expect(blankItem([], 'Cases').messages).toEqual([{ role: 'user', content: '' }]);
});
