/** What the judge chose between answers, as a section of the Markdown report. */
import type { JudgeReview } from '../contract/judge-review.ts';
import {
  judgePairCells,
  judgePairHeads,
  judgeReviewLead,
  judgeReviewRemarks,
  judgeReviewTitle,
} from '../contract/presentation/judge-review-words.ts';
import { inline, table } from './markdown-text.ts';

export function judgeReviewSection(review: JudgeReview): readonly string[] {
  return [
    `## ${judgeReviewTitle}`,
    inline(judgeReviewLead(review)),
    table(
      judgePairHeads,
      review.pairs.map(judgePairCells),
      new Set(judgePairHeads.keys().filter((index) => index > 0)),
    ),
    inline(judgeReviewRemarks(review).join(' ')),
  ];
}
