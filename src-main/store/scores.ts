/** Scores, kept apart from outputs: another scorer, or another version of one, adds its own beside the old ones. */
import type { Outcome } from '../contract/output.ts';
import type { Connection } from './connection.ts';
import type { Keys } from './keys.ts';
import type { Store, StoredScore } from './store.ts';

interface ScoreRowOut {
  readonly item: string;
  readonly sample: number;
  readonly scorer: string;
  readonly outcome: Outcome;
  readonly value: number | null;
  readonly reason: string;
  readonly span_start: number | null;
  readonly span_end: number | null;
  readonly stratum: string;
  readonly cluster: string | null;
}

interface ScoreRowIn {
  readonly run: number;
  readonly item: number;
  readonly sample: number;
  readonly scorer: string;
  readonly outcome: Outcome;
  readonly value: number | null;
  readonly reason: string;
  readonly start: number | null;
  readonly end: number | null;
}

type Scores = Pick<Store, 'putScores' | 'scores' | 'score'>;

export function scores({ database, read, write }: Connection, keys: Keys): Scores {
  const itemId = database
    .prepare<[number, string], number>('SELECT id FROM item WHERE set_id = ? AND name = ?')
    .pluck();
  const retire = database.prepare<[number, number, number, string]>(
    `UPDATE score SET current = 0
     WHERE run_id = ? AND item_id = ? AND sample = ? AND current = 1 AND scorer <> ?`,
  );
  const put = database.prepare<ScoreRowIn>(
    `INSERT INTO score (run_id, item_id, sample, scorer, current, outcome, value, reason, span_start, span_end)
     VALUES (@run, @item, @sample, @scorer, 1, @outcome, @value, @reason, @start, @end)
     ON CONFLICT (run_id, item_id, sample, scorer) DO UPDATE SET current = 1, outcome = excluded.outcome,
       value = excluded.value, reason = excluded.reason, span_start = excluded.span_start,
       span_end = excluded.span_end`,
  );
  const changed = database.prepare<[number]>('UPDATE run SET revision = revision + 1 WHERE id = ?');
  const columns = `item.name AS item, item.stratum, item.cluster, score.sample, score.scorer, score.outcome,
    score.value, score.reason, score.span_start, score.span_end
    FROM score JOIN item ON item.id = score.item_id`;
  const current = database.prepare<[number], ScoreRowOut>(
    `SELECT ${columns}
     WHERE score.run_id = ? AND score.current = 1 ORDER BY score.item_id, score.sample`,
  );

  const one = database.prepare<[number, number, number], ScoreRowOut>(
    `SELECT ${columns} WHERE score.run_id = ? AND score.item_id = ? AND score.sample = ? AND score.current = 1`,
  );

  return {
    putScores(planHash, key, scorer, rows) {
      return write(() => {
        const run = keys.run(planHash, key);
        const { setId } = keys.plan(planHash);
        changed.run(run);
        for (const { itemId: name, sample, score } of rows) {
          const item = itemId.get(setId, name);
          if (item === undefined) throw new Error(`no item ${name} in the plan's set`);
          retire.run(run, item, sample, scorer);
          put.run({
            run,
            item,
            sample,
            scorer,
            outcome: score.outcome,
            value: score.value,
            reason: score.reason,
            start: score.span?.start ?? null,
            end: score.span?.end ?? null,
          });
        }
      });
    },
    score: (planHash, key, name, sample) =>
      read(() => {
        const item = itemId.get(keys.plan(planHash).setId, name);
        const row = item === undefined ? undefined : one.get(keys.run(planHash, key), item, sample);
        return row ? toScore(row) : null;
      }),
    scores: (planHash, key) => read(() => current.all(keys.run(planHash, key)).map(toScore)),
  };
}

function toScore(row: ScoreRowOut): StoredScore {
  return {
    itemId: row.item,
    sample: row.sample,
    score: {
      outcome: row.outcome,
      value: row.value,
      reason: row.reason,
      ...(row.span_start === null || row.span_end === null
        ? {}
        : { span: { start: row.span_start, end: row.span_end } }),
    },
    scorer: row.scorer,
    stratum: row.stratum,
    cluster: row.cluster,
  };
}
