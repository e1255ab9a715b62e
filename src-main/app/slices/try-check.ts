/** What the scorer says to an answer that a person typed, and whether the check itself is sound. */
import type { CheckForm, CheckTrial } from '../../contract/calls/slices.ts';
import { withinTime } from '../../items/within-time.ts';
import { referenceAnswer, score } from '../../scoring/registry.ts';
import { formCheck } from './check-form.ts';

/** In milliseconds: a pattern of a schema can go back over an answer for ever, and nothing else goes on meanwhile. */
const longestTrial = 2000;

export function tryCheck(form: CheckForm, answer: string): CheckTrial {
  const { check, problems } = formCheck(form);
  if (check === null) return noTrial(problems);
  const tried = withinTime(() => {
    const { outcome, value, reason, span } = score(check, { text: answer, finish: 'end' });
    return {
      score: { outcome, value, reason, span: span ?? null },
      reference: referenceAnswer(check),
      emptyIsRight: score(check, { text: '', finish: 'end' }).value === 1,
    };
  }, longestTrial);
  if (tried !== null) return { problems, ...tried.value };
  const field = form.kind === 'json_schema' ? 'schema' : 'kind';
  return noTrial([{ field, message: 'A pattern in it does not come to an end on this answer.', line: null }]);
}

function noTrial(problems: CheckTrial['problems']): CheckTrial {
  return { problems, score: null, reference: null, emptyIsRight: false };
}
