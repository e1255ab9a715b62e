/** The beginning of a file, as far as a person or a shape needs to see it. */
import { success, type Failure, type Result } from '../../contract/result.ts';
import { fileChunks } from './chunks.ts';
import { csvRows } from './csv.ts';
import { gunzipChunks } from './gunzip.ts';
import { openRecords, takeRecords, type ReadLimits } from './open-records.ts';
import { parquetClassLabels } from './parquet.ts';
import type { FileHead } from './shape.ts';
import { sniffFile, type SniffedFile, type SniffOverrides } from './sniff-format.ts';
import type { SourceRecord } from './source-record.ts';
import { toUtf8 } from './text-encoding.ts';

/** Records that are read to tell a shape. */
const headRecords = 20;

export interface ReadHead {
  readonly head: FileHead;
  readonly records: readonly SourceRecord[];
  /** What was wrong with the first records that could not be read. */
  readonly failures: readonly Failure[];
}

/** Fails where nothing of the file can be read; single broken records are told apart from that. */
export async function readHead(
  file: string,
  limits: ReadLimits,
  overrides: SniffOverrides = {},
): Promise<Result<ReadHead>> {
  const sniffed = await sniffFile(file, overrides);
  if (!sniffed.ok) return sniffed;
  const results = await takeRecords(openRecords(sniffed.data, { limits }), headRecords);
  const records = results.flatMap((record) => (record.ok ? [record.data] : []));
  const failures = results.flatMap((record) => (record.ok ? [] : [record.error]));
  const rows = await firstRows(sniffed.data, limits);
  const [first] = failures;
  if (first !== undefined && records.length === 0 && rows.length < 2) return { ok: false, error: first };
  const labels = sniffed.data.format === 'parquet' ? await parquetClassLabels(file) : success({});
  if (!labels.ok) return labels;
  const head: FileHead = {
    sniffed: sniffed.data,
    records: records.map((record) => record.fields),
    rows,
    classLabels: labels.data,
  };
  return success({ head, records, failures });
}

async function firstRows(sniffed: SniffedFile, limits: ReadLimits): Promise<(readonly string[])[]> {
  if (sniffed.format !== 'csv') return [];
  const { file, gzip, encoding, delimiter, separatorLine } = sniffed;
  const packed = fileChunks(file);
  const text = toUtf8(gzip ? gunzipChunks(packed, file) : packed, encoding, file);
  const rows: (readonly string[])[] = [];
  const options = { file, delimiter, separatorLine, maximumRecordBytes: limits.maximumRecordBytes };
  for await (const batch of csvRows(text, options)) {
    for (const row of batch) if (row.ok && rows.length < headRecords) rows.push(row.data.cells);
    if (rows.length >= headRecords) break;
  }
  return rows;
}
