/** How far candidates are from the baseline along its own answers, and where greedy answers part. */
import type { DivergenceReport } from '../../contract/divergence.ts';
import { divergenceNotes, divergenceTables } from '../../contract/presentation/divergence-words.ts';
import type { Markup } from './markup.ts';
import { markup } from './markup.ts';
import { wideTable } from './marks.ts';

export function divergence(report: DivergenceReport): Markup {
  return markup`${divergenceTables(report).map(
    ({
      title,
      lead,
      heads,
      rows,
    }) => markup`<div class="numbers"><div class="caption"><h3>${title}</h3><p>${lead}</p></div>
${wideTable(
  title,
  '',
  markup`<table>
<thead><tr>${heads.map((head, index) => markup`<th scope="col"${index === 0 ? null : markup` class="num"`}>${head}</th>`)}</tr></thead>
<tbody>${rows.map(
    ([name = '', ...cells]) =>
      markup`<tr><th scope="row">${name}</th>${cells.map((cell) => markup`<td class="num">${cell}</td>`)}</tr>
`,
  )}</tbody></table>`,
)}</div>`,
  )}
${divergenceNotes(report).map((note) => markup`<p class="small">${note}</p>`)}`;
}
