/** Output files (JSONL): answers that were made anywhere, to be scored here. */
import { z } from 'zod';
import type { FinishReason } from '../contract/output.ts';
import { failure, success, type Failure, type Result } from '../contract/result.ts';
import { answerRecords } from './answer-records.ts';
import { BrokenRecords } from './broken-records.ts';
import type { Fields } from './import/source-record.ts';
import { unkeepable } from './record-text.ts';
import { firstIssue } from './schema-issue.ts';

/** One answer as a scorer needs it. `finish` is `error` when no answer came. */
export interface FileOutput {
  readonly itemId: string;
  /** 0-based, counted over the rows of an id in file order. */
  readonly sample: number;
  readonly text: string;
  readonly finish: FinishReason;
  readonly error?: Failure;
  readonly line: number;
}

/** Unknown fields are passed over: such files carry model names, times and the like. */
const recordSchema = z
  .object({
    id: z.string().min(1),
    output: z.string().nullable().optional(),
    outputs: z.array(z.string().nullable()).min(1).optional(),
    finish: z.string().nullable().optional(),
    error: z
      .union([z.string(), z.looseObject({ message: z.string().optional() })])
      .nullable()
      .optional(),
  })
  .refine((record) => record.output === undefined || record.outputs === undefined, {
    error: 'either output or outputs, not both',
  })
  .refine((record) => record.output !== undefined || record.outputs !== undefined || record.error != null, {
    error: 'one of output, outputs and error must be there',
  });

/** What other programs call the reasons. */
const finishNames: Readonly<Record<string, FinishReason>> = {
  stop: 'stop',
  end: 'end',
  eos: 'end',
  end_turn: 'end',
  tool_calls: 'end',
  function_call: 'end',
  length: 'length',
  max_tokens: 'length',
  overlong: 'overlong',
  error: 'error',
};

/**
 * The outputs of a file, in its order. Several rows of one id, or several `outputs` in a row, are samples of it.
 *
 * Fails with `file_not_found`, `file_unreadable`, `file_encoding`, `line_too_long`, `outputs_broken` (the first
 * broken line named, all counted; also when there is no output at all).
 */
export async function readOutputFile(file: string): Promise<Result<FileOutput[]>> {
  const outputs: FileOutput[] = [];
  const samplesOf = new Map<string, number>();
  const broken = new BrokenRecords();
  for await (const { fields, where } of answerRecords(file, broken)) {
    const read = toOutputs(fields);
    if (!read.ok) {
      broken.addAt(where, read.error);
      continue;
    }
    for (const output of read.data) {
      const sample = samplesOf.get(output.itemId) ?? 0;
      samplesOf.set(output.itemId, sample + 1);
      outputs.push({ ...output, sample, line: where.line ?? 0 });
    }
  }
  const wrong = broken.summary();
  if (wrong) return { ok: false, error: wrong };
  if (outputs.length === 0) {
    return failure('outputs_broken', `${file} holds no outputs.`, {
      next: 'Write one output a line, as docs/file-formats.md shows.',
      where: { file },
    });
  }
  return success(outputs);
}

function toOutputs(fields: Fields): Result<Omit<FileOutput, 'sample' | 'line'>[]> {
  const unkept = unkeepable(fields);
  if (unkept !== null) return failure('outputs_broken', `${unkept}.`, { next: 'Take it out of the record.' });
  const parsed = recordSchema.safeParse(fields);
  if (!parsed.success) {
    const { field, what } = firstIssue(parsed.error);
    return failure('outputs_broken', `${field === '' ? 'the record' : field}: ${what}.`, {
      next: 'An output needs an id and one of output, outputs and error.',
      ...(field === '' ? {} : { where: { field } }),
    });
  }
  const { id, output, outputs, error } = parsed.data;
  const name = parsed.data.finish ?? 'stop';
  const finish = Object.hasOwn(finishNames, name) ? finishNames[name] : undefined;
  if (finish === undefined) {
    return failure('outputs_broken', `finish: ${JSON.stringify(name)} is not a known reason.`, {
      next: `Use one of ${Object.keys(finishNames).join(', ')}.`,
      where: { field: 'finish', item: id },
    });
  }
  const texts = outputs ?? [output ?? null];
  return success(texts.map((text) => toOutput(id, text, finish, error ?? null)));
}

/** No text, or an error beside it, means that no answer came: missing, never an empty answer. */
function toOutput(
  itemId: string,
  text: string | null,
  finish: FinishReason,
  error: string | { readonly message?: string | undefined } | null,
): Omit<FileOutput, 'sample' | 'line'> {
  if (error === null && text !== null && finish !== 'error') return { itemId, text, finish };
  if (error === null && finish === 'overlong') return { itemId, text: '', finish };
  const said = typeof error === 'string' ? error : (error?.message ?? 'The file holds no answer.');
  return {
    itemId,
    text: text ?? '',
    finish: 'error',
    error: failure('engine_failed', said, { where: { item: itemId } }).error,
  };
}
