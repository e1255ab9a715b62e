/** The plan's judge, and what it must not be: one of those that it judges. */
import type { Candidate } from '../../contract/candidate.ts';
import type { ItemSetVersion, Split } from '../../contract/item.ts';
import { failure, success, type Result } from '../../contract/result.ts';
import type { StoreReader } from '../../store/store.ts';
import { isSameModel } from './same-model.ts';

/** Reasons are asked for before the grade. */
export const judgeDefaults = { max_tokens: 1024 } as const;

/** What the plan's judge does: it grades items, it is there for comparing only, or there is none. */
type JudgeUse = 'grades' | 'compares' | 'none';

/**
 * @param judge undefined: the plan names none
 * @param compares it is wanted for comparing answers in pairs, whatever the items' checks are
 * @returns `plan_invalid` where a judge is missing, is not needed, or is a candidate
 */
export function checkJudge(
  judge: Candidate | undefined,
  compares: boolean,
  candidates: readonly Candidate[],
  items: { readonly version: ItemSetVersion; readonly split: Split },
  store: Pick<StoreReader, 'judgeItems'>,
  planPath: string,
): Result<JudgeUse> {
  const { version, split } = items;
  const judged = store.judgeItems(version, split);
  const where = { file: planPath, field: 'judge' };
  if (judge === undefined) {
    if (judged === 0) return success('none');
    return failure(
      'plan_invalid',
      `${planPath}: ${version.name}@${version.version} has ${judged} ${split} items that a judge must read, and the plan names no judge.`,
      {
        next: 'Write `judge:` with a `gguf`, or an `endpoint` and a `model`, into the plan: a model that is no candidate.',
        where,
      },
    );
  }
  if (judged === 0 && !compares)
    return failure(
      'plan_invalid',
      `${planPath}: the plan names a judge, and ${version.name}@${version.version} has no ${split} item with a check of kind judge.`,
      {
        next: 'Take `judge` out of the plan, or write `compares: true` into it: it then compares answers in pairs (`noisefloor review PLAN --ask-judge`).',
        where,
      },
    );
  const same = candidates.find((candidate) => isSameModel(judge, candidate));
  if (same === undefined) return success(judged === 0 ? 'compares' : 'grades');
  return failure(
    'plan_invalid',
    `${planPath}: the judge is the model of the candidate ${same.name}: it would judge its own answers.`,
    { next: 'Name another model as the judge.', where },
  );
}
