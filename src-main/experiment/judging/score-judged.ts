/** Scores of judged outputs: a pure reading of what the judge said and the store kept. */
import type { RunKey } from '../../contract/plan.ts';
import { success, type Result } from '../../contract/result.ts';
import { judgeScorerVersion, scoreJudged } from '../../scoring/judge/reading.ts';
import type { ScoreRow, Store, StoredOutput } from '../../store/store.ts';
import type { JudgedItem } from './judge-work.ts';

export interface JudgedOutput {
  readonly item: JudgedItem;
  readonly output: StoredOutput;
}

/**
 * @param judged outputs in the set's order, a page of them
 * @returns how many were scored; those that the judge has not read are `judge_error`, and never wrong
 */
export function scoreJudgedPage(
  store: Store,
  planHash: string,
  key: RunKey,
  judged: readonly JudgedOutput[],
): Result<number> {
  if (judged.length === 0) return success(0);
  const judging = store.judging(planHash);
  const judge = judging?.judge ?? '';
  const why = judging?.failure ? `the judge could not be asked: ${judging.failure.message}` : null;
  const rows = judged.map(({ item, output }): ScoreRow => {
    const { itemId, sample } = output;
    const judgement = store.judgement(planHash, key, itemId, sample, judge);
    const score = scoreJudged(
      item.check,
      output,
      judgement && {
        text: judgement.text,
        finish: judgement.finish,
        ...(judgement.error ? { error: judgement.error.message } : {}),
      },
    );
    const isOpen = judgement === null && score.outcome === 'judge_error' && why !== null;
    return { itemId, sample, score: isOpen ? { ...score, reason: why } : score };
  });
  const put = store.putScores(planHash, key, judgeScorerVersion(judge), rows);
  return put.ok ? success(rows.length) : put;
}
