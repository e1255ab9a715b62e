/** The metadata part of a header: keys with a type and a value. */
import type { Cursor } from './cursor.ts';
import type { MetadataScalar } from './description.ts';
import { limits } from './limits.ts';
import { reject, rejectHostile } from './rejection.ts';

/** Value types (enum gguf_type in gguf.h) with their width in bytes; strings and arrays have none. */
const scalarTypes: ReadonlyMap<
  number,
  { readonly bytes: number; readonly read: (from: Buffer) => MetadataScalar }
> = new Map([
  [0, { bytes: 1, read: (from: Buffer) => from.readUInt8(0) }],
  [1, { bytes: 1, read: (from: Buffer) => from.readInt8(0) }],
  [2, { bytes: 2, read: (from: Buffer) => from.readUInt16LE(0) }],
  [3, { bytes: 2, read: (from: Buffer) => from.readInt16LE(0) }],
  [4, { bytes: 4, read: (from: Buffer) => from.readUInt32LE(0) }],
  [5, { bytes: 4, read: (from: Buffer) => from.readInt32LE(0) }],
  [6, { bytes: 4, read: (from: Buffer) => from.readFloatLE(0) }],
  [7, { bytes: 1, read: (from: Buffer) => from.readUInt8(0) !== 0 }],
  [10, { bytes: 8, read: (from: Buffer) => exact(from.readBigUInt64LE(0)) }],
  [11, { bytes: 8, read: (from: Buffer) => exact(from.readBigInt64LE(0)) }],
  [12, { bytes: 8, read: (from: Buffer) => from.readDoubleLE(0) }],
]);
/** Element type and length of an array. */
const arrayHeadBytes = 12;
const stringType = 8;
const arrayType = 9;
export const unsigned32Type = 4;

/** A string array that was stepped over: how long it is, and where every `tokenStride`-th string begins. */
export interface SkippedStrings {
  readonly length: number;
  readonly offsets: readonly number[];
}
const tokenStride = 512;

export interface Metadata {
  readonly scalars: ReadonlyMap<string, MetadataScalar>;
  /** Type codes of the scalars. */
  readonly types: ReadonlyMap<string, number>;
  readonly arrays: ReadonlyMap<string, readonly number[]>;
  readonly templates: ReadonlyMap<string, string>;
  readonly tokens: SkippedStrings | null;
  /** Where the kinds of the tokens stand, each a signed 32-bit integer; null where the file has none. */
  readonly tokenKinds: { readonly length: number; readonly offset: number } | null;
  /** Keys whose text is not UTF-8. */
  readonly broken: readonly string[];
}

export const templateKey = 'tokenizer.chat_template';
const tokensKey = 'tokenizer.ggml.tokens';
const tokenKindsKey = 'tokenizer.ggml.token_type';

const isTemplate = (key: string): boolean => key === templateKey || key.startsWith(`${templateKey}.`);

/** Integers that a double cannot hold become text. */
function exact(value: bigint): number | string {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value.toString();
}

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Reads `count` entries. */
export async function readMetadata(cursor: Cursor, count: number): Promise<Metadata> {
  const scalars = new Map<string, MetadataScalar>();
  const types = new Map<string, number>();
  const arrays = new Map<string, readonly number[]>();
  const templates = new Map<string, string>();
  const seen = new Set<string>();
  const broken: string[] = [];
  let tokens: SkippedStrings | null = null;
  let tokenKinds: Metadata['tokenKinds'] = null;
  let kept = 0;

  const keep = (bytes: number, field: string): void => {
    kept += bytes;
    if (kept > limits.keptBytes) {
      rejectHostile(cursor.file, field, `more than ${limits.keptBytes} bytes of text in its metadata`);
    }
  };
  const text = (bytes: Buffer, key: string): string => {
    try {
      return strict.decode(bytes);
    } catch {
      broken.push(key);
      return bytes.toString('utf8');
    }
  };

  for (let index = 0; index < count; index++) {
    const ordinal = `metadata key ${index + 1} of ${count}`;
    const keyLength = await cursor.size64(`length of ${ordinal}`, limits.keyBytes);
    if (keyLength === 0) rejectHostile(cursor.file, ordinal, 'an empty key');
    keep(keyLength, ordinal);
    const key = text(await cursor.bytes(keyLength, ordinal), ordinal);
    if (seen.has(key)) rejectHostile(cursor.file, key, 'the same metadata key twice');
    seen.add(key);

    const typeCode = await cursor.unsigned32(`type of ${key}`);
    const scalar = scalarTypes.get(typeCode);
    if (scalar !== undefined) {
      scalars.set(key, scalar.read(await cursor.bytes(scalar.bytes, key)));
      types.set(key, typeCode);
    } else if (typeCode === stringType) {
      const length = await cursor.size64(`length of ${key}`, limits.stringBytes);
      if (isTemplate(key)) {
        keep(length, key);
        templates.set(key, text(await cursor.bytes(length, key), key));
      } else if (length <= limits.keptStringBytes) {
        keep(length, key);
        scalars.set(key, text(await cursor.bytes(length, key), key));
        types.set(key, typeCode);
      } else {
        cursor.skip(length, key);
      }
    } else if (typeCode === arrayType) {
      const offset = cursor.offset;
      const array = await readArray(cursor, key);
      if (Array.isArray(array)) arrays.set(key, array);
      else if (key === tokensKey) tokens = array as SkippedStrings | null;
      else if (key === tokenKindsKey)
        tokenKinds = {
          length: (cursor.offset - offset - arrayHeadBytes) / 4,
          offset: offset + arrayHeadBytes,
        };
    } else {
      rejectHostile(cursor.file, key, `value type ${typeCode}, which GGUF does not have`);
    }
  }
  return { scalars, types, arrays, templates, tokens, tokenKinds, broken };
}

/** Short numeric arrays are read, strings and long arrays stepped over (null: nothing is kept of it). */
async function readArray(cursor: Cursor, key: string): Promise<readonly number[] | SkippedStrings | null> {
  const elementType = await cursor.unsigned32(`element type of ${key}`);
  const length = await cursor.size64(`length of ${key}`, limits.arrayElements);
  if (elementType === stringType) {
    return { length, offsets: await cursor.skipStrings(length, tokenStride, key) };
  }
  const scalar = scalarTypes.get(elementType);
  if (scalar === undefined) {
    if (elementType === arrayType) {
      reject('gguf_unsupported', `${cursor.file} nests arrays in ${key}, which llama.cpp does not read.`, {
        next: 'Convert the model again with a current llama.cpp.',
        where: { file: cursor.file, field: key },
      });
    }
    rejectHostile(cursor.file, key, `element type ${elementType}, which GGUF does not have`);
  }
  if (length > limits.keptArrayElements || key.startsWith('tokenizer.')) {
    cursor.skip(length * scalar.bytes, key);
    return null;
  }
  const bytes = await cursor.bytes(length * scalar.bytes, key);
  return Array.from({ length }, (_, index) =>
    Number(scalar.read(bytes.subarray(index * scalar.bytes, (index + 1) * scalar.bytes))),
  );
}

/** The text of one string of a skipped array; null outside of it. */
export async function readSkippedString(
  cursor: Cursor,
  strings: SkippedStrings,
  index: number,
): Promise<string | null> {
  if (!Number.isInteger(index) || index < 0 || index >= strings.length) return null;
  const offset = strings.offsets[Math.floor(index / tokenStride)];
  if (offset === undefined) return null;
  cursor.moveTo(offset);
  await cursor.skipStrings(index % tokenStride, tokenStride, tokensKey);
  const length = await cursor.size64(`length of ${tokensKey}[${index}]`, limits.stringBytes);
  return (await cursor.bytes(length, `${tokensKey}[${index}]`)).toString('utf8');
}
