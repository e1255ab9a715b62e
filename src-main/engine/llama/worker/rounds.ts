/**
 * Keeps parallel sequences in step: each takes one token in each round, and no round begins before all have theirs.
 *
 * Left to themselves, the sequences drift into two groups that wait for each other's batches, so that each batch holds
 * half of them, and which half depends on timing. In step, every batch holds every sequence: a large model reads its
 * weights half as often, and what shares a batch depends on the requests alone, so that a repetition meets the same
 * rounding.
 */
export class Rounds {
  #members: number;
  #waiting: (() => void)[] = [];

  /** @param members sequences that take part, at first */
  constructor(members: number) {
    this.#members = members;
  }

  /** Resolves when every member has arrived. */
  arrive(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      this.#openIfComplete();
    });
  }

  /** One member fewer: the others no longer wait for it. */
  leave(): void {
    this.#members -= 1;
    this.#openIfComplete();
  }

  #openIfComplete(): void {
    if (this.#waiting.length < this.#members) return;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resolve of waiting) resolve();
  }
}
