/** Options named by their text. */
import type { Span } from '../contract/output.ts';
import { inCompatibilityForm } from './compatibility-form.ts';
import { fold, foldMapped } from './folding.ts';
import { sourceSpan, verbatim } from './mapped-text.ts';
import { isSetAside, letterOf } from './option-letters.ts';
import { findPhrases } from './whole-words.ts';

export interface OptionRead extends Span {
  readonly letter: string;
}

const edges = /^[\s*_`"'“”‘’([{.,;:!?$-]+|[\s*_`"'“”‘’)\]}.,;:!?$]+$/gu;

/** The options whose text is the whole answer. */
export function wholeOptions(text: string, options: readonly string[]): OptionRead[] {
  const longest = Math.max(...options.map((option) => option.length));
  if (text.trim().length > 2 * longest + 40) return [];
  const given = bare(text);
  if (given === '') return [];
  const span = { start: text.length - text.trimStart().length, end: text.trimEnd().length };
  return options.flatMap((option, index) =>
    bare(inCompatibilityForm(option)) === given ? [{ letter: letterOf(index), ...span }] : [],
  );
}

/**
 * Options whose text stands in the text as whole words, in the order of the text. One inside a longer one ("York" in
 * "New York") is not named, nor is one that the text sets aside ("not Paris").
 */
export function mentionedOptions(text: string, options: readonly string[]): OptionRead[] {
  const folded = foldMapped(verbatim(text));
  const found = options.flatMap((option, index) =>
    findPhrases(folded.text, bare(inCompatibilityForm(option))).map((span) => ({
      ...span,
      letter: letterOf(index),
    })),
  );
  found.sort((one, other) => one.start - other.start || other.end - one.end);
  const kept: OptionRead[] = [];
  let coveredTo = 0;
  for (const one of found) {
    if (one.end <= coveredTo && !kept.some((other) => other.start === one.start && other.end === one.end))
      continue;
    coveredTo = Math.max(coveredTo, one.end);
    if (isSetAside(folded.text, one.start, folded.text.slice(one.end, one.end + 120))) continue;
    kept.push(one);
  }
  return kept.map((one) => ({ ...sourceSpan(folded, one.start, one.end), letter: one.letter }));
}

/** The option with which the text begins and ends a clause: "Oslo. Paris is in France." */
export function optionAtStart(text: string, mentioned: readonly OptionRead[]): OptionRead | undefined {
  const first = mentioned[0];
  if (!first || mentioned[1]?.start === first.start) return undefined;
  if (!/^[\s*_`"'“‘(]*$/u.test(text.slice(0, first.start))) return undefined;
  return /^["'”’*)`]*(?:[.;:!\n–—]|\s*$)/u.test(text.slice(first.end, first.end + 20)) ? first : undefined;
}

/** Folded, without punctuation at the ends. */
function bare(text: string): string {
  const folded = fold(text).trim();
  const stripped = folded.replace(edges, '');
  return stripped === '' ? folded : stripped;
}
