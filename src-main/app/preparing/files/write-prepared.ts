/** Writes prepared items as JSONL with their record beside it; both are there whole, or neither is. */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { failure, type Failure, type Result } from '../../../contract/result.ts';
import { toRow } from '../../../items/export/item-rows.ts';
import type { ImportedItem } from '../../../items/import/import-file.ts';
import type { PreparationRecord } from '../../../items/preparation-record.ts';
import { recordPath, recordText } from '../../../items/record-file.ts';
import { checkFree } from '../../free-place.ts';

/** Fails with `file_exists` for a file that is there already, and `usage` for the file that is read. */
export function checkPlace(out: string, source: string, replace: boolean): Result<void> {
  if (resolve(out) === resolve(source))
    return failure('usage', `${out} is the file that is read.`, { next: 'Write to another one.' });
  return checkFree([out, recordPath(out)], replace);
}

/**
 * @param batches the items in their order
 * @param finish the record, asked for when all of them were written; a failure leaves nothing behind
 */
export async function writePrepared(
  out: string,
  batches: AsyncIterable<readonly ImportedItem[]>,
  finish: () => Result<PreparationRecord>,
): Promise<Result<PreparationRecord>> {
  const partial = `${out}.partial`;
  const hash = createHash('sha256');
  try {
    await mkdir(dirname(out), { recursive: true });
    const stream = createWriteStream(partial);
    // Without a listener an error of the stream would end the program before `once` reports it.
    const closed = once(stream, 'close').then(() => undefined);
    closed.catch(() => undefined);
    try {
      for await (const batch of batches) {
        const text = batch.map((imported) => `${JSON.stringify(preparedRow(imported))}\n`).join('');
        hash.update(text);
        if (!stream.write(text)) await once(stream, 'drain');
      }
    } finally {
      stream.end();
      await closed;
    }
    const record = finish();
    if (!record.ok) {
      await rm(partial, { force: true });
      return record;
    }
    await writeFile(recordPath(out), recordText(hash.digest('hex'), record.data));
    await rename(partial, out);
    return record;
  } catch (error) {
    // What cannot be removed was never made, or lies on the disk that has just failed.
    await rm(partial, { force: true }).catch(() => undefined);
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (code === '') throw error;
    return { ok: false, error: unwritable(out, code, error) };
  }
}

function unwritable(file: string, code: string, error: unknown): Failure {
  return failure('file_unwritable', `${file} cannot be written (${code}).`, {
    next:
      code === 'ENOSPC'
        ? 'Free some space, or choose another disk.'
        : 'Choose a place that you may write to.',
    where: { file },
    detail: String(error),
  }).error;
}

/** A split that nobody gave is left open, so that freezing can still draw it; the time comes along for samples. */
function preparedRow({ item, splitGiven, time }: ImportedItem) {
  const { split, ...row } = toRow(item);
  return { ...row, ...(splitGiven ? { split } : {}), ...(time === undefined ? {} : { time }) };
}
