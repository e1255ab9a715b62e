/** Judgements, kept beside the outputs that they are about, and people's grades of the same outputs. */
import type { Judgement, JudgeLabel } from '../contract/judging.ts';
import type { Manifest } from '../contract/manifest.ts';
import type { RunKey, RunState } from '../contract/plan.ts';
import { failure, type Failure } from '../contract/result.ts';
import type { Connection } from './connection.ts';
import { StoreError } from './failures.ts';
import type { JudgingReader, JudgingWriter } from './judging-records.ts';
import type { Keys } from './keys.ts';
import { saidOf, type SaidRow } from './said-row.ts';

interface JudgementRow extends SaidRow {
  readonly sample: number;
}

interface StateRow {
  readonly judge: string;
  readonly state: RunState;
  readonly state_at: string;
  readonly failure: string | null;
}

interface LabelRow {
  readonly candidate: string;
  readonly replicate: number;
  readonly item: string;
  readonly sample: number;
  readonly rater: string;
  readonly grade: string;
  readonly at: string;
}

const columns = `item.name AS item, judgement.sample, judgement.finish, judgement.prompt_hash,
  judgement.prompt_tokens, judgement.generated_tokens, judgement.total_ms, judgement.error, judgement.text
  FROM judgement JOIN item ON item.id = judgement.item_id`;

export function judging(
  { database, read, write, now }: Connection,
  keys: Keys,
): JudgingReader & JudgingWriter {
  const countItems = database
    .prepare<[string, number, string], number>(
      `SELECT count(*) FROM item JOIN item_set ON item_set.id = item.set_id
       WHERE item_set.name = ? AND item_set.version = ? AND item.split = ? AND item."check" ->> '$.kind' = 'judge'`,
    )
    .pluck();
  const stateOf = database.prepare<[number], StateRow>('SELECT * FROM judging WHERE plan_id = ?');
  const putState = database.prepare<[number, string, string, string, string | null]>(
    `INSERT INTO judging VALUES (?, ?, ?, ?, ?) ON CONFLICT (plan_id) DO UPDATE SET judge = excluded.judge,
       state = excluded.state, state_at = excluded.state_at, failure = excluded.failure`,
  );
  const manifests = database
    .prepare<[number, string], string>(
      'SELECT manifest FROM judge_sitting WHERE plan_id = ? AND judge = ? ORDER BY id',
    )
    .pluck();
  const insertSitting = database.prepare<[number, string, string, string]>(
    'INSERT INTO judge_sitting (plan_id, judge, manifest, started_at) VALUES (?, ?, ?, ?)',
  );
  const judgesOf = database.prepare<[number], { judge: string; judgements: number }>(
    `SELECT judgement.judge, count(*) AS judgements FROM judgement JOIN run ON run.id = judgement.run_id
     WHERE run.plan_id = ? GROUP BY judgement.judge ORDER BY min(judgement.at), judgement.judge`,
  );
  const itemId = database
    .prepare<[number, string], number>('SELECT id FROM item WHERE set_id = ? AND name = ?')
    .pluck();
  const one = database.prepare<[number, number, number, string], JudgementRow>(
    `SELECT ${columns} WHERE run_id = ? AND item_id = ? AND sample = ? AND judge = ?`,
  );
  const judged = database
    .prepare<[number, string], [string, number]>(
      `SELECT item.name, judgement.sample FROM judgement JOIN item ON item.id = judgement.item_id
       WHERE run_id = ? AND judge = ? AND judgement.finish <> 'error'`,
    )
    .raw();
  const insert = database.prepare<
    [number, number, number, string, string, string, string, number, number, number, string | null, string]
  >(
    `INSERT INTO judgement (run_id, item_id, sample, judge, at, finish, prompt_hash, prompt_tokens,
       generated_tokens, total_ms, error, text)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (run_id, item_id, sample, judge) DO UPDATE SET at = excluded.at, finish = excluded.finish,
       prompt_hash = excluded.prompt_hash, prompt_tokens = excluded.prompt_tokens,
       generated_tokens = excluded.generated_tokens, total_ms = excluded.total_ms, error = excluded.error,
       text = excluded.text
     WHERE judgement.finish = 'error'`,
  );
  const labels = database.prepare<[number], LabelRow>(
    `SELECT run.candidate, run.replicate, item.name AS item, judge_label.sample, judge_label.rater,
       judge_label.grade, judge_label.at
     FROM judge_label JOIN run ON run.id = judge_label.run_id JOIN item ON item.id = judge_label.item_id
     WHERE run.plan_id = ? ORDER BY judge_label.item_id, run.id, judge_label.sample, judge_label.rater`,
  );
  const putLabel = database.prepare<[number, number, number, string, string, string]>(
    `INSERT INTO judge_label VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (run_id, item_id, sample, rater) DO UPDATE SET grade = excluded.grade, at = excluded.at`,
  );
  const dropLabel = database.prepare<[number, number, number, string]>(
    'DELETE FROM judge_label WHERE run_id = ? AND item_id = ? AND sample = ? AND rater = ?',
  );

  function itemOf(planHash: string, name: string): number {
    const id = itemId.get(keys.plan(planHash).setId, name);
    if (id === undefined) throw new Error(`no item ${name} in the plan's set`);
    return id;
  }

  return {
    judgeItems: ({ name, version }, split) => read(() => countItems.get(name, version, split) ?? 0),
    judging: (planHash) =>
      read(() => {
        const row = stateOf.get(keys.plan(planHash).id);
        if (!row) return null;
        return {
          judge: row.judge,
          state: row.state,
          stateAt: row.state_at,
          failure: row.failure === null ? null : (JSON.parse(row.failure) as Failure),
        };
      }),
    judgeManifests: (planHash, judge) =>
      read(() => manifests.all(keys.plan(planHash).id, judge).map((text) => JSON.parse(text) as Manifest)),
    judges: (planHash) => read(() => judgesOf.all(keys.plan(planHash).id)),
    judgement: (planHash, key, name, sample, judge) =>
      read(() => {
        const row = one.get(keys.run(planHash, key), itemOf(planHash, name), sample, judge);
        return row ? toJudgement(row) : null;
      }),
    judgedKeys: (planHash, key, judge) =>
      read(() => {
        const all = new Set<string>();
        for (const [name, sample] of judged.iterate(keys.run(planHash, key), judge))
          all.add(`${name}\u0000${sample}`);
        return all;
      }),
    judgeLabels: (planHash) => read(() => labels.all(keys.plan(planHash).id).map(toLabel)),
    setJudging: (planHash, judge, state, at, why) =>
      write(() => {
        putState.run(keys.plan(planHash).id, judge, state, at, why ? JSON.stringify(why) : null);
      }),
    beginJudgeSitting: (planHash, judge, manifest) =>
      write(() => {
        insertSitting.run(keys.plan(planHash).id, judge, JSON.stringify(manifest), manifest.startedAt);
      }),
    appendJudgements: (planHash, key, judge, judgements) =>
      write(() => {
        const run = keys.run(planHash, key);
        const at = now();
        for (const judgement of judgements) {
          const item = itemOf(planHash, judgement.itemId);
          const { sample, finish, promptHash, promptTokens, generatedTokens, totalMs, error, text } =
            judgement;
          const inserted = insert.run(
            run,
            item,
            sample,
            judge,
            at,
            finish,
            promptHash,
            promptTokens,
            generatedTokens,
            totalMs,
            error ? JSON.stringify(error) : null,
            text,
          );
          if (inserted.changes === 0) throw new StoreError(twice(key, judgement));
        }
      }),
    putJudgeLabels: (planHash, all) =>
      write(() => {
        for (const { key, itemId: name, sample, rater, grade, at } of all) {
          const [run, item] = [keys.run(planHash, key), itemOf(planHash, name)];
          if (grade === null) dropLabel.run(run, item, sample, rater);
          else putLabel.run(run, item, sample, rater, grade, at);
        }
      }),
  };
}

function toJudgement(row: JudgementRow): Judgement {
  return { ...saidOf(row), sample: row.sample };
}

function toLabel({ candidate, replicate, item, ...rest }: LabelRow): JudgeLabel {
  return { key: { candidate, replicate }, itemId: item, ...rest };
}

function twice(key: RunKey, { itemId, sample }: Judgement): Failure {
  return failure(
    'internal',
    `Item ${itemId}, sample ${sample} of run ${key.candidate} ${key.replicate} was judged already.`,
    { where: { item: itemId } },
  ).error;
}
