/** Bytes on their way in: pieces of a file, or the failure that ended them. A failure is always the last piece. */
import { open, stat } from 'node:fs/promises';
import { failure, success, type Failure, type Result } from '../../contract/result.ts';

export type Chunks = AsyncIterable<Result<Uint8Array>>;

/** Large enough that the cost of a read is lost in it, small enough that memory stays flat. */
const chunkBytes = 256 * 1024;

/** The bytes of a file, front to back. Each piece is a buffer of its own, safe to keep. */
export async function* fileChunks(file: string): AsyncGenerator<Result<Uint8Array>> {
  let handle;
  try {
    handle = await open(file, 'r');
  } catch (error) {
    yield { ok: false, error: fileFailure(error, file) };
    return;
  }
  try {
    for (;;) {
      const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(chunkBytes), 0, chunkBytes);
      if (bytesRead === 0) return;
      yield success(buffer.subarray(0, bytesRead));
    }
  } catch (error) {
    yield { ok: false, error: fileFailure(error, file) };
  } finally {
    await handle.close();
  }
}

/**
 * What keeps a path from being read from its beginning as often as it takes, or null. A pipe gives its bytes once, and
 * opening one that nobody writes to waits for ever.
 */
export async function notAFile(file: string): Promise<Failure | null> {
  try {
    const facts = await stat(file);
    if (facts.isFile()) return null;
    const what = facts.isDirectory()
      ? 'a folder'
      : facts.isFIFO()
        ? 'a pipe'
        : facts.isSocket()
          ? 'a socket'
          : 'a device';
    return failure('file_unreadable', `${file} is ${what}, not a file.`, {
      next: facts.isDirectory() ? 'Name a file in it.' : 'Write it to a file first, then import that.',
      where: { file },
    }).error;
  } catch (error) {
    return fileFailure(error, file);
  }
}

/** What the operating system said about a file, as a failure. */
export function fileFailure(error: unknown, file: string): Failure {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const detail = error instanceof Error ? error.message : String(error);
  if (code === 'ENOENT' || code === 'ENOTDIR') {
    return failure('file_not_found', `${file}: there is no such file.`, {
      next: 'Check the path.',
      where: { file },
      detail,
    }).error;
  }
  const reason =
    code === 'EISDIR' ? 'is a folder, not a file' : `cannot be read (${code || 'unknown error'})`;
  return failure('file_unreadable', `${file} ${reason}.`, {
    next: 'Check the path and the permissions.',
    where: { file },
    detail,
  }).error;
}

/**
 * The first bytes of a stream, at least `bytes` of them unless it ends before, and the whole stream again with
 * those bytes in front.
 */
export async function peek(
  chunks: Chunks,
  bytes: number,
): Promise<Result<{ readonly head: Uint8Array; readonly all: Chunks; readonly ended: boolean }>> {
  const iterator = chunks[Symbol.asyncIterator]();
  const seen: Result<Uint8Array>[] = [];
  let length = 0;
  let ended = false;
  while (length < bytes) {
    const next = await iterator.next();
    if (next.done === true) {
      ended = true;
      break;
    }
    seen.push(next.value);
    if (!next.value.ok) {
      if (length === 0) {
        // The file may be open already: a folder opens, and fails at the first read.
        await iterator.return?.();
        return next.value;
      }
      break;
    }
    length += next.value.data.byteLength;
  }
  const head = Buffer.concat(seen.flatMap((chunk) => (chunk.ok ? [chunk.data] : [])));
  async function* all(): AsyncGenerator<Result<Uint8Array>> {
    try {
      yield* seen;
      if (ended || seen.some((chunk) => !chunk.ok)) return;
      for (let next = await iterator.next(); next.done !== true; next = await iterator.next())
        yield next.value;
    } finally {
      await iterator.return?.();
    }
  }
  return success({ head, all: all(), ended });
}

/** A whole stream in one buffer, refused when it is longer than `limit` bytes. */
export async function readWhole(chunks: Chunks, limit: number, file: string): Promise<Result<Uint8Array>> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    if (!chunk.ok) return chunk;
    length += chunk.data.byteLength;
    if (length > limit) {
      return failure('file_too_large', `${file} holds more than ${limit} bytes and must be read whole.`, {
        next: 'Convert it to JSONL, which is read line by line.',
        where: { file },
      });
    }
    pieces.push(chunk.data);
  }
  return success(Buffer.concat(pieces));
}
