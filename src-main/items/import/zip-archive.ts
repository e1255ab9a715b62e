/**
 * ZIP archives as inspect_ai writes its logs: stored, deflated or (since 2026) zstd entries, which common readers do
 * not know. Sizes are held against the archive and a limit before anything is unpacked.
 */
import { open, type FileHandle } from 'node:fs/promises';
import { crc32, inflateRawSync } from 'node:zlib';
import { failure, success, type Result } from '../../contract/result.ts';
import { fileFailure } from './chunks.ts';
import { unpackZstd } from './zstd-frames.ts';

export interface ZipEntry {
  readonly name: string;
  readonly method: number;
  readonly crc: number;
  readonly packedBytes: number;
  readonly fullBytes: number;
  readonly offset: number;
}

export interface ZipArchive {
  readonly file: string;
  readonly handle: FileHandle;
  readonly size: number;
  readonly entries: readonly ZipEntry[];
}

const endSignature = 0x06054b50;
const end64Signature = 0x06064b50;
const centralSignature = 0x02014b50;
const localSignature = 0x04034b50;
const maximumDirectoryBytes = 256 * 1024 * 1024;
const none32 = 0xffffffff;

/** The archive's directory. The caller closes the handle. */
export async function openZip(file: string): Promise<Result<ZipArchive>> {
  let handle: FileHandle | undefined;
  try {
    handle = await open(file, 'r');
    const { size } = await handle.stat();
    const entries = await readDirectory(handle, size, file);
    if (entries.ok) return success({ file, handle, size, entries: entries.data });
    await handle.close();
    return entries;
  } catch (error) {
    await handle?.close();
    if (error instanceof RangeError) return broken(file, 'its directory is damaged', error.message);
    return { ok: false, error: fileFailure(error, file) };
  }
}

/** The unpacked bytes of an entry, checked against its own size and checksum. */
export async function readEntry(
  archive: ZipArchive,
  entry: ZipEntry,
  limit: number,
): Promise<Result<Uint8Array>> {
  const { file, handle, size } = archive;
  if (entry.fullBytes > limit || entry.packedBytes > size) {
    return failure(
      'file_too_large',
      `${file}, ${entry.name}: the entry unpacks to more than ${limit} bytes.`,
      {
        next: 'Export the log as JSON without events.',
        where: { file },
      },
    );
  }
  try {
    const local = await readAt(handle, entry.offset, 30);
    if (local.readUInt32LE(0) !== localSignature)
      return broken(file, `${entry.name} is not where the directory says`);
    const start = entry.offset + 30 + local.readUInt16LE(26) + local.readUInt16LE(28);
    if (start + entry.packedBytes > size) return broken(file, `${entry.name} lies outside of the file`);
    const bytes = unpack(await readAt(handle, start, entry.packedBytes), entry);
    if (bytes === null)
      return broken(file, `${entry.name} is packed in a way that is not read here (${entry.method})`);
    if (bytes.byteLength !== entry.fullBytes || crc32(bytes) !== entry.crc)
      return broken(file, `${entry.name} is damaged`);
    return success(bytes);
  } catch (error) {
    return broken(file, `${entry.name} is damaged`, error instanceof Error ? error.message : String(error));
  }
}

function unpack(bytes: Buffer, entry: ZipEntry): Uint8Array | null {
  const maxOutputLength = Math.max(1, entry.fullBytes);
  if (entry.method === 0) return bytes;
  if (entry.method === 8) return inflateRawSync(bytes, { maxOutputLength });
  if (entry.method === 93) return unpackZstd(bytes, maxOutputLength);
  return null;
}

function broken(file: string, what: string, detail?: string): Result<never> {
  return failure('file_broken', `${file}: ${what}.`, {
    next: 'Copy the file again, or export the log as JSON.',
    where: { file },
    ...(detail === undefined ? {} : { detail }),
  });
}

async function readAt(handle: FileHandle, offset: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length);
  let filled = 0;
  while (filled < length) {
    const { bytesRead } = await handle.read(bytes, filled, length - filled, offset + filled);
    if (bytesRead === 0) throw new RangeError('the file is shorter than its directory says');
    filled += bytesRead;
  }
  return bytes;
}

async function readDirectory(handle: FileHandle, size: number, file: string): Promise<Result<ZipEntry[]>> {
  const tailLength = Math.min(size, 22 + 0xffff + 20);
  const tail = await readAt(handle, size - tailLength, tailLength);
  let at = tail.length - 22;
  while (at >= 0 && tail.readUInt32LE(at) !== endSignature) at -= 1;
  if (at < 0) return broken(file, 'it has no directory (cut off, or the run is not over)');
  let length = tail.readUInt32LE(at + 12);
  let offset = tail.readUInt32LE(at + 16);
  if (offset === none32 || length === none32) {
    const long = await readAt(handle, Number(tail.readBigUInt64LE(at - 20 + 8)), 56);
    if (long.readUInt32LE(0) !== end64Signature) return broken(file, 'its directory is damaged');
    length = Number(long.readBigUInt64LE(40));
    offset = Number(long.readBigUInt64LE(48));
  }
  if (length > maximumDirectoryBytes || offset + length > size)
    return broken(file, 'its directory is damaged');
  return success(parseDirectory(await readAt(handle, offset, length)));
}

/** Throws RangeError where the directory ends within an entry. */
function parseDirectory(directory: Buffer): ZipEntry[] {
  const entries: ZipEntry[] = [];
  for (let at = 0; at + 46 <= directory.length && directory.readUInt32LE(at) === centralSignature;) {
    const nameLength = directory.readUInt16LE(at + 28);
    const extraLength = directory.readUInt16LE(at + 30);
    const next = at + 46 + nameLength + extraLength + directory.readUInt16LE(at + 32);
    const extra = directory.subarray(at + 46 + nameLength, at + 46 + nameLength + extraLength);
    const short = [
      directory.readUInt32LE(at + 24),
      directory.readUInt32LE(at + 20),
      directory.readUInt32LE(at + 42),
    ];
    const [fullBytes = 0, packedBytes = 0, offset = 0] = longSizes(short, extra);
    entries.push({
      name: directory.toString('utf8', at + 46, at + 46 + nameLength),
      method: directory.readUInt16LE(at + 10),
      crc: directory.readUInt32LE(at + 16),
      packedBytes,
      fullBytes,
      offset,
    });
    at = next;
  }
  return entries;
}

/** Sizes of the ZIP64 extra field stand in the order of the short ones that are all ones. */
function longSizes(short: readonly number[], extra: Buffer): number[] {
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) !== 1) continue;
    let value = at + 4;
    return short.map((size) => {
      if (size !== none32) return size;
      value += 8;
      return Number(extra.readBigUInt64LE(value - 8));
    });
  }
  return [...short];
}
