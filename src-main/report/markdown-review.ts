/** What people preferred, as a section of the Markdown report. */
import {
  agreementWords,
  firstShownWords,
  pairCells,
  pairHeads,
  pairMethod,
  partName,
  raterCells,
  raterHeads,
  reviewLead,
  reviewReasons,
  reviewTitle,
  strengthCells,
  strengthHeads,
  strengthMethod,
} from '../contract/presentation/review-words.ts';
import type { ReviewFigures } from '../contract/review.ts';
import { inline, table } from './markdown-text.ts';

export function reviewSection(figures: ReviewFigures): readonly string[] {
  const { reference, overall, strata } = figures;
  const first = firstShownWords(figures);
  return [
    `## ${inline(reviewTitle(figures))}`,
    inline(`${reviewLead(figures)} ${strengthMethod(figures)}`),
    table(
      ['Part', ...strengthHeads(reference)],
      [overall, ...strata].flatMap((part) =>
        part.strengths.map((row) => [partName(part), ...strengthCells(row, reference)]),
      ),
      numeric(2, 8),
    ),
    ...reviewReasons(figures).map(inline),
    table(pairHeads, figures.pairs.map(pairCells), numeric(1, 9)),
    inline(pairMethod),
    table(raterHeads, figures.raters.map(raterCells), numeric(1, 6)),
    inline([agreementWords(figures), ...(first === null ? [] : [first])].join(' ')),
  ];
}

function numeric(from: number, to: number): ReadonlySet<number> {
  return new Set(Array.from({ length: to - from + 1 }, (_, index) => from + index));
}
