/** A table of words and numbers: the first column heads its row. */
import type { TextTable } from '../../contract/presentation/review-tables.ts';
import type { Markup } from './markup.ts';
import { markup } from './markup.ts';
import { wideTable } from './marks.ts';

export function textTable({ name, heads, words, rows }: TextTable): Markup {
  const numberClass = (index: number): Markup | null => (index >= words ? markup` class="num"` : null);
  return wideTable(
    name,
    '',
    markup`<table>
<thead><tr>${heads.map((head, index) => markup`<th scope="col"${numberClass(index)}>${head}</th>`)}</tr></thead>
<tbody>${rows.map(
      ({ cells: [first = '', ...rest] }) =>
        markup`<tr><th scope="row">${first}</th>${rest.map((cell, index) => markup`<td${numberClass(index + 1)}>${cell}</td>`)}</tr>
`,
    )}</tbody></table>`,
  );
}
