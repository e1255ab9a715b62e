/** Collects what llama.cpp logs, for the load log and, line by line, for the parent. */

/** Progress dots, and lines without a word. */
const noise = /^[.\s]*$/;

export class NativeLog {
  readonly #send: (lines: readonly string[]) => void;
  #lines: string[] = [];
  #unsent: string[] = [];
  #scheduled = false;

  /** `send` gets new lines, those of one turn of the event loop together. */
  constructor(send: (lines: readonly string[]) => void) {
    this.#send = send;
  }

  add(message: string): void {
    for (const line of message.split('\n')) {
      if (noise.test(line)) continue;
      this.#lines.push(line.trimEnd());
      this.#unsent.push(line.trimEnd());
    }
    if (this.#scheduled) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      this.#send(this.#unsent);
      this.#unsent = [];
    });
  }

  /**
   * Every line since the last call. The native library hands its lines over asynchronously, so those of a call that
   * has just returned need a moment to arrive.
   */
  async take(): Promise<readonly string[]> {
    let seen = -1;
    while (seen !== this.#lines.length) {
      seen = this.#lines.length;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    const lines = this.#lines;
    this.#lines = [];
    return lines;
  }
}
