/** sha256 of weight files, streamed, and remembered for files that did not change. */
import { createHash } from 'node:crypto';
import type { BigIntStats } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { failure, success, type Result } from '../../../contract/result.ts';
import { fileFailure } from './file-failure.ts';

const chunkBytes = 4 * 1024 * 1024;

/** Where hashes are kept between calls: a Map, or something over a database with the same two calls. */
export interface HashCache {
  get(key: string): string | undefined;
  set(key: string, hash: string): unknown;
}

export interface HashProgress {
  /** The file being read. */
  readonly file: string;
  /** Bytes over all files; those of remembered files count as done. */
  readonly done: number;
  readonly total: number;
}

export interface HashOptions {
  /** Told after each chunk (4 MiB) and at each file's end. */
  readonly onProgress?: (progress: HashProgress) => void;
  readonly signal?: AbortSignal;
  readonly cache?: HashCache;
}

/**
 * The sha256 of each file, hexadecimal, in order. Fails with `file_not_found`, `file_unreadable` (also when a file
 * changes while it is read) or `interrupted`.
 */
export async function hashWeights(
  files: readonly string[],
  options: HashOptions = {},
): Promise<Result<readonly string[]>> {
  const stats: BigIntStats[] = [];
  for (const file of files) {
    try {
      stats.push(await stat(file, { bigint: true }));
    } catch (error) {
      return refused(file, error);
    }
  }
  const total = stats.reduce((sum, { size }) => sum + Number(size), 0);
  const hashes: string[] = [];
  let done = 0;
  for (const [index, file] of files.entries()) {
    const before = stats[index];
    if (before === undefined) break;
    const key = hashCacheKey(file, before);
    const remembered = options.cache?.get(key);
    if (remembered !== undefined) {
      hashes.push(remembered);
      done += Number(before.size);
      options.onProgress?.({ file, done, total });
      continue;
    }
    const hash = await hashFile(file, options.signal, (bytes) => {
      done += bytes;
      options.onProgress?.({ file, done, total });
    });
    if (!hash.ok) return hash;
    try {
      if (hashCacheKey(file, await stat(file, { bigint: true })) !== key) return changed(file);
    } catch (error) {
      return refused(file, error);
    }
    options.cache?.set(key, hash.data);
    hashes.push(hash.data);
  }
  return success(hashes);
}

/** Remembers a hash that is known by other means, such as of a file that was just written. */
export async function rememberHash(cache: HashCache, file: string, hash: string): Promise<void> {
  cache.set(hashCacheKey(file, await stat(file, { bigint: true })), hash);
}

/**
 * What must stay the same for a remembered hash to hold. The change time is part of it because tools that copy
 * or edit in place can set the modification time back, and no ordinary tool can set the change time.
 */
function hashCacheKey(file: string, found: BigIntStats): string {
  return [file, found.size, found.mtimeNs, found.ctimeNs, found.dev, found.ino].join('|');
}

async function hashFile(
  file: string,
  signal: AbortSignal | undefined,
  onBytes: (bytes: number) => void,
): Promise<Result<string>> {
  try {
    const handle = await open(file, 'r');
    try {
      const hash = createHash('sha256');
      const buffer = Buffer.allocUnsafe(chunkBytes);
      for (;;) {
        if (signal?.aborted === true) {
          return failure('interrupted', `Hashing ${file} was stopped.`, { where: { file } });
        }
        const { bytesRead } = await handle.read(buffer, 0, chunkBytes, null);
        if (bytesRead === 0) return success(hash.digest('hex'));
        hash.update(buffer.subarray(0, bytesRead));
        onBytes(bytesRead);
      }
    } finally {
      await handle.close();
    }
  } catch (error) {
    return refused(file, error);
  }
}

function refused(file: string, error: unknown): ReturnType<typeof failure> {
  const found = fileFailure(file, error);
  if (found === null) throw error;
  return { ok: false, error: found };
}

function changed(file: string): ReturnType<typeof failure> {
  return failure('file_unreadable', `${file} changed while it was read.`, {
    next: 'Wait until the download or the conversion has ended, then start again.',
    where: { file },
  });
}
