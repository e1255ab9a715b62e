/** Comparisons as they were worked out; earlier ones are kept, the last one counts. */
import type { Comparison } from '../contract/comparison.ts';
import type { Connection } from './connection.ts';
import type { Keys } from './keys.ts';
import type { Store } from './store.ts';

interface ComparisonRow {
  readonly candidate: string;
  readonly at: string;
  readonly json: string;
}

type Comparisons = Pick<Store, 'putComparison' | 'comparisons'>;

export function comparisons({ database, read, write }: Connection, keys: Keys): Comparisons {
  const insert = database.prepare<[number, string, string, string]>(
    'INSERT INTO comparison (plan_id, candidate, at, json) VALUES (?, ?, ?, ?)',
  );
  const latest = database.prepare<{ plan: number }, ComparisonRow>(
    `SELECT candidate, at, json FROM comparison
     WHERE id IN (SELECT max(id) FROM comparison WHERE plan_id = @plan GROUP BY candidate)
     ORDER BY (SELECT min(run.id) FROM run WHERE run.plan_id = @plan AND run.candidate = comparison.candidate)`,
  );

  return {
    putComparison(planHash, candidate, comparison, at) {
      return write(() => {
        keys.run(planHash, { candidate, replicate: 1 });
        insert.run(keys.plan(planHash).id, candidate, at, JSON.stringify(comparison));
      });
    },
    comparisons(planHash) {
      return read(() =>
        latest.all({ plan: keys.plan(planHash).id }).map((row) => ({
          candidate: row.candidate,
          comparison: JSON.parse(row.json) as Comparison,
          at: row.at,
        })),
      );
    },
  };
}
