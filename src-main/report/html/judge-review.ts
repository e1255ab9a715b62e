/** What the judge chose between answers, as a section of the report. */
import type { JudgeReview } from '../../contract/judge-review.ts';
import { judgeReviewLead, judgeReviewRemarks } from '../../contract/presentation/judge-review-words.ts';
import { judgeTable } from '../../contract/presentation/review-tables.ts';
import type { Markup } from './markup.ts';
import { markup } from './markup.ts';
import { textTable } from './text-table.ts';

export function judgeReview(review: JudgeReview): Markup {
  return markup`<p>${judgeReviewLead(review)}</p>
${textTable(judgeTable(review))}
${judgeReviewRemarks(review).map((remark) => markup`<p class="small">${remark}</p>`)}`;
}
