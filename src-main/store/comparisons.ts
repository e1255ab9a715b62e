/**
 * Comparisons as they were worked out; earlier ones are kept, the last one counts. A plan's comparison as a whole is
 * kept with what it was worked out from, so that it is taken as it is while nothing of that changed, and only then.
 */
import type { ComparedCandidate } from '../contract/compared-plan.ts';
import type { Comparison } from '../contract/comparison.ts';
import type { Connection } from './connection.ts';
import type { Keys } from './keys.ts';
import type { Store } from './store.ts';

interface ComparisonRow {
  readonly candidate: string;
  readonly at: string;
  readonly json: string;
}

interface ComparedRow {
  readonly method: string;
  readonly revision: number;
  readonly candidates: string;
  readonly rerun: string | null;
}

/** A candidate with the row of its comparison in the place of the comparison. */
type KeptCandidate = Omit<ComparedCandidate, 'comparison'> & { readonly comparison: number | null };

type Comparisons = Pick<Store, 'putComparedPlan' | 'comparisons' | 'comparedPlan' | 'comparisonRevision'>;

export function comparisons({ database, read, write }: Connection, keys: Keys): Comparisons {
  const insert = database.prepare<[number, string, string, string]>(
    'INSERT INTO comparison (plan_id, candidate, at, json) VALUES (?, ?, ?, ?)',
  );
  const latest = database.prepare<{ plan: number }, ComparisonRow>(
    `SELECT candidate, at, json FROM comparison
     WHERE id IN (SELECT max(id) FROM comparison WHERE plan_id = @plan GROUP BY candidate)
     ORDER BY (SELECT min(run.id) FROM run WHERE run.plan_id = @plan AND run.candidate = comparison.candidate)`,
  );
  const putPlan = database.prepare<ComparedRow & { readonly plan: number; readonly at: string }>(
    `INSERT INTO compared_plan (plan_id, at, method, revision, candidates, rerun)
     VALUES (@plan, @at, @method, @revision, @candidates, @rerun)
     ON CONFLICT (plan_id) DO UPDATE SET at = excluded.at, method = excluded.method,
       revision = excluded.revision, candidates = excluded.candidates, rerun = excluded.rerun`,
  );
  const planRow = database.prepare<[number], ComparedRow>(
    'SELECT method, revision, candidates, rerun FROM compared_plan WHERE plan_id = ?',
  );
  const one = database
    .prepare<[number, number], string>('SELECT json FROM comparison WHERE id = ? AND plan_id = ?')
    .pluck();
  const revision = database
    .prepare<[number], number>('SELECT coalesce(sum(revision), 0) FROM run WHERE plan_id = ?')
    .pluck();

  function revisionOf(plan: number): number {
    return revision.get(plan) ?? 0;
  }

  return {
    putComparedPlan(planHash, compared, basis, at) {
      return write(() => {
        const plan = keys.plan(planHash).id;
        const candidates = compared.candidates.map(({ comparison, ...rest }): KeptCandidate => {
          keys.run(planHash, { candidate: rest.name, replicate: 1 });
          if (comparison === null) return { ...rest, comparison: null };
          const row = insert.run(plan, rest.name, at, JSON.stringify(comparison));
          return { ...rest, comparison: Number(row.lastInsertRowid) };
        });
        putPlan.run({
          plan,
          at,
          method: basis.method,
          revision: basis.revision,
          candidates: JSON.stringify(candidates),
          rerun: compared.rerun === null ? null : JSON.stringify(compared.rerun),
        });
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
    comparedPlan(planHash, method) {
      return read(() => {
        const plan = keys.plan(planHash).id;
        const row = planRow.get(plan);
        if (!row || row.method !== method || row.revision !== revisionOf(plan)) return null;
        const candidates: ComparedCandidate[] = [];
        for (const { comparison: id, ...rest } of JSON.parse(row.candidates) as KeptCandidate[]) {
          const json = id === null ? 'null' : one.get(id, plan);
          if (json === undefined) return null;
          candidates.push({ ...rest, comparison: JSON.parse(json) as Comparison | null });
        }
        return { candidates, rerun: row.rerun === null ? null : (JSON.parse(row.rerun) as Comparison) };
      });
    },
    comparisonRevision: (planHash) => read(() => revisionOf(keys.plan(planHash).id)),
  };
}
