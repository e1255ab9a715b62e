/** Every hit of a scrubbing, one JSON line each, for whoever wants to look through all of them. It holds what was replaced. */
import { closeSync, existsSync, openSync, writeSync } from 'node:fs';
import type { ScrubHit } from '../../../contract/calls/preparing.ts';
import { failure, success, type Result } from '../../../contract/result.ts';

export class HitsFile {
  readonly #path: string;
  readonly #descriptor: number;
  #error: unknown = null;

  private constructor(path: string, descriptor: number) {
    this.#path = path;
    this.#descriptor = descriptor;
  }

  /** Fails with `file_exists` for one that is there and is not to be replaced, and `file_unwritable`. */
  static open(path: string, replace: boolean): Result<HitsFile> {
    if (!replace && existsSync(path))
      return failure('file_exists', `${path} is there already.`, {
        next: 'Choose another name, or add --replace.',
        where: { file: path },
      });
    try {
      // The hits are what had to go from the items: they are their owner's alone.
      return success(new HitsFile(path, openSync(path, 'w', 0o600)));
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

  /** Fails with `file_unwritable` where any of it could not be written. */
  end(): Result<void> {
    closeSync(this.#descriptor);
    return this.#error === null ? success(undefined) : unwritable(this.#path, this.#error);
  }
}

function unwritable(path: string, error: unknown): Result<never> {
  return failure('file_unwritable', `${path}, for the hits, cannot be written.`, {
    next: 'Free some space, or choose a place that you may write to.',
    where: { file: path },
    detail: String(error),
  });
}
