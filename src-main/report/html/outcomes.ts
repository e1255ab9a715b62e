/** How outputs ended: the ledger, and its counts by stratum. */
import { ledgerTitle } from '../../contract/presentation/findings.ts';
import type { LedgerBar, LedgerGeometry } from '../../contract/presentation/ledger-geometry.ts';
import { ledgerGeometry } from '../../contract/presentation/ledger-geometry.ts';
import { formatCount, formatPercent } from '../../contract/presentation/numbers.ts';
import type { OutcomeWords } from '../../contract/presentation/outcome-words.ts';
import {
  countAndRate,
  outcomesByStratum,
  type StratumOutcomes,
} from '../../contract/presentation/outcome-words.ts';
import {
  missingCells,
  missingHeads,
  missingMeaning,
  missingNumeric,
  missingRows,
  missingTitle,
  type MissingRow,
} from '../../contract/presentation/missing-words.ts';
import { worstFirst } from '../../contract/presentation/forest-rows.ts';
import { cutMiddle, visibleLine } from '../../contract/presentation/visible-text.ts';
import type { ReportInput } from '../report-input.ts';
import { runName } from '../report-view.ts';
import type { Markup } from './markup.ts';
import { markup, percent } from './markup.ts';
import { swatch, wideTable } from './marks.ts';

/** Characters that fit the column of runs. */
const longestName = 14;
const plainTitle = 'How outputs ended';
const meaning =
  'Unparsed and truncated count as wrong; overlong, failed, judge error and unsupported are missing.';

export function ledger(input: ReportInput): Markup {
  const runs = input.runs.map(({ key, outcomes }) => ({ key, name: runName(key), counts: outcomes }));
  const baseline = runs.find(({ key }) => key.candidate === input.plan.plan.baseline);
  const others = runs.filter(({ key }) => key.candidate !== input.plan.plan.baseline);
  const geometry = ledgerGeometry(runs);
  const title = baseline === undefined ? plainTitle : ledgerTitle(baseline, others);
  return markup`<figure><div class="caption"><h3>${title}</h3><p>${title === plainTitle ? '' : `${plainTitle}. `}${meaning}</p></div>
${geometry.allScored ? markup`<p>Every output was scored.</p>` : ledgerTable(geometry, input)}</figure>`;
}

function ledgerTable(geometry: LedgerGeometry, input: ReportInput): Markup {
  const { columns, ticks, widest, rows } = geometry;
  const outputs = formatCount(input.items.asked * input.plan.plan.samples);
  return markup`<table class="ledger"><colgroup><col class="c-run"><col class="c-scored"><col>${columns.map(() => markup`<col class="c-outcome">`)}</colgroup>
<thead><tr><th scope="col">Run</th><th scope="col" class="num">Scored</th><th scope="col" class="p">Not scored, % of ${outputs}</th>${columns.map((column) => markup`<th scope="col" class="num">${swatch(column)}${column.word}</th>`)}</tr></thead>
<tbody>${rows.map(
    ({
      run,
      scored,
      total,
      bars,
    }) => markup`<tr><th scope="row" title="${run.name}">${cutMiddle(visibleLine(run.name), longestName)}</th><td class="num">${formatCount(scored)}</td><td class="p"><svg class="plot" height="26" style="max-width:${widest}px" role="img" aria-label="${run.name}: ${formatPercent(total === 0 ? 0 : (total - scored) / total)} % not scored">${ticks.slice(1).map(({ x }) => markup`<line class="grid crisp" x1="${percent(x)}" x2="${percent(x)}" y2="27"/>`)}<line class="axis crisp" y2="27"/>${bars.map(bar)}</svg></td>${columns.map((column) => plainCount(run.counts[column.outcome]))}</tr>
`,
  )}</tbody>
<tfoot><tr><td colspan="2"></td><td class="p"><svg class="plot" height="18" style="max-width:${widest}px" aria-hidden="true">${ticks.map(({ x, label }) => markup`<text${x === 0 ? null : markup` class="mid"`} x="${percent(x)}" y="12">${label}</text>`)}</svg></td><td colspan="${columns.length}"></td></tr></tfoot></table>`;
}

function bar({ outcome, from, to }: LedgerBar): Markup {
  return markup`<rect class="o-${outcome}" x="${percent(from)}" width="${percent(to - from)}" y="7" height="12"/>`;
}

function plainCount(count: number): Markup {
  return markup`<td class="num${count === 0 ? ' zero-count' : ''}">${formatCount(count)}</td>`;
}

function countCell(count: number, total: number): Markup {
  return markup`<td class="num${count === 0 ? ' zero-count' : ''}">${countAndRate(count, total)}</td>`;
}

/** How many outputs of every run ended how, by stratum; strata in which every output was scored everywhere are named, not listed. */
export function strataLedger(input: ReportInput): Markup | null {
  const runs = input.runs.map(({ key, outcomes, strata }) => ({
    name: runName(key),
    counts: outcomes,
    strata: strata.map((one) => ({ stratum: one.stratum, counts: one.outcomes })),
  }));
  const geometry = ledgerGeometry(runs);
  if (geometry.allScored) return null;
  const { touched, whole } = outcomesByStratum(runs);
  const overall = {
    stratum: 'Overall',
    runs: geometry.rows.map(({ run, total }) => ({ name: run.name, counts: run.counts, total })),
  };
  return markup`<details class="more"><summary class="small">Counts and rates, overall and by stratum</summary>
${whole.length === 0 ? null : markup`<p class="small muted">Every output was scored in ${whole.join(', ')}.</p>`}
${wideTable(
  'How outputs ended, by stratum',
  'plain ',
  markup`<table><thead><tr><th scope="col">Stratum</th><th scope="col">Run</th><th scope="col" class="num">Outputs</th><th scope="col" class="num">Scored</th>${geometry.columns.map(({ word }) => markup`<th scope="col" class="num">${word}</th>`)}</tr></thead><tbody>
${[overall, ...touched].map((one) => stratumRows(one, geometry.columns))}</tbody></table>`,
)}</details>`;
}

function stratumRows({ stratum, runs }: StratumOutcomes, columns: readonly OutcomeWords[]): Markup {
  return markup`${runs.map(
    (
      { name, counts, total },
      index,
    ) => markup`<tr${index === 0 ? null : markup` class="sub"`}>${index === 0 ? markup`<th scope="rowgroup" rowspan="${runs.length}">${stratum}</th>` : null}<td>${name}</td><td class="num">${formatCount(total)}</td><td class="num">${countAndRate(counts.scored, total)}</td>${columns.map((column) => countCell(counts[column.outcome], total))}</tr>
`,
  )}`;
}

/** Every candidate's score and change with what is missing counted three ways; null where nothing is. */
export function missingScores(input: ReportInput): Markup | null {
  const tables = input.candidates.flatMap(({ name, comparison }) => {
    if (comparison === null) return [];
    const rows = missingRows([
      { name: 'Overall', part: comparison },
      ...worstFirst(comparison.strata).map((part) => ({ name: part.stratum, part })),
    ]);
    return rows.length === 0 ? [] : [{ name, rows }];
  });
  if (tables.length === 0) return null;
  const { baseline } = input.plan.plan;
  return markup`<details class="more"><summary class="small">${missingTitle}</summary><p class="small muted">${missingMeaning}</p>
${tables.map(({ name, rows }) => wideTable(`${name} against ${baseline}: ${missingTitle}`, 'plain ', missingTable(missingHeads(name, baseline), rows)))}</details>`;
}

function missingTable(heads: readonly string[], rows: readonly MissingRow[]): Markup {
  const right = (index: number): Markup | null => (missingNumeric.has(index) ? markup` class="num"` : null);
  return markup`<table><thead><tr>${heads.map((head, index) => markup`<th scope="col"${right(index)}>${head}</th>`)}</tr></thead><tbody>${rows.map(
    (row, place) => markup`<tr${place % 3 === 0 ? null : markup` class="sub"`}>${missingCells(row).map(
      (cell, index) =>
        index === 0
          ? place % 3 === 0
            ? markup`<th scope="rowgroup" rowspan="3">${cell}</th>`
            : null
          : markup`<td${right(index)}>${cell}</td>`,
    )}</tr>
`,
  )}</tbody></table>`;
}
