/** Outputs, committed as they arrive and never replaced. */
import type { FinishReason, OptionMeasure, Output } from '../contract/output.ts';
import type { RunKey } from '../contract/plan.ts';
import { failure, type Failure } from '../contract/result.ts';
import type { Connection } from './connection.ts';
import { StoreError } from './failures.ts';
import type { Keys } from './keys.ts';
import type { SentPrompt, Store, StoredOutput } from './store.ts';
import { packTokens, unpackTokens } from './tokens.ts';

interface OutputRow {
  readonly item: string;
  readonly sample: number;
  readonly sitting_id: number;
  readonly at: string;
  readonly prompt_hash: string;
  readonly token_hash: string;
  readonly finish: FinishReason;
  readonly prompt_tokens: number;
  readonly generated_tokens: number;
  readonly first_token_ms: number | null;
  readonly total_ms: number;
  readonly stop: string | null;
  readonly error: string | null;
  readonly text: string;
  readonly tokens: Buffer | null;
  readonly options: string | null;
}

type InsertedRow = Omit<OutputRow, 'item' | 'prompt_hash' | 'token_hash'> & {
  readonly run_id: number;
  readonly item_id: number;
  readonly prompt_id: number;
};

type Outputs = Pick<
  Store,
  'appendOutputs' | 'deliveredKeys' | 'outputs' | 'sentPrompts' | 'output' | 'prompt' | 'promptIds'
>;

const promptsInPage = 1000;

const columns = `
  item.name AS item, output.sample, output.sitting_id, output.at, prompt.prompt_hash, prompt.token_hash,
  output.finish, output.prompt_tokens, output.generated_tokens, output.first_token_ms, output.total_ms,
  output.stop, output.error, output.text, output.tokens, output.options
  FROM output JOIN item ON item.id = output.item_id JOIN prompt ON prompt.id = output.prompt_id`;

export function outputs({ database, read, write, now }: Connection, keys: Keys): Outputs {
  const insert = database.prepare<InsertedRow>(
    `INSERT INTO output (run_id, item_id, sample, sitting_id, prompt_id, at, finish, prompt_tokens,
       generated_tokens, first_token_ms, total_ms, stop, error, text, tokens, options)
     VALUES (@run_id, @item_id, @sample, @sitting_id, @prompt_id, @at, @finish, @prompt_tokens,
       @generated_tokens, @first_token_ms, @total_ms, @stop, @error, @text, @tokens, @options)
     ON CONFLICT (run_id, item_id, sample) DO NOTHING`,
  );
  const addPrompt = database.prepare<[string, string, string | null, Buffer | null]>(
    'INSERT INTO prompt (prompt_hash, token_hash, text, token_ids) VALUES (?, ?, ?, ?)',
  );
  const completePrompt = database.prepare<[string | null, Buffer | null, number]>(
    'UPDATE prompt SET text = coalesce(text, ?), token_ids = coalesce(token_ids, ?) WHERE id = ?',
  );
  const knownPrompt = database.prepare<
    [string, string],
    { readonly id: number; readonly lacksText: number; readonly lacksIds: number }
  >(
    `SELECT id, text IS NULL AS lacksText, token_ids IS NULL AS lacksIds FROM prompt
     WHERE prompt_hash = ? AND token_hash = ?`,
  );
  const tokenIds = database
    .prepare<[string, string], Buffer>(
      'SELECT token_ids FROM prompt WHERE prompt_hash = ? AND token_hash = ? AND token_ids IS NOT NULL',
    )
    .pluck();
  const promptText = database
    .prepare<[string], string>('SELECT text FROM prompt WHERE prompt_hash = ? AND text IS NOT NULL LIMIT 1')
    .pluck();
  const planSplit = database
    .prepare<[string], string>(`SELECT json ->> '$.split' FROM plan WHERE hash = ?`)
    .pluck();
  const itemId = database
    .prepare<[number, string, string], number>(
      'SELECT id FROM item WHERE set_id = ? AND name = ? AND split = ?',
    )
    .pluck();
  const placeOf = database
    .prepare<[number, string], number>('SELECT id FROM item WHERE set_id = ? AND name = ?')
    .pluck();
  const countRun = database.prepare<[number, number, number, number, number, number, string, string, number]>(
    `UPDATE run SET outputs = outputs + ?, errors = errors + ?, prompt_tokens = prompt_tokens + ?,
       generated_tokens = generated_tokens + ?, total_ms = total_ms + ?, busy_ms = busy_ms + ?,
       first_output_at = coalesce(first_output_at, ?), last_output_at = ?, revision = revision + 1 WHERE id = ?`,
  );
  const countSitting = database.prepare<[number, string, number, number]>(
    `UPDATE sitting SET outputs = outputs + ?, last_output_at = ?
     WHERE id = ? AND run_id = ? AND how IS NULL`,
  );
  const delivered = database
    .prepare<[number], [string, number]>(
      'SELECT item.name, output.sample FROM output JOIN item ON item.id = output.item_id WHERE output.run_id = ?',
    )
    .raw();
  const pageOf = database.prepare<[number, number, number, number], OutputRow>(
    `SELECT ${columns} WHERE output.run_id = ? AND (output.item_id, output.sample) > (?, ?)
     ORDER BY output.item_id, output.sample LIMIT ?`,
  );
  const promptPage = database.prepare<{ run: number; item: number; sample: number }, SentPrompt>(
    `SELECT item.name AS itemId, sample, prompt_hash AS promptHash, token_hash AS tokenHash,
       prompt_tokens AS promptTokens, finish
     FROM output JOIN item ON item.id = output.item_id JOIN prompt ON prompt.id = output.prompt_id
     WHERE run_id = @run AND (output.item_id, sample) > (@item, @sample)
     ORDER BY output.item_id, sample LIMIT ${promptsInPage}`,
  );
  const one = database.prepare<[number, number, number], OutputRow>(
    `SELECT ${columns} WHERE output.run_id = ? AND output.item_id = ? AND output.sample = ?`,
  );

  function promptOf(output: Output): number {
    const { promptHash, tokenHash, prompt, promptIds } = output;
    const known = knownPrompt.get(promptHash, tokenHash);
    const text = prompt ?? null;
    // Packed only where it is written: most prompts are there already, from the baseline's run.
    if (known === undefined)
      return Number(addPrompt.run(promptHash, tokenHash, text, packed(promptIds)).lastInsertRowid);
    const bringsText = known.lacksText === 1 && text !== null;
    const bringsIds = known.lacksIds === 1 && promptIds !== undefined;
    if (bringsText || bringsIds) completePrompt.run(text, packed(promptIds), known.id);
    return known.id;
  }

  return {
    appendOutputs(planHash, key, sitting, batch, busyMs = 0) {
      return write(() => {
        const run = keys.run(planHash, key);
        const { setId } = keys.plan(planHash);
        const split = planSplit.get(planHash) ?? '';
        const at = now();
        for (const output of batch) {
          const item = itemId.get(setId, output.itemId, split);
          if (item === undefined) throw new StoreError(stranger(key, output));
          const row = toRow(output, { run, item, sitting, prompt: promptOf(output), at });
          if (insert.run(row).changes === 0) throw new StoreError(twice(key, output));
        }
        const sum = (of: (output: Output) => number) =>
          batch.reduce((total, output) => total + of(output), 0);
        countRun.run(
          batch.length,
          sum((output) => (output.finish === 'error' ? 1 : 0)),
          sum((output) => output.promptTokens),
          sum((output) => output.generatedTokens),
          sum((output) => output.totalMs),
          busyMs,
          at,
          at,
          run,
        );
        if (countSitting.run(batch.length, at, sitting, run).changes !== 1) {
          throw new Error(
            `sitting ${sitting} is not a sitting of ${key.candidate} ${key.replicate} that goes on`,
          );
        }
      });
    },
    deliveredKeys(planHash, key) {
      return read(() => {
        const all = new Set<string>();
        for (const [item, sample] of delivered.iterate(keys.run(planHash, key)))
          all.add(`${item}\u0000${sample}`);
        return all;
      });
    },
    outputs(planHash, key, page = {}) {
      return read(() => {
        const { setId } = keys.plan(planHash);
        const place = page.after ? placeOf.get(setId, page.after.itemId) : 0;
        if (place === undefined) throw new Error(`no item ${page.after?.itemId ?? ''} in the plan's set`);
        // A negative limit is SQLite's "all".
        const rows = pageOf.all(keys.run(planHash, key), place, page.after?.sample ?? 0, page.limit ?? -1);
        return rows.map(toOutput);
      });
    },
    *sentPrompts(planHash, key) {
      const run = keys.run(planHash, key);
      const { setId } = keys.plan(planHash);
      let [item, sample] = [0, 0];
      for (;;) {
        const page = read(() => promptPage.all({ run, item, sample }));
        yield* page;
        const last = page.at(-1);
        if (last === undefined || page.length < promptsInPage) return;
        item = read(() => placeOf.get(setId, last.itemId)) ?? 0;
        sample = last.sample;
      }
    },
    output(planHash, key, item, sample) {
      return read(() => {
        const place = placeOf.get(keys.plan(planHash).setId, item);
        const row = place === undefined ? undefined : one.get(keys.run(planHash, key), place, sample);
        return row ? toOutput(row) : null;
      });
    },
    prompt: (promptHash) => read(() => promptText.get(promptHash) ?? null),
    promptIds: (promptHash, tokenHash) =>
      read(() => {
        const blob = tokenIds.get(promptHash, tokenHash);
        return blob === undefined ? null : unpackTokens(blob);
      }),
  };
}

function packed(ids: readonly number[] | undefined): Buffer | null {
  return ids === undefined ? null : packTokens(ids);
}

function toRow(
  output: Output,
  place: { run: number; item: number; sitting: number; prompt: number; at: string },
): InsertedRow {
  return {
    run_id: place.run,
    item_id: place.item,
    sample: output.sample,
    sitting_id: place.sitting,
    prompt_id: place.prompt,
    at: place.at,
    finish: output.finish,
    prompt_tokens: output.promptTokens,
    generated_tokens: output.generatedTokens,
    first_token_ms: output.firstTokenMs,
    total_ms: output.totalMs,
    stop: output.stop ?? null,
    error: output.error ? JSON.stringify(output.error) : null,
    text: output.text,
    tokens: packed(output.tokens),
    options: output.options ? JSON.stringify(output.options) : null,
  };
}

function toOutput(row: OutputRow): StoredOutput {
  return {
    itemId: row.item,
    sample: row.sample,
    text: row.text,
    finish: row.finish,
    ...(row.stop === null ? {} : { stop: row.stop }),
    promptTokens: row.prompt_tokens,
    generatedTokens: row.generated_tokens,
    promptHash: row.prompt_hash,
    tokenHash: row.token_hash,
    firstTokenMs: row.first_token_ms,
    totalMs: row.total_ms,
    ...(row.tokens === null ? {} : { tokens: unpackTokens(row.tokens) }),
    ...(row.options === null ? {} : { options: JSON.parse(row.options) as OptionMeasure }),
    ...(row.error === null ? {} : { error: JSON.parse(row.error) as Failure }),
    sitting: row.sitting_id,
    at: row.at,
  };
}

function twice(key: RunKey, output: Output): Failure {
  return failure(
    'internal',
    `Item ${output.itemId}, sample ${output.sample} already has an output in run ${key.candidate} ${key.replicate}.`,
    { where: { item: output.itemId } },
  ).error;
}

function stranger(key: RunKey, output: Output): Failure {
  return failure(
    'internal',
    `Item ${output.itemId} is not among the items that run ${key.candidate} ${key.replicate} may read.`,
    { where: { item: output.itemId } },
  ).error;
}
