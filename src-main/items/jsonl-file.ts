/** The project's own JSONL files: UTF-8, with or without a byte order mark, LF or CR LF. */
import { failure, type Failure, type Result } from '../contract/result.ts';
import { fileChunks, peek } from './import/chunks.ts';
import { jsonlRecords } from './import/jsonl.ts';
import type { SourceRecord } from './import/source-record.ts';
import { detectEncoding, toUtf8 } from './import/text-encoding.ts';

/** Bytes. Far above any prompt that fits a context; a file without line ends stays bounded. */
const longestLine = 16 * 1024 * 1024;
/** Bytes that tell the encoding and the kind of file. */
const headBytes = 64;

/** One result a record, in the file's order. A broken record is a failure in its place, with its line. */
export async function* jsonlFile(file: string): AsyncGenerator<Result<SourceRecord>> {
  const opened = await peek(fileChunks(file), headBytes);
  if (!opened.ok) {
    yield opened;
    return;
  }
  const { head, all } = opened.data;
  const foreign = notJsonl(head, file);
  if (foreign) {
    // The stream closes its file only once it was begun.
    const stream = all[Symbol.asyncIterator]();
    await stream.next();
    await stream.return?.();
    yield { ok: false, error: foreign };
    return;
  }
  const options = { file, maximumLineBytes: longestLine };
  for await (const batch of jsonlRecords(toUtf8(all, 'utf-8', file), options)) yield* batch;
}

function notJsonl(head: Uint8Array, file: string): Failure | null {
  const encoding = detectEncoding(head);
  if (encoding !== 'utf-8') {
    return failure('file_encoding', `${file} is ${encoding.toUpperCase()} text, not UTF-8.`, {
      next: 'Save the file as UTF-8.',
      where: { file, line: 1 },
    }).error;
  }
  const start = Buffer.from(head)
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .trimStart();
  if (start.startsWith('[')) {
    return failure('file_encoding', `${file} is one JSON array, not JSONL.`, {
      next: 'Write one object a line, or bring the file in with `items import`.',
      where: { file, line: 1 },
    }).error;
  }
  return null;
}
