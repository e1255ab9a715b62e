/**
 * Walks over Parquet's run-length and delta encodings that allocate nothing: a run of two bytes can claim two
 * billion values, and the library that reads it would write them all down.
 */
import { varint } from './thrift-walk.ts';

/** Bit-packed runs come in groups of eight and may be padded; this much beyond the values of a page is padding. */
const padding = 4096;

/**
 * True when no run in [start, end) claims more values than the page has and, where `whole` is set, the runs hold
 * all of them (see "Run Length Encoding / Bit-Packing Hybrid" in the Parquet format's Encodings.md).
 */
export function runsFit(
  bytes: Uint8Array,
  range: { readonly start: number; readonly end: number },
  width: number,
  values: number,
  whole: boolean,
): boolean {
  if (width < 0 || width > 32 || range.end > bytes.byteLength || range.start > range.end) return false;
  let at = range.start;
  let seen = 0;
  while (seen < values && at < range.end) {
    const header = varint(bytes, at);
    if (header === null || header.end > range.end) return false;
    const packed = header.value % 2 === 1;
    const count = Math.floor(header.value / 2) * (packed ? 8 : 1);
    if (count > values + (packed ? padding : 0)) return false;
    // The last bit-packed run may be cut short where its padding would stand.
    at = header.end + (packed ? (count / 8) * width : Math.ceil(width / 8));
    seen += count;
  }
  return !whole || seen >= values;
}

/**
 * A DELTA_BINARY_PACKED stream: the values that it declares and the offset after it. Null when it declares more than
 * `most`, or when its header or blocks do not fit the bytes.
 */
export function deltaStream(
  bytes: Uint8Array,
  start: number,
  most: number,
): { readonly values: number; readonly end: number } | null {
  const numbers: number[] = [];
  let at = start;
  for (let index = 0; index < 4; index += 1) {
    const next = varint(bytes, at);
    if (next === null) return null;
    numbers.push(next.value);
    at = next.end;
  }
  const [blockSize = 0, miniblocks = 0, values = 0] = numbers;
  if (miniblocks < 1 || miniblocks > 1024 || blockSize > 1 << 20 || values > most) return null;
  const perMiniblock = blockSize / miniblocks;
  if (!Number.isInteger(perMiniblock) || perMiniblock < 8 || perMiniblock % 8 !== 0) return null;
  for (let seen = 1; seen < values;) {
    const minimum = varint(bytes, at);
    if (minimum === null) return null;
    const widths = bytes.subarray(minimum.end, minimum.end + miniblocks);
    if (widths.byteLength < miniblocks) return null;
    at = minimum.end + miniblocks;
    for (const width of widths) {
      if (seen >= values) break;
      if (width > 64) return null;
      at += (perMiniblock * width) / 8;
      seen += perMiniblock;
    }
  }
  return at <= bytes.byteLength ? { values, end: at } : null;
}
