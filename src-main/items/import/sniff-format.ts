/** What kind of file this is, from its first bytes. The extension is only a hint: it lies too often. */
import { basename } from 'node:path';
import { failure, success, type Failure, type Result } from '../../contract/result.ts';
import { fileChunks, notAFile, peek, type Chunks } from './chunks.ts';
import { delimiters, detectDelimiter, type Delimiter } from './csv.ts';
import { gunzipChunks, isGzip } from './gunzip.ts';
import { detectEncoding, type Encoding } from './text-encoding.ts';

export const fileFormats = ['jsonl', 'json', 'csv', 'yaml', 'parquet', 'eval'] as const;
/** `json` is one list or one object; `eval` is inspect_ai's ZIP of a log. */
export type FileFormat = (typeof fileFormats)[number];

export interface SniffedFile {
  readonly file: string;
  /** The file's own name, without folders and without the extensions of format and packing. */
  readonly name: string;
  readonly format: FileFormat;
  readonly gzip: boolean;
  readonly encoding: Encoding;
  readonly lineEnd: 'lf' | 'cr';
  readonly delimiter: Delimiter;
  /** Excel's first line `sep=;` is there. */
  readonly separatorLine: boolean;
  /** A JSON file that is one list, not one object. */
  readonly list: boolean;
}

/** What the person says about a file, where the first bytes would be read otherwise. */
export interface SniffOverrides {
  readonly format?: FileFormat;
  readonly encoding?: Encoding;
  readonly delimiter?: Delimiter;
}

const headBytes = 64 * 1024;

/** Fails with `file_not_found`, `file_unreadable`, `file_empty`, `file_broken`, `file_encoding`, `shape_unknown`. */
export async function sniffFile(file: string, overrides: SniffOverrides = {}): Promise<Result<SniffedFile>> {
  const wrong = await notAFile(file);
  if (wrong !== null) return { ok: false, error: wrong };
  const packed = await headOf(fileChunks(file), file);
  if (!packed.ok) return packed;
  const gzip = isGzip(packed.data.head);
  const plain = gzip ? await headOf(gunzipChunks(fileChunks(file), file), file) : packed;
  if (!plain.ok) return plain;
  return sniffHead(plain.data.head, file, { ...overrides, gzip, whole: plain.data.whole });
}

async function headOf(
  chunks: Chunks,
  file: string,
): Promise<Result<{ readonly head: Uint8Array; readonly whole: boolean }>> {
  const peeked = await peek(chunks, headBytes);
  if (!peeked.ok) return peeked;
  const { head, all, ended } = peeked.data;
  // Reading on to the first piece and leaving is what closes the file.
  for await (const chunk of all) {
    if (chunk.ok) break;
  }
  if (head.byteLength === 0) return { ok: false, error: empty(file) };
  return success({ head, whole: ended });
}

function empty(file: string): Failure {
  return failure('file_empty', `${file} is empty.`, { next: 'Choose another file.', where: { file } }).error;
}

export interface HeadFacts extends SniffOverrides {
  readonly gzip?: boolean;
  /** The head is all there is. */
  readonly whole?: boolean;
}

/** The same for bytes that are at hand. */
export function sniffHead(head: Uint8Array, file: string, facts: HeadFacts = {}): Result<SniffedFile> {
  const bare = basename(file).replace(/\.(gz|gzip)$/i, '');
  const name = bare.replace(/\.(jsonl?|ndjson|csv|tsv|txt|ya?ml|parquet|eval)$/i, '');
  const extension = bare.slice(name.length + 1).toLowerCase();
  const binary = magic(head);
  const encoding = facts.encoding ?? detectEncoding(head);
  const base: SniffedFile = {
    file,
    name,
    format: 'jsonl',
    gzip: facts.gzip ?? false,
    encoding,
    lineEnd: 'lf',
    delimiter: facts.delimiter ?? ',',
    separatorLine: false,
    list: false,
  };
  if (binary === 'parquet' || binary === 'eval') {
    if (base.gzip) return unknown(file, 'a Parquet file or an .eval log inside gzip', 'Unpack it first.');
    return success({ ...base, format: binary });
  }
  if (base.gzip && isGzip(head))
    return unknown(file, 'packed with gzip twice', 'Unpack it once with `gunzip` first.');
  if (binary === 'zstd') return unknown(file, 'packed with zstd', 'Unpack it with `zstd -d` first.');
  const text = new TextDecoder(encoding).decode(head);
  if (text.includes('\u0000')) {
    return failure('file_encoding', `${file} is not a text file: it holds NUL bytes.`, {
      next: 'Choose a JSONL, JSON, CSV, YAML or Parquet file.',
      where: { file },
    });
  }
  if (text.startsWith('version https://git-lfs.github.com/spec/'))
    return unknown(file, 'a Git LFS pointer, not the file itself', 'Fetch the file with `git lfs pull`.');
  const start = text.trimStart();
  if (start === '')
    return facts.whole === false ? unknown(file, 'all white space', '') : { ok: false, error: empty(file) };
  const lineEnd = text.includes('\n') || !text.includes('\r') ? 'lf' : 'cr';
  const found = detectDelimiter(text);
  const format = facts.format ?? textFormat(start, extension, found !== null, lineEnd);
  if (format === null)
    return unknown(file, 'text of no known format', 'Choose a JSONL, JSON, CSV, YAML or Parquet file.');
  const delimiter = facts.delimiter ?? found?.delimiter ?? (extension === 'tsv' ? '\t' : ',');
  return success({
    ...base,
    format,
    lineEnd,
    delimiter: delimiters.includes(delimiter) ? delimiter : ',',
    separatorLine: found?.separatorLine ?? false,
    list: start.startsWith('['),
  });
}

function magic(head: Uint8Array): 'parquet' | 'eval' | 'zstd' | null {
  const four = Buffer.from(head.subarray(0, 4)).toString('latin1');
  if (four === 'PAR1') return 'parquet';
  if (four === 'PK\u0003\u0004' || four === 'PK\u0005\u0006') return 'eval';
  if (four === '\u0028\u00b5\u002f\u00fd') return 'zstd';
  return null;
}

function unknown(file: string, what: string, next: string): Result<never> {
  return failure('shape_unknown', `${file} is ${what}.`, { next, where: { file } });
}

function textFormat(
  start: string,
  extension: string,
  split: boolean,
  lineEnd: 'lf' | 'cr',
): FileFormat | null {
  if (start.startsWith('{')) return jsonFormat(start, extension, lineEnd);
  if (start.startsWith('[')) return extension === 'yaml' || extension === 'yml' ? 'yaml' : 'json';
  if (extension === 'csv' || extension === 'tsv') return 'csv';
  if (extension === 'yaml' || extension === 'yml') return 'yaml';
  if (extension === 'jsonl' || extension === 'ndjson' || extension === 'json') return 'jsonl';
  const lines = start.split(/\r\n|\n|\r/).filter((line) => line.trim() !== '');
  const likeYaml = lines.filter((line) => /^\s*(---|- |#|["'\w. -]+:(\s|$))/.test(line)).length;
  if (likeYaml > lines.length * 0.7) return 'yaml';
  return split ? 'csv' : null;
}

/** One object a line, or one object over many lines (or one line, in a file that calls itself .json). */
function jsonFormat(start: string, extension: string, lineEnd: 'lf' | 'cr'): FileFormat {
  if (extension === 'yaml' || extension === 'yml') return 'yaml';
  const stop = start.indexOf(lineEnd === 'lf' ? '\n' : '\r');
  if (stop === -1) return extension === 'json' ? 'json' : 'jsonl';
  const rest = start.slice(stop).trimStart();
  try {
    JSON.parse(start.slice(0, stop));
    return rest === '' && extension === 'json' ? 'json' : 'jsonl';
  } catch {
    return rest.startsWith('{') ? 'jsonl' : 'json';
  }
}
