/** What a plan's judge chose between answers, as figures. */
import type { JudgeReview } from '../contract/judge-review.ts';
import type { RegisteredPlan } from '../contract/plan.ts';
import { judgeName } from '../experiment/judging/calibrate.ts';
import { judgeReview } from '../experiment/review/judge-review.ts';
import { readChoice } from '../scoring/judge/pair-reading.ts';
import type { StoreReader } from '../store/store.ts';

/** Of the judge that got furthest, and of several the one that was asked last; null where none was asked. */
export function judgeReviewOf(store: StoreReader, { hash, plan }: RegisteredPlan): JudgeReview | null {
  const judge = plan.judge ?? plan.pairJudge;
  const judgeHash = judge === undefined ? null : store.pairJudge(hash);
  if (judge === undefined || judgeHash === null) return null;
  return judgeReview({
    judge: judgeName(judge),
    judgeHash,
    readings: store.pairJudgements(
      hash,
      judgeHash,
      ({ itemId, one, other, swapped, text, finish, error }) => ({
        itemId,
        one,
        other,
        swapped,
        read: readChoice({ text, finish, ...(error ? { error: error.message } : {}) }, swapped),
      }),
    ),
    unasked: store.unaskedPairs(hash, judgeHash),
    ratings: store.ratings(hash),
    seed: plan.seed,
    resamples: plan.resamples,
  });
}
