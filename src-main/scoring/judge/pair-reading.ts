/** From a judge's two answers about a pair, one in each order, to its choice, or to the reason why there is none. */
import type { ReviewChoice } from '../../contract/review.ts';
import { choiceName, pairChoices } from './form.ts';
import { readWord, type JudgeAnswer } from './reading.ts';

export type ChoiceRead =
  | { readonly ok: true; readonly choice: ReviewChoice; readonly first: boolean | null }
  | { readonly ok: false; readonly reason: string };

/**
 * The choice in one answer.
 *
 * @param swapped the other's answer stood first
 * @returns with whether it is for the answer that stood first; null for a tie
 */
export function readChoice(answer: JudgeAnswer, swapped: boolean): ChoiceRead {
  const read = readWord(answer, choiceName, pairChoices, 'choice between the two');
  if (!read.ok) return read;
  if (read.place === 2) return { ok: true, choice: 'tie', first: null };
  const first = read.place === 0;
  return { ok: true, choice: first === swapped ? 'other' : 'one', first };
}

type PairRead =
  /** `consistent`: the same choice in both orders. Where it is not, the pair is a tie. */
  | { readonly ok: true; readonly choice: ReviewChoice; readonly consistent: boolean }
  | { readonly ok: false; readonly reason: string };

/** Both orders together. An answer that cannot be read leaves the pair without a choice, and is never a tie. */
export function readPair(straight: ChoiceRead, swapped: ChoiceRead): PairRead {
  if (!straight.ok) return straight;
  if (!swapped.ok) return swapped;
  const consistent = straight.choice === swapped.choice;
  return { ok: true, choice: consistent ? straight.choice : 'tie', consistent };
}
