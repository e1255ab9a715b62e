/** From the names that callers use (plan hash, run key) to row ids. */
import type { RunKey } from '../contract/plan.ts';
import type { Database } from './database.ts';

export interface Keys {
  plan(hash: string): { readonly id: number; readonly setId: number };
  run(planHash: string, key: RunKey): number;
}

/** Asking for a plan or run that was never registered is a bug of the caller: it throws. */
export function keysOf(database: Database): Keys {
  const planRow = database.prepare<[string], { id: number; setId: number }>(
    'SELECT id, set_id AS setId FROM plan WHERE hash = ?',
  );
  const runRow = database
    .prepare<[string, string, number], number>(
      `SELECT run.id FROM run JOIN plan ON plan.id = run.plan_id
       WHERE plan.hash = ? AND run.candidate = ? AND run.replicate = ?`,
    )
    .pluck();
  return {
    plan(hash) {
      const row = planRow.get(hash);
      if (!row) throw new Error(`no plan is registered under ${hash}`);
      return row;
    },
    run(planHash, key) {
      const id = runRow.get(planHash, key.candidate, key.replicate);
      if (id === undefined) throw new Error(`plan ${planHash} has no run ${key.candidate} ${key.replicate}`);
      return id;
    },
  };
}
