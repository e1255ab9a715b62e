/** What the judge chose between answers, as a section of the Markdown report. */
import type { JudgeReview } from '../contract/judge-review.ts';
import {
  judgeReviewLead,
  judgeReviewRemarks,
  judgeReviewTitle,
} from '../contract/presentation/judge-review-words.ts';
import { judgeTable } from '../contract/presentation/review-tables.ts';
import { inline, textTable } from './markdown-text.ts';

export function judgeReviewSection(review: JudgeReview): readonly string[] {
  return [
    `## ${judgeReviewTitle}`,
    inline(judgeReviewLead(review)),
    textTable(judgeTable(review)),
    inline(judgeReviewRemarks(review).join(' ')),
  ];
}
