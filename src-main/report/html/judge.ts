/** The judge and its calibration, as a section of the report. */
import type { Calibration } from '../../contract/calibration.ts';
import { calibrationWarnings, isTabled } from '../../contract/presentation/judge-words.ts';
import {
  confusionHeads,
  confusionRows,
  correctedLines,
  judgeLead,
  scaleLead,
  scaleTitle,
} from '../judge-section.ts';
import type { Markup } from './markup.ts';
import { markup } from './markup.ts';
import { wideTable } from './marks.ts';

export function judge(calibration: Calibration): Markup {
  return markup`<p>${judgeLead(calibration)}</p>
${calibrationWarnings(calibration).map((text) => markup`<p><strong>${text}</strong></p>`)}
${calibration.scales.map(
  (
    scale,
  ) => markup`<div class="numbers"><div class="caption"><h3>${scaleTitle(scale)}</h3><p>${scaleLead(scale)}</p></div>
${isTabled(scale) ? confusion(confusionHeads(scale), confusionRows(scale)) : null}</div>`,
)}
${corrected(correctedLines(calibration))}`;
}

function confusion(heads: readonly string[], rows: readonly (readonly string[])[]): Markup {
  const numberClass = (index: number): Markup | null => (index > 0 ? markup` class="num"` : null);
  return wideTable(
    'Answers by people’s grade and by the judge’s',
    '',
    markup`<table>
<thead><tr>${heads.map((head, index) => markup`<th scope="col"${numberClass(index)}>${head}</th>`)}</tr></thead>
<tbody>${rows.map(
      ([first = '', ...rest]) =>
        markup`<tr><th scope="row">${first}</th>${rest.map((cell) => markup`<td class="num">${cell}</td>`)}</tr>
`,
    )}</tbody></table>`,
  );
}

function corrected(lines: readonly string[]): Markup | null {
  if (lines.length === 0) return null;
  return markup`<div class="numbers"><div class="caption"><h3>Difference to the baseline, in points</h3></div>
${lines.map((line) => markup`<p>${line}</p>`)}</div>`;
}
