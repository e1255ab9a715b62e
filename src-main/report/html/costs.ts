/** What each candidate costs, beside what it is worth. */
import type { CostKind } from '../../contract/presentation/findings.ts';
import { changeTitle, costKinds, costTitle, costWords } from '../../contract/presentation/findings.ts';
import {
  absent,
  formatBytes,
  formatCount,
  formatDuration,
  formatPoints,
  formatPointsInterval,
  formatRate,
} from '../../contract/presentation/numbers.ts';
import type {
  ScatterGeometry,
  ScatterLabel,
  ScatterPoint,
  ScatterPointGeometry,
} from '../../contract/presentation/scatter-geometry.ts';
import { scatterGeometry } from '../../contract/presentation/scatter-geometry.ts';
import { intervalHead } from '../../contract/presentation/look-words.ts';
import { listWords } from '../../contract/presentation/words.ts';
import type { ReportInput } from '../report-input.ts';
import { costOf, costValue, intervalsOf, measureOfReport, resultsBy, runName } from '../report-view.ts';
import type { Markup } from './markup.ts';
import { markup, percent, px } from './markup.ts';
import { marker, verdictWord, wideTable } from './marks.ts';

/** The least width of the plot, px, and its height without the axis. */
const leastWidth = 440;
const plotHeight = 252;

interface CostChart {
  readonly kind: CostKind;
  readonly geometry: ScatterGeometry;
  readonly unit: string;
}

/** One chart for each cost that the baseline or a candidate has; the choice between them needs no script. */
export function costCharts(input: ReportInput): Markup | null {
  const charts = costKinds.flatMap((kind) => {
    const chart = chartOf(input, kind);
    return chart === null ? [] : [chart];
  });
  if (charts.length === 0) return null;
  const choice =
    charts.length === 1
      ? null
      : markup`<div class="choice">${charts.map(({ kind }) => markup`<label for="cost-${kind}">${labels[kind]}</label>`)}</div>`;
  return markup`<div class="costs">${charts.map(({ kind }, index) => markup`<input type="radio" name="cost" id="cost-${kind}" aria-label="Cost: ${costWords[kind].word}"${index === 0 ? markup` checked` : null}>`)}
${choice}
${charts.map((chart) => panel(input, chart))}</div>`;
}

/** Which panel shows, and which choice is marked, for the style sheet. */
export const costChoiceStyle = costKinds
  .map(
    (kind) =>
      `#cost-${kind}:checked~.panel-${kind}{display:block}` +
      `#cost-${kind}:checked~.choice [for="cost-${kind}"]{background:var(--selected);color:var(--text);font-weight:var(--strong)}` +
      `#cost-${kind}:focus-visible~.choice [for="cost-${kind}"]{outline:var(--focus);outline-offset:-2px}`,
  )
  .join('\n');

const labels: Readonly<Record<CostKind, string>> = {
  fileSize: 'File size',
  memory: 'Memory',
  tokensPerSecond: 'Tokens/s',
  seconds: 'Time',
};

function chartOf(input: ReportInput, kind: CostKind): CostChart | null {
  const { baseline, guardRail } = input.plan.plan;
  const measured = input.candidates.find(({ comparison }) => comparison?.noise != null);
  const noise = measured?.comparison?.noise ?? null;
  const raw = [baseline, ...input.candidates.map(({ name }) => name)].map((name) =>
    costValue(costOf(input, name), kind),
  );
  const { divisor, unit } = unitOf(kind, Math.max(0, ...raw.filter((value) => value !== null)));
  const cost = (index: number): number | null => {
    const value = raw[index] ?? null;
    return value === null ? null : value / divisor;
  };
  const points: readonly ScatterPoint[] = [
    ...input.candidates.map(({ name, comparison }, index): ScatterPoint => ({
      name,
      kind: 'candidate',
      cost: cost(index + 1),
      delta: comparison?.delta ?? null,
      interval: comparison?.interval ?? null,
      verdict: comparison === null ? 'not comparable' : comparison.verdict,
    })),
    {
      name: noise === null ? baseline : `${baseline} and its rerun`,
      kind: 'baseline',
      cost: cost(0),
      delta: 0,
      interval: noise?.interval ?? { lo: 0, hi: 0 },
      verdict: null,
    },
  ];
  const geometry = scatterGeometry({
    points,
    margin: guardRail.margin,
    halfWidth: noise?.halfWidth ?? null,
    width: leastWidth,
    height: plotHeight,
  });
  return geometry === null || geometry.points.every(({ point }) => point.kind === 'baseline')
    ? null
    : { kind, geometry, unit };
}

function unitOf(kind: CostKind, most: number): { readonly divisor: number; readonly unit: string } {
  if (kind === 'tokensPerSecond') return { divisor: 1, unit: 'generated tokens per second' };
  if (kind === 'seconds') {
    return most >= 5400
      ? { divisor: 3600, unit: 'time generating, hours' }
      : most >= 120
        ? { divisor: 60, unit: 'time generating, minutes' }
        : { divisor: 1, unit: 'time generating, seconds' };
  }
  const name = kind === 'fileSize' ? 'file size' : 'memory';
  return most >= 1e9 ? { divisor: 1e9, unit: `${name}, GB` } : { divisor: 1e6, unit: `${name}, MB` };
}

function panel(input: ReportInput, { kind, geometry, unit }: CostChart): Markup {
  const measure = measureOfReport(input);
  const { baseline } = input.plan.plan;
  const title = costTitle(
    resultsBy(input, kind),
    { name: baseline, cost: costValue(costOf(input, baseline), kind) },
    kind,
    measure,
  );
  const left =
    geometry.leftOut.length === 0 ? '' : ` Not drawn, for want of a number: ${listWords(geometry.leftOut)}.`;
  return markup`<figure class="cost-panel panel-${kind}"><div class="caption"><h3>${title}</h3><p>${changeTitle(measure)}, points, ${intervalHead(intervalsOf(input)).toLowerCase()}.${left}</p></div>
<div class="scatter-box">${scatterSvg(geometry, title, unit)}</div></figure>
`;
}

function scatterSvg(plot: ScatterGeometry, title: string, unit: string): Markup {
  const { band, guard } = plot;
  const axis = plot.cost.scale === 'log' ? `${unit} (log scale)` : unit;
  return markup`<svg class="plot" height="${plotHeight + 40}" role="img" aria-label="${title}. ${plot.points.map(pointWords).join('; ')}.">${
    guard === null
      ? null
      : markup`<rect class="beyond" y="${px(guard)}" width="100%" height="${px(plotHeight - guard)}"/>`
  }${band === null ? null : markup`<rect class="band" y="${px(band.from)}" width="100%" height="${px(band.to - band.from)}"/>`}${plot.qualityTicks.map(
    ({ y, label }) =>
      markup`${label === '0' ? null : markup`<line class="grid crisp" x2="100%" y1="${px(y)}" y2="${px(y)}"/>`}<text class="end" x="-8" y="${px(y + 4)}">${label}</text>`,
  )}<line class="zero crisp" x2="100%" y1="${px(plot.zero)}" y2="${px(plot.zero)}"/>${
    guard === null ? null : markup`<line class="guard" x2="100%" y1="${px(guard)}" y2="${px(guard)}"/>`
  }<line class="axis crisp" x2="100%" y1="${plotHeight}" y2="${plotHeight}"/>${plot.cost.ticks.map(
    ({ x, label }) =>
      markup`<line class="axis crisp" x1="${percent(x)}" x2="${percent(x)}" y1="${plotHeight}" y2="${plotHeight + 4}"/><text class="mid" x="${percent(x)}" y="${plotHeight + 17}">${label}</text>`,
  )}${nameText(plot.noiseLabel, 'soft')}${nameText(plot.guardLabel, 'ink')}${plot.points.map(pointSvg)}<text class="end" x="100%" y="${plotHeight + 34}">${axis}</text></svg>`;
}

function pointSvg({ x, y, whisker, mark, label }: ScatterPointGeometry): Markup {
  const at = percent(x);
  return markup`<line class="ci s-${mark.key}" x1="${at}" x2="${at}" y1="${px(whisker.from)}" y2="${px(whisker.to)}"/>${marker(mark, x, y)}${nameText(label, 'ink')}`;
}

function pointWords({ point }: ScatterPointGeometry): string {
  return `${point.name} ${formatPoints(point.delta)} points, ${formatPointsInterval(point.interval)}`;
}

function nameText(label: ScatterLabel | null, kind: string): Markup | null {
  if (label === null) return null;
  const anchor = { start: '', middle: ' mid', end: ' end' }[label.anchor];
  return markup`<text class="${kind}${anchor}" x="${percent(label.x)}" y="${px(label.y)}">${label.text}</text>`;
}

/** What every run took: the table behind the charts. */
export function costTable(input: ReportInput): Markup {
  return wideTable(
    'What every run took',
    'plain ',
    markup`<table><thead><tr><th scope="col">Run</th><th scope="col" class="num">File</th><th scope="col" class="num">Memory</th><th scope="col" class="num">Prompt tokens</th><th scope="col" class="num">Generated tokens</th><th scope="col" class="num">Time</th><th scope="col" class="num">Tokens/s</th><th scope="col" class="num">Change</th><th scope="col" class="num">${intervalHead(intervalsOf(input))}</th><th scope="col">Verdict</th><th scope="col">Plan</th></tr></thead><tbody>
${input.runs.map(({ key, cost }) => {
  const isBaseline = key.candidate === input.plan.plan.baseline;
  const comparison = isBaseline
    ? null
    : (input.candidates.find(({ name }) => name === key.candidate)?.comparison ?? null);
  return markup`<tr><th scope="row">${runName(key)}</th><td class="num">${formatBytes(cost.fileSize)}</td><td class="num">${formatBytes(cost.memory)}</td><td class="num">${formatCount(cost.promptTokens)}</td><td class="num">${formatCount(cost.generatedTokens)}</td><td class="num">${formatDuration(cost.seconds)}</td><td class="num">${formatRate(cost.tokensPerSecond)}</td><td class="num">${comparison === null ? absent : formatPoints(comparison.delta)}</td><td class="num soft">${formatPointsInterval(comparison?.interval ?? null)}</td><td>${isBaseline ? markup`<span class="muted">baseline</span>` : comparison === null ? absent : verdictWord(comparison.verdict)}</td><td>${comparison?.plan ?? ''}</td></tr>
`;
})}</tbody></table>`,
  );
}
