/** One file's header: magic, version, counts, metadata, tensor table (the GGUF specification, versions 2 and 3). */
import type { FileHandle } from 'node:fs/promises';
import { Cursor } from './cursor.ts';
import type { SpecialToken } from './description.ts';
import { limits } from './limits.ts';
import { readMetadata, readSkippedString, unsigned32Type, type Metadata } from './metadata.ts';
import { reject, rejectCutOff, rejectHostile } from './rejection.ts';
import { aligned, checkTensorPlaces, readTensors, type GgufTensor } from './tensors.ts';

const magic = 'GGUF';
const defaultAlignment = 32;

export interface GgufHeader {
  readonly file: string;
  readonly size: number;
  readonly version: number;
  readonly metadata: Metadata;
  readonly tensors: readonly GgufTensor[];
  /** File offset of the first weight. */
  readonly dataStart: number;
  /** File offset behind the last weight. */
  readonly dataEnd: number;
  readonly alignment: number;
  readonly bos: SpecialToken | null;
  readonly eos: SpecialToken | null;
}

/** Reads and checks a whole header. Throws GgufRejection for everything that is wrong with the file. */
export async function readHeader(handle: FileHandle, file: string, size: number): Promise<GgufHeader> {
  if (size === 0) {
    reject('file_empty', `${file} is empty.`, { next: 'Download or copy the file again.', where: { file } });
  }
  const cursor = new Cursor(handle, file, size);
  await checkMagic(cursor);
  const version = await readVersion(cursor);
  const tensorCount = await cursor.size64('number of tensors', limits.tensors);
  const keyCount = await cursor.size64('number of metadata keys', limits.keys);
  const metadata = await readMetadata(cursor, keyCount);
  const alignment = readAlignment(file, metadata);
  const tensors = await readTensors(cursor, tensorCount);
  const dataStart = tensors.length > 0 ? aligned(cursor.offset, alignment) : cursor.offset;
  const dataEnd = checkTensorPlaces(file, tensors, dataStart, alignment, size);
  const bos = await readSpecialToken(cursor, metadata, 'tokenizer.ggml.bos_token_id');
  const eos = await readSpecialToken(cursor, metadata, 'tokenizer.ggml.eos_token_id');
  return { file, size, version, metadata, tensors, dataStart, dataEnd, alignment, bos, eos };
}

async function checkMagic(cursor: Cursor): Promise<void> {
  const head = Buffer.from(await cursor.bytes(Math.min(cursor.size, 64), 'the first bytes'));
  cursor.moveTo(Math.min(cursor.size, magic.length));
  const start = head.toString('latin1', 0, magic.length);
  if (start === magic) return;
  if (cursor.size < magic.length && magic.startsWith(start)) {
    rejectCutOff(cursor.file, magic.length - cursor.size, 'the first four bytes');
  }
  reject('gguf_not_gguf', `${cursor.file} is not a GGUF file${guess(head)}.`, {
    next: 'Give the path of a file in GGUF format; its name mostly ends in .gguf.',
    where: { file: cursor.file },
    detail: `first bytes: ${head.toString('hex', 0, 16)}`,
  });
}

/** What else it may be: the mistakes that happen with downloads. */
function guess(head: Buffer): string {
  const text = head.toString('latin1');
  if (text.startsWith('version https://git-lfs')) {
    return ' but a Git LFS pointer, so the weights themselves were never downloaded';
  }
  if (/^\s*<(!doctype|html)/i.test(text)) return ' but a web page, most likely an error page saved as a file';
  if (text.startsWith('PK')) return ' but a zip archive or a PyTorch checkpoint';
  if (/^(lmgg|tjgg|fmgg|algg)/.test(text))
    return ' but in the format before GGUF, which llama.cpp no longer reads';
  if (head.length > 8 && head.readUInt8(8) === 0x7b) return ' but looks like safetensors';
  return '';
}

async function readVersion(cursor: Cursor): Promise<number> {
  const version = await cursor.unsigned32('the version');
  if (version === 2 || version === 3) return version;
  const where = { file: cursor.file, field: 'version' };
  if (version !== 0 && (version & 0xffff) === 0) {
    reject('gguf_unsupported', `${cursor.file} is a big-endian GGUF file, which this machine cannot run.`, {
      next: "Convert it with llama.cpp's gguf_convert_endian.py, or get the little-endian file.",
      where,
    });
  }
  reject('gguf_unsupported', `${cursor.file} is GGUF version ${version}; versions 2 and 3 are supported.`, {
    next:
      version < 2
        ? 'Convert the model again with a current llama.cpp.'
        : 'Get the file in version 3, or a newer Noisefloor.',
    where,
  });
}

function readAlignment(file: string, metadata: Metadata): number {
  const key = 'general.alignment';
  const alignment = metadata.scalars.get(key);
  if (alignment === undefined) return defaultAlignment;
  const sound =
    typeof alignment === 'number' &&
    metadata.types.get(key) === unsigned32Type &&
    alignment > 0 &&
    alignment <= limits.alignment &&
    Number.isInteger(Math.log2(alignment));
  if (!sound) rejectHostile(file, key, `an alignment of ${String(alignment)}`);
  return alignment;
}

async function readSpecialToken(
  cursor: Cursor,
  metadata: Metadata,
  key: string,
): Promise<SpecialToken | null> {
  const id = metadata.scalars.get(key);
  if (typeof id !== 'number') return null;
  return { id, text: metadata.tokens === null ? null : await readSkippedString(cursor, metadata.tokens, id) };
}
