/** Slices: items written by hand, from the first one to the version that they are frozen in. */
import { formKinds, type SliceState } from '../../contract/calls/slices.ts';
import type { Handlers } from '../../contract/calls/calls.ts';
import type { Item, ItemSetVersion } from '../../contract/item.ts';
import { failure, success, type Result } from '../../contract/result.ts';
import type { AppContext } from '../context.ts';
import type { ItemSetReference } from '../../store/store.ts';
import { findSlice, sliceId, sliceIdentifier } from '../slices/find-slice.ts';
import { handWrittenRecord, nextRecord } from '../slices/next-record.ts';
import {
  emptySlice,
  sliceContent,
  toJson,
  withItem,
  withoutItem,
  type SliceContent,
} from '../slices/slice-content.ts';
import { formItem, unfinishedItems } from '../slices/slice-items.ts';
import { tryCheck } from '../slices/try-check.ts';
import { pageOfList } from './paging.ts';

type SliceHandlers = Pick<
  Handlers,
  | 'slices.list_slices'
  | 'slices.create_slice'
  | 'slices.read_slice'
  | 'slices.rename_slice'
  | 'slices.put_item'
  | 'slices.delete_item'
  | 'slices.delete_slice'
  | 'slices.restore_slice'
  | 'slices.try_check'
  | 'slices.freeze_slice'
>;

export function sliceHandlers(context: AppContext): SliceHandlers {
  const { store, hub } = context;

  function changed(): void {
    hub.publish({ kind: 'store_changed', change: { of: 'slices' } });
  }

  /** Saves what `change` makes of a slice, and says how it stands afterwards. */
  function change<More extends object>(
    slice: string,
    revision: number,
    make: (content: SliceContent) => Result<{ readonly content: SliceContent } & More>,
  ): Result<SliceState & Omit<More, 'content'>> {
    const found = findSlice(store, slice);
    if (!found.ok) return found;
    const made = make(found.data.content);
    if (!made.ok) return made;
    const { content, ...more } = made.data;
    const savedAt = context.now();
    const saved = store.changeSlice(found.data.id, revision, toJson(content), savedAt);
    if (!saved.ok) return saved;
    changed();
    return success({
      revision: revision + 1,
      savedAt,
      unfinished: unfinishedItems(content.items),
      ...more,
    });
  }

  function freezeOnto(onto: ItemSetReference, added: readonly Item[], now: string): Result<ItemSetVersion> {
    const before = store.itemSetVersion(onto.name, onto.version);
    if (before === null)
      return failure('item_set_unknown', `There is no item set ${onto.name}@${onto.version} here.`, {
        next: 'Choose another version, or freeze the items alone.',
      });
    const record = nextRecord(store, before, { added: added.length });
    return store.freezeNextVersion(before, { replaced: [], added }, now, record);
  }

  return {
    'slices.list_slices': ({ page }) => {
      const rows = store.slices().flatMap((record) => {
        const content = sliceContent(record);
        if (!content.ok) return [];
        const { name, items } = content.data;
        return [
          {
            slice: sliceIdentifier(record.id),
            name,
            items: items.length,
            unfinished: unfinishedItems(items).length,
            savedAt: record.savedAt,
          },
        ];
      });
      return Promise.resolve(success(pageOfList(rows, page)));
    },
    'slices.create_slice': ({ name }) => {
      const made = store.createSlice(toJson(emptySlice(name)), context.now());
      if (!made.ok) return Promise.resolve(made);
      changed();
      return Promise.resolve(success({ slice: sliceIdentifier(made.data) }));
    },
    'slices.read_slice': ({ slice }) => {
      const found = findSlice(store, slice);
      if (!found.ok) return Promise.resolve(found);
      const { revision, savedAt, content } = found.data;
      const items = [...content.items];
      return Promise.resolve(
        success({
          slice,
          revision,
          savedAt,
          name: content.name,
          items,
          unfinished: unfinishedItems(items),
          kinds: formKinds,
        }),
      );
    },
    'slices.rename_slice': ({ slice, revision, name }) =>
      Promise.resolve(change(slice, revision, (content) => success({ content: { ...content, name } }))),
    'slices.put_item': ({ slice, revision, ...item }) =>
      Promise.resolve(change(slice, revision, (content) => withItem(content, item))),
    'slices.delete_item': ({ slice, revision, key }) =>
      Promise.resolve(change(slice, revision, (content) => success({ content: withoutItem(content, key) }))),
    'slices.delete_slice': ({ slice }) => {
      const found = findSlice(store, slice);
      if (!found.ok) return Promise.resolve(found);
      const deleted = store.deleteSlice(found.data.id, context.now());
      if (!deleted.ok) return Promise.resolve(deleted);
      changed();
      return Promise.resolve(success({}));
    },
    'slices.restore_slice': ({ slice }) => {
      const restored = store.restoreSlice(sliceId(slice));
      if (!restored.ok) return Promise.resolve(restored);
      const found = findSlice(store, slice);
      if (!found.ok) return Promise.resolve(found);
      changed();
      return Promise.resolve(success({}));
    },
    'slices.try_check': ({ check, answer }) => tryCheck(context.scoring, check, answer),
    'slices.freeze_slice': ({ slice, revision, name, onto }) => {
      const found = findSlice(store, slice);
      if (!found.ok) return Promise.resolve(found);
      if (found.data.revision !== revision)
        return Promise.resolve(
          failure('draft_stale', 'The slice was changed in another window.', {
            next: 'Look at its items again, then freeze it.',
          }),
        );
      const items = finishedItems(found.data.content);
      if (!items.ok) return Promise.resolve(items);
      const now = context.now();
      const frozen =
        onto === null
          ? store.freezeItemSet(name.trim(), items.data, now, handWrittenRecord(items.data.length))
          : freezeOnto(onto, items.data, now);
      if (!frozen.ok) return Promise.resolve(frozen);
      const gone = store.deleteSlice(found.data.id, now);
      if (!gone.ok) return Promise.resolve(gone);
      changed();
      hub.publish({ kind: 'store_changed', change: { of: 'items' } });
      const { version, hash, counts } = frozen.data;
      return Promise.resolve(success({ name: frozen.data.name, version, hash, items: counts.items }));
    },
  };
}

/** All items of a slice, whole or not at all. */
function finishedItems({ name, items }: SliceContent): Result<readonly Item[]> {
  const [first] = unfinishedItems(items);
  if (first !== undefined) {
    const id = items.find(({ key }) => key === first.key)?.item.id ?? '';
    const [problem] = first.problems;
    return failure('item_broken', `${id === '' ? 'An item without an id' : id}: ${problem?.message ?? ''}`, {
      next: 'Finish the item, or delete it.',
      where: { item: id, ...(problem === undefined ? {} : { field: problem.field }) },
    });
  }
  if (items.length === 0)
    return failure('items_none', `${name} has no items yet.`, { next: 'Write one first.' });
  return success(items.flatMap(({ item }) => formItem(item).item ?? []));
}
