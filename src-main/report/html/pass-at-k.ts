/** How often at least one of several samples is right, below the numbers. */
import {
  passAtKCells,
  passAtKHeads,
  passAtKMethod,
  passAtKNotes,
  passAtKTitle,
} from '../../contract/presentation/pass-at-k-words.ts';
import type { ReportInput } from '../report-input.ts';
import type { Markup } from './markup.ts';
import { markup } from './markup.ts';
import { wideTable } from './marks.ts';

/** Null where each item has one sample. */
export function passAtK({ passAtK: all }: ReportInput): Markup | null {
  if (all.length === 0) return null;
  return markup`<div class="numbers"><div class="caption"><h3>${passAtKTitle}</h3><p>${passAtKMethod}</p></div>
${wideTable(
  passAtKTitle,
  '',
  markup`<table>
<thead><tr>${passAtKHeads(all).map((head, index) => markup`<th scope="col"${index === 0 ? null : markup` class="num"`}>${head}</th>`)}</tr></thead>
<tbody>${all.map(passAtKCells).map(
    ([candidate = '', ...cells]) =>
      markup`<tr><th scope="row">${candidate}</th>${cells.map((cell) => markup`<td class="num">${cell}</td>`)}</tr>
`,
  )}</tbody></table>`,
)}
${passAtKNotes(all).map((note) => markup`<p class="small muted">${note}</p>`)}</div>`;
}
