/** The share of facts that an answer names, as whole words. */
import { inCompatibilityForm } from './compatibility-form.ts';
import { fold, foldMapped } from './folding.ts';
import { storedSpan } from './prepare.ts';
import { alwaysValid, quoted, scored, unread, type Scorer } from './scorer.ts';
import { findPhrase } from './whole-words.ts';

export const requiredFacts: Scorer<'required_facts'> = {
  kind: 'required_facts',
  version: 1,
  validate: alwaysValid,
  reference: (check) => check.facts.map((fact) => synonyms(fact)[0]).join('; '),
  score(check, { answer, finish }) {
    const folded = foldMapped(answer);
    if (folded.text.trim() === '') return unread(finish, 'the output is empty');
    const places = check.facts.map((fact) => place(folded.text, fact));
    const found = places.filter((one) => one !== null);
    const missing = check.facts.filter((_, index) => places[index] === null);
    const value = found.length / check.facts.length;
    const count = `${String(found.length)} of ${String(check.facts.length)} facts`;
    const reason =
      missing.length === 0
        ? `found ${count}`
        : `found ${count}; missing ${missing.map((fact) => quoted(synonyms(fact)[0] ?? '')).join(', ')}`;
    const first = found.toSorted((one, other) => one.start - other.start)[0];
    return scored(value, reason, first ? storedSpan(folded, first.start, first.end) : undefined);
  },
};

function synonyms(fact: string | readonly string[]): readonly string[] {
  return typeof fact === 'string' ? [fact] : fact;
}

function place(text: string, fact: string | readonly string[]) {
  for (const synonym of synonyms(fact)) {
    const found = findPhrase(text, fold(inCompatibilityForm(synonym)).trim());
    if (found) return found;
  }
  return null;
}
