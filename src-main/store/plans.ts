/** Registered plans and, with each, its runs. Deleting only hides. */
import type { Plan, RegisteredPlan } from '../contract/plan.ts';
import { failure, success, type Failure } from '../contract/result.ts';
import type { Connection } from './connection.ts';
import { StoreError, storeDamaged } from './failures.ts';
import { planHash } from './hash.ts';
import type { DamagedPlan, PlanSummary, Store } from './store.ts';

interface PlanRow {
  readonly id: number;
  readonly hash: string;
  readonly json: string;
  readonly registered_at: string;
  readonly deleted_at: string | null;
}

interface SummaryRow extends PlanRow {
  readonly total: number;
  readonly complete: number;
  readonly failed: number;
  readonly last_output_at: string | null;
}

type Plans = Pick<Store, 'registerPlan' | 'plans' | 'damagedPlans' | 'plan' | 'deletePlan' | 'restorePlan'>;

export function plans({ database, file, read, write }: Connection): Plans {
  const setOf = database
    .prepare<[string, number, string], number>(
      'SELECT id FROM item_set WHERE name = ? AND version = ? AND hash = ?',
    )
    .pluck();
  const byHash = database.prepare<[string], PlanRow>('SELECT * FROM plan WHERE hash = ?');
  const byPrefix = database.prepare<[string], PlanRow>(
    `SELECT * FROM plan WHERE deleted_at IS NULL AND hash GLOB ? || '*' ORDER BY id LIMIT 2`,
  );
  const insertPlan = database.prepare<[string, number, string, string]>(
    'INSERT INTO plan (hash, set_id, json, registered_at) VALUES (?, ?, ?, ?)',
  );
  const insertRun = database.prepare<[number | bigint, string, number, string]>(
    `INSERT INTO run (plan_id, candidate, replicate, state, state_at) VALUES (?, ?, ?, 'waiting', ?)`,
  );
  const insertJudging = database.prepare<[number | bigint, string]>(
    `INSERT INTO judging (plan_id, judge, state, state_at) VALUES (?, '', 'waiting', ?)`,
  );
  const setDeleted = database.prepare<[string | null, number]>('UPDATE plan SET deleted_at = ? WHERE id = ?');
  const summaries = database.prepare<[], SummaryRow>(
    `SELECT plan.*, count(run.id) AS total, total(run.state = 'complete') AS complete,
       total(run.state = 'failed') AS failed, max(run.last_output_at) AS last_output_at
     FROM plan LEFT JOIN run ON run.plan_id = plan.id
     WHERE plan.deleted_at IS NULL GROUP BY plan.id ORDER BY plan.registered_at DESC, plan.id DESC`,
  );

  function idOf(hash: string): number {
    const row = byHash.get(hash);
    if (!row) throw new StoreError(unknownPlan(hash));
    return row.id;
  }

  /** For transactions: what cannot be read rolls back. */
  function readPlan(row: PlanRow): RegisteredPlan {
    const plan = toPlan(row);
    if (!plan) throw new StoreError(damaged(row, file));
    return plan;
  }

  return {
    registerPlan(plan, at) {
      const hash = planHash(plan);
      return write(() => {
        const known = byHash.get(hash);
        if (known) {
          if (known.deleted_at !== null) setDeleted.run(null, known.id);
          return readPlan(known);
        }
        const set = setOf.get(plan.items.name, plan.items.version, plan.items.hash);
        if (set === undefined) throw new StoreError(unknownSet(plan));
        const id = insertPlan.run(hash, set, JSON.stringify(plan), at).lastInsertRowid;
        for (const { name } of plan.candidates) {
          const replicates = name === plan.baseline ? plan.replicates : 1;
          for (let replicate = 1; replicate <= replicates; replicate++)
            insertRun.run(id, name, replicate, at);
        }
        if (plan.judge !== undefined) insertJudging.run(id, at);
        return { hash, registeredAt: at, plan };
      });
    },
    plans: () =>
      read(() =>
        summaries.all().flatMap((row) => {
          const plan = toPlan(row);
          return plan ? [toSummary(row, plan)] : [];
        }),
      ),
    damagedPlans: () =>
      read(() =>
        summaries
          .all()
          .flatMap((row): DamagedPlan[] =>
            toPlan(row)
              ? []
              : [{ hash: row.hash, registeredAt: row.registered_at, problem: damaged(row, file) }],
          ),
      ),
    plan(hashOrPrefix) {
      const found = read(() => {
        const prefix = hashOrPrefix.toLowerCase();
        return /^[0-9a-f]{1,64}$/.test(prefix) ? byPrefix.all(prefix) : [];
      });
      const [only, ...others] = found;
      if (!only) {
        return { ok: false, error: unknownPlan(hashOrPrefix) };
      }
      if (others.length > 0) {
        return failure('plan_unknown', `Several registered plans begin with ${hashOrPrefix}.`, {
          next: 'Give more of the hash.',
        });
      }
      const plan = toPlan(only);
      return plan ? success(plan) : { ok: false, error: damaged(only, file) };
    },
    deletePlan(hash, at) {
      return write(() => {
        setDeleted.run(at, idOf(hash));
      });
    },
    restorePlan(hash) {
      return write(() => {
        setDeleted.run(null, idOf(hash));
      });
    },
  };
}

function unknownSet(plan: Plan): Failure {
  const { name, version, hash } = plan.items;
  return failure('item_set_unknown', `No item set ${name}@${version} with hash ${hash} is frozen here.`, {
    next: 'Freeze the items first, then register the plan.',
  }).error;
}

function unknownPlan(hashOrPrefix: string): Failure {
  return failure('plan_unknown', `No registered plan begins with ${hashOrPrefix}.`, {
    next: "Give the path of the plan's file, or the beginning of the hash that stands in its report.",
  }).error;
}

function damaged(row: PlanRow, file: string): Failure {
  return {
    ...storeDamaged(file, `plan ${row.hash}`),
    message: `The plan ${row.hash.slice(0, 12)} cannot be read: its text does not have the hash that it was registered under.`,
    next: 'Put back the data folder from a copy, or delete the comparison.',
  };
}

/** Null where the text is damaged: it is no JSON, or another plan than the one that was registered. */
function toPlan(row: PlanRow): RegisteredPlan | null {
  let plan: Plan;
  try {
    plan = JSON.parse(row.json) as Plan;
  } catch {
    return null;
  }
  if (planHash(plan) !== row.hash) return null;
  return { hash: row.hash, registeredAt: row.registered_at, plan };
}

function toSummary(row: SummaryRow, { hash, registeredAt, plan }: RegisteredPlan): PlanSummary {
  return {
    hash,
    registeredAt,
    decision: plan.decision,
    items: plan.items,
    split: plan.split,
    baseline: plan.baseline,
    candidates: plan.candidates.map(({ name }) => name),
    runs: { total: row.total, complete: row.complete, failed: row.failed },
    lastOutputAt: row.last_output_at,
  };
}
