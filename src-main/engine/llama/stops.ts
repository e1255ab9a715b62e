/** Stop strings in generated text: found where they begin, and looked for while tokens come. */

export interface StopHit {
  readonly stop: string;
  /** UTF-16 offset of the stop string's first unit. */
  readonly index: number;
}

/** The stop string that begins first in the text; of two at the same place, the longer one. */
export function findStop(text: string, stops: readonly string[], from = 0): StopHit | undefined {
  let best: StopHit | undefined;
  for (const stop of stops) {
    if (stop === '') continue;
    const index = text.indexOf(stop, from);
    if (index < 0) continue;
    if (
      best === undefined ||
      index < best.index ||
      (index === best.index && stop.length > best.stop.length)
    ) {
      best = { stop, index };
    }
  }
  return best;
}

/** Tokens that may hang in the air, at most: four bytes make a character, and each may be a token. */
const longestCharacter = 4;

/**
 * Turns tokens into text as they come. A token may end in the middle of a character, or a space may belong to the
 * token before: so only the difference between two detokenised windows counts, and a window that ends in a broken
 * character waits for the next token. The window keeps the cost of each token the same, however long the text.
 */
export class GrowingText {
  readonly #detokenise: (tokens: readonly number[]) => string;
  readonly #tokens: number[] = [];
  #windowStart = 0;
  #settled = 0;
  #settledText = '';
  text = '';

  constructor(detokenise: (tokens: readonly number[]) => string) {
    this.#detokenise = detokenise;
  }

  /** Adds a token; returns the UTF-16 length of the text that became certain. */
  add(token: number): number {
    this.#tokens.push(token);
    const window = this.#detokenise(this.#tokens.slice(this.#windowStart));
    const waiting = this.#tokens.length - this.#settled;
    if (window.endsWith('\uFFFD') && waiting < longestCharacter) return 0;
    const fresh = window.slice(this.#settledText.length);
    this.text += fresh;
    this.#windowStart = this.#settled;
    this.#settled = this.#tokens.length;
    this.#settledText = this.#detokenise(this.#tokens.slice(this.#windowStart));
    return fresh.length;
  }
}
