/** The forest plot: a table whose second column is the plot, so that marks and numbers cannot drift apart. */
import type {
  ForestGeometry,
  ForestHeadingGeometry,
  ForestRowGeometry,
  ForestSectionGeometry,
  NoiseBand,
  PlotLabel,
  Whisker,
} from '../../contract/presentation/forest-geometry.ts';
import { forestGeometry, labelGap } from '../../contract/presentation/forest-geometry.ts';
import type { ForestRow, ForestSection } from '../../contract/presentation/forest-rows.ts';
import { overallSection, splitRows, strataSection } from '../../contract/presentation/forest-rows.ts';
import { intervalHead } from '../../contract/presentation/look-words.ts';
import { changeTitle } from '../../contract/presentation/findings.ts';
import { textWidth } from '../../contract/presentation/axis.ts';
import {
  absent,
  formatCount,
  formatPoints,
  formatPointsInterval,
} from '../../contract/presentation/numbers.ts';
import { cutMiddle, excerpt, visibleLine } from '../../contract/presentation/visible-text.ts';
import type { Measure } from '../../contract/presentation/words.ts';
import type { ReportInput } from '../report-input.ts';
import {
  candidatesWithDifferences,
  comparedCandidates,
  decidedCandidate,
  measureOfReport,
  intervalsOf,
} from '../report-view.ts';
import type { Markup } from './markup.ts';
import { markup, percent } from './markup.ts';
import { marker, verdictWord } from './marks.ts';

/**
 * What the plot column gets in a window of 1280 px: labels that fit there in the widest font fit in narrower columns
 * in any other, or reach into the empty cells beside them.
 */
const leastWidth = 460;
const rowHeight = 26;
/** Characters that fit the column of names: alone, beside a tag, in bold. */
const longestName = { alone: 25, tagged: 15, title: 24 } as const;
/** And a note in the plot. */
const longestNote = 52;
/** Through the hairline under the row, so that lines do not break between rows. */
const throughHeight = rowHeight + 1;
const middle = rowHeight / 2;

/**
 * Every candidate overall and the strata of the one that the decision is about, the worst first, on one axis; then
 * the strata of the others on an axis of their own, so that a candidate far off does not flatten the first plot.
 */
export function forest(input: ReportInput): Markup {
  const { baseline } = input.plan.plan;
  const measure = measureOfReport(input);
  const options = {
    measure,
    baseline,
    interval: intervalHead(intervalsOf(input)),
    tags: candidatesWithDifferences(input),
  };
  const overall = overallSection(comparedCandidates(input), baseline);
  const strata = input.candidates.flatMap(({ name, comparison }): readonly CandidateStrata[] => {
    const section = comparison === null ? null : strataSection(name, comparison);
    return section === null ? [] : [{ name, section, ...splitRows(section.rows) }];
  });
  const decided = decidedCandidate(input)?.name;
  const first = strata.filter(({ name }) => name === decided);
  const others = strata.filter(({ name }) => name !== decided);
  const title = changeTitle(measure);
  return markup`<figure id="plot" aria-label="Forest plot: ${title.toLowerCase()} for each candidate${first.length === 0 ? '' : `, and for ${first[0]?.name ?? ''} by stratum`}">
${forestTable(forestGeometry([overall, ...first.map(shownSection)], leastWidth), options)}
${first.map((one) => hiddenStrata(one, options))}</figure>
${
  others.length === 0
    ? null
    : markup`<figure class="others" aria-labelledby="h-others"><div class="caption"><h3 id="h-others">The other candidates by stratum</h3><p>On an axis of their own.</p></div>
${forestTable(forestGeometry(others.map(shownSection), leastWidth), options)}
${others.map((one) => hiddenStrata(one, options))}</figure>`
}`;
}

interface CandidateStrata {
  readonly name: string;
  readonly section: ForestSection;
  readonly shown: readonly ForestRow[];
  readonly hidden: readonly ForestRow[];
}

function shownSection({ section, shown }: CandidateStrata): ForestSection {
  return { title: section.title, rows: shown };
}

function hiddenStrata({ name, section, hidden }: CandidateStrata, options: TableOptions): Markup | null {
  if (hidden.length === 0) return null;
  const rest = { title: `${name}, the other strata`, rows: hidden };
  return markup`<details class="more"><summary class="small">The other ${formatCount(hidden.length)} of ${formatCount(section.rows.length)} strata of ${name}</summary>
${forestTable(forestGeometry([rest], leastWidth), options)}</details>
`;
}

interface TableOptions {
  readonly measure: Measure;
  readonly baseline: string;
  /** Above the intervals. */
  readonly interval: string;
  /** Candidates whose settings were resolved otherwise. */
  readonly tags: ReadonlySet<string>;
}

function forestTable(geometry: ForestGeometry, options: TableOptions): Markup {
  const { measure } = options;
  const [lost, gained] = measure === 'right' ? ['Lost', 'Gained'] : ['Lower', 'Higher'];
  return markup`<table class="forest" role="table">
<colgroup><col class="c-name"><col><col class="c-change"><col class="c-interval"><col class="c-count"><col class="c-count"><col class="c-count"><col class="c-verdict"><col class="c-plan"></colgroup>
<thead role="rowgroup"><tr role="row"><th role="columnheader" scope="col">Candidate, stratum</th><th role="columnheader" scope="col" class="p">${changeTitle(measure)}, percentage points, ${options.interval.toLowerCase()}</th><th role="columnheader" scope="col" class="num">Change</th><th role="columnheader" scope="col" class="num">${options.interval}</th><th role="columnheader" scope="col" class="num">n</th><th role="columnheader" scope="col" class="num">${lost}</th><th role="columnheader" scope="col" class="num">${gained}</th><th role="columnheader" scope="col" class="verdict">Verdict</th><th role="columnheader" scope="col">Plan</th></tr></thead>
${geometry.sections.map(
  (section) => markup`<tbody role="rowgroup">
${headingRow(section, geometry)}${section.rows.map((row) => tableRow(row, geometry, options))}</tbody>
`,
)}<tfoot role="rowgroup"><tr role="row"><td role="cell"></td><td role="cell" class="p">${axisSvg(geometry, options)}</td><td role="cell" colspan="7"></td></tr></tfoot>
</table>`;
}

function headingRow({ title, heading }: ForestSectionGeometry, geometry: ForestGeometry): Markup {
  return markup`<tr role="row" class="heading"><th role="rowheader" scope="rowgroup"><h3 title="${title}">${shortTitle(visibleLine(title))}</h3></th><td role="cell" class="p">${headingSvg(heading, geometry)}</td><td role="cell" colspan="7"></td></tr>
`;
}

/** Of "{candidate}, worst first" only the candidate's name is cut. */
function shortTitle(title: string): string {
  const comma = title.lastIndexOf(', ');
  if (title.length <= longestName.title || comma < 0) return title;
  const rest = title.slice(comma);
  return cutMiddle(title.slice(0, comma), longestName.title - rest.length) + rest;
}

function tableRow(geometry: ForestRowGeometry, plot: ForestGeometry, options: TableOptions): Markup {
  const { row } = geometry;
  const number = (value: number | null): string => (value === null ? absent : formatCount(value));
  const tag = tagOf(row, options);
  return markup`<tr role="row"${row.kind === 'rerun' ? markup` class="rerun"` : null}><th role="rowheader" scope="row"><span class="row-name"><span class="cut" title="${row.name}">${cutMiddle(visibleLine(row.name), tag === null ? longestName.alone : longestName.tagged)}</span>${tag}</span></th><td role="cell" class="p">${rowSvg(geometry, plot)}</td><td role="cell" class="num change">${formatPoints(row.delta)}</td><td role="cell" class="num interval">${formatPointsInterval(row.interval)}</td><td role="cell" class="num" data-label="n">${number(row.n)}</td><td role="cell" class="num" data-label="lost">${number(row.losses)}</td><td role="cell" class="num" data-label="gained">${number(row.gains)}</td><td role="cell" class="verdict">${row.kind === 'rerun' ? 'sets the noise floor' : verdictWord(row.verdict)}</td><td role="cell" class="plan">${row.plan ?? ''}</td></tr>
`;
}

function tagOf(row: ForestRow, { tags }: TableOptions): Markup | null {
  if (row.gating) return markup`<span class="tag">must pass</span>`;
  return row.kind === 'candidate' && tags.has(row.name)
    ? markup`<span class="tag">settings differ</span>`
    : null;
}

function rowSvg(geometry: ForestRowGeometry, plot: ForestGeometry): Markup {
  const { row, guard, band, whisker, marker: at, mark, marginLabel } = geometry;
  const name =
    row.note === null
      ? `${formatPoints(row.delta)} points, ${formatPointsInterval(row.interval)}, ${mark.word}`
      : row.note;
  return markup`<svg class="plot" height="${rowHeight}" role="img" aria-label="${row.name}: ${name}">${zones(guard, band)}${grid(plot)}${lines(plot, guard)}${whisker === null ? null : whiskerSvg(whisker, mark.key)}${at === null ? null : marker(mark, at, middle)}${label(marginLabel, 'ink')}${row.note === null ? null : markup`<text class="soft note" x="${labelGap}" y="17">${noteWords(row.note)}</text>`}</svg>`;
}

/** The sentence above the plot has it in full. */
function noteWords(note: string): string {
  const { start, left } = excerpt(visibleLine(note), longestNote);
  return left === 0 ? start : `${start}…`;
}

function headingSvg(heading: ForestHeadingGeometry, plot: ForestGeometry): Markup {
  return markup`<svg class="plot" height="${rowHeight}" aria-hidden="true">${zones(heading.guard, heading.band)}${lines(plot, heading.guard)}${label(heading.guardLabel, 'ink')}${label(heading.noiseLabel, 'soft')}</svg>`;
}

/** Back to front: the zone past the guard rail, then the noise band and its dotted edges. */
function zones(guard: number | null, band: NoiseBand | null): Markup {
  return markup`${guard === null ? null : markup`<rect class="beyond" width="${percent(guard)}" height="${throughHeight}"/>`}${
    band === null
      ? null
      : markup`<rect class="band" x="${percent(band.from)}" width="${percent(band.to - band.from)}" height="${throughHeight}"/>${band.edges.map((x) => vertical('band-edge crisp', x))}`
  }`;
}

function grid(plot: ForestGeometry): Markup {
  return markup`${plot.ticks.filter(({ x }) => x !== plot.zero).map(({ x }) => vertical('grid crisp', x))}`;
}

function lines(plot: ForestGeometry, guard: number | null): Markup {
  return markup`${vertical('zero crisp', plot.zero)}${guard === null ? null : vertical('guard', guard)}`;
}

function vertical(kind: string, x: number): Markup {
  return markup`<line class="${kind}" x1="${percent(x)}" x2="${percent(x)}" y2="${throughHeight}"/>`;
}

function whiskerSvg({ from, to, cutFrom, cutTo }: Whisker, key: string): Markup {
  const kind = `ci s-${key}`;
  const end = (x: number, cut: boolean, arrow: string): Markup =>
    cut
      ? markup`<svg x="${percent(x)}" y="${middle}" overflow="visible"><path class="${kind}" d="${arrow}"/></svg>`
      : markup`<line class="${kind}" x1="${percent(x)}" x2="${percent(x)}" y1="${middle - 4}" y2="${middle + 4}"/>`;
  return markup`<line class="${kind}" x1="${percent(from)}" x2="${percent(to)}" y1="${middle}" y2="${middle}"/>${end(from, cutFrom, 'M5-4 0 0 5 4')}${end(to, cutTo, 'M-5-4 0 0-5 4')}`;
}

function label(placed: PlotLabel | null, kind: string): Markup | null {
  if (placed === null) return null;
  const { x, text, anchor } = placed;
  return markup`<svg x="${percent(x)}" overflow="visible"><text class="${kind}${anchor === 'end' ? ' end' : ''}" x="${anchor === 'end' ? -labelGap : labelGap}" y="17">${text}</text></svg>`;
}

function axisSvg(plot: ForestGeometry, { measure, baseline }: TableOptions): Markup {
  const [less, more] = measure === 'right' ? ['fewer right', 'more right'] : ['lower', 'higher'];
  const named = `← ${less} than ${visibleLine(baseline)}`;
  const room = plot.zero * leastWidth - textWidth('points');
  const toTheLeft = textWidth(named) < room ? named : `← ${less}`;
  return markup`<svg class="plot" height="36" aria-hidden="true">${plot.ticks.map(({ x, label: text }) => markup`<text class="mid" x="${percent(x)}" y="13">${text}</text>`)}<text x="0" y="31">${toTheLeft}</text><text class="mid" x="${percent(plot.zero)}" y="31">points</text><text class="end" x="100%" y="31">${more} →</text></svg>`;
}
