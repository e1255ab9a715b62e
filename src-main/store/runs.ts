/** Runs and their sittings. */
import type { Manifest } from '../contract/manifest.ts';
import type { RunState } from '../contract/plan.ts';
import type { Failure } from '../contract/result.ts';
import type { Connection } from './connection.ts';
import type { Keys } from './keys.ts';
import type { RunRecord, SittingEnd, SittingRecord, Store } from './store.ts';

interface RunRow {
  readonly candidate: string;
  readonly replicate: number;
  readonly state: RunState;
  readonly state_at: string;
  readonly failure: string | null;
  readonly outputs: number;
  readonly errors: number;
  readonly prompt_tokens: number;
  readonly generated_tokens: number;
  readonly total_ms: number;
  readonly busy_ms: number;
  readonly first_output_at: string | null;
  readonly last_output_at: string | null;
}

interface SittingRow {
  readonly id: number;
  readonly manifest: string;
  readonly ended_at: string | null;
  readonly how: SittingRecord['how'];
  readonly outputs: number;
}

type Runs = Pick<Store, 'runs' | 'setRunState' | 'sittings' | 'beginSitting' | 'endSitting'>;

export function runs({ database, read, write }: Connection, keys: Keys): Runs {
  const runsOfPlan = database.prepare<[number], RunRow>('SELECT * FROM run WHERE plan_id = ? ORDER BY id');
  const setState = database.prepare<[RunState, string, string | null, number]>(
    'UPDATE run SET state = ?, state_at = ?, failure = ?, revision = revision + 1 WHERE id = ?',
  );
  const sittingsOfRun = database.prepare<[number], SittingRow>(
    'SELECT * FROM sitting WHERE run_id = ? ORDER BY id',
  );
  const insertSitting = database.prepare<[number, string, string]>(
    'INSERT INTO sitting (run_id, manifest, started_at) VALUES (?, ?, ?)',
  );
  const setEnd = database.prepare<[string, SittingEnd, number]>(
    'UPDATE sitting SET ended_at = ?, how = ? WHERE id = ? AND how IS NULL',
  );

  return {
    runs: (planHash) => read(() => runsOfPlan.all(keys.plan(planHash).id).map(toRun)),
    setRunState(planHash, key, state, at, failure) {
      return write(() => {
        setState.run(state, at, failure ? JSON.stringify(failure) : null, keys.run(planHash, key));
      });
    },
    sittings(planHash, key) {
      return read(() =>
        sittingsOfRun.all(keys.run(planHash, key)).map((row) => ({
          id: row.id,
          key: { candidate: key.candidate, replicate: key.replicate },
          manifest: JSON.parse(row.manifest) as Manifest,
          endedAt: row.ended_at,
          how: row.how,
          outputs: row.outputs,
        })),
      );
    },
    beginSitting(planHash, key, manifest) {
      return write(() => {
        const run = keys.run(planHash, key);
        return Number(insertSitting.run(run, JSON.stringify(manifest), manifest.startedAt).lastInsertRowid);
      });
    },
    endSitting(id, at, how) {
      return write(() => {
        if (setEnd.run(at, how, id).changes !== 1) throw new Error(`sitting ${id} is not going on`);
      });
    },
  };
}

/**
 * Marks what a process that died left open: its sittings as killed, its running runs as stopped. Call it only while
 * holding the run lock, which proves that nobody is running them.
 */
export function markKilled({ database, now, write }: Connection) {
  return write(() => {
    database
      .prepare(
        `UPDATE sitting SET how = 'killed', ended_at = coalesce(last_output_at, started_at) WHERE how IS NULL`,
      )
      .run();
    database
      .prepare<[string]>(`UPDATE run SET state = 'stopped', state_at = ? WHERE state = 'running'`)
      .run(now());
  });
}

function toRun(row: RunRow): RunRecord {
  return {
    key: { candidate: row.candidate, replicate: row.replicate },
    state: row.state,
    stateAt: row.state_at,
    failure: row.failure === null ? null : (JSON.parse(row.failure) as Failure),
    outputs: row.outputs,
    errors: row.errors,
    promptTokens: row.prompt_tokens,
    generatedTokens: row.generated_tokens,
    totalMs: row.total_ms,
    busyMs: row.busy_ms,
    firstOutputAt: row.first_output_at,
    lastOutputAt: row.last_output_at,
  };
}
