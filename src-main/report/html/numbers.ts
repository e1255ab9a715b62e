/** Every number of a comparison, as tables: the main one, and what could move it behind a fold. */
import { methodWord } from '../../contract/presentation/part-words.ts';
import type { Bound, Comparison, ComparisonPart, Interval } from '../../contract/comparison.ts';
import { intervalsWords } from '../../contract/presentation/look-words.ts';
import { worstFirst } from '../../contract/presentation/forest-rows.ts';
import {
  absent,
  formatCount,
  formatHalfWidth,
  formatNumber,
  formatPercent,
  formatPercentInterval,
  formatPoints,
  formatPointsInterval,
  formatProbability,
} from '../../contract/presentation/numbers.ts';
import { verdictMark } from '../../contract/presentation/verdict-marks.ts';
import { cutMiddle, visibleLine } from '../../contract/presentation/visible-text.ts';
import type { Measure } from '../../contract/presentation/words.ts';
import { measureOf } from '../../contract/presentation/words.ts';
import type { ReportInput } from '../report-input.ts';
import { standsOutWords } from '../report-view.ts';
import type { Fragment, Markup } from './markup.ts';
import { markup } from './markup.ts';
import { wideTable } from './marks.ts';

/** Characters of a name that head a column; the caption has it in full. */
const longestName = 14;

interface NamedPart {
  readonly name: string;
  readonly part: ComparisonPart;
  readonly total: boolean;
}

/** A column: its head, whether it holds numbers, and what stands in it. */
interface Column {
  readonly head: string;
  readonly number?: boolean;
  readonly soft?: boolean;
  readonly cell: (part: ComparisonPart) => Fragment;
}

export function numbers(input: ReportInput): Markup {
  return markup`${input.candidates.map(({ name, comparison }) =>
    comparison === null ? null : candidateNumbers(name, comparison, input.plan.plan.baseline),
  )}`;
}

function candidateNumbers(name: string, comparison: Comparison, baseline: string): Markup {
  const measure = measureOf(comparison);
  const parts: readonly NamedPart[] = [
    { name: 'Overall', part: comparison, total: true },
    ...worstFirst(comparison.strata).map((part) => ({ name: part.stratum, part, total: false })),
  ];
  const title = `${name} against ${baseline}, all numbers`;
  const unit = measure === 'right' ? 'Share of items right in %' : 'Mean score in %';
  return markup`<div class="numbers"><div class="caption"><h3>${title}</h3><p>${unit}, changes in points, ${intervalsWords([comparison.interval])}. ${testWords(comparison)}</p></div>
${table(title, parts, mainColumns(name, baseline, measure))}
<details class="more"><summary class="small">What could move them: missing answers, unusable answers, and the other intervals</summary>
${table(`${title}: what could move them`, parts, otherColumns(comparison))}</details></div>
`;
}

function testWords({ p }: ComparisonPart): string {
  if (p === null) return '';
  return p.method === 'mid-p-mcnemar'
    ? 'p by McNemar’s test, mid-p; Holm-adjusted over the strata.'
    : 'p by the sign-flip permutation test; Holm-adjusted over the strata.';
}

function table(name: string, parts: readonly NamedPart[], columns: readonly Column[]): Markup {
  return wideTable(
    name,
    '',
    markup`<table>
<thead><tr><th scope="col">Stratum</th>${columns.map(({ head, number }) => markup`<th scope="col"${number === true ? markup` class="num"` : null}>${head}</th>`)}</tr></thead>
<tbody>${parts.map(
      ({
        name: stratum,
        part,
        total,
      }) => markup`<tr${total ? markup` class="total"` : null}><th scope="row">${stratum}</th>${columns.map((column) => markup`<td class="${column.number === true ? 'num' : ''}${column.soft === true ? ' soft' : ''}">${column.cell(part)}</td>`)}</tr>
`,
    )}</tbody></table>`,
  );
}

function mainColumns(candidate: string, baseline: string, measure: Measure): readonly Column[] {
  const flips = measure === 'right' ? 'Flips' : 'Changed';
  return [
    { head: 'Pairs', number: true, cell: ({ n }) => formatCount(n) },
    { head: 'Dropped', number: true, cell: ({ dropped }) => zero(dropped) },
    {
      head: cutMiddle(visibleLine(baseline), longestName),
      number: true,
      cell: (part) => formatPercent(part.baseline.mean),
    },
    {
      head: 'interval',
      number: true,
      soft: true,
      cell: (part) => formatPercentInterval(part.baseline.interval),
    },
    {
      head: cutMiddle(visibleLine(candidate), longestName),
      number: true,
      cell: (part) => formatPercent(part.candidate.mean),
    },
    {
      head: 'interval',
      number: true,
      soft: true,
      cell: (part) => formatPercentInterval(part.candidate.interval),
    },
    { head: 'Change', number: true, cell: ({ delta }) => markup`<b>${formatPoints(delta)}</b>` },
    { head: 'interval', number: true, soft: true, cell: ({ interval }) => formatPointsInterval(interval) },
    { head: 'Method', cell: ({ interval }) => (interval === null ? absent : methodWord(interval.method)) },
    {
      head: flips,
      number: true,
      cell: ({ n, flips }) => formatCount(n === 0 ? null : flips.losses + flips.gains),
    },
    { head: 'p', number: true, cell: ({ p }) => formatProbability(p?.value ?? null) },
    { head: 'Holm', number: true, cell: ({ p }) => formatProbability(p?.adjusted ?? null) },
    { head: 'Noise', number: true, cell: ({ noise }) => formatHalfWidth(noise?.halfWidth ?? null) },
    {
      head: 'Excess flips',
      number: true,
      cell: ({ excessFlips }) => formatPoints(excessFlips?.rate ?? null),
    },
    {
      head: 'interval',
      number: true,
      soft: true,
      cell: ({ excessFlips }) => formatPointsInterval(excessFlips?.interval ?? null),
    },
    { head: 'Stands out by', cell: standsOutWords },
  ];
}

function otherColumns(comparison: Comparison): readonly Column[] {
  const parts = [comparison, ...comparison.strata];
  const methods = new Set(parts.flatMap(({ intervals }) => intervals.map(({ method }) => method)));
  const within = parts.some(({ candidate }) => candidate.withinItemDeviation !== null);
  return [
    { head: 'Missing: baseline', number: true, cell: ({ missing }) => zero(missing.baseline) },
    { head: 'candidate', number: true, cell: ({ missing }) => zero(missing.candidate) },
    { head: 'both', number: true, cell: ({ missing }) => zero(missing.both) },
    { head: 'Change if all against', number: true, cell: ({ bounds }) => boundCell(bounds?.worst) },
    { head: 'Change if all for', number: true, cell: ({ bounds }) => boundCell(bounds?.best) },
    {
      head: 'Answered only: n',
      number: true,
      cell: ({ answeredOnly }) => formatCount(answeredOnly?.n ?? null),
    },
    { head: 'change', number: true, cell: ({ answeredOnly }) => formatPoints(answeredOnly?.delta ?? null) },
    {
      head: 'interval',
      number: true,
      soft: true,
      cell: ({ answeredOnly }) => formatPointsInterval(answeredOnly?.interval ?? null),
    },
    ...[...methods].map((method): Column => ({
      head: methodWord(method),
      number: true,
      soft: true,
      cell: ({ intervals }) => formatPointsInterval(byMethod(intervals, method)),
    })),
    {
      head: 'Spread between items',
      number: true,
      cell: ({ candidate }) => formatNumber(candidate.betweenItemDeviation, 3),
    },
    ...(within
      ? [
          {
            head: 'within items',
            number: true,
            cell: ({ candidate }: ComparisonPart) => formatNumber(candidate.withinItemDeviation, 3),
          },
        ]
      : []),
  ];
}

function byMethod(intervals: readonly Interval[], method: Interval['method']): Interval | null {
  return intervals.find((interval) => interval.method === method) ?? null;
}

function boundCell(bound: Bound | undefined): Fragment {
  if (bound === undefined) return absent;
  const word = bound.verdict === null ? '' : `, ${verdictMark(bound.verdict).word}`;
  return markup`${formatPoints(bound.delta)} <span class="soft">(${formatPointsInterval(bound.interval)}${word})</span>`;
}

function zero(count: number): Fragment {
  return count === 0 ? markup`<span class="zero-count">0</span>` : formatCount(count);
}
