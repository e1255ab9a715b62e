/** How far candidates are from the baseline along its own answers, item by item, and where the answers part. */
import type { Json } from '../contract/item.ts';
import type { RunKey } from '../contract/plan.ts';
import type { Connection } from './connection.ts';
import type { Keys } from './keys.ts';
import type { Store } from './store.ts';

/** A candidate along the baseline's answer to one item: sums over its tokens, lengths in nats. */
export interface ItemDivergenceRow {
  readonly itemId: string;
  readonly stratum: string;
  readonly tokens: number;
  readonly kl: number;
  readonly largestKl: number;
  readonly sameTop: number;
  readonly change: number;
  readonly squaredChange: number;
  readonly logRatio: number;
  readonly squaredLogRatio: number;
}

export interface PartingRow {
  readonly itemId: string;
  /** Place of the first token that differs, counted from 0. */
  readonly token: number;
  /** The baseline's margin there. */
  readonly margin: number;
  /** Null for a run of the baseline itself. */
  readonly kl: number | null;
}

export interface StoredDivergence {
  /** As the app wrote it. */
  readonly report: Json;
  /** The largest margin at which runs of the baseline parted; null where that was not measured. */
  readonly floor: number | null;
  readonly at: string;
}

export interface FollowedRow {
  readonly row: Omit<ItemDivergenceRow, 'stratum'>;
  /** At each token. */
  readonly tokenKl: readonly number[];
  readonly parting: Omit<PartingRow, 'itemId'> | null;
}

type Divergences = Pick<
  Store,
  | 'divergence'
  | 'putDivergence'
  | 'putFollowed'
  | 'putParting'
  | 'itemDivergences'
  | 'tokenDivergences'
  | 'partings'
  | 'parting'
  | 'unfollowedItems'
  | 'unfitItems'
  | 'partedItems'
>;

type Stored<Row> = Row & { readonly run: number; readonly item: number };

export function divergences({ database, read, write }: Connection, keys: Keys): Divergences {
  const reportOf = database.prepare<[number], { report: string; floor: number | null; at: string }>(
    'SELECT report, floor, at FROM divergence WHERE plan_id = ?',
  );
  const putReport = database.prepare<[number, string, number | null, string]>(
    `INSERT INTO divergence (plan_id, at, floor, report) VALUES (?, ?, ?, ?)
     ON CONFLICT (plan_id) DO UPDATE SET at = excluded.at, floor = excluded.floor, report = excluded.report`,
  );
  const dropAll = ['item_divergence', 'parting'].map((table) =>
    database.prepare<[number]>(`DELETE FROM ${table} WHERE run_id = ?`),
  );
  const itemOf = database
    .prepare<[number, string], number>('SELECT id FROM item WHERE set_id = ? AND name = ?')
    .pluck();
  const insertItem = database.prepare<
    Stored<Omit<ItemDivergenceRow, 'itemId' | 'stratum' | 'tokens'>> & { blob: Buffer }
  >(
    `INSERT OR REPLACE INTO item_divergence (run_id, item_id, kl, largest_kl, same_top, change, squared_change,
       log_ratio, squared_log_ratio, token_kl)
     VALUES (@run, @item, @kl, @largestKl, @sameTop, @change, @squaredChange, @logRatio, @squaredLogRatio, @blob)`,
  );
  const insertParting = database.prepare<Stored<Omit<PartingRow, 'itemId'>>>(
    `INSERT OR REPLACE INTO parting (run_id, item_id, token, margin, kl)
     VALUES (@run, @item, @token, @margin, @kl)`,
  );
  const rows = database.prepare<[number], ItemDivergenceRow>(
    `SELECT item.name AS itemId, item.stratum, length(token_kl) / 4 AS tokens, kl, largest_kl AS largestKl, same_top AS sameTop,
       change, squared_change AS squaredChange, log_ratio AS logRatio, squared_log_ratio AS squaredLogRatio
     FROM item_divergence JOIN item ON item.id = item_id WHERE run_id = ? ORDER BY item_id`,
  );
  const blobs = database
    .prepare<[number], Buffer>('SELECT token_kl FROM item_divergence WHERE run_id = ? ORDER BY item_id')
    .pluck();
  const tokenCount = database
    .prepare<[number], number>(
      'SELECT coalesce(sum(length(token_kl)), 0) / 4 FROM item_divergence WHERE run_id = ?',
    )
    .pluck();
  const partingRows = database.prepare<[number], PartingRow>(
    `SELECT item.name AS itemId, token, margin, kl FROM parting JOIN item ON item.id = item_id
     WHERE run_id = ? ORDER BY item_id`,
  );
  const partingRow = database.prepare<[number, number], PartingRow>(
    `SELECT item.name AS itemId, token, margin, kl FROM parting JOIN item ON item.id = item_id
     WHERE run_id = ? AND item_id = ?`,
  );
  const unfollowed = database
    .prepare<{ run: number; baseline: number }, string>(
      `SELECT item.name FROM output JOIN item ON item.id = output.item_id
       WHERE output.run_id = @baseline AND output.sample = 0 AND output.tokens IS NOT NULL
         AND NOT EXISTS (SELECT 1 FROM item_divergence WHERE run_id = @run AND item_id = output.item_id)
       ORDER BY output.item_id`,
    )
    .pluck();
  const unfit = database
    .prepare<{ run: number; baseline: number }, number>(
      `SELECT count(*) FROM item_divergence AS followed JOIN output ON output.item_id = followed.item_id
       WHERE followed.run_id = @run AND output.run_id = @baseline AND output.sample = 0
         AND length(followed.token_kl) = 0 AND length(output.tokens) > 0`,
    )
    .pluck();
  // Blobs are compared by their bytes: as little is read out as differs.
  const parted = database
    .prepare<{ run: number; baseline: number }, string>(
      `SELECT item.name FROM output AS one JOIN output AS other ON other.item_id = one.item_id AND other.sample = 0
       JOIN item ON item.id = one.item_id
       WHERE one.run_id = @baseline AND other.run_id = @run AND one.sample = 0 AND one.tokens <> other.tokens
       ORDER BY one.item_id`,
    )
    .pluck();
  const pairedCount = database
    .prepare<{ run: number; baseline: number }, number>(
      `SELECT count(*) FROM output AS one JOIN output AS other ON other.item_id = one.item_id AND other.sample = 0
       WHERE one.run_id = @baseline AND other.run_id = @run AND one.sample = 0 AND one.tokens IS NOT NULL
         AND other.tokens IS NOT NULL`,
    )
    .pluck();

  function itemId(planHash: string, name: string): number {
    const item = itemOf.get(keys.plan(planHash).setId, name);
    if (item === undefined) throw new Error(`no item ${name} in the plan's set`);
    return item;
  }

  function both(planHash: string, baseline: RunKey, key: RunKey) {
    return { run: keys.run(planHash, key), baseline: keys.run(planHash, baseline) };
  }

  return {
    divergence: (planHash) =>
      read(() => {
        const row = reportOf.get(keys.plan(planHash).id);
        return row === undefined ? null : { ...row, report: JSON.parse(row.report) as Json };
      }),
    putDivergence: (planHash, report, floor, at) =>
      write(() => {
        putReport.run(keys.plan(planHash).id, at, floor, JSON.stringify(report));
      }),
    putFollowed: (planHash, key, followed, anew = false) =>
      write(() => {
        const run = keys.run(planHash, key);
        if (anew) for (const drop of dropAll) drop.run(run);
        for (const { row, tokenKl, parting } of followed) {
          const item = itemId(planHash, row.itemId);
          insertItem.run({ ...row, run, item, blob: packed(tokenKl) });
          if (parting !== null) insertParting.run({ ...parting, run, item });
        }
      }),
    putParting: (planHash, key, { itemId: name, ...parting }) =>
      write(() => {
        insertParting.run({ ...parting, run: keys.run(planHash, key), item: itemId(planHash, name) });
      }),
    itemDivergences: (planHash, key) => read(() => rows.all(keys.run(planHash, key))),
    tokenDivergences: (planHash, key) =>
      read(() => {
        const run = keys.run(planHash, key);
        const all = new Float32Array(tokenCount.get(run) ?? 0);
        let at = 0;
        for (const blob of blobs.iterate(run)) {
          for (let place = 0; place < blob.length; place += 4) all[at + place / 4] = blob.readFloatLE(place);
          at += blob.length / 4;
        }
        return all;
      }),
    partings: (planHash, key) => read(() => partingRows.all(keys.run(planHash, key))),
    parting: (planHash, key, name) =>
      read(() => partingRow.get(keys.run(planHash, key), itemId(planHash, name)) ?? null),
    unfollowedItems: (planHash, baseline, key) => read(() => unfollowed.all(both(planHash, baseline, key))),
    unfitItems: (planHash, baseline, key) => read(() => unfit.get(both(planHash, baseline, key)) ?? 0),
    partedItems: (planHash, baseline, key) =>
      read(() => {
        const runs = both(planHash, baseline, key);
        return { paired: pairedCount.get(runs) ?? 0, parted: parted.all(runs) };
      }),
  };
}

function packed(values: readonly number[]): Buffer {
  const blob = Buffer.alloc(values.length * 4);
  values.forEach((value, index) => blob.writeFloatLE(value, index * 4));
  return blob;
}
