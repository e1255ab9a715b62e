/** Tokens that follow one another in one sequence, as a batch takes them. */
import type { BatchToken } from './context.ts';

/**
 * @param first position of the first of them
 * @param isWanted of a position: whether the logits after it are wanted
 */
export function sequenceTokens(
  tokens: readonly number[],
  first: number,
  sequence: number,
  isWanted: (position: number) => boolean,
): BatchToken[] {
  return tokens.map((token, offset) => {
    const position = first + offset;
    return { token, position, sequence, output: isWanted(position) };
  });
}
