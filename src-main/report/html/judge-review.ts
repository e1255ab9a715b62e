/** What the judge chose between answers, as a section of the report. */
import type { JudgeReview } from '../../contract/judge-review.ts';
import {
  judgePairCells,
  judgePairHeads,
  judgeReviewLead,
  judgeReviewRemarks,
} from '../../contract/presentation/judge-review-words.ts';
import type { Markup } from './markup.ts';
import { markup } from './markup.ts';
import { wideTable } from './marks.ts';

export function judgeReview(review: JudgeReview): Markup {
  const numberClass = (index: number): Markup | null => (index > 0 ? markup` class="num"` : null);
  return markup`<p>${judgeReviewLead(review)}</p>
${wideTable(
  'What the judge chose',
  '',
  markup`<table>
<thead><tr>${judgePairHeads.map((head, index) => markup`<th scope="col"${numberClass(index)}>${head}</th>`)}</tr></thead>
<tbody>${review.pairs.map((pair) => {
    const [first = '', ...rest] = judgePairCells(pair);
    return markup`<tr><th scope="row">${first}</th>${rest.map((cell) => markup`<td class="num">${cell}</td>`)}</tr>
`;
  })}</tbody></table>`,
)}
${judgeReviewRemarks(review).map((remark) => markup`<p class="small">${remark}</p>`)}`;
}
