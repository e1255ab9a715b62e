/** What people preferred, as a section of the report. */
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
} from '../../contract/presentation/review-words.ts';
import type { ReviewFigures } from '../../contract/review.ts';
import type { Markup } from './markup.ts';
import { markup } from './markup.ts';
import { wideTable } from './marks.ts';

export function review(figures: ReviewFigures): Markup {
  const { reference, overall, strata } = figures;
  const heads = ['Part', ...strengthHeads(reference)];
  const rows = [overall, ...strata].flatMap((part) =>
    part.strengths.map((row, index) => [index === 0 ? partName(part) : '', ...strengthCells(row, reference)]),
  );
  const said = [agreementWords(figures), firstShownWords(figures)].filter((text) => text !== null);
  return markup`<div class="numbers"><div class="caption"><h3>${reviewTitle(figures)}</h3><p>${reviewLead(figures)} ${strengthMethod(figures)}</p></div>
${table('Strengths of the candidates', heads, rows, 2)}
${reviewReasons(figures).map((reason) => markup`<p class="small">${reason}</p>`)}</div>
<div class="numbers"><div class="caption"><h3>Two by two, as they were chosen</h3><p>${pairMethod}</p></div>
${table('Pairs of candidates', pairHeads, figures.pairs.map(pairCells), 1)}</div>
<div class="numbers"><div class="caption"><h3>The people</h3><p>${said.join(' ')}</p></div>
${table('People who chose', raterHeads, figures.raters.map(raterCells), 1)}</div>`;
}

/** The first column heads its row; from column `numeric` on there are numbers. */
function table(
  name: string,
  heads: readonly string[],
  rows: readonly (readonly string[])[],
  numeric: number,
): Markup {
  const numberClass = (index: number): Markup | null => (index >= numeric ? markup` class="num"` : null);
  return wideTable(
    name,
    '',
    markup`<table>
<thead><tr>${heads.map((head, index) => markup`<th scope="col"${numberClass(index)}>${head}</th>`)}</tr></thead>
<tbody>${rows.map(
      ([first = '', ...rest]) =>
        markup`<tr><th scope="row">${first}</th>${rest.map((cell, index) => markup`<td${numberClass(index + 1)}>${cell}</td>`)}</tr>
`,
    )}</tbody></table>`,
  );
}
