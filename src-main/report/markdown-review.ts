/** What people preferred, as a section of the Markdown report. */
import { pairTable, raterTable, strengthTable } from '../contract/presentation/review-tables.ts';
import {
  agreementWords,
  firstShownWords,
  pairMethod,
  reviewLead,
  reviewReasons,
  reviewTitle,
  strengthMethod,
} from '../contract/presentation/review-words.ts';
import type { ReviewFigures } from '../contract/review.ts';
import { inline, textTable } from './markdown-text.ts';

export function reviewSection(figures: ReviewFigures): readonly string[] {
  const first = firstShownWords(figures);
  return [
    `## ${inline(reviewTitle(figures))}`,
    inline(`${reviewLead(figures)} ${strengthMethod(figures)}`),
    textTable(strengthTable(figures)),
    ...reviewReasons(figures).map(inline),
    textTable(pairTable(figures)),
    inline(pairMethod),
    textTable(raterTable(figures)),
    inline([agreementWords(figures), ...(first === null ? [] : [first])].join(' ')),
  ];
}
