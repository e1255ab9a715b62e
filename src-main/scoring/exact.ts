/** The whole answer, word for word, up to case, punctuation at the ends and white space. */
import { compatibilityForm } from './compatibility-form.ts';
import { fold } from './folding.ts';
import { trimmed } from './mapped-text.ts';
import { prepare, storedSpan, unwrapped } from './prepare.ts';
import { alwaysValid, quoted, unread, verdict, type Scorer } from './scorer.ts';

export const exact: Scorer<'exact'> = {
  kind: 'exact',
  version: 1,
  validate: alwaysValid,
  reference: (check) => answersOf(check.answer)[0] ?? null,
  score(check, { answer, finish }) {
    const asItIs = check.normalise === false;
    const read = asItIs ? answer : trimmed(unwrapped(answer));
    const given = asItIs ? read.text : bareWords(read.text);
    const expected = answersOf(check.answer).map((one) => expectedForm(one, asItIs));
    const right = expected.includes(given);
    if (!right && read.text.trim() === '') return unread(finish, 'the output is empty');
    const span = storedSpan(read, 0, read.text.length);
    if (right) return verdict(true, `read ${quoted(read.text)}, as expected`, span);
    const wanted = answersOf(check.answer).slice(0, 3).map(quoted).join(' or ');
    const more = expected.some((one) => one !== '' && given.includes(one)) ? ' and nothing else' : '';
    return verdict(false, `read ${quoted(read.text)}; expected ${wanted}${more}`, span);
  },
};

export function answersOf(answer: string | readonly string[]): readonly string[] {
  return typeof answer === 'string' ? [answer] : answer;
}

/** What is expected goes through the same mill as what was given. */
function expectedForm(expected: string, asItIs: boolean): string {
  const form = prepare(expected) ?? compatibilityForm(expected);
  return asItIs ? form.text : bareWords(trimmed(unwrapped(form)).text);
}

/**
 * Case folded, single spaces, no punctuation at the ends. What carries meaning there stays: `C#`, `50%`, `A-`, `-5`,
 * `.5`. An answer that is nothing but punctuation stays whole.
 */
function bareWords(text: string): string {
  const folded = fold(text).trim();
  let start = 0;
  while (start < folded.length && isLeadingMark(folded, start)) start++;
  let end = folded.length;
  while (end > start && isTrailingMark(folded, end - 1)) end--;
  return end === start ? folded : folded.slice(start, end);
}

function isLeadingMark(text: string, at: number): boolean {
  const mark = text[at] ?? '';
  const next = text[at + 1] ?? '';
  if (/[\s"'“”‘’«»„‹›([{*_`¿¡]/u.test(mark)) return true;
  if (mark === '#') return next === ' ' || next === '#';
  return isPunctuation(mark) && !/[\p{L}\p{N}]/u.test(next);
}

function isTrailingMark(text: string, at: number): boolean {
  const mark = text[at] ?? '';
  if (mark === '-') return /\s/u.test(text[at - 1] ?? '');
  return mark === ' ' || mark === '`' || isPunctuation(mark);
}

function isPunctuation(mark: string): boolean {
  return /\p{P}/u.test(mark) && !'#%&@/\\'.includes(mark);
}
