/** Any file that can be read, as records. */
import { failure, type Failure, type Result } from '../../contract/result.ts';
import { fileChunks, readWhole, type Chunks } from './chunks.ts';
import { csvRecords } from './csv.ts';
import { evalRecords } from './eval-archive.ts';
import { gunzipChunks } from './gunzip.ts';
import { jsonArrayRecords } from './json-array.ts';
import { describePlace, parseJson } from './json-text.ts';
import { jsonlRecords } from './jsonl.ts';
import { parquetRecords } from './parquet.ts';
import type { SniffedFile } from './sniff-format.ts';
import type { Records, SourceRecord } from './source-record.ts';
import { toUtf8 } from './text-encoding.ts';
import { unwrapDocument } from './unwrap-document.ts';
import { maximumYamlBytes, parseYaml } from './yaml-file.ts';

export interface ReadLimits {
  /** Longest line, row or element. */
  readonly maximumRecordBytes: number;
  /** Longest JSON document that is not a list of records and is thus read whole. */
  readonly maximumDocumentBytes: number;
}

export const defaultLimits: ReadLimits = {
  maximumRecordBytes: 32 * 1024 * 1024,
  maximumDocumentBytes: 256 * 1024 * 1024,
};

export interface OpenOptions {
  readonly limits: ReadLimits;
  /** Names of the columns of a CSV file that has no header. */
  readonly columns?: readonly string[];
}

/** The records of a file in its order. Nothing is read before the first is asked for. */
export function openRecords(sniffed: SniffedFile, options: OpenOptions): Records {
  const { file, format } = sniffed;
  if (format === 'parquet') return parquetRecords(file);
  if (format === 'eval') return evalRecords(file);
  const packed = fileChunks(file);
  const text = toUtf8(sniffed.gzip ? gunzipChunks(packed, file) : packed, sniffed.encoding, file);
  return textRecords(text, sniffed, options);
}

/** The records of a UTF-8 stream in a text format. */
function textRecords(text: Chunks, sniffed: SniffedFile, options: OpenOptions): Records {
  const { file, format, lineEnd, delimiter, separatorLine } = sniffed;
  const { maximumRecordBytes } = options.limits;
  if (format === 'csv') {
    const columns = options.columns === undefined ? {} : { columns: options.columns };
    return csvRecords(text, { file, delimiter, separatorLine, maximumRecordBytes, ...columns });
  }
  if (format === 'json' && sniffed.list) {
    return jsonArrayRecords(text, { file, maximumElementBytes: maximumRecordBytes });
  }
  if (format === 'json') return jsonDocumentRecords(text, file, options.limits.maximumDocumentBytes);
  if (format === 'yaml') return yamlRecords(text, file);
  return jsonlRecords(text, { file, maximumLineBytes: maximumRecordBytes, lineEnd });
}

async function* jsonDocumentRecords(
  text: Chunks,
  file: string,
  limit: number,
): AsyncGenerator<readonly Result<SourceRecord>[]> {
  const bytes = await readWhole(text, limit, file);
  if (!bytes.ok) {
    yield [bytes];
    return;
  }
  const value = parseJson(Buffer.from(bytes.data).toString('utf8'), { file });
  yield value.ok ? unwrapDocument(value.data, file) : [brokenDocument(value.error, file)];
}

/** The parser counts lines of its own; in a document they are lines of the file. */
function brokenDocument(error: Failure, file: string): Result<never> {
  const line = /\(line (\d+) column/.exec(error.detail ?? '')?.[1];
  const where = { file, ...(line === undefined ? {} : { line: Number(line) }) };
  return failure('file_broken', `${describePlace(where)}: this is not one JSON document.`, {
    next: 'Mend the file at that place, or write one object a line (JSONL).',
    where,
    ...(error.detail === undefined ? {} : { detail: error.detail }),
  });
}

async function* yamlRecords(text: Chunks, file: string): AsyncGenerator<readonly Result<SourceRecord>[]> {
  const bytes = await readWhole(text, maximumYamlBytes, file);
  const values = bytes.ok ? parseYaml(Buffer.from(bytes.data).toString('utf8'), file) : bytes;
  if (!values.ok) {
    yield [values];
    return;
  }
  const documents = values.data.filter((value) => value !== null);
  const records: Result<SourceRecord>[] = [];
  for (const value of documents) records.push(...unwrapDocument(value, file, records.length + 1));
  yield records;
}

/** At most so many records of a stream (failures count), which is then left. */
export async function takeRecords(records: Records, count: number): Promise<Result<SourceRecord>[]> {
  const taken: Result<SourceRecord>[] = [];
  for await (const batch of records) {
    taken.push(...batch.slice(0, count - taken.length));
    if (taken.length >= count) break;
  }
  return taken;
}
