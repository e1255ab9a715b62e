/** What the scorer says to an answer that a person typed, and whether the check itself is sound. */
import type { CheckForm, CheckTrial } from '../../contract/calls/slices.ts';
import { success, type Result } from '../../contract/result.ts';
import { withinTime } from '../../items/within-time.ts';
import { referenceAnswer } from '../../scoring/registry.ts';
import type { Scoring } from '../../scoring/scoring.ts';
import { formCheck } from './check-form.ts';

/** In milliseconds: a sample that a schema's own pattern goes back over for ever is none. */
const longestReference = 2000;

/** Fails as `Scoring.score` does. Tests of a program that cannot be read, or that no answer can fail, are a problem. */
export async function tryCheck(
  scoring: Scoring,
  form: CheckForm,
  answer: string,
): Promise<Result<CheckTrial>> {
  const { check, problems } = formCheck(form);
  if (check === null) return success(noTrial(problems));
  if (check.kind === 'code') {
    const proven = await scoring.prove([{ id: 'this check', check }]);
    if (!proven.ok)
      return proven.error.code === 'item_broken'
        ? success(noTrial([{ field: 'tests', message: proven.error.message, line: null }]))
        : proven;
  }
  const tried = await scoring.score(check, { text: answer, finish: 'end' });
  if (!tried.ok) return tried;
  const { outcome, value, reason, span } = tried.data;
  if (outcome === 'unsupported')
    return success(
      noTrial([{ field: fieldOf(form), message: `It cannot be scored: ${reason}.`, line: null }]),
    );
  const empty = await scoring.score(check, { text: '', finish: 'end' });
  if (!empty.ok) return empty;
  const reference = withinTime(() => referenceAnswer(check), longestReference);
  return success({
    problems,
    score: { outcome, value, reason, span: span ?? null },
    reference: reference?.value ?? null,
    emptyIsRight: empty.data.value === 1,
  });
}

function fieldOf({ kind }: CheckForm): string {
  if (kind === 'json_schema') return 'schema';
  return kind === 'regex' ? 'pattern' : 'kind';
}

function noTrial(problems: CheckTrial['problems']): CheckTrial {
  return { problems, score: null, reference: null, emptyIsRight: false };
}
