/** The items on which baseline and candidate part, side by side: lost first, then gained, then those without a pair. */
import type { Check } from '../../contract/item.ts';
import type { OptionMeasure } from '../../contract/output.ts';
import { optionHeads, optionNote, optionRows } from '../../contract/presentation/option-rows.ts';
import { formatCount, formatDuration, formatNumber } from '../../contract/presentation/numbers.ts';
import { sideMark } from '../../contract/presentation/verdict-marks.ts';
import { cutMiddle, excerpt, visibleLine } from '../../contract/presentation/visible-text.ts';
import { expectedWords } from '../expected-words.ts';
import type {
  ReportAnswer,
  ReportCandidate,
  ReportCase,
  ReportInput,
  ReportSample,
} from '../report-input.ts';
import { casesInOrder } from '../report-view.ts';
import { differingRanges, segments } from '../text-difference.ts';
import type { Markup } from './markup.ts';
import { foreign, markup } from './markup.ts';
import { sideGlyph } from './marks.ts';

/** Longer texts are shown by their start and their end, UTF-16 units. */
const longestText = 4000;
const longestPreview = 140;
const longestId = 17;

/** At most `examples` items of each candidate; the counts are of all. */
export function cases(input: ReportInput, examples: number): Markup {
  const withCases = input.candidates.filter(
    ({ cases: { lost, gained, missing } }) => lost + gained + missing > 0,
  );
  if (withCases.length === 0) return markup`<p>No item was lost, gained or missing.</p>`;
  return markup`${withCases.map((candidate) => candidateCases(input, candidate, examples))}`;
}

function candidateCases(input: ReportInput, candidate: ReportCandidate, examples: number): Markup {
  const { lost, gained, missing, items } = candidate.cases;
  const shown = casesInOrder(items).slice(0, examples);
  const all = lost + gained + missing;
  const rest = all - shown.length;
  const counts = [
    `${formatCount(lost)} lost`,
    `${formatCount(gained)} gained`,
    ...(missing === 0 ? [] : [`${formatCount(missing)} without a pair`]),
  ].join(', ');
  const note =
    rest > 0
      ? ` ${shown.length === 0 ? 'None' : `The first ${formatCount(shown.length)}`} of ${formatCount(all)} shown here.`
      : '';
  return markup`<div class="numbers"><div class="caption"><h3>${candidate.name} against ${input.plan.plan.baseline}</h3><p>${counts}.${note}</p></div>
${shown.map((one) => caseDetails(one, candidate.name, input.plan.plan.baseline))}</div>
`;
}

function caseDetails(one: ReportCase, candidate: string, baseline: string): Markup {
  const { item, kind, samples } = one;
  const asked = item.messages.findLast(({ role }) => role === 'user')?.content ?? '';
  const preview = excerpt(visibleLine(asked), longestPreview);
  return markup`<details class="case"><summary><span class="badge b-${kind}">${sideGlyph(meanScore(samples, 'baseline'))}${sideGlyph(meanScore(samples, 'candidate'))}${kind}</span><code class="cut" title="${item.id}">${cutMiddle(visibleLine(item.id), longestId)}</code><span class="cut soft">${visibleLine(item.stratum)}</span><span class="cut preview soft">${preview.start}${preview.left > 0 ? '…' : ''}</span></summary>
<div class="case-body"><dl class="asked">${item.messages.map(({ role, content }) => markup`<dt>${roleWords[role]}</dt><dd dir="auto">${longText(content)}</dd>`)}<dt>Expected</dt><dd class="mono" dir="auto">${longText(expectedWords(item.check))}</dd></dl>
${samples.map((sample) => panes(item.check, sample, samples.length, candidate, baseline))}</div></details>
`;
}

const roleWords = { system: 'System', user: 'Asked', assistant: 'Assistant', tool: 'Tool' } as const;

function meanScore(samples: readonly ReportSample[], side: 'baseline' | 'candidate'): number | null {
  const values = samples.flatMap((sample) => {
    const value = scoreOf(sample[side]);
    return value === null ? [] : [value];
  });
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** The value that counts: unparsed and truncated answers are wrong, other outcomes but `scored` are missing. */
function scoreOf(answer: ReportAnswer | null): number | null {
  if (answer?.score == null) return null;
  const { outcome, value } = answer.score;
  if (outcome === 'scored') return value;
  return outcome === 'unparsed' || outcome === 'truncated' ? 0 : null;
}

function panes(
  check: Check,
  sample: ReportSample,
  samples: number,
  candidate: string,
  baseline: string,
): Markup {
  const [a, b] = [shownText(sample.baseline), shownText(sample.candidate)];
  const [inA, inB] = a === null || b === null ? [[], []] : differingRanges(a.start, b.start);
  return markup`${samples > 1 ? markup`<p class="small muted">Sample ${formatCount(sample.sample + 1)} of ${formatCount(samples)}</p>` : null}<div class="panes">${pane(check, baseline, 'baseline', sample.baseline, a, inA, 'd-a')}${pane(check, candidate, '', sample.candidate, b, inB, 'd-b')}</div>
`;
}

type Shown = ReturnType<typeof excerpt>;

function shownText(answer: ReportAnswer | null): Shown | null {
  if (answer === null || answer.output.error !== undefined || answer.output.options !== undefined)
    return null;
  return excerpt(answer.output.text, longestText);
}

function pane(
  check: Check,
  name: string,
  role: string,
  answer: ReportAnswer | null,
  shown: Shown | null,
  differing: ReturnType<typeof differingRanges>[0],
  mark: string,
): Markup {
  const head = markup`<h4>${name}${role === '' ? null : markup` <span class="muted small">${role}</span>`}</h4>`;
  if (answer === null)
    return markup`<div class="pane">${head}<p class="mark">${sideGlyph(null)}<span>There is no output.</span></p></div>`;
  const { output, score } = answer;
  const value = scoreOf(answer);
  const reason = output.error?.message ?? score?.reason ?? 'It was not scored.';
  return markup`<div class="pane">${head}<p class="mark">${sideGlyph(value)}<span><b>${outcomeWord(answer, value)}.</b> ${foreign(reason)}</span></p>
${output.options === undefined ? null : weighed(check, output.options)}${shown === null ? null : markup`<pre dir="auto">${marked(shown, differing, answer, mark)}</pre>`}
<p class="spent">${[
    output.finish,
    `${formatCount(output.promptTokens)} prompt and ${formatCount(output.generatedTokens)} generated tokens`,
    formatDuration(output.totalMs / 1000),
  ].join(', ')}</p></div>`;
}

function weighed(check: Check, options: OptionMeasure): Markup {
  const note = markup`<p class="small soft">${foreign(optionNote(options))}</p>`;
  if (options.measured === null) return note;
  const rows = optionRows(options.measured, check.kind === 'choice' ? check.options : []);
  return markup`<table class="options"><thead><tr>${optionHeads.map((head) => markup`<th scope="col">${head}</th>`)}</tr></thead><tbody>${rows.map(
    (row) =>
      markup`<tr><th scope="row"><b>${row.letter}</b> ${foreign(row.text)}</th><td class="num">${row.share}</td><td class="num">${row.logProbability}</td><td class="num">${row.perToken}</td><td class="num">${row.perByte}</td></tr>`,
  )}</tbody></table>${note}`;
}

function outcomeWord({ score, output }: ReportAnswer, value: number | null): string {
  if (output.error !== undefined || score === null) return 'No answer';
  if (score.outcome !== 'scored') {
    const word = score.outcome.replace('_', ' ');
    return word.charAt(0).toUpperCase() + word.slice(1);
  }
  const { word, key } = sideMark(value);
  const said = word.charAt(0).toUpperCase() + word.slice(1);
  return key === 'partly' ? `${said}, ${formatNumber(value, 2)}` : said;
}

function marked(
  shown: Shown,
  differing: ReturnType<typeof differingRanges>[0],
  { score }: ReportAnswer,
  mark: string,
): Markup {
  const parts = segments(shown.start, differing, score?.span).map(({ text, differs, read }) => {
    const body = foreign(text);
    const kind = [...(differs ? [mark] : []), ...(read ? ['read'] : [])].join(' ');
    return kind === '' ? body : markup`<span class="${kind}">${body}</span>`;
  });
  return markup`${parts}${leftOut(shown)}`;
}

function leftOut({ left, end }: Shown): Markup | null {
  if (left === 0) return null;
  return markup`<span class="left-out"> [${formatCount(left)} characters left out] </span>${foreign(end)}`;
}

function longText(text: string): Markup {
  const shown = excerpt(text, longestText);
  return markup`${foreign(shown.start)}${leftOut(shown)}`;
}
