/** Text in the encodings that item files come in, turned into valid UTF-8 without a byte order mark. */
import { isUtf8 } from 'node:buffer';
import { failure, success, type Result } from '../../contract/result.ts';
import type { Chunks } from './chunks.ts';

export const encodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const;
export type Encoding = (typeof encodings)[number];

const newline = 0x0a;

/**
 * The encoding that a file's first bytes speak for: by its byte order mark, or for UTF-16 without one by the NUL
 * in every second byte of Western text. Everything else is taken for UTF-8 and checked as it is read.
 */
export function detectEncoding(head: Uint8Array): Encoding {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  const sample = head.subarray(0, 64);
  let evenZeros = 0;
  let oddZeros = 0;
  sample.forEach((byte, index) => {
    if (byte !== 0) return;
    if (index % 2 === 0) evenZeros += 1;
    else oddZeros += 1;
  });
  const pairs = Math.floor(sample.length / 2);
  if (pairs >= 2 && oddZeros > pairs * 0.7 && evenZeros === 0) return 'utf-16le';
  if (pairs >= 2 && evenZeros > pairs * 0.7 && oddZeros === 0) return 'utf-16be';
  return 'utf-8';
}

/** The stream as UTF-8. Bytes that the encoding does not allow end it with `file_encoding` and their line. */
export function toUtf8(chunks: Chunks, encoding: Encoding, file: string): Chunks {
  return encoding === 'utf-8' ? checkedUtf8(chunks, file) : transcoded(chunks, encoding, file);
}

async function* checkedUtf8(chunks: Chunks, file: string): AsyncGenerator<Result<Uint8Array>> {
  let carried: Uint8Array = Buffer.alloc(0);
  let line = 1;
  let first = true;
  for await (const chunk of chunks) {
    if (!chunk.ok) {
      yield chunk;
      return;
    }
    let bytes = carried.byteLength === 0 ? chunk.data : Buffer.concat([carried, chunk.data]);
    if (first && bytes.byteLength < 3) {
      carried = bytes;
      continue;
    }
    if (first) bytes = withoutMark(bytes);
    first = false;
    const whole = bytes.byteLength - incompleteTail(bytes);
    carried = bytes.subarray(whole);
    const part = bytes.subarray(0, whole);
    if (!isUtf8(part)) {
      yield notText(part, line, file);
      return;
    }
    line += count(part, newline);
    if (part.byteLength > 0) yield success(part);
  }
  if (carried.byteLength === 0) return;
  const rest = first ? withoutMark(carried) : carried;
  if (isUtf8(rest)) yield success(rest);
  else yield notText(rest, line, file);
}

function withoutMark(bytes: Uint8Array): Uint8Array {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes;
}

/** Bytes at the end that begin a character without finishing it: 0 to 3. */
function incompleteTail(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.byteLength); back += 1) {
    const byte = bytes[bytes.byteLength - back] ?? 0;
    if (byte < 0x80) return 0;
    if (byte >= 0xc0) {
      const needed = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
      return needed > back ? back : 0;
    }
  }
  return 0;
}

function notText(bytes: Uint8Array, firstLine: number, file: string): Result<Uint8Array> {
  let line = firstLine;
  let start = 0;
  while (start < bytes.byteLength) {
    const found = bytes.indexOf(newline, start);
    const end = found === -1 ? bytes.byteLength : found + 1;
    if (!isUtf8(bytes.subarray(start, end))) break;
    start = end;
    line += 1;
  }
  return failure('file_encoding', `${file}, line ${line}: this is not UTF-8 text.`, {
    next: 'Save the file as UTF-8. In the terminal `items import` reads old Excel files too, with --encoding windows-1252.',
    where: { file, line },
  });
}

function count(bytes: Uint8Array, value: number): number {
  let found = 0;
  for (let at = bytes.indexOf(value); at !== -1; at = bytes.indexOf(value, at + 1)) found += 1;
  return found;
}

async function* transcoded(
  chunks: Chunks,
  encoding: Encoding,
  file: string,
): AsyncGenerator<Result<Uint8Array>> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  let line = 1;
  try {
    for await (const chunk of chunks) {
      if (!chunk.ok) {
        yield chunk;
        return;
      }
      const bytes = Buffer.from(decoder.decode(chunk.data, { stream: true }), 'utf8');
      line += count(bytes, newline);
      if (bytes.byteLength > 0) yield success(bytes);
    }
    const rest = Buffer.from(decoder.decode(), 'utf8');
    if (rest.byteLength > 0) yield success(rest);
  } catch (error) {
    yield failure('file_encoding', `${file}, after line ${line}: this is not ${encoding} text.`, {
      next: 'Save the file as UTF-8.',
      where: { file, line },
      detail: error instanceof Error ? error.message : String(error),
    });
  }
}
