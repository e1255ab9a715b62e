/** Multiple choice: the prompt with its options, and the right one however the source writes it. */
import type { Check, Json } from '../../contract/item.ts';
import { createStream } from '../../statistics/generator.ts';
import { shuffled } from '../sampling/shuffle.ts';
import { indexOf } from './field-values.ts';

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** `A` for 0. Options are at most 26. */
export function letterAt(index: number): string {
  return letters[index] ?? '';
}

/** The letter's position, upper or lower case; undefined for anything but one letter. */
export function positionOf(letter: Json | undefined): number | undefined {
  if (typeof letter !== 'string') return undefined;
  const at = letters.indexOf(letter.trim().toUpperCase());
  return letter.trim().length === 1 && at >= 0 ? at : undefined;
}

/**
 * The position that a gold answer names: by its own label where the options have labels ("1" to "4" or letters),
 * else by letter, else by number from 0. Undefined where it names none, which is a missing answer.
 */
export function goldPosition(
  gold: Json | undefined,
  labels: readonly string[] | undefined,
): number | undefined {
  if (labels !== undefined && typeof gold === 'string') {
    const at = labels.indexOf(gold.trim());
    return at === -1 || labels.lastIndexOf(gold.trim()) !== at ? undefined : at;
  }
  return positionOf(gold) ?? indexOf(gold);
}

/** The input and check of a question with options. */
export function choiceItem(
  question: string,
  options: readonly string[],
  gold: number,
  by: 'text' | 'logprob',
): { readonly input: string; readonly check: Check } {
  const check: Check = {
    kind: 'choice',
    options: [...options],
    answer: letterAt(gold),
    ...(by === 'logprob' ? { by } : {}),
  };
  if (by === 'logprob') return { input: question, check };
  const list = options.map((option, index) => `${letterAt(index)}. ${option}`).join('\n');
  return { input: `${question}\n\n${list}\n\nAnswer with the letter of the right option.`, check };
}

/**
 * The options in an order of their own, for sources that put the right one first.
 * @param key what makes the order differ between items and stay the same between imports: the item's own text
 */
export function shuffledOptions(
  options: readonly string[],
  gold: number,
  seed: number,
  key: string,
): { readonly options: readonly string[]; readonly gold: number } {
  const order = shuffled([...options.keys()], createStream(seed, `options/${key}`));
  return { options: order.map((index) => options[index] ?? ''), gold: order.indexOf(gold) };
}
