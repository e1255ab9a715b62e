/**
 * Where a prompt ends and an option begins, the same in every engine: what is put between them, and which tokens are
 * the option's.
 */

/** What is put after a prompt, and what of its tokens is weighed. */
export interface Weighed {
  readonly continuation: string;
  readonly bytes: number;
  /** At least one. */
  readonly tokens: readonly number[];
}

export interface WeighedOptions {
  /** Tokens of the prompt, from the first on, that stand before every option. At least one. */
  readonly shared: readonly number[];
  readonly options: readonly Weighed[];
}

/**
 * The option as it is put right after the prompt's text: with a space in front where the prompt ends inside of a line
 * ("Answer:"), and without one where it ends in white space or in a mark of its template ("<|assistant|>", "[/INST]").
 */
export function continuationOf(prompt: string, option: string): string {
  return prompt === '' || /[\s>\]}|]$/u.test(prompt) ? option : ` ${option}`;
}

/**
 * Splits the tokens of prompt and option, tokenised as one text, where they leave those of the prompt alone. That is
 * the border between the two wherever no token reaches over it. Where one does, for any of the options, all of them are
 * weighed from the last token that every one of them shares with the prompt: what the border's token begins with then
 * counts for each of them alike, and each text keeps the tokens that the model knows it by.
 *
 * @param prompt ids of the prompt alone
 * @param wholes ids of the prompt with each of the options after it
 * @returns null where an option has no token of its own, or nothing stands before it
 */
export function weighedOptions(
  prompt: readonly number[],
  options: readonly {
    readonly option: string;
    readonly continuation: string;
    readonly whole: readonly number[];
  }[],
): WeighedOptions | null {
  const shared = options.reduce(
    (least, { whole }) => Math.min(least, sharedTokens(prompt, whole)),
    prompt.length,
  );
  const weighed = options.map(({ option, continuation, whole }) => ({
    continuation,
    bytes: new TextEncoder().encode(option).length,
    tokens: whole.slice(shared),
  }));
  if (shared === 0 || weighed.some(({ tokens }) => tokens.length === 0)) return null;
  return { shared: prompt.slice(0, shared), options: weighed };
}

/** Tokens that both begin with. */
export function sharedTokens(one: readonly number[], other: readonly number[]): number {
  const longest = Math.min(one.length, other.length);
  for (let index = 0; index < longest; index += 1) if (one[index] !== other[index]) return index;
  return longest;
}
