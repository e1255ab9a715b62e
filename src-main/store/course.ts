/** The course of a plan's runs and the make-up of item sets in numbers: no texts are read for them. */
import type { FinishReason, Outcome } from '../contract/output.ts';
import type { RunKey } from '../contract/plan.ts';
import { finishReasons, outcomes } from '../contract/output.ts';
import type { Connection } from './connection.ts';
import type { Keys } from './keys.ts';
import type { LatestOutputRow, Store } from './store.ts';

type Course = Pick<
  Store,
  'strataCounts' | 'finishCounts' | 'outcomeCounts' | 'strataOutcomes' | 'commitTimes' | 'latestOutputs'
>;

interface LatestRow {
  readonly at: string;
  readonly item: string;
  readonly stratum: string;
  readonly sample: number;
  readonly generated_tokens: number;
  readonly total_ms: number;
  readonly preview: string;
}

export function course({ database, read }: Connection, keys: Keys): Course {
  const setOf = database
    .prepare<[string, number], number>('SELECT id FROM item_set WHERE name = ? AND version = ?')
    .pluck();
  const strata = database.prepare<[number], { stratum: string; dev: number; heldOut: number }>(
    `SELECT stratum, count(*) FILTER (WHERE split = 'dev') AS dev,
       count(*) FILTER (WHERE split = 'held_out') AS heldOut
     FROM item WHERE set_id = ? GROUP BY stratum ORDER BY min(id)`,
  );
  const runKeys = database.prepare<[number], { id: number; candidate: string; replicate: number }>(
    'SELECT id, candidate, replicate FROM run WHERE plan_id = ? ORDER BY id',
  );
  const finishes = database.prepare<[number], { finish: FinishReason; outputs: number }>(
    'SELECT finish, count(*) AS outputs FROM output WHERE run_id = ? GROUP BY finish',
  );
  const scored = database.prepare<[number], { outcome: Outcome; outputs: number }>(
    'SELECT outcome, count(*) AS outputs FROM score WHERE run_id = ? AND current = 1 GROUP BY outcome',
  );
  const scoredByStratum = database.prepare<[number], { stratum: string; outcome: Outcome; outputs: number }>(
    `SELECT item.stratum, score.outcome, count(*) AS outputs
     FROM score JOIN item ON item.id = score.item_id
     WHERE score.run_id = ? AND score.current = 1
     GROUP BY item.stratum, score.outcome ORDER BY min(score.item_id)`,
  );
  const times = database.prepare<[number], { at: string; outputs: number }>(
    'SELECT at, count(*) AS outputs FROM output WHERE run_id = ? GROUP BY at ORDER BY at',
  );
  // One way of ending at a time: so the index gives the latest without a look at the others.
  const latest = database.prepare<[number, FinishReason, number], LatestRow>(
    `SELECT output.at, item.name AS item, item.stratum, output.sample, output.generated_tokens, output.total_ms,
       substr(output.text, 1, 200) AS preview
     FROM output JOIN item ON item.id = output.item_id
     WHERE output.run_id = ? AND output.finish = ? ORDER BY output.at DESC LIMIT ?`,
  );

  return {
    strataCounts: ({ name, version }) =>
      read(() => {
        const set = setOf.get(name, version);
        return set === undefined ? [] : strata.all(set);
      }),
    finishCounts: (planHash) =>
      read(() =>
        runKeys.all(keys.plan(planHash).id).map(({ id, candidate, replicate }) => {
          const rows = finishes.all(id);
          return {
            key: { candidate, replicate },
            counts: Object.fromEntries(
              finishReasons.map((finish) => [
                finish,
                rows.find((row) => row.finish === finish)?.outputs ?? 0,
              ]),
            ) as Record<FinishReason, number>,
          };
        }),
      ),
    outcomeCounts: (planHash, key) =>
      read(() => {
        const rows = scored.all(keys.run(planHash, key));
        return Object.fromEntries(
          outcomes.map((outcome) => [outcome, rows.find((row) => row.outcome === outcome)?.outputs ?? 0]),
        ) as Record<Outcome, number>;
      }),
    strataOutcomes: (planHash, key) => read(() => scoredByStratum.all(keys.run(planHash, key))),
    commitTimes: (planHash, key) => read(() => times.all(keys.run(planHash, key))),
    latestOutputs: (planHash, limit) =>
      read(() =>
        runKeys
          .all(keys.plan(planHash).id)
          .flatMap(({ id, candidate, replicate }) =>
            finishReasons.flatMap((finish) =>
              latest.all(id, finish, limit).map((row) => toLatest(row, finish, { candidate, replicate })),
            ),
          )
          .sort((one, other) => (one.at < other.at ? 1 : one.at > other.at ? -1 : 0))
          .slice(0, limit),
      ),
  };
}

function toLatest(row: LatestRow, finish: FinishReason, key: RunKey): LatestOutputRow {
  return {
    at: row.at,
    key,
    itemId: row.item,
    stratum: row.stratum,
    sample: row.sample,
    finish,
    generatedTokens: row.generated_tokens,
    totalMs: row.total_ms,
    preview: row.preview,
  };
}
