/** What may be known of an item set without reading its items: kinds of checks, sources, how versions differ. */
import type { Split } from '../contract/item.ts';
import { StoreError } from './failures.ts';
import { failure } from '../contract/result.ts';
import type { Connection } from './connection.ts';
import type { Store } from './store.ts';

type ItemFacts = Pick<
  Store,
  'checkCounts' | 'itemSources' | 'itemSplit' | 'movedItems' | 'versionDifference'
>;

const columns = ['stratum', 'split', 'band', 'source', 'cluster', 'messages', '"check"'];

export function itemFacts({ database, read }: Connection): ItemFacts {
  const setOf = database
    .prepare<[string, number], number>('SELECT id FROM item_set WHERE name = ? AND version = ?')
    .pluck();
  const checks = database.prepare<[number], { kind: string; items: number }>(
    `SELECT "check" ->> '$.kind' AS kind, count(*) AS items FROM item WHERE set_id = ? GROUP BY kind ORDER BY items DESC`,
  );
  const sources = database
    .prepare<[number], string>(
      'SELECT DISTINCT source FROM item WHERE set_id = ? AND source IS NOT NULL ORDER BY source LIMIT 100',
    )
    .pluck();
  const splitOf = database
    .prepare<[number, string], Split>('SELECT split FROM item WHERE set_id = ? AND name = ?')
    .pluck();
  const counts = database.prepare<
    { from: number; to: number },
    { added: number; removed: number; changed: number; same: number }
  >(
    `WITH pair AS (
       SELECT ${columns.map((column) => `before.${column} IS after.${column}`).join(' AND ')} AS same
       FROM item AS before JOIN item AS after ON after.name = before.name AND after.set_id = :to
       WHERE before.set_id = :from)
     SELECT (SELECT count(*) FROM item WHERE set_id = :to) - (SELECT count(*) FROM pair) AS added,
       (SELECT count(*) FROM item WHERE set_id = :from) - (SELECT count(*) FROM pair) AS removed,
       (SELECT count(*) FROM pair WHERE NOT same) AS changed,
       (SELECT count(*) FROM pair WHERE same) AS same`,
  );
  const moved = database.prepare<{ from: number; to: number }, ReturnType<Store['movedItems']>>(
    `SELECT count(*) FILTER (WHERE after.split = 'dev') AS dev,
       count(*) FILTER (WHERE after.split = 'held_out') AS heldOut
     FROM item AS before JOIN item AS after ON after.name = before.name AND after.set_id = :to
     WHERE before.set_id = :from AND after.split <> before.split`,
  );

  function idOf(name: string, version: number): number {
    const id = setOf.get(name, version);
    if (id === undefined)
      throw new StoreError(
        failure('item_set_unknown', `There is no item set ${name}@${version} here.`, {
          next: 'Choose one from the list.',
        }).error,
      );
    return id;
  }

  return {
    checkCounts: ({ name, version }) => read(() => checks.all(idOf(name, version))),
    itemSources: ({ name, version }) => read(() => sources.all(idOf(name, version))),
    itemSplit: ({ name, version }, id) => read(() => splitOf.get(idOf(name, version), id) ?? null),
    versionDifference: (name, from, to) =>
      read(() => {
        const found = counts.get({ from: idOf(name, from), to: idOf(name, to) });
        if (!found) throw new Error('counts without a row');
        return found;
      }),
    movedItems: (name, from, to) =>
      read(() => {
        const found = moved.get({ from: idOf(name, from), to: idOf(name, to) });
        if (!found) throw new Error('counts without a row');
        return found;
      }),
  };
}
