/**
 * A walk over Thrift's compact protocol that allocates nothing. The library that reads Parquet makes a list as long
 * as the file says before it looks for the elements; this walk has looked first.
 */

const deepest = 32;

/** Types of the compact protocol, by number. */
const stop = 0;
const booleans = new Set([1, 2]);
const byteType = 3;
const integers = new Set([4, 5, 6]);
const double = 7;
const binary = 8;
const list = 9;
const struct = 12;

/** Offset after the struct that begins at `offset`, or null when it is no struct that lies within the bytes. */
export function thriftEnd(bytes: Uint8Array, offset: number): number | null {
  return structEnd(bytes, offset, 0);
}

function structEnd(bytes: Uint8Array, start: number, depth: number): number | null {
  if (depth > deepest) return null;
  let at = start;
  for (;;) {
    const head = bytes[at];
    if (head === undefined) return null;
    at += 1;
    const type = head & 0x0f;
    if (type === stop) return at;
    if (head >> 4 === 0) {
      const id = varint(bytes, at);
      if (id === null) return null;
      at = id.end;
    }
    const end = booleans.has(type) ? at : elementEnd(bytes, at, type, depth);
    if (end === null) return null;
    at = end;
  }
}

function elementEnd(bytes: Uint8Array, at: number, type: number, depth: number): number | null {
  // Inside a list a boolean takes a byte.
  if (type === byteType || booleans.has(type)) return within(bytes, at + 1);
  if (integers.has(type)) return varint(bytes, at)?.end ?? null;
  if (type === double) return within(bytes, at + 8);
  if (type === struct) return structEnd(bytes, at, depth + 1);
  if (type === binary) {
    const length = varint(bytes, at);
    return length === null ? null : within(bytes, length.end + length.value);
  }
  if (type !== list || depth > deepest) return null;
  const head = bytes[at];
  if (head === undefined) return null;
  let size = { value: head >> 4, end: at + 1 };
  if (size.value === 15) {
    const long = varint(bytes, at + 1);
    if (long === null) return null;
    size = long;
  }
  if (size.value > bytes.byteLength - size.end) return null;
  let end = size.end;
  for (let index = 0; index < size.value; index += 1) {
    const next = elementEnd(bytes, end, head & 0x0f, depth + 1);
    if (next === null) return null;
    end = next;
  }
  return end;
}

function within(bytes: Uint8Array, end: number): number | null {
  return end <= bytes.byteLength ? end : null;
}

/** An unsigned varint; more than ten bytes, or more than the file could hold, is none. */
export function varint(
  bytes: Uint8Array,
  offset: number,
): { readonly value: number; readonly end: number } | null {
  let value = 0;
  for (let index = 0; index < 10; index += 1) {
    const byte = bytes[offset + index];
    if (byte === undefined) return null;
    value += (byte & 0x7f) * 2 ** (7 * index);
    if (byte < 0x80) return { value, end: offset + index + 1 };
  }
  return null;
}
