/** Frozen item sets. Held-out items leave this file through `readPlanItems` alone, and each such reading is logged. */
import type { Check, Item, ItemSetVersion, Json, Message, Split } from '../contract/item.ts';
import type { Plan } from '../contract/plan.ts';
import { failure, type Failure } from '../contract/result.ts';
import { makeCanary } from './canary.ts';
import type { Connection } from './connection.ts';
import { dividedCluster, dividingItem } from './divided-cluster.ts';
import { StoreError } from './failures.ts';
import { itemSetHash } from './hash.ts';
import type { Keys } from './keys.ts';
import type { HeldOutReading, ItemSetReference, Store } from './store.ts';

const longestName = 500;

interface SetRow {
  readonly id: number;
  readonly name: string;
  readonly version: number;
  readonly hash: string;
  readonly items: number;
  readonly dev: number;
  readonly held_out: number;
  readonly frozen_at: string;
  readonly canary: string | null;
}

/** An item as its row holds it. */
export interface ItemRow {
  readonly name: string;
  readonly stratum: string;
  readonly split: Split;
  readonly band: string | null;
  readonly source: string | null;
  readonly cluster: string | null;
  readonly messages: string;
  readonly check: string;
}

type ItemSets = Pick<
  Store,
  | 'freezeItemSet'
  | 'freezeNextVersion'
  | 'itemSetVersions'
  | 'itemSetVersion'
  | 'preparation'
  | 'readDevItems'
  | 'readPlanItems'
  | 'heldOutReadings'
>;

export function itemSets({ database, read, write }: Connection, keys: Keys): ItemSets {
  const allSets = database.prepare<[], SetRow>('SELECT * FROM item_set ORDER BY name, version DESC');
  const newestSet = database.prepare<[string], SetRow>(
    'SELECT * FROM item_set WHERE name = ? ORDER BY version DESC LIMIT 1',
  );
  const setOfVersion = database.prepare<[string, number], SetRow>(
    'SELECT * FROM item_set WHERE name = ? AND version = ?',
  );
  const setOfHash = database.prepare<[string, string], SetRow>(
    'SELECT * FROM item_set WHERE name = ? AND hash = ?',
  );
  const insertSet = database.prepare<Omit<SetRow, 'id'>>(
    `INSERT INTO item_set (name, version, hash, items, dev, held_out, frozen_at, canary)
     VALUES (@name, @version, @hash, @items, @dev, @held_out, @frozen_at, @canary)`,
  );
  const insertItem = database.prepare<ItemRow & { readonly set_id: number | bigint }>(
    `INSERT INTO item (set_id, name, stratum, split, band, source, cluster, messages, "check")
     VALUES (@set_id, @name, @stratum, @split, @band, @source, @cluster, @messages, @check)`,
  );
  // A version never changes; a record that comes later to one without any is about the same items.
  const insertPreparation = database.prepare<[number | bigint, string]>(
    'INSERT INTO preparation (set_id, record) VALUES (?, ?) ON CONFLICT DO NOTHING',
  );
  const preparationOf = database
    .prepare<[number], string>('SELECT record FROM preparation WHERE set_id = ?')
    .pluck();
  const devItems = database.prepare<[number], ItemRow>(
    `SELECT * FROM item WHERE set_id = ? AND split = 'dev' ORDER BY id`,
  );
  const allItems = database.prepare<[number], ItemRow>('SELECT * FROM item WHERE set_id = ? ORDER BY id');
  const splitItems = database.prepare<{ setId: number; split: Split; limit: number }, ItemRow>(
    `SELECT * FROM (
       SELECT *, row_number() OVER (PARTITION BY stratum ORDER BY id) AS place
       FROM item WHERE set_id = @setId AND split = @split
     ) WHERE place <= @limit ORDER BY id`,
  );
  const planJson = database.prepare<[number], string>('SELECT json FROM plan WHERE id = ?').pluck();
  const logReading = database.prepare<[number, number, string, number]>(
    'INSERT INTO held_out_reading (set_id, plan_id, at, items) VALUES (?, ?, ?, ?)',
  );
  const readings = database.prepare<[number], HeldOutReading>(
    `SELECT plan.hash AS planHash, held_out_reading.at, held_out_reading.items
     FROM held_out_reading JOIN plan ON plan.id = held_out_reading.plan_id
     WHERE held_out_reading.set_id = ? ORDER BY held_out_reading.id`,
  );

  function setId(reference: ItemSetReference): number {
    const row = setOfVersion.get(reference.name, reference.version);
    if (!row) throw new Error(`no item set ${reference.name}@${reference.version}`);
    return row.id;
  }

  /** @param divided what is wrong with the clusters of items that are not frozen yet; null: nothing */
  function freeze(
    name: string,
    items: readonly Item[],
    divided: () => Failure | null,
    frozenAt: string,
    preparation?: object,
  ): ItemSetVersion {
    const wrong = nameFault(name);
    if (wrong !== null) throw new StoreError(wrong);
    const hash = itemSetHash(items);
    const same = setOfHash.get(name, hash);
    const prepared = preparation === undefined ? null : JSON.stringify(preparation);
    if (same) {
      if (prepared !== null) insertPreparation.run(same.id, prepared);
      return toVersion(same);
    }
    const fault = divided();
    if (fault !== null) throw new StoreError(fault);
    const dev = items.filter((item) => item.split === 'dev').length;
    const set = {
      name,
      version: (newestSet.get(name)?.version ?? 0) + 1,
      hash,
      items: items.length,
      dev,
      held_out: items.length - dev,
      frozen_at: frozenAt,
      canary: makeCanary(name, hash),
    };
    const id = insertSet.run(set).lastInsertRowid;
    for (const item of items) insertItem.run({ ...toRow(item), set_id: id });
    if (prepared !== null) insertPreparation.run(id, prepared);
    return toVersion(set);
  }

  return {
    freezeItemSet: (name, items, frozenAt, preparation) =>
      write(() => freeze(name, items, () => dividedCluster(items), frozenAt, preparation)),
    freezeNextVersion: (from, { replaced, added }, frozenAt, preparation) =>
      write(() => {
        const before = allItems.all(setId(from)).map(toItem);
        const dev = new Set(before.flatMap(({ id, split }) => (split === 'dev' ? [id] : [])));
        const now = new Map(replaced.map((item) => [item.id, item]));
        for (const id of now.keys()) if (!dev.has(id)) throw new StoreError(notDev(from, id));
        const ids = new Set(before.map(({ id }) => id));
        const twice = added.find(({ id }) => ids.has(id));
        if (twice) throw new StoreError(alreadyIn(from, twice.id));
        const items = [...before.map((item) => now.get(item.id) ?? item), ...added];
        // A cluster that an earlier release divided is carried over: sorting by hand does not make it worse.
        const divided = () => dividingItem(from, before, added) ?? dividedCluster(added);
        return freeze(from.name, items, divided, frozenAt, preparation);
      }),
    itemSetVersions: () => read(() => allSets.all().map(toVersion)),
    itemSetVersion(name, version) {
      return read(() => {
        const row = version === undefined ? newestSet.get(name) : setOfVersion.get(name, version);
        return row ? toVersion(row) : null;
      });
    },
    preparation: (version) =>
      read(() => {
        const record = preparationOf.get(setId(version));
        return record === undefined ? null : (JSON.parse(record) as Json);
      }),
    readDevItems: (version) => read(() => devItems.all(setId(version)).map(toItem)),
    readPlanItems(planHash, at) {
      return write(() => {
        const { id, setId } = keys.plan(planHash);
        const plan = JSON.parse(planJson.get(id) ?? 'null') as Plan;
        const limit = plan.items.limit ?? Number.MAX_SAFE_INTEGER;
        const items = splitItems.all({ setId, split: plan.split, limit }).map(toItem);
        if (items.length === 0) throw new StoreError(nothingIn(plan));
        if (plan.split === 'held_out') logReading.run(setId, id, at, items.length);
        return items;
      });
    },
    heldOutReadings: (version) => read(() => readings.all(setId(version))),
  };
}

/** What keeps a name from being a set's; null where nothing does. */
function nameFault(name: string): Failure | null {
  const what =
    name.trim() === ''
      ? 'it is empty'
      : /\p{Cc}/u.test(name)
        ? 'it holds a control character'
        : name.length > longestName
          ? `it is longer than ${longestName} characters`
          : null;
  if (what === null) return null;
  return failure(
    'usage',
    `${JSON.stringify(name.slice(0, 80))} cannot be the name of an item set: ${what}.`,
    {
      next: 'Give the set another name.',
    },
  ).error;
}

function notDev({ name, version }: ItemSetReference, item: string) {
  return failure('held_out_refused', `${item} is not among the dev items of ${name}@${version}.`, {
    next: 'Held-out items are carried over as they are.',
    where: { item },
  }).error;
}

function alreadyIn({ name, version }: ItemSetReference, item: string) {
  return failure('item_duplicate', `${name}@${version} has an item ${JSON.stringify(item)} already.`, {
    next: 'Give the new item another id.',
    where: { item },
  }).error;
}

function nothingIn(plan: Plan) {
  const { name, version } = plan.items;
  return failure('items_none', `${name}@${version} has no items in the split ${plan.split}.`, {
    next: 'Name the other split in the plan, or give items this split and freeze them again.',
    where: { field: 'split' },
  }).error;
}

function toVersion(row: Omit<SetRow, 'id'>): ItemSetVersion {
  return {
    name: row.name,
    version: row.version,
    hash: row.hash,
    counts: { items: row.items, dev: row.dev, heldOut: row.held_out },
    frozenAt: row.frozen_at,
    canary: row.canary ?? makeCanary(row.name, row.hash),
  };
}

function toRow(item: Item): ItemRow {
  return {
    name: item.id,
    stratum: item.stratum,
    split: item.split,
    band: item.band ?? null,
    source: item.source ?? null,
    cluster: item.cluster ?? null,
    messages: JSON.stringify(item.messages),
    check: JSON.stringify(item.check),
  };
}

export function toItem(row: ItemRow): Item {
  return {
    id: row.name,
    messages: JSON.parse(row.messages) as Message[],
    stratum: row.stratum,
    ...(row.band === null ? {} : { band: row.band }),
    split: row.split,
    ...(row.source === null ? {} : { source: row.source }),
    ...(row.cluster === null ? {} : { cluster: row.cluster }),
    check: JSON.parse(row.check) as Check,
  };
}
