/** What the app keeps beside plans and runs: drafts, choices, labels, looks before the end. */
import type { Json } from '../contract/item.ts';
import { failure } from '../contract/result.ts';
import type { Connection } from './connection.ts';
import { StoreError } from './failures.ts';
import type { Keys } from './keys.ts';
import type { DraftRecord, Halt, Store } from './store.ts';

interface DraftRow {
  readonly id: number;
  readonly revision: number;
  readonly fields: string;
  readonly pilot: string | null;
  readonly saved_at: string;
}

type AppState = Pick<
  Store,
  | 'drafts'
  | 'draft'
  | 'createDraft'
  | 'changeDraft'
  | 'setDraftPilot'
  | 'deleteDraft'
  | 'restoreDraft'
  | 'preference'
  | 'setPreference'
  | 'labels'
  | 'setLabel'
  | 'peeks'
  | 'addPeek'
  | 'looks'
  | 'addLook'
  | 'acceptedSettings'
  | 'acceptSetting'
  | 'halt'
  | 'setHalt'
>;

export function appState({ database, read, write }: Connection, keys: Keys): AppState {
  const draftRows = database.prepare<[], DraftRow>(
    'SELECT * FROM draft WHERE deleted_at IS NULL ORDER BY saved_at DESC, id DESC',
  );
  const draftRow = database.prepare<[number], DraftRow>(
    'SELECT * FROM draft WHERE id = ? AND deleted_at IS NULL',
  );
  const insertDraft = database.prepare<[string, string]>(
    'INSERT INTO draft (revision, fields, saved_at) VALUES (1, ?, ?)',
  );
  const updateDraft = database.prepare<[string, string, number, number]>(
    `UPDATE draft SET revision = revision + 1, fields = ?, saved_at = ?
     WHERE id = ? AND revision = ? AND deleted_at IS NULL`,
  );
  const setPilot = database.prepare<[string | null, number]>('UPDATE draft SET pilot = ? WHERE id = ?');
  const setDraftDeleted = database.prepare<[string | null, number]>(
    'UPDATE draft SET deleted_at = ? WHERE id = ?',
  );
  const preferenceOf = database
    .prepare<[string], string>('SELECT value FROM preference WHERE name = ?')
    .pluck();
  const putPreference = database.prepare<[string, string]>(
    'INSERT INTO preference VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
  );
  const labelsOf = database
    .prepare<[number], [string, string]>(
      'SELECT item.name, label.label FROM label JOIN item ON item.id = label.item_id WHERE label.plan_id = ?',
    )
    .raw();
  const itemOf = database
    .prepare<[number, string], number>('SELECT id FROM item WHERE set_id = ? AND name = ?')
    .pluck();
  const putLabel = database.prepare<[number, number, string, string]>(
    `INSERT INTO label VALUES (?, ?, ?, ?)
     ON CONFLICT (plan_id, item_id) DO UPDATE SET label = excluded.label, at = excluded.at`,
  );
  const dropLabel = database.prepare<[number, number]>('DELETE FROM label WHERE plan_id = ? AND item_id = ?');
  const countPeeks = database
    .prepare<[number], number>('SELECT count(*) FROM peek WHERE plan_id = ?')
    .pluck();
  const insertPeek = database.prepare<[number, string]>('INSERT INTO peek (plan_id, at) VALUES (?, ?)');
  const looksOf = database
    .prepare<[number, string], number>(
      'SELECT share FROM look WHERE plan_id = ? AND candidate = ? ORDER BY share',
    )
    .pluck();
  const insertLook = database.prepare<[number, string, number, string]>(
    'INSERT INTO look VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING',
  );
  const accepted = database.prepare<[number], { candidate: string; setting: string; at: string }>(
    'SELECT candidate, setting, at FROM accepted_setting WHERE plan_id = ? ORDER BY at, candidate, setting',
  );
  const insertAccepted = database.prepare<[number, string, string, string]>(
    'INSERT INTO accepted_setting VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING',
  );
  const haltOf = database.prepare<[number], Halt | null>('SELECT halted FROM plan WHERE id = ?').pluck();
  const setHalted = database.prepare<[Halt | null, number]>('UPDATE plan SET halted = ? WHERE id = ?');

  return {
    drafts: () => read(() => draftRows.all().map(toDraft)),
    draft: (id) =>
      read(() => {
        const row = draftRow.get(id);
        return row ? toDraft(row) : null;
      }),
    createDraft: (fields, at) =>
      write(() => Number(insertDraft.run(JSON.stringify(fields), at).lastInsertRowid)),
    changeDraft: (id, revision, fields, at) =>
      write(() => {
        if (updateDraft.run(JSON.stringify(fields), at, id, revision).changes !== 1)
          throw new StoreError(changedElsewhere());
      }),
    setDraftPilot: (id, pilot) =>
      write(() => {
        setPilot.run(pilot === null ? null : JSON.stringify(pilot), id);
      }),
    deleteDraft: (id, at) =>
      write(() => {
        setDraftDeleted.run(at, id);
      }),
    restoreDraft: (id) =>
      write(() => {
        setDraftDeleted.run(null, id);
      }),
    preference: (name) =>
      read(() => {
        const value = preferenceOf.get(name);
        return value === undefined ? null : (JSON.parse(value) as Json);
      }),
    setPreference: (name, value) =>
      write(() => {
        putPreference.run(name, JSON.stringify(value));
      }),
    labels: (planHash) => read(() => new Map(labelsOf.all(keys.plan(planHash).id))),
    setLabel: (planHash, itemId, label, at) =>
      write(() => {
        const { id, setId } = keys.plan(planHash);
        const item = itemOf.get(setId, itemId);
        if (item === undefined) throw new Error(`no item ${itemId} in the plan's set`);
        if (label === null) dropLabel.run(id, item);
        else putLabel.run(id, item, label, at);
      }),
    peeks: (planHash) => read(() => countPeeks.get(keys.plan(planHash).id) ?? 0),
    addPeek: (planHash, at) =>
      write(() => {
        insertPeek.run(keys.plan(planHash).id, at);
      }),
    looks: (planHash, candidate) => read(() => looksOf.all(keys.plan(planHash).id, candidate)),
    addLook: (planHash, candidate, share, at) =>
      write(() => {
        insertLook.run(keys.plan(planHash).id, candidate, share, at);
      }),
    acceptedSettings: (planHash) => read(() => accepted.all(keys.plan(planHash).id)),
    acceptSetting: (planHash, candidate, setting, at) =>
      write(() => {
        insertAccepted.run(keys.plan(planHash).id, candidate, setting, at);
      }),
    halt: (planHash) => read(() => haltOf.get(keys.plan(planHash).id) ?? null),
    setHalt: (planHash, halt) =>
      write(() => {
        setHalted.run(halt, keys.plan(planHash).id);
      }),
  };
}

function changedElsewhere() {
  return failure('draft_stale', 'The draft was changed in another window.', {
    next: 'Read it again; your last change was not kept.',
  }).error;
}

function toDraft(row: DraftRow): DraftRecord {
  return {
    id: row.id,
    revision: row.revision,
    fields: JSON.parse(row.fields) as Json,
    pilot: row.pilot === null ? null : (JSON.parse(row.pilot) as Json),
    savedAt: row.saved_at,
  };
}
