/** What a judge said of two candidates' answers to the same item, each order of the two by itself. */
import type { PairJudgement, UnaskedPair } from '../contract/judging.ts';
import { failure, type Failure } from '../contract/result.ts';
import type { Connection } from './connection.ts';
import { StoreError } from './failures.ts';
import type { PairJudgingReader, PairJudgingWriter } from './judging-records.ts';
import type { Keys } from './keys.ts';
import { saidOf, type SaidRow } from './said-row.ts';

interface Row extends SaidRow {
  readonly one: string;
  readonly other: string;
  readonly swapped: number;
}

export function pairJudgements(
  { database, read, write, now }: Connection,
  keys: Keys,
): PairJudgingReader & PairJudgingWriter {
  // A pair that was not asked about counts as its two orders do; an error says nothing.
  const furthest = database
    .prepare<[number], string>(
      `SELECT judge FROM (
         SELECT judge, plan_id, max(id) AS newest FROM judge_sitting WHERE plan_id = ? GROUP BY plan_id, judge
       ) AS asked WHERE
         EXISTS (SELECT 1 FROM pair_judgement AS said WHERE said.plan_id = asked.plan_id AND said.judge = asked.judge)
         OR EXISTS (SELECT 1 FROM pair_unasked AS unasked WHERE unasked.plan_id = asked.plan_id AND unasked.judge = asked.judge)
       ORDER BY
         (SELECT count(*) FROM pair_judgement AS said
          WHERE said.plan_id = asked.plan_id AND said.judge = asked.judge AND said.finish <> 'error')
         + 2 * (SELECT count(*) FROM pair_unasked AS unasked
                WHERE unasked.plan_id = asked.plan_id AND unasked.judge = asked.judge) DESC,
         newest DESC
       LIMIT 1`,
    )
    .pluck();
  const all = database.prepare<[number, string], Row>(
    `SELECT item.name AS item, said.one, said.other, said.swapped, said.finish, said.prompt_hash,
       said.prompt_tokens, said.generated_tokens, said.total_ms, said.error, said.text
     FROM pair_judgement AS said JOIN item ON item.id = said.item_id
     WHERE said.plan_id = ? AND said.judge = ? ORDER BY said.one, said.other, said.item_id, said.swapped`,
  );
  const unasked = database.prepare<[number, string], UnaskedPair>(
    `SELECT item.name AS itemId, unasked.one, unasked.other, unasked.why
     FROM pair_unasked AS unasked JOIN item ON item.id = unasked.item_id
     WHERE unasked.plan_id = ? AND unasked.judge = ? ORDER BY unasked.one, unasked.other, unasked.item_id`,
  );
  const itemOf = database
    .prepare<[number, string], number>('SELECT id FROM item WHERE set_id = ? AND name = ?')
    .pluck();
  const insert = database.prepare<
    [
      number,
      string,
      string,
      string,
      number,
      number,
      string,
      string,
      string,
      number,
      number,
      number,
      string | null,
      string,
    ]
  >(
    `INSERT INTO pair_judgement (plan_id, judge, one, other, item_id, swapped, at, finish, prompt_hash,
       prompt_tokens, generated_tokens, total_ms, error, text)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (plan_id, judge, one, other, item_id, swapped) DO UPDATE SET at = excluded.at,
       finish = excluded.finish, prompt_hash = excluded.prompt_hash, prompt_tokens = excluded.prompt_tokens,
       generated_tokens = excluded.generated_tokens, total_ms = excluded.total_ms, error = excluded.error,
       text = excluded.text
     WHERE pair_judgement.finish = 'error'`,
  );
  const insertUnasked = database.prepare<[number, string, string, string, number, UnaskedPair['why']]>(
    'INSERT INTO pair_unasked VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING',
  );

  function itemId(setId: number, name: string): number {
    const id = itemOf.get(setId, name);
    if (id === undefined) throw new Error(`no item ${name} in the plan's set`);
    return id;
  }

  return {
    pairJudge: (planHash) => read(() => furthest.get(keys.plan(planHash).id) ?? null),
    pairJudgements: (planHash, judge, readOne) =>
      read(() => {
        const found = [];
        for (const row of all.iterate(keys.plan(planHash).id, judge)) found.push(readOne(toJudgement(row)));
        return found;
      }),
    unaskedPairs: (planHash, judge) => read(() => unasked.all(keys.plan(planHash).id, judge)),
    appendPairJudgements: (planHash, judge, judgements) =>
      write(() => {
        const { id, setId } = keys.plan(planHash);
        const at = now();
        for (const judgement of judgements) {
          const { one, other, swapped, finish, promptHash, promptTokens, generatedTokens, totalMs, error } =
            judgement;
          const inserted = insert.run(
            id,
            judge,
            one,
            other,
            itemId(setId, judgement.itemId),
            swapped ? 1 : 0,
            at,
            finish,
            promptHash,
            promptTokens,
            generatedTokens,
            totalMs,
            error ? JSON.stringify(error) : null,
            judgement.text,
          );
          if (inserted.changes === 0) throw new StoreError(twice(judgement));
        }
      }),
    putUnaskedPairs: (planHash, judge, pairs) =>
      write(() => {
        const { id, setId } = keys.plan(planHash);
        for (const { itemId: name, one, other, why } of pairs)
          insertUnasked.run(id, judge, one, other, itemId(setId, name), why);
      }),
  };
}

function toJudgement(row: Row): PairJudgement {
  return { ...saidOf(row), one: row.one, other: row.other, swapped: row.swapped === 1 };
}

function twice({ itemId, one, other }: PairJudgement): Failure {
  return failure('internal', `${one} and ${other} on item ${itemId} were compared in that order already.`, {
    where: { item: itemId },
  }).error;
}
