/** JSON and calls are read from the answer as it is written; NFKC comes after, for the strings in it. */
import type { Json } from '../contract/item.ts';
import type { Span } from '../contract/output.ts';
import type { JsonFound, JsonValue } from './json-found.ts';
import { asInSource, type MappedText } from './mapped-text.ts';
import { storedSpan, type Answer } from './prepare.ts';

/**
 * The answer as it is written and, where NFKC changes it, in NFKC. A full-width quote in a JSON string is a character
 * like any other, and NFKC would end the string there; JSON in full-width brackets is JSON in NFKC only.
 */
export function writtenForms({ answer, stored }: Answer): MappedText[] {
  const written = asInSource(answer, stored);
  return written.text === answer.text ? [answer] : [written, answer];
}

export type AnswerJson =
  | { readonly ok: true; readonly value: Json; readonly where: JsonValue['where']; readonly span: Span }
  | { readonly ok: false; readonly reason: string; readonly span?: Span };

/** What `find` finds in the first form in which it finds something. */
export function jsonOf(answer: Answer, find: (text: string) => JsonFound): AnswerJson {
  let failed: AnswerJson = { ok: false, reason: 'found no JSON' };
  for (const form of writtenForms(answer)) {
    const found = find(form.text);
    if (found.ok) {
      const { value, where, start, end } = found.data;
      return { ok: true, value, where, span: storedSpan(form, start, end) };
    }
    const { reason, near } = found;
    failed = { ok: false, reason, ...(near ? { span: storedSpan(form, near.start, near.end) } : {}) };
  }
  return failed;
}
