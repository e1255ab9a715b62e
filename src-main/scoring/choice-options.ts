/** A choice by log-probability: what is weighed, and which option the model takes to be the likeliest. */
import type { Check as AnyCheck, CheckOf, Message } from '../contract/item.ts';
import type { OptionMeasure, OptionProbability, Score } from '../contract/output.ts';
import { logProbabilityWords } from '../contract/presentation/option-rows.ts';
import { listWords } from '../contract/presentation/words.ts';
import { likeliestOptions, optionValue, type Normalisation } from '../contract/weighed-choice.ts';
import { letterOf } from './option-letters.ts';
import { quoted, verdict } from './scorer.ts';

type Check = CheckOf<'choice'>;

/** Whether a check weighs options: no text is asked for then, and none can be scored. */
export function isWeighed(check: AnyCheck): check is Check {
  return check.kind === 'choice' && check.by === 'logprob';
}

const normalisations: readonly Normalisation[] = ['none', 'tokens', 'bytes'];

/**
 * What an engine puts after the prompt for each option, without a space in front: the options' letters, or their texts.
 *
 * The check may say which. Where it does not, it is the letters exactly when the item's last message of the user lists
 * every option behind its letter ("B. Oslo", "(B) Oslo"), as lm-evaluation-harness has it for MMLU; and the texts
 * where it shows the question alone, as there for ARC and HellaSwag. It goes by the item and not by a candidate's
 * prompt template, so that all candidates weigh the same.
 */
export function optionsToWeigh(check: Check, messages: readonly Message[]): readonly string[] {
  const { options, continuation } = check;
  const letters = continuation === undefined ? isListed(options, messages) : continuation === 'letter';
  return letters ? options.map((_, index) => letterOf(index)) : options.map((option) => option.trim());
}

/** The right option as it is put after the prompt: what an exemplar shows as its answer. */
export function weighedAnswer(check: Check, messages: readonly Message[]): string | null {
  return optionsToWeigh(check, messages)[check.answer.charCodeAt(0) - 65] ?? null;
}

function isListed(options: readonly string[], messages: readonly Message[]): boolean {
  const asked = onOneLine(messages.findLast(({ role }) => role === 'user')?.content ?? '');
  return options.every((option, index) => {
    const labels = [').', ')', '.', ':', ']'].map((mark) => `${letterOf(index)}${mark} ${onOneLine(option)}`);
    return labels.some((label) => hasLabel(asked, label));
  });
}

/** Whether the label stands there and its letter is not the end of a word. */
function hasLabel(text: string, label: string): boolean {
  for (let at = text.indexOf(label); at !== -1; at = text.indexOf(label, at + 1))
    if (at === 0 || !/[\p{L}\p{N}]/u.test(text.charAt(at - 1))) return true;
  return false;
}

function onOneLine(text: string): string {
  return text.replace(/\s+/gu, ' ').trim();
}

/** Ratio of two probabilities up to which the larger one could as well be the smaller one. */
const nearTie = 1.1;

/**
 * 1 when the answer alone is likelier than every other option, by the check's normalisation (none where it names none).
 * A tie is no preference, and scores 0. Ties are exact; a near one is said, and counts as what it is.
 */
export function scoreOptions(check: Check, options: OptionMeasure | undefined): Score {
  if (options === undefined)
    return unsupported(
      'the output holds no log-probabilities of the options; only a run that measures them can',
    );
  if (options.measured === null) return unsupported(options.reason);
  const { measured } = options;
  if (measured.length !== check.options.length)
    return unsupported(
      `${measured.length} options were measured, and the check has ${check.options.length} of them`,
    );
  const chosen = check.normalise ?? 'none';
  const best = likeliestOptions(measured, chosen).map(letterOf);
  const right = best.length === 1 && best[0] === check.answer;
  const expected = right ? 'as expected' : `expected ${check.answer}`;
  const words = [
    `${preferenceWords(best, chosen)}, ${expected}${marginWords(measured, chosen)}.`,
    `Put after the prompt: ${continuationWords(measured)}.`,
    ...normalisations.map((one) => `${valueWords(measured, one)}.`),
  ];
  return verdict(right, words.join(' '));
}

const byWords: Readonly<Record<Normalisation, string>> = {
  none: 'log-probability',
  tokens: 'log-probability per token',
  bytes: 'log-probability per byte',
};

function preferenceWords(best: readonly string[], chosen: Normalisation): string {
  return best.length === 1
    ? `${best[0] ?? ''} is the likeliest by ${byWords[chosen]}`
    : `${listWords(best)} are equally likely by ${byWords[chosen]}, which is no preference`;
}

/** How far the likeliest is ahead; nothing where it is not alone. */
function marginWords(measured: readonly OptionProbability[], chosen: Normalisation): string {
  const ranked = measured
    .map((option, index) => ({ option, letter: letterOf(index), value: optionValue(option, chosen) }))
    .toSorted((one, other) => other.value - one.value);
  const [first, second] = ranked;
  if (first === undefined || second === undefined || first.value === second.value) return '';
  const margin = first.value - second.value;
  const size = { none: 1, tokens: first.option.tokens, bytes: first.option.bytes }[chosen];
  const near = margin * size < Math.log(nearTie) ? 'a near tie: ' : '';
  return ` (${near}${logProbabilityWords(margin)} above ${second.letter})`;
}

function continuationWords(measured: readonly OptionProbability[]): string {
  const letters = measured.every(({ continuation }, index) => continuation.trim() === letterOf(index));
  const spaced = measured.every(({ continuation }) => continuation.startsWith(' '));
  return `the option’s ${letters ? 'letter' : `text, such as ${quoted(measured[0]?.continuation ?? '')}`}${spaced ? ', with a space in front' : ''}`;
}

const headWords: Readonly<Record<Normalisation, string>> = {
  none: 'Log-probability',
  tokens: 'Per token',
  bytes: 'Per byte',
};

function valueWords(measured: readonly OptionProbability[], normalised: Normalisation): string {
  const values = measured.map(
    (option, index) => `${letterOf(index)} ${logProbabilityWords(optionValue(option, normalised))}`,
  );
  return `${headWords[normalised]}: ${values.join(', ')}`;
}

function unsupported(reason: string): Score {
  return { outcome: 'unsupported', value: null, reason };
}
