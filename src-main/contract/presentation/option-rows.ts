/** What was measured of each option of a choice, in words and numbers: in place of a text, where none was generated. */
import type { OptionMeasure, OptionProbability } from '../output.ts';
import { formatPercent } from './numbers.ts';

export interface OptionRow {
  readonly letter: string;
  /** The option as the check has it. */
  readonly text: string;
  /** Its part of the options' probabilities together, in words. */
  readonly share: string;
  readonly logProbability: string;
  readonly perToken: string;
  readonly perByte: string;
}

export const optionHeads = ['Option', 'Share, %', 'Log-probability', 'Per token', 'Per byte'] as const;

/** @param texts of the check's options; what was put after the prompt stands for those that are not known */
export function optionRows(
  measured: readonly OptionProbability[],
  texts: readonly string[],
): readonly OptionRow[] {
  // The likeliest is taken out first: all of them may be too small for a number.
  const most = Math.max(...measured.map(({ logProbability }) => logProbability));
  const parts = measured.map(({ logProbability }) => Math.exp(logProbability - most));
  const sum = parts.reduce((total, part) => total + part, 0);
  return measured.map(({ logProbability, tokens, bytes, continuation }, index) => ({
    letter: String.fromCharCode(65 + index),
    text: texts[index] ?? continuation.trim(),
    share: formatPercent((parts[index] ?? 0) / sum),
    logProbability: logProbabilityWords(logProbability),
    perToken: logProbabilityWords(logProbability / tokens),
    perByte: logProbabilityWords(logProbability / bytes),
  }));
}

/** Four places: enough to see a margin. */
export function logProbabilityWords(value: number): string {
  return value.toFixed(4).replace('-', '−');
}

/** In one sentence: which text was weighed, or why none was. */
export function optionNote(options: OptionMeasure): string {
  if (options.measured === null) return `Nothing was weighed: ${options.reason}.`;
  const [first] = options.measured;
  return `Nothing was generated. Each option was weighed right after the prompt, the first as ${JSON.stringify(first?.continuation ?? '')}.`;
}
