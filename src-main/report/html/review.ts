/** What people preferred, as a section of the report. */
import {
  pairTable,
  raterTable,
  strengthTable,
  type TextTable,
} from '../../contract/presentation/review-tables.ts';
import {
  agreementWords,
  firstShownWords,
  pairMethod,
  reviewLead,
  reviewReasons,
  strengthMethod,
} from '../../contract/presentation/review-words.ts';
import type { ReviewFigures } from '../../contract/review.ts';
import type { Markup } from './markup.ts';
import { markup } from './markup.ts';
import { textTable } from './text-table.ts';

export function review(figures: ReviewFigures): Markup {
  const [strengths, pairs, raters] = [strengthTable(figures), pairTable(figures), raterTable(figures)];
  const said = [agreementWords(figures), firstShownWords(figures)].filter((text) => text !== null);
  return markup`<div class="numbers">${caption(strengths, `${reviewLead(figures)} ${strengthMethod(figures)}`)}
${textTable(namedOnce(strengths))}
${reviewReasons(figures).map((reason) => markup`<p class="small">${reason}</p>`)}</div>
<div class="numbers">${caption(pairs, pairMethod)}
${textTable(pairs)}</div>
<div class="numbers">${caption(raters, said.join(' '))}
${textTable(raters)}</div>`;
}

function caption({ title }: TextTable, words: string): Markup {
  return markup`<div class="caption"><h3>${title}</h3><p>${words}</p></div>`;
}

/** A part that heads several rows is named at the first of them. A stratum may have the name that all together has. */
function namedOnce(table: TextTable): TextTable {
  const parts = table.rows.map(({ key }) => (JSON.parse(key) as readonly unknown[])[0]);
  const rows = table.rows.map(({ key, cells: [part = '', ...rest] }, index) => ({
    key,
    cells: [index > 0 && parts[index - 1] === parts[index] ? '' : part, ...rest],
  }));
  return { ...table, rows };
}
