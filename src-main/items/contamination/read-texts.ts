/** The texts to hold items against: files and whole folders of text, and every text field of JSONL, CSV and Parquet. */
import { readdir, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { Json } from '../../contract/item.ts';
import { success, type Result } from '../../contract/result.ts';
import { fileChunks, fileFailure, peek, type Chunks } from '../import/chunks.ts';
import { gunzipChunks, isGzip } from '../import/gunzip.ts';
import { splitLines } from '../import/lines.ts';
import { defaultLimits, openRecords } from '../import/open-records.ts';
import { sniffFile } from '../import/sniff-format.ts';
import { detectEncoding, toUtf8 } from '../import/text-encoding.ts';

/** A piece of text and where it stands. */
export interface SourceText {
  readonly file: string;
  /** Where it begins, from 1; null where the file has rows. */
  readonly line: number | null;
  readonly row: number | null;
  readonly text: string;
  /** Plain text: its line ends are the file's. Of a record the whole text stands in one line. */
  readonly plain: boolean;
}

/** The line of a place in a text; null where the file has rows. */
export function lineOf({ line, text, plain }: SourceText, offset: number): number | null {
  return line === null || !plain ? line : line + lineEnds(text.slice(0, offset));
}

const recordExtensions = new Set(['.jsonl', '.ndjson', '.json', '.csv', '.tsv', '.parquet']);
const ignored = new Set([
  '.png',
  '.jpg',
  '.jpeg',
  '.gif',
  '.pdf',
  '.zip',
  '.gguf',
  '.safetensors',
  '.bin',
  '.exe',
  '.so',
]);

/** Characters of plain text that are taken at once; a passage across the seam of two is found all the same. */
const pieceCharacters = 1 << 18;
const seamCharacters = 4096;

/** Every file below the paths, in alphabetical order. Links are not followed. */
export async function textFiles(paths: readonly string[]): Promise<Result<readonly string[]>> {
  const files: string[] = [];
  for (const path of paths) {
    try {
      if ((await stat(path)).isFile()) {
        files.push(path);
        continue;
      }
      const entries = await readdir(path, { recursive: true, withFileTypes: true });
      const found = entries
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name));
      files.push(...found.filter((file) => !ignored.has(extname(file).toLowerCase())).toSorted());
    } catch (error) {
      return { ok: false, error: fileFailure(error, path) };
    }
  }
  return success(files);
}

/** The texts of one file. A failure is the last that comes. */
export async function* textsIn(file: string): AsyncGenerator<Result<SourceText>> {
  const bare = file.replace(/\.gz$/i, '');
  if (!recordExtensions.has(extname(bare).toLowerCase())) {
    yield* plainTexts(file);
    return;
  }
  const sniffed = await sniffFile(file);
  if (!sniffed.ok) {
    yield sniffed;
    return;
  }
  for await (const batch of openRecords(sniffed.data, { limits: defaultLimits })) {
    for (const record of batch) {
      if (!record.ok) {
        yield record;
        continue;
      }
      const { line, row } = record.data.where;
      const place = {
        file,
        line: line ?? null,
        row: line === undefined ? (row ?? null) : null,
        plain: false,
      };
      for (const text of textsWithin(record.data.fields)) yield success({ ...place, text });
    }
  }
}

/** All text of a value, short ones left out: a run of words needs some. */
function* textsWithin(value: Json | Readonly<Record<string, Json>>): Generator<string> {
  if (typeof value === 'string') {
    if (value.length >= 20) yield value;
  } else if (Array.isArray(value)) {
    for (const element of value) yield* textsWithin(element);
  } else if (typeof value === 'object' && value !== null) {
    for (const member of Object.values(value)) yield* textsWithin(member);
  }
}

async function* plainTexts(file: string): AsyncGenerator<Result<SourceText>> {
  const lines = await openLines(file);
  if (!lines.ok) {
    yield lines;
    return;
  }
  const place = { file, row: null, plain: true };
  let text = '';
  let first = 1;
  for await (const block of splitLines(lines.data, {
    file,
    maximumLineBytes: defaultLimits.maximumRecordBytes,
  })) {
    if (!block.ok) {
      yield block;
      continue;
    }
    text += `${block.data.lines.join('\n')}\n`;
    const next = block.data.first + block.data.lines.length;
    if (text.length >= pieceCharacters) {
      yield success({ ...place, line: next - lineEnds(text), text });
      text = text.slice(-seamCharacters);
    }
    first = next - lineEnds(text);
  }
  if (text !== '') yield success({ ...place, line: first, text });
}

function lineEnds(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}

async function openLines(file: string): Promise<Result<Chunks>> {
  const packed = await peek(fileChunks(file), 64);
  if (!packed.ok) return packed;
  const { head, all } = packed.data;
  if (!isGzip(head)) return success(toUtf8(all, detectEncoding(head), file));
  return success(toUtf8(gunzipChunks(all, file), 'utf-8', file));
}
