/**
 * Commits outputs as they arrive: what came in one turn of the event loop goes into one transaction. The first
 * failure stops the generation; what was committed before it stays.
 */
import type { Output } from '../contract/output.ts';
import { success, type Failure, type Result } from '../contract/result.ts';

export class OutputWriter {
  #waiting: Output[] = [];
  #failure: Failure | undefined;
  #scheduled: NodeJS.Immediate | undefined;
  readonly #append: (outputs: readonly Output[]) => Result<void>;
  readonly #committed: (output: Output) => void;
  readonly #failed: () => void;

  /**
   * @param append writes a batch in one transaction
   * @param committed told of each output once it is safe
   * @param failed told once, when a batch could not be written
   */
  constructor(
    append: (outputs: readonly Output[]) => Result<void>,
    committed: (output: Output) => void,
    failed: () => void,
  ) {
    this.#append = append;
    this.#committed = committed;
    this.#failed = failed;
  }

  add(output: Output): void {
    this.#waiting.push(output);
    this.#scheduled ??= setImmediate(() => {
      this.flush();
    });
  }

  /** Writes what waits. Returns the first failure, also when it came earlier. */
  flush(): Result<void> {
    clearImmediate(this.#scheduled);
    this.#scheduled = undefined;
    const batch = this.#waiting;
    this.#waiting = [];
    if (this.#failure) return { ok: false, error: this.#failure };
    if (batch.length === 0) return success(undefined);
    const written = this.#append(batch);
    if (!written.ok) {
      this.#failure = written.error;
      this.#failed();
      return written;
    }
    for (const output of batch) this.#committed(output);
    return written;
  }
}
