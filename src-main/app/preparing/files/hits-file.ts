/** Every hit of a scrubbing, one JSON line each, for whoever wants to look through all of them. It holds what was replaced. */
import { closeSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { resolve } from 'node:path';
import type { ScrubHit } from '../../../contract/calls/preparing.ts';
import { failure, success, type Result } from '../../../contract/result.ts';
import { recordPath } from '../../../items/record-file.ts';
import { checkFree } from '../../free-place.ts';

/** Written beside its place and moved there in the end: what is in the place stays whole until then. */
export class HitsFile {
  readonly #path: string;
  readonly #descriptor: number;
  #error: unknown = null;

  private constructor(path: string, descriptor: number) {
    this.#path = path;
    this.#descriptor = descriptor;
  }

  /**
   * @param others files of items that the scrubbing reads or writes
   *
   * Fails with `usage` for one of the others or the record beside it, `file_exists` for one that is there and is not to be replaced, and
   * `file_unwritable`.
   */
  static open(path: string, replace: boolean, others: readonly string[]): Result<HitsFile> {
    if (others.some((other) => [other, recordPath(other)].some((taken) => resolve(taken) === resolve(path))))
      return failure('usage', `${path} is read or written by the scrubbing itself.`, {
        next: 'Write the hits to another file.',
        where: { file: path },
      });
    const free = checkFree([path], replace);
    if (!free.ok) return free;
    try {
      const partial = partialOf(path);
      // One that is left from a broken run may be open to everybody.
      rmSync(partial, { force: true });
      // The hits are what had to go from the items: they are their owner's alone.
      return success(new HitsFile(path, openSync(partial, 'wx', 0o600)));
    } catch (error) {
      return unwritable(path, error);
    }
  }

  add(hits: readonly ScrubHit[]): void {
    if (this.#error !== null) return;
    try {
      writeSync(this.#descriptor, hits.map((hit) => `${JSON.stringify(hit)}\n`).join(''));
    } catch (error) {
      this.#error = error;
    }
  }

  /** Puts the file in its place. Fails with `file_unwritable` where any of it could not be written. */
  end(): Result<void> {
    if (this.#error !== null) {
      this.discard();
      return unwritable(this.#path, this.#error);
    }
    closeSync(this.#descriptor);
    try {
      renameSync(partialOf(this.#path), this.#path);
      return success(undefined);
    } catch (error) {
      rmSync(partialOf(this.#path), { force: true });
      return unwritable(this.#path, error);
    }
  }

  /** Leaves nothing behind. */
  discard(): void {
    closeSync(this.#descriptor);
    rmSync(partialOf(this.#path), { force: true });
  }
}

function partialOf(path: string): string {
  return `${path}.partial`;
}

function unwritable(path: string, error: unknown): Result<never> {
  return failure('file_unwritable', `${path}, for the hits, cannot be written.`, {
    next: 'Free some space, or choose a place that you may write to.',
    where: { file: path },
    detail: String(error),
  });
}
