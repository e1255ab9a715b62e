/** Which prompts the sequences of a context begin with, so that a beginning that is there already is not decoded again. */
import type { DirectContext } from './context.ts';

/**
 * Tokens by which another sequence's beginning must be longer than the own one to be copied: a copy moves the sequence's
 * whole cache, and has llama.cpp plan its next decoding anew.
 */
const leastCopied = 64;

export class Beginnings {
  readonly #context: DirectContext;
  readonly #held = new Map<number, readonly number[]>();

  constructor(context: DirectContext) {
    this.#context = context;
  }

  /**
   * The longest beginning of a prompt that is there for a sequence, in tokens, and whose it is. The last token is never
   * part of it, because its logits are wanted.
   */
  longest(sequence: number, prompt: readonly number[]): { readonly from: number; readonly shared: number } {
    let from = sequence;
    let shared = sharedLength(this.#held.get(sequence) ?? [], prompt);
    if (this.#context.copies) {
      for (const [other, tokens] of this.#held) {
        const length = sharedLength(tokens, prompt);
        if (length < shared + leastCopied) continue;
        from = other;
        shared = length;
      }
    }
    return { from, shared };
  }

  /** Whether a prompt, of which `shared` tokens are there, has more there once others, not decoded yet, are. */
  gainsBy(others: readonly (readonly number[])[], shared: number, prompt: readonly number[]): boolean {
    return (
      this.#context.copies && others.some((other) => sharedLength(other, prompt) >= shared + leastCopied)
    );
  }

  /**
   * Makes a sequence ready for a prompt.
   *
   * @returns how many of the prompt's tokens it holds already
   */
  take(sequence: number, prompt: readonly number[]): number {
    const { from, shared } = this.longest(sequence, prompt);
    this.#held.delete(sequence);
    if (from !== sequence) this.#context.copy(from, sequence);
    if (shared > 0 && this.#context.keep(sequence, shared)) return shared;
    this.#context.clear(sequence);
    return 0;
  }

  /** Told of a sequence whose prompt is decoded whole. */
  hold(sequence: number, prompt: readonly number[]): void {
    this.#held.set(sequence, prompt);
  }

  /** Gives a sequence all that another has: an answer goes on there. */
  move(from: number, to: number): void {
    this.#context.copy(from, to);
    const tokens = this.#held.get(from);
    if (tokens !== undefined) this.#held.set(to, tokens);
  }
}

/** Tokens that both begin with, less than all of the prompt. */
function sharedLength(held: readonly number[], prompt: readonly number[]): number {
  const most = Math.min(held.length, prompt.length - 1);
  let length = 0;
  while (length < most && held[length] === prompt[length]) length += 1;
  return length;
}
