/**
 * Baseline and candidate side by side, item by item, as the Read screen pages through them. SQLite filters and counts
 * all items once; while nothing is written, a page costs what its own rows cost, however many items there are.
 */
import type { PartingKind } from '../contract/divergence.ts';
import type { Outcome } from '../contract/output.ts';
import type { Split } from '../contract/item.ts';
import type { Connection } from './connection.ts';
import type { Keys } from './keys.ts';
import type { PairCounts, PairFilter, PairKind, PairRow, PairSides } from './pair-rows.ts';
import type { Store } from './store.ts';
import { whileUnchanged } from './while-unchanged.ts';

interface Row {
  readonly id: number;
  readonly item: string;
  readonly stratum: string;
  readonly messages: string;
  readonly kind: PairKind;
  readonly baseline: Outcome | null;
  readonly candidate: Outcome | null;
  readonly baseline_value: number | null;
  readonly candidate_value: number | null;
  readonly label: string | null;
}

type Reading = Pick<Store, 'pairs' | 'pairCounts'>;

/** A sample's value as the comparison counts it: unusable answers are 0, missing ones are null. */
const counted = `CASE WHEN score.outcome = 'scored' THEN score.value
  WHEN score.outcome IN ('truncated', 'unparsed') THEN 0.0 END`;

/** All items of the plan, or those of `:ids`, a JSON array of the database's own item ids. */
type Range = 'all' | 'ids';

function within(range: Range, column: string): string {
  return range === 'all' ? '' : `AND ${column} IN (SELECT value FROM json_each(:ids))`;
}

/** One row an item: mean value, the first sample's outcome and text. `:run` is the run. */
function side(run: ':baseline' | ':candidate', range: Range): string {
  return `SELECT output.item_id, avg(${counted}) AS value,
    max(CASE WHEN output.sample = 0 THEN score.outcome END) AS outcome,
    max(CASE WHEN output.sample = 0 THEN output.text END) AS text,
    max(CASE WHEN output.sample = 0 THEN output.options END) AS options,
    max(score.outcome = 'truncated') AS truncated, max(score.outcome = 'unparsed') AS unparsed,
    max(output.finish = 'error') AS failed
    FROM output LEFT JOIN score ON score.run_id = output.run_id AND score.item_id = output.item_id
      AND score.sample = output.sample AND score.current = 1
    WHERE output.run_id = ${run} ${within(range, 'output.item_id')} GROUP BY output.item_id`;
}

/** Options that were weighed leave no text: then it is which of them was the likeliest. */
const answersDiffer = `baseline.text <> candidate.text OR CASE WHEN baseline.options <> candidate.options
  THEN choices_differ(baseline.options, candidate.options, item."check") END`;

/** @param differs whether the answers are compared as well: weighed options are read for that, item by item */
function paired(range: Range, differs: boolean): string {
  return `WITH baseline AS (${side(':baseline', range)}), candidate AS (${side(':candidate', range)}),
pair AS (
  SELECT item.id, item.name AS item, item.stratum, item.messages, label.label,
    baseline.outcome AS baseline, candidate.outcome AS candidate,
    baseline.value AS baseline_value, candidate.value AS candidate_value,
    baseline.text AS baseline_text, candidate.text AS candidate_text,
    ${differs ? `(${answersDiffer})` : 'NULL'} AS differs,
    coalesce(baseline.truncated, 0) OR coalesce(candidate.truncated, 0) AS truncated,
    coalesce(baseline.unparsed, 0) OR coalesce(candidate.unparsed, 0) AS unparsed,
    coalesce(baseline.failed, 0) OR coalesce(candidate.failed, 0) AS failed,
    baseline.item_id IS NULL OR candidate.item_id IS NULL AS absent
  FROM item
  LEFT JOIN baseline ON baseline.item_id = item.id
  LEFT JOIN candidate ON candidate.item_id = item.id
  LEFT JOIN label ON label.item_id = item.id AND label.plan_id = :plan
  WHERE item.set_id = :set AND item.split = :split ${within(range, 'item.id')}
    AND (baseline.item_id IS NOT NULL OR candidate.item_id IS NOT NULL)
)`;
}

/** Every item with how much its stratum changed in all, so that the worst one comes first under every filter. */
function ranked({ kinds }: PairFilter): string {
  return `${paired('all', kinds.includes('different'))}, ranked AS (
    SELECT *, avg(candidate_value - baseline_value) OVER (PARTITION BY stratum) AS change FROM pair
  )`;
}

/** A `PairKind`. */
const kindOf = `CASE WHEN absent THEN 'missing'
  WHEN candidate_value < baseline_value THEN 'lost' WHEN candidate_value > baseline_value THEN 'gained'
  WHEN baseline IS NOT NULL AND (baseline_value IS NULL OR candidate_value IS NULL) THEN 'missing'
  WHEN differs THEN 'different' ELSE 'same' END`;

/** Which rows each filter takes; `different`: the answers differ, whatever the scores say. */
const kindConditions: Readonly<Record<PairFilter['kinds'][number], string>> = {
  lost: 'candidate_value < baseline_value',
  gained: 'candidate_value > baseline_value',
  different: 'differs',
  truncated: 'truncated',
  unparsed: 'unparsed',
  failed: 'failed',
};

/** Nothing is either of them where the floor was not measured. */
const partingConditions: Readonly<Record<PartingKind, string>> = {
  coin_toss: partedWhere('<='),
  damage: partedWhere('>'),
};

function partedWhere(compared: '<=' | '>'): string {
  return `id IN (SELECT parting.item_id FROM parting JOIN divergence ON divergence.plan_id = :plan
    WHERE parting.run_id = :candidate AND parting.margin ${compared} divergence.floor)`;
}

function conditions(filter: PairFilter): string {
  const all: string[] = [];
  if (filter.kinds.length > 0) all.push(`(${filter.kinds.map((kind) => kindConditions[kind]).join(' OR ')})`);
  if (filter.parting !== undefined) all.push(partingConditions[filter.parting]);
  if (filter.stratum !== undefined) all.push('stratum = :stratum');
  if (filter.labelled !== undefined) all.push(`label IS ${filter.labelled ? 'NOT ' : ''}NULL`);
  if (filter.text !== undefined && filter.text !== '')
    all.push(
      `(instr(said(messages), lowered(:text)) OR instr(lowered(baseline_text), lowered(:text))
        OR instr(lowered(candidate_text), lowered(:text)))`,
    );
  return all.length === 0 ? '' : `WHERE ${all.join(' AND ')}`;
}

export function reading({ database, read }: Connection, keys: Keys): Reading {
  const splitOf = database
    .prepare<[number], Split>(`SELECT json ->> '$.split' FROM plan WHERE id = ?`)
    .pluck();

  function parameters(planHash: string, baseline: string, candidate: string, filter: PairFilter) {
    const { id, setId } = keys.plan(planHash);
    return {
      plan: id,
      set: setId,
      split: splitOf.get(id),
      baseline: keys.run(planHash, { candidate: baseline, replicate: 1 }),
      candidate: keys.run(planHash, { candidate, replicate: 1 }),
      stratum: filter.stratum ?? null,
      text: filter.text ?? null,
    };
  }

  /** The database's ids of the matching items, in the order of the pages. */
  const matchingIds = whileUnchanged(
    database,
    (planHash: string, sides: PairSides, filter: PairFilter): readonly number[] =>
      database
        .prepare<[Record<string, unknown>], number>(
          `${ranked(filter)} SELECT id FROM ranked ${conditions(filter)} ORDER BY change NULLS LAST, stratum, id`,
        )
        .pluck()
        .all(parameters(planHash, sides.baseline, sides.candidate, filter)),
  );

  const counts = whileUnchanged(
    database,
    (planHash: string, sides: PairSides, filter: PairFilter): PairCounts => {
      const bound = parameters(planHash, sides.baseline, sides.candidate, filter);
      const kinds = database
        .prepare<[Record<string, unknown>], Record<string, number>>(
          `${paired('all', true)} SELECT count(*) AS items, ${Object.entries(kindConditions)
            .map(([kind, condition]) => `count(*) FILTER (WHERE ${condition}) AS ${kind}`)
            .join(', ')} FROM pair ${conditions({ ...filter, kinds: [] })}`,
        )
        .get(bound);
      const partings = database
        .prepare<[Record<string, unknown>], Record<PartingKind, number>>(
          `${paired('all', false)} SELECT ${Object.entries(partingConditions)
            .map(([kind, condition]) => `count(*) FILTER (WHERE ${condition}) AS ${kind}`)
            .join(', ')} FROM pair ${conditions({ ...filter, kinds: [], parting: undefined })}`,
        )
        .get(bound);
      const strata = database
        .prepare<[Record<string, unknown>], { stratum: string; matching: number; flips: number }>(
          `${ranked(filter)} SELECT stratum, count(*) AS matching,
             count(*) FILTER (WHERE candidate_value <> baseline_value) AS flips
           FROM ranked ${conditions(filter)} GROUP BY stratum ORDER BY min(change) NULLS LAST, stratum`,
        )
        .all(bound);
      const of = (name: string): number => kinds?.[name] ?? 0;
      return {
        items: of('items'),
        kinds: {
          lost: of('lost'),
          gained: of('gained'),
          different: of('different'),
          truncated: of('truncated'),
          unparsed: of('unparsed'),
          failed: of('failed'),
        },
        partings: { coin_toss: partings?.coin_toss ?? 0, damage: partings?.damage ?? 0 },
        strata,
        matching: strata.reduce((sum, row) => sum + row.matching, 0),
      };
    },
  );

  const rowsOf = database.prepare<[Record<string, unknown>], Row>(
    `${paired('ids', true)} SELECT *, ${kindOf} AS kind FROM pair`,
  );

  return {
    pairs(planHash, sides, filter, { offset, limit }) {
      return read(() => {
        const ids = matchingIds(planHash, sides, filter).slice(offset, offset + limit);
        const bound = parameters(planHash, sides.baseline, sides.candidate, filter);
        const rows = new Map(rowsOf.all({ ...bound, ids: JSON.stringify(ids) }).map((row) => [row.id, row]));
        return ids.flatMap((id) => {
          const row = rows.get(id);
          return row ? [toPairRow(row)] : [];
        });
      });
    },
    pairCounts: (planHash, sides, filter) => read(() => counts(planHash, sides, filter)),
  };
}

function toPairRow(row: Row): PairRow {
  return {
    itemId: row.item,
    stratum: row.stratum,
    kind: row.kind,
    baseline: row.baseline,
    candidate: row.candidate,
    values: { baseline: row.baseline_value, candidate: row.candidate_value },
    label: row.label,
    messages: row.messages,
  };
}
