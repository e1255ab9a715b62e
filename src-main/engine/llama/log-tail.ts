/** Keeps the end of a process's chatter, for the failure that may need it. */
export class LogTail {
  readonly #limit: number;
  #lines: string[] = [];
  #open = '';

  /** Keeps at most `limit` lines. */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Whole lines, as the native logger hands them out. */
  addLines(lines: readonly string[]): void {
    this.#lines.push(...lines);
    // Cut back rarely: at twice the limit, so that a long log costs nothing per line.
    if (this.#lines.length > this.#limit * 2) this.#lines = this.#lines.slice(-this.#limit);
  }

  /** A piece of a stream; a line may arrive in several. */
  addText(text: string): void {
    const parts = (this.#open + text).split(/\r?\n/);
    this.#open = (parts.pop() ?? '').slice(-4096);
    this.addLines(parts);
  }

  /** The last lines, the unfinished one included. */
  lines(): readonly string[] {
    const all = this.#open === '' ? this.#lines : [...this.#lines, this.#open];
    return all.slice(-this.#limit);
  }
}
