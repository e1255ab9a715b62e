/**
 * A JSON array read element by element: the bytes are scanned for where each element ends, and only that element is
 * parsed, so that an array of any length needs the memory of its longest element.
 */
import { failure, type Result } from '../../contract/result.ts';
import type { Chunks } from './chunks.ts';
import { parseJson } from './json-text.ts';
import { toRecord, type SourceRecord } from './source-record.ts';

export interface JsonArrayOptions {
  readonly file: string;
  /** A longer element is skipped and reported as `line_too_long`; those after it are read. */
  readonly maximumElementBytes: number;
}

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const listStart = 0x5b;
const listEnd = 0x5d;
const objectStart = 0x7b;
const objectEnd = 0x7d;

function isSpace(byte: number): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

type State = 'before' | 'inside' | 'after';

/** Where a byte comes next, looked for once however often it is asked for. */
class NextByte {
  private readonly chunk: Uint8Array;
  private readonly byte: number;
  private found = -1;

  constructor(chunk: Uint8Array, byte: number) {
    this.chunk = chunk;
    this.byte = byte;
  }

  /** The first place from `at` on; the chunk's length where there is none. Asked for rising places only. */
  from(at: number): number {
    if (this.found < at) {
      const place = this.chunk.indexOf(this.byte, at);
      this.found = place === -1 ? this.chunk.byteLength : place;
    }
    return this.found;
  }
}

/** Cuts the stream into the texts of the elements. */
class ElementScanner {
  private state: State = 'before';
  private depth = 0;
  private inString = false;
  private escaped = false;
  private pieces: Uint8Array[] = [];
  private bytes = 0;
  private tooLong = false;
  private row = 1;
  private elementsEnded = 0;
  private readonly options: JsonArrayOptions;

  constructor(options: JsonArrayOptions) {
    this.options = options;
  }

  /** The records that end within these bytes. `done` after a failure that nothing can follow. */
  take(chunk: Uint8Array): { readonly batch: Result<SourceRecord>[]; readonly done: boolean } {
    const batch: Result<SourceRecord>[] = [];
    let start = 0;
    const quotes = new NextByte(chunk, quote);
    const backslashes = new NextByte(chunk, backslash);
    for (let at = 0; at < chunk.byteLength; at += 1) {
      const byte = chunk[at] ?? 0;
      if (this.state !== 'inside') {
        if (isSpace(byte)) continue;
        if (this.state === 'after')
          return { batch: [...batch, this.broken('more follows after the list')], done: true };
        if (byte !== listStart)
          return { batch: [...batch, this.broken('a list should begin here')], done: true };
        this.state = 'inside';
        start = at + 1;
        continue;
      }
      if (this.inString) {
        if (this.escaped) {
          this.escaped = false;
          continue;
        }
        // Most of a file is inside strings: on to what can end one.
        const end = quotes.from(at);
        const escape = backslashes.from(at);
        at = Math.min(end, escape);
        if (escape < end) this.escaped = true;
        else if (end < chunk.byteLength) this.inString = false;
        continue;
      }
      if (byte === quote) this.inString = true;
      else if (byte === objectStart || byte === listStart) this.depth += 1;
      else if (this.depth > 0 && (byte === objectEnd || byte === listEnd)) this.depth -= 1;
      else if (this.depth === 0 && (byte === comma || byte === listEnd)) {
        this.keep(chunk.subarray(start, at));
        const record = this.end(byte === listEnd);
        if (record !== null) batch.push(record);
        start = at + 1;
        if (byte === listEnd) this.state = 'after';
      }
    }
    if (this.state === 'inside') this.keep(chunk.subarray(start));
    return { batch, done: false };
  }

  /** The failure of a stream that ends before its list does, or null. */
  finish(): Result<SourceRecord> | null {
    if (this.state === 'after') return null;
    const { file } = this.options;
    return failure('file_broken', `${file}, row ${this.row}: the file ends inside the list.`, {
      next: 'The file is cut off: copy or write it again.',
      where: { file, row: this.row },
    });
  }

  private keep(piece: Uint8Array): void {
    this.bytes += piece.byteLength;
    if (this.bytes > this.options.maximumElementBytes) {
      this.tooLong = true;
      this.pieces = [];
    }
    if (!this.tooLong && piece.byteLength > 0) this.pieces.push(piece);
  }

  private end(last: boolean): Result<SourceRecord> | null {
    const text = Buffer.concat(this.pieces).toString('utf8');
    const where = { file: this.options.file, row: this.row };
    const { tooLong } = this;
    this.pieces = [];
    this.bytes = 0;
    this.tooLong = false;
    if (!tooLong && last && this.elementsEnded === 0 && text.trim() === '') return null;
    this.elementsEnded += 1;
    this.row += 1;
    if (tooLong) {
      return failure(
        'line_too_long',
        `${where.file}, row ${where.row}: the element is longer than ${this.options.maximumElementBytes} bytes.`,
        { next: 'Shorten the record, or leave it out.', where },
      );
    }
    const value = parseJson(text, where);
    return value.ok ? toRecord(value.data, where) : value;
  }

  private broken(what: string): Result<SourceRecord> {
    const { file } = this.options;
    return failure('file_broken', `${file}, row ${this.row}: this is not one JSON list (${what}).`, {
      next: 'Mend the file, or write one object a line (JSONL).',
      where: { file, row: this.row },
    });
  }
}

/** Records of a UTF-8 stream that is one JSON array of objects. */
export async function* jsonArrayRecords(
  chunks: Chunks,
  options: JsonArrayOptions,
): AsyncGenerator<readonly Result<SourceRecord>[]> {
  const scanner = new ElementScanner(options);
  for await (const chunk of chunks) {
    if (!chunk.ok) {
      yield [chunk];
      return;
    }
    const { batch, done } = scanner.take(chunk.data);
    if (batch.length > 0) yield batch;
    if (done) return;
  }
  const last = scanner.finish();
  if (last !== null) yield [last];
}
