/** Scores out of a sandbox that one file of tests opens and closes. */
import type { Check, CheckOf } from '../../../src-main/contract/item.ts';
import type { Score } from '../../../src-main/contract/output.ts';
import { openScoring } from '../../../src-main/scoring/sandbox/open-scoring.ts';

export const scoring = openScoring();

export async function scoreOf(check: Check, text: string): Promise<Score> {
  const scored = await scoring.score(check, { text, finish: 'end' });
  if (!scored.ok) throw new Error(`${scored.error.message} ${scored.error.detail ?? ''}`);
  return scored.data;
}

/** All at once: a few processes answer side by side. */
export async function valuesOf(check: CheckOf<'code'>, programs: Readonly<Record<string, string>>) {
  const scores = await Promise.all(
    Object.entries(programs).map(async ([name, program]) => {
      const { value, reason } = await scoreOf(check, program);
      return [name, value, reason] as const;
    }),
  );
  return {
    values: Object.fromEntries(scores.map(([name, value]) => [name, value])),
    reasons: Object.fromEntries(scores.map(([name, , reason]) => [name, reason])),
  };
}
