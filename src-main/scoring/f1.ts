/**
 * Token F1 as SQuAD defines it: lower case, without punctuation and articles, split at white space; the best of the
 * answers. Rajpurkar et al. 2016, "SQuAD: 100,000+ Questions", section 5; empty against empty is 1, as in SQuAD 2.0.
 * Scripts without spaces are compared character by character, as in MLQA (Lewis et al. 2020).
 */
import { inCompatibilityForm } from './compatibility-form.ts';
import { answersOf } from './exact.ts';
import { trimmed } from './mapped-text.ts';
import { storedSpan, unwrapped } from './prepare.ts';
import { alwaysValid, quoted, scored, unread, type Scorer } from './scorer.ts';

export const f1: Scorer<'f1'> = {
  kind: 'f1',
  version: 1,
  validate: alwaysValid,
  reference: (check) => answersOf(check.answer)[0] ?? null,
  score(check, { answer, finish }) {
    const read = trimmed(unwrapped(answer));
    const answers = answersOf(check.answer);
    const given = tokens(read.text);
    let best = -1;
    let closest = '';
    for (const one of answers) {
      const value = overlap(given, tokens(inCompatibilityForm(one)));
      if (value > best) [best, closest] = [value, one];
    }
    if (read.text === '' && best < 1) return unread(finish, 'the output is empty');
    const reason = `F1 ${best.toFixed(2)} between ${quoted(read.text)} and ${quoted(closest)}`;
    return scored(best, reason, storedSpan(read, 0, read.text.length));
  },
};

function tokens(text: string): string[] {
  const words = text
    .toLowerCase()
    .replace(/[\p{P}$+<=>^`|~]/gu, '')
    .replace(/(?<![\p{L}\p{N}_])(?:a|an|the)(?![\p{L}\p{N}_])/gu, ' ')
    .replace(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu, ' $& ')
    .trim();
  return words === '' ? [] : words.split(/\s+/u);
}

/** In [0, 1]. */
function overlap(given: readonly string[], expected: readonly string[]): number {
  if (given.length === 0 || expected.length === 0) return given.length === expected.length ? 1 : 0;
  const left = new Map<string, number>();
  for (const token of expected) left.set(token, (left.get(token) ?? 0) + 1);
  let shared = 0;
  for (const token of given) {
    const count = left.get(token) ?? 0;
    if (count === 0) continue;
    shared++;
    left.set(token, count - 1);
  }
  // 2PR / (P + R) with P = shared/given and R = shared/expected.
  return (2 * shared) / (given.length + expected.length);
}
