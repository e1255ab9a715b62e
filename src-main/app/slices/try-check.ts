/** What the scorer says to an answer that a person typed, and whether the check itself is sound. */
import type { CheckForm, CheckTrial } from '../../contract/calls/slices.ts';
import { referenceAnswer, score } from '../../scoring/registry.ts';
import { formCheck } from './check-form.ts';

export function tryCheck(form: CheckForm, answer: string): CheckTrial {
  const { check, problems } = formCheck(form);
  if (check === null) return { problems, score: null, reference: null, emptyIsRight: false };
  const { outcome, value, reason, span } = score(check, { text: answer, finish: 'end' });
  return {
    problems,
    score: { outcome, value, reason, span: span ?? null },
    reference: referenceAnswer(check),
    emptyIsRight: score(check, { text: '', finish: 'end' }).value === 1,
  };
}
