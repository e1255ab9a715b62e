/** Dev items by the page: what the item browser shows. Held-out items have no way through here. */
import type { Connection } from './connection.ts';
import { toItem, type ItemRow } from './item-sets.ts';
import type { DevItemFilter, Store } from './store.ts';
import { whileUnchanged } from './while-unchanged.ts';

type DevItems = Pick<Store, 'devItemPage' | 'devItem'>;

interface Bound {
  readonly name: string;
  readonly version: number;
  readonly stratum: string | null;
  readonly text: string;
}

const within = `item.set_id = (SELECT id FROM item_set WHERE name = :name AND version = :version)
  AND item.split = 'dev'`;

function conditions({ stratum, text }: DevItemFilter): string {
  return [
    within,
    ...(stratum === undefined ? [] : ['item.stratum = :stratum']),
    ...(text === undefined || text === ''
      ? []
      : ['(instr(lowered(item.name), lowered(:text)) OR instr(said(item.messages), lowered(:text)))']),
  ].join(' AND ');
}

export function devItems({ database, read }: Connection): DevItems {
  /** The database's ids of the matching items, in the set's order: the pages are cut from them. */
  const matchingIds = whileUnchanged(
    database,
    (name: string, version: number, filter: DevItemFilter): readonly number[] =>
      database
        .prepare<[Bound], number>(`SELECT item.id FROM item WHERE ${conditions(filter)} ORDER BY item.id`)
        .pluck()
        .all({ name, version, stratum: filter.stratum ?? null, text: filter.text ?? '' }),
  );
  const rowsOf = database.prepare<[string], ItemRow>(
    'SELECT * FROM item WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id',
  );
  const one = database.prepare<
    [{ readonly name: string; readonly version: number; readonly item: string }],
    ItemRow
  >(`SELECT * FROM item WHERE ${within} AND item.name = :item`);

  return {
    devItemPage: ({ name, version }, filter, { offset, limit }) =>
      read(() => {
        const ids = matchingIds(name, version, filter);
        const items = rowsOf.all(JSON.stringify(ids.slice(offset, offset + limit))).map(toItem);
        return { items, total: ids.length };
      }),
    devItem: ({ name, version }, item) =>
      read(() => {
        const row = one.get({ name, version, item });
        return row ? toItem(row) : null;
      }),
  };
}
