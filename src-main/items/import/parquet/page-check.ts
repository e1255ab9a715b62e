/** Checks the pages of a column chunk against what the file can hold, before anything decodes them. */
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import type { ColumnMetaData, Compressors, PageHeader, SchemaTree } from 'hyparquet';
import { parquetHeader } from 'hyparquet/src/column.js';
import { getMaxDefinitionLevel, getMaxRepetitionLevel } from 'hyparquet/src/schema.js';
import { compressors as lightCompressors } from 'hyparquet-compressors';
import { deltaStream, runsFit } from './run-walk.ts';
import { thriftEnd } from './thrift-walk.ts';

/** Node's own decoders where it has them: they stop at the size that the page header names. */
export const compressors: Compressors = {
  ...lightCompressors,
  GZIP: (input, length) => own(gunzipSync(input, { maxOutputLength: atLeastOne(length) })),
  BROTLI: (input, length) => own(brotliDecompressSync(input, { maxOutputLength: atLeastOne(length) })),
  ZSTD: (input, length) => own(zstdDecompressSync(input, { maxOutputLength: atLeastOne(length) })),
};

function atLeastOne(length: number): number {
  return Math.max(1, length);
}

/** A view that shares its memory with nothing else: the decoder reads lengths from the page and trusts them. */
function own(bytes: Uint8Array): Uint8Array {
  return bytes.byteLength === bytes.buffer.byteLength ? bytes : Uint8Array.from(bytes);
}

const known = new Set<string | undefined>([
  'PLAIN',
  'RLE',
  'PLAIN_DICTIONARY',
  'RLE_DICTIONARY',
  'DELTA_BINARY_PACKED',
  'DELTA_LENGTH_BYTE_ARRAY',
  'DELTA_BYTE_ARRAY',
  'BYTE_STREAM_SPLIT',
]);

/** What is wrong with a column chunk, in words, or null. */
export function pageFault(
  chunk: ArrayBuffer,
  column: ColumnMetaData,
  path: readonly SchemaTree[],
  maximumBytes: number,
): string | null {
  const bytes = new Uint8Array(chunk);
  const claimed = Number(column.num_values);
  let at = 0;
  let values = 0;
  let unpacked = 0;
  while (at < bytes.byteLength - 1 && values < claimed) {
    const end = thriftEnd(bytes, at);
    if (end === null) return 'a page header is damaged';
    const header = parquetHeader({ view: new DataView(chunk), offset: at });
    const { compressed_page_size: size, uncompressed_page_size: full } = header;
    if (!isSize(size) || end + size > bytes.byteLength) return 'a page is larger than the file';
    if (!isSize(full) || unpacked + full > maximumBytes)
      return 'the pages unpack to more than may be held in memory';
    unpacked += full;
    const body = bytes.subarray(end, end + size);
    const count = header.data_page_header?.num_values ?? header.data_page_header_v2?.num_values;
    if (header.type === 'DICTIONARY_PAGE') {
      const entries = header.dictionary_page_header?.num_values;
      // A value of a dictionary takes a bit at least.
      if (!isSize(entries) || entries > full * 8)
        return 'a dictionary claims more entries than it has bytes for';
    } else if (!isSize(count) || values + count > claimed) {
      return 'a page claims more values than its column has';
    } else {
      const fault = dataPageFault(body, header, column, [...path], count);
      if (fault !== null) return fault;
      values += count;
    }
    at = end + size;
  }
  return values < claimed ? 'the column holds fewer values than it claims' : null;
}

function isSize(value: number | undefined): value is number {
  return value !== undefined && Number.isInteger(value) && value >= 0;
}

function unpack(bytes: Uint8Array, size: number, codec: string): Uint8Array | null {
  if (codec === 'UNCOMPRESSED') return bytes.byteLength === size ? bytes : null;
  const decompress = compressors[codec as keyof Compressors];
  if (decompress === undefined) return null;
  try {
    const page = decompress(bytes, size);
    return page.byteLength === size ? page : null;
  } catch {
    return null;
  }
}

function dataPageFault(
  body: Uint8Array,
  header: PageHeader,
  column: ColumnMetaData,
  path: SchemaTree[],
  count: number,
): string | null {
  const levels = [getMaxRepetitionLevel(path), getMaxDefinitionLevel(path)];
  const widths = levels.map((level) => 32 - Math.clz32(level));
  const v2 = header.data_page_header_v2;
  const encoding = v2?.encoding ?? header.data_page_header?.encoding;
  if (!known.has(encoding)) return `the encoding ${encoding ?? '(none)'} is not read here`;
  const damaged = 'a page is damaged';
  if (v2 !== undefined) {
    const lengths = [v2.repetition_levels_byte_length, v2.definition_levels_byte_length];
    const nulls = v2.num_nulls;
    if (!isSize(nulls) || nulls > count || !isSize(v2.num_rows) || !lengths.every(isSize)) return damaged;
    let start = 0;
    for (const [index, width] of widths.entries()) {
      const end = start + (lengths[index] ?? 0);
      if (end > body.byteLength) return damaged;
      if (width > 0 && !runsFit(body, { start, end }, width, count, true)) return damaged;
      start = end;
    }
    const full = header.uncompressed_page_size - start;
    if (full < 0) return damaged;
    const packed = body.subarray(start);
    const page = v2.is_compressed === false || full === 0 ? packed : unpack(packed, full, column.codec);
    return page !== null && valuesFit(page, 0, encoding, column, path, count - nulls, count) ? null : damaged;
  }
  const page = unpack(body, header.uncompressed_page_size, column.codec);
  if (page === null) return damaged;
  let start = 0;
  for (const width of widths) {
    if (width === 0) continue;
    const end = prefixedEnd(page, start);
    if (end === null || !runsFit(page, { start: start + 4, end }, width, count, true)) return damaged;
    start = end;
  }
  return valuesFit(page, start, encoding, column, path, null, count) ? null : damaged;
}

function prefixedEnd(page: Uint8Array, start: number): number | null {
  if (start + 4 > page.byteLength) return null;
  const length = new DataView(page.buffer, page.byteOffset, page.byteLength).getUint32(start, true);
  return start + 4 + length <= page.byteLength ? start + 4 + length : null;
}

/** `exact`: number of values that are not null where it is known; at most `count` otherwise. */
function valuesFit(
  page: Uint8Array,
  start: number,
  encoding: string | undefined,
  column: ColumnMetaData,
  path: readonly SchemaTree[],
  exact: number | null,
  count: number,
): boolean {
  const range = { start, end: page.byteLength };
  if (encoding === 'PLAIN_DICTIONARY' || encoding === 'RLE_DICTIONARY') {
    if (exact === 0 || start >= page.byteLength) return true;
    return runsFit(page, { start: start + 1, end: page.byteLength }, page[start] ?? 0, count, false);
  }
  if (encoding === 'RLE') {
    const end = prefixedEnd(page, start);
    return (
      exact === 0 ||
      start >= page.byteLength ||
      (end !== null && runsFit(page, { start: start + 4, end }, 1, count, false))
    );
  }
  if (encoding === 'BYTE_STREAM_SPLIT') {
    const width = path.at(-1)?.element.type_length ?? 8;
    return column.type !== 'FIXED_LEN_BYTE_ARRAY' || (width > 0 && width <= range.end);
  }
  if (encoding?.startsWith('DELTA') !== true) return true;
  if (start >= page.byteLength) return true;
  const first = deltaStream(page, start, count);
  if (first === null || encoding !== 'DELTA_BYTE_ARRAY') return first !== null;
  return deltaStream(page, first.end, count) !== null;
}
