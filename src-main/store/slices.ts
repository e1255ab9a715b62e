/** What is made by hand on the way to a version: slices of written items, and strata given to a version's dev items. */
import { failure } from '../contract/result.ts';
import type { Json } from '../contract/item.ts';
import type { Connection } from './connection.ts';
import { StoreError } from './failures.ts';
import type { SliceRecord } from './slice-records.ts';
import type { HandStratum, ItemSetReference, Store } from './store.ts';

interface SliceRow {
  readonly id: number;
  readonly revision: number;
  readonly content: string;
  readonly saved_at: string;
}

type Slices = Pick<
  Store,
  | 'slices'
  | 'slice'
  | 'createSlice'
  | 'changeSlice'
  | 'deleteSlice'
  | 'restoreSlice'
  | 'handStrata'
  | 'setHandStratum'
  | 'dropHandStrata'
>;

export function slices({ database, read, write }: Connection): Slices {
  const sliceRows = database.prepare<[], SliceRow>(
    'SELECT * FROM slice WHERE deleted_at IS NULL ORDER BY saved_at DESC, id DESC',
  );
  const sliceRow = database.prepare<[number], SliceRow>(
    'SELECT * FROM slice WHERE id = ? AND deleted_at IS NULL',
  );
  const insertSlice = database.prepare<[string, string]>(
    'INSERT INTO slice (revision, content, saved_at) VALUES (1, ?, ?)',
  );
  const updateSlice = database.prepare<[string, string, number, number]>(
    `UPDATE slice SET revision = revision + 1, content = ?, saved_at = ?
     WHERE id = ? AND revision = ? AND deleted_at IS NULL`,
  );
  const setSliceDeleted = database.prepare<[string | null, number]>(
    'UPDATE slice SET deleted_at = ? WHERE id = ?',
  );
  const handRows = database.prepare<[string, number], HandStratum & { readonly name: string }>(
    `SELECT item.name, hand_stratum.stratum, hand_stratum.band
     FROM hand_stratum JOIN item ON item.id = hand_stratum.item_id
     JOIN item_set ON item_set.id = hand_stratum.set_id
     WHERE item_set.name = ? AND item_set.version = ? ORDER BY item.id`,
  );
  const devItem = database.prepare<[string, number, string], { id: number; set_id: number }>(
    `SELECT item.id, item.set_id FROM item JOIN item_set ON item_set.id = item.set_id
     WHERE item_set.name = ? AND item_set.version = ? AND item.name = ? AND item.split = 'dev'`,
  );
  const putHand = database.prepare<[number, number, string | null, string | null, string]>(
    `INSERT INTO hand_stratum VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (item_id) DO UPDATE SET stratum = excluded.stratum, band = excluded.band, at = excluded.at`,
  );
  const dropHand = database.prepare<[number]>('DELETE FROM hand_stratum WHERE item_id = ?');
  const dropHands = database.prepare<[string, number]>(
    'DELETE FROM hand_stratum WHERE set_id IN (SELECT id FROM item_set WHERE name = ? AND version = ?)',
  );

  return {
    slices: () => read(() => sliceRows.all().map(toSlice)),
    slice: (id) =>
      read(() => {
        const row = sliceRow.get(id);
        return row ? toSlice(row) : null;
      }),
    createSlice: (content, at) =>
      write(() => Number(insertSlice.run(JSON.stringify(content), at).lastInsertRowid)),
    changeSlice: (id, revision, content, at) =>
      write(() => {
        if (updateSlice.run(JSON.stringify(content), at, id, revision).changes !== 1)
          throw new StoreError(changedElsewhere());
      }),
    deleteSlice: (id, at) =>
      write(() => {
        setSliceDeleted.run(at, id);
      }),
    restoreSlice: (id) =>
      write(() => {
        setSliceDeleted.run(null, id);
      }),
    handStrata: ({ name, version }) =>
      read(
        () =>
          new Map(
            handRows.all(name, version).map(({ name: item, stratum, band }) => [item, { stratum, band }]),
          ),
      ),
    setHandStratum: (set, item, { stratum, band }, at) =>
      write(() => {
        const row = devItem.get(set.name, set.version, item);
        if (!row) throw new StoreError(notDev(set, item));
        if (stratum === null && band === null) dropHand.run(row.id);
        else putHand.run(row.id, row.set_id, stratum, band, at);
      }),
    dropHandStrata: ({ name, version }) =>
      write(() => {
        dropHands.run(name, version);
      }),
  };
}

function changedElsewhere() {
  return failure('draft_stale', 'The slice was changed in another window.', {
    next: 'Read it again; your last change was not kept.',
  }).error;
}

function notDev({ name, version }: ItemSetReference, item: string) {
  return failure('held_out_refused', `${item} is not among the dev items of ${name}@${version}.`, {
    next: 'Only dev items can be given another stratum by hand.',
    where: { item },
  }).error;
}

function toSlice(row: SliceRow): SliceRecord {
  return {
    id: row.id,
    revision: row.revision,
    content: JSON.parse(row.content) as Json,
    savedAt: row.saved_at,
  };
}
