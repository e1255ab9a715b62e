/** The record that lies beside a prepared file: `desk.jsonl` has `desk.record.json`. It holds for that content alone. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { z } from 'zod';
import { failure, success, type Result } from '../contract/result.ts';
import { parsePreparationRecord, type PreparationRecord } from './preparation-record.ts';

const besideSchema = z.strictObject({
  /** sha256 over the bytes of the prepared file, hexadecimal. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  record: z.unknown(),
});

export function recordPath(file: string): string {
  return `${file.replace(/\.jsonl$/i, '')}.record.json`;
}

export function recordText(sha256: string, record: PreparationRecord): string {
  return `${JSON.stringify({ sha256, record }, null, 2)}\n`;
}

/**
 * The record beside a file; null where there is none. Fails with `record_mismatch` where the file is not the one that
 * it was written for, `file_broken` and `file_unreadable`.
 */
export async function readRecordBeside(file: string): Promise<Result<PreparationRecord | null>> {
  const path = recordPath(file);
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (code === 'ENOENT' || code === 'ENOTDIR') return success(null);
    return failure(
      'file_unreadable',
      `${path}, the record beside ${basename(file)}, cannot be read (${code}).`,
      {
        next: 'Give yourself the right to read it, or move it away to go on without a record.',
        where: { file: path },
      },
    );
  }
  const beside = besideSchema.safeParse(parsed(text));
  const record = beside.success ? parsePreparationRecord(beside.data.record) : null;
  if (!beside.success || record?.ok !== true)
    return failure('file_broken', `${path} is no record of a preparation.`, {
      next: `Prepare ${basename(file)} again, or move the record away to go on without one.`,
      where: { file: path },
      ...(record === null || record.ok ? {} : { detail: record.error.message }),
    });
  const content = await contentHash(file);
  if (!content.ok) return content;
  if (content.data === beside.data.sha256) return success(record.data);
  return failure(
    'record_mismatch',
    `${file} is not what ${path} was written for: it was changed afterwards.`,
    {
      next: 'Prepare the file again, or move the record away to go on without one.',
      where: { file },
    },
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

async function contentHash(file: string): Promise<Result<string>> {
  const hash = createHash('sha256');
  try {
    for await (const chunk of createReadStream(file)) hash.update(chunk as Uint8Array);
    return success(hash.digest('hex'));
  } catch (error) {
    return failure('file_unreadable', `${file} cannot be read.`, {
      next: 'Check the path and the rights on it.',
      where: { file },
      detail: String(error),
    });
  }
}
