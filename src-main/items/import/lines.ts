/**
 * Lines of a UTF-8 stream, in blocks, with a limit on the length of one line. A line ends at LF (or CR LF), or at
 * a lone CR in files that have no LF at all. U+2028 and U+2029 end nothing: they are legal inside JSON strings.
 */
import { failure, success, type Result } from '../../contract/result.ts';
import type { Chunks } from './chunks.ts';

export interface LineBlock {
  /** Line number of the first line, from 1. */
  readonly first: number;
  readonly lines: readonly string[];
}

export interface LineOptions {
  readonly file: string;
  /** A longer line is skipped and reported as `line_too_long`; the lines after it are read. */
  readonly maximumLineBytes: number;
  readonly lineEnd?: 'lf' | 'cr';
}

/** Lines whole, without their ends. Failures stand where the line would have stood. */
export async function* splitLines(chunks: Chunks, options: LineOptions): AsyncGenerator<Result<LineBlock>> {
  const end = options.lineEnd === 'cr' ? 0x0d : 0x0a;
  const limit = options.maximumLineBytes;
  let pending: Uint8Array[] = [];
  let pendingBytes = 0;
  let skipping = false;
  let line = 1;
  for await (const chunk of chunks) {
    if (!chunk.ok) {
      yield chunk;
      return;
    }
    let bytes = chunk.data;
    const stop = bytes.indexOf(end);
    if (skipping && stop === -1) continue;
    if (skipping || (stop !== -1 && pendingBytes + stop > limit)) {
      if (!skipping) yield tooLong(line, options);
      bytes = bytes.subarray(stop + 1);
      pending = [];
      pendingBytes = 0;
      skipping = false;
      line += 1;
    }
    const last = bytes.lastIndexOf(end);
    if (last !== -1) {
      pending.push(bytes.subarray(0, last));
      const lines = toLines(pending, end);
      yield* blocks(lines, line, options);
      line += lines.length;
      pending = [];
      pendingBytes = 0;
      bytes = bytes.subarray(last + 1);
    }
    if (bytes.byteLength === 0) continue;
    pending.push(bytes);
    pendingBytes += bytes.byteLength;
    if (pendingBytes > limit) {
      yield tooLong(line, options);
      pending = [];
      pendingBytes = 0;
      skipping = true;
    }
  }
  if (pendingBytes > 0) yield success({ first: line, lines: toLines(pending, end) });
}

function toLines(pieces: readonly Uint8Array[], end: number): string[] {
  const text = Buffer.concat(pieces).toString('utf8');
  const lines = text.split(end === 0x0a ? '\n' : '\r');
  return text.includes('\r') && end === 0x0a
    ? lines.map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line))
    : lines;
}

/** One block, or several around the lines that are too long (only where the limit is below a chunk's size). */
function* blocks(
  lines: readonly string[],
  first: number,
  options: LineOptions,
): Generator<Result<LineBlock>> {
  let start = 0;
  for (const [index, line] of lines.entries()) {
    if (line.length * 3 <= options.maximumLineBytes) continue;
    if (Buffer.byteLength(line) <= options.maximumLineBytes) continue;
    if (index > start) yield success({ first: first + start, lines: lines.slice(start, index) });
    yield tooLong(first + index, options);
    start = index + 1;
  }
  if (start === 0) yield success({ first, lines });
  else if (start < lines.length) yield success({ first: first + start, lines: lines.slice(start) });
}

function tooLong(line: number, options: LineOptions): Result<LineBlock> {
  const { file } = options;
  return failure(
    'line_too_long',
    `${file}, line ${line}: the line is longer than ${options.maximumLineBytes} bytes.`,
    { next: 'Shorten the record, or leave it out.', where: { file, line } },
  );
}
