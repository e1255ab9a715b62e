/** Gathers what is wrong with a file's records: all are counted, the first few are told. */
import type { Failure, FailureCode, Place } from '../contract/result.ts';

const told = 3;

export class BrokenRecords {
  #count = 0;
  readonly #first: Failure[] = [];

  get count(): number {
    return this.#count;
  }

  /** A failure whose message names its place already. */
  add(failure: Failure): void {
    this.#count += 1;
    if (this.#first.length < told) this.#first.push(failure);
  }

  /** A failure that knows nothing of the file: the place is put in front of its message. */
  addAt(where: Place, failure: Failure): void {
    const place = `${where.file ?? 'input'}, line ${where.line ?? where.row ?? 0}`;
    this.add({
      ...failure,
      message: `${place}: ${failure.message}`,
      where: { ...failure.where, ...where },
    });
  }

  /** One failure for all of them, under `code` where it is given; null when nothing was broken. */
  summary(code?: FailureCode): Failure | null {
    const [first] = this.#first;
    if (!first) return null;
    const whole = code === undefined ? first : { ...first, code };
    if (this.#count === 1) return whole;
    const rest = this.#count - this.#first.length;
    return {
      ...whole,
      message: `${first.message} ${this.#count} records are broken in all.`,
      detail: [...this.#first.map((one) => one.message), ...(rest > 0 ? [`and ${rest} more`] : [])].join(
        '\n',
      ),
    };
  }
}
