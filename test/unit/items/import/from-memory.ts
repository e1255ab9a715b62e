/** Streams over bytes in memory, cut into pieces as a disk or a pipe would. */
import { success, type Result } from '../../../../src-main/contract/result.ts';
import type { Chunks } from '../../../../src-main/items/import/chunks.ts';
import type { Records, SourceRecord } from '../../../../src-main/items/import/source-record.ts';

/** The bytes in pieces of `size`. */
export async function* chunksOf(content: string | Uint8Array, size = 64 * 1024): Chunks {
  const bytes = typeof content === 'string' ? Buffer.from(content, 'utf8') : content;
  for (let at = 0; at < bytes.byteLength; at += size) yield success(bytes.subarray(at, at + size));
  await Promise.resolve();
}

/** Everything that a reader yields, in one list. */
export async function all(records: Records): Promise<Result<SourceRecord>[]> {
  const list: Result<SourceRecord>[] = [];
  for await (const batch of records) list.push(...batch);
  return list;
}

/** Fields of the records, and `code at line-or-row` for failures, in order. */
export async function outline(records: Records): Promise<unknown[]> {
  return (await all(records)).map((record) =>
    record.ok
      ? record.data.fields
      : `${record.error.code} at ${record.error.where?.line ?? record.error.where?.row ?? '?'}`,
  );
}
