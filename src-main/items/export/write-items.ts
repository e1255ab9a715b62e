/** A version as a file. The file is there whole or not at all: it is written beside its place and then moved. */
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileWriter, parquetWriteRows, type ParquetWriteOptions } from 'hyparquet-writer';
import type { Item } from '../../contract/item.ts';
import { failure, success, type Result } from '../../contract/result.ts';
import { toRow } from './item-rows.ts';

export const exportFormats = ['jsonl', 'parquet'] as const;
export type ExportFormat = (typeof exportFormats)[number];

export interface WriteOptions {
  readonly format: ExportFormat;
  /** Written into every row. */
  readonly canary?: string;
}

/** Fails with `file_unwritable`; nothing is left behind then. */
export async function writeItems(
  items: readonly Item[],
  path: string,
  options: WriteOptions,
): Promise<Result<{ readonly path: string; readonly items: number }>> {
  const partial = `${path}.partial`;
  try {
    await mkdir(dirname(path), { recursive: true });
    if (options.format === 'jsonl') await writeJsonl(items, partial, options.canary);
    else await writeParquet(items, partial, options.canary);
    await rename(partial, path);
    return success({ path, items: items.length });
  } catch (error) {
    // What cannot be removed was never made, or lies on the disk that has just failed.
    await rm(partial, { force: true }).catch(() => undefined);
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (code === '') throw error;
    return failure('file_unwritable', `${path} cannot be written (${code}).`, {
      next:
        code === 'ENOSPC'
          ? 'Free some space, or choose another disk.'
          : 'Choose a place that you may write to.',
      where: { file: path },
      detail: error instanceof Error ? error.message : String(error),
    });
  }
}

async function writeJsonl(items: readonly Item[], file: string, canary: string | undefined): Promise<void> {
  const stream = createWriteStream(file);
  // Without a listener an error of the stream would end the program before `once` reports it.
  const failed = once(stream, 'close').then(() => undefined);
  failed.catch(() => undefined);
  for (const item of items) {
    if (!stream.write(`${JSON.stringify(toRow(item, canary))}\n`)) await once(stream, 'drain');
  }
  stream.end();
  await failed;
}

type SchemaElement = NonNullable<ParquetWriteOptions['schema']>[number];

const text = (name: string): SchemaElement => ({
  name,
  type: 'BYTE_ARRAY',
  converted_type: 'UTF8',
  repetition_type: 'OPTIONAL',
});

const columns = [
  'id',
  'messages',
  'stratum',
  'band',
  'split',
  'source',
  'cluster',
  'check',
  'canary',
] as const;

/** messages is a list of structs, check JSON in a text column, as other readers of Parquet can take it. */
const schema: SchemaElement[] = [
  { name: 'root', num_children: columns.length },
  text('id'),
  { name: 'messages', converted_type: 'LIST', num_children: 1, repetition_type: 'OPTIONAL' },
  { name: 'list', num_children: 1, repetition_type: 'REPEATED' },
  { name: 'element', num_children: 2, repetition_type: 'OPTIONAL' },
  text('role'),
  text('content'),
  text('stratum'),
  text('band'),
  text('split'),
  text('source'),
  text('cluster'),
  { name: 'check', type: 'BYTE_ARRAY', converted_type: 'JSON', repetition_type: 'OPTIONAL' },
  text('canary'),
];

/** Small enough that a reader can decode one without holding the file. */
const rowGroupRows = 10_000;

async function writeParquet(items: readonly Item[], file: string, canary: string | undefined): Promise<void> {
  const rows = (function* () {
    for (const item of items)
      yield { band: null, source: null, cluster: null, canary: null, ...toRow(item, canary) };
  })();
  await parquetWriteRows({
    writer: fileWriter(file),
    rows,
    columns: columns.map((name) => ({ name })),
    schema,
    rowGroupSize: rowGroupRows,
    createdBy: 'noisefloor',
  });
}
