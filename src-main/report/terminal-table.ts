/** The result for a terminal: a table of the candidates, their strata worst first, and the answer in words. */
import type { ForestRow } from '../contract/presentation/forest-rows.ts';
import { overallSection, splitRows, strataSection } from '../contract/presentation/forest-rows.ts';
import {
  absent,
  formatCount,
  formatHalfWidth,
  formatPercent,
  formatPoints,
  formatPointsInterval,
  formatPointsSize,
} from '../contract/presentation/numbers.ts';
import { passAtKLine, passAtKNotes, passAtKTitle } from '../contract/presentation/pass-at-k-words.ts';
import { isWidened } from '../contract/presentation/look-words.ts';
import { remeasureTitle } from '../contract/presentation/repeat-words.ts';
import type { VerdictMark } from '../contract/presentation/verdict-marks.ts';
import { rerunMark, verdictMark } from '../contract/presentation/verdict-marks.ts';
import { visibleLine } from '../contract/presentation/visible-text.ts';
import type { ReportCandidate, ReportInput } from './report-input.ts';
import {
  answerOf,
  comparedCandidates,
  differingSettingsOf,
  itemsWords,
  remeasureOf,
  sentencesOf,
  timesWords,
  missingExample,
  unfinishedWords,
  intervalsOf,
} from './report-view.ts';
import type { TextStyle } from './terminal-text.ts';
import { cutMiddleTo, cutTo, displayWidth, styled, wrapLines } from './terminal-text.ts';

export interface TerminalOptions {
  /** Columns that a line may take; names are cut where it is narrow. */
  readonly width?: number;
  /** ANSI bold and colour. Shape and word say the same without. */
  readonly ansi?: boolean;
}

interface TerminalCell {
  readonly text: string;
  readonly style: TextStyle | null;
}

interface Column {
  /** Two lines. */
  readonly head: readonly [string, string];
  readonly side: 'left' | 'right';
  /** Columns of space before it. */
  readonly gap: number;
}

/** @param widened whether intervals are wider than 95 % ones */
const columnsOf = (widened: boolean): readonly Column[] => [
  { head: ['', 'candidate'], side: 'left', gap: 0 },
  { head: ['', 'n'], side: 'right', gap: 2 },
  { head: ['score', '%'], side: 'right', gap: 1 },
  { head: ['change', 'points'], side: 'right', gap: 1 },
  { head: [widened ? 'wider' : '95 %', 'interval'], side: 'right', gap: 2 },
  { head: ['lost/', 'gained'], side: 'right', gap: 2 },
  { head: ['stands', 'out'], side: 'left', gap: 2 },
  { head: ['', 'verdict'], side: 'left', gap: 1 },
  { head: ['', 'plan'], side: 'left', gap: 2 },
];

const styles: Readonly<Record<string, TextStyle>> = {
  worse: 'red',
  within: 'green',
  better: 'blue',
  cannot: 'yellow',
};

/**
 * Lines for a terminal, each at most `width` columns (100; below 92 the table alone is wider). "Stands out" is from a
 * rerun of the baseline. The plan's state of a stratum is shown where it must pass.
 */
export function terminalTable(input: ReportInput, options: TerminalOptions = {}): string {
  const { width = 100, ansi = false } = options;
  const { baseline } = input.plan.plan;
  const overall = overallSection(comparedCandidates(input), baseline);
  const groups: readonly Group[] = [
    {
      title: null,
      rows: overall.rows.map((row) =>
        rowCells(
          row,
          input.candidates.find(({ name }) => name === row.name),
        ),
      ),
    },
    ...input.candidates.flatMap(({ name, comparison }) => {
      const section = comparison === null ? null : strataSection(name, comparison);
      if (section === null) return [];
      const { shown, hidden } = splitRows(section.rows);
      const rows = shown.map((row) => {
        const part = comparison?.strata.find(({ stratum }) => stratum === row.name);
        return rowCells(row, part === undefined ? undefined : { comparison: part });
      });
      return [
        {
          title: `${visibleLine(name)}, worst first`,
          rows: hidden.length === 0 ? rows : [...rows, [plain(`and ${formatCount(hidden.length)} more`)]],
        },
      ];
    }),
  ];
  const lines = [
    ...beforeLines(input, width, ansi),
    '',
    ...tableLines(groups, isWidened(intervalsOf(input)), width, ansi),
    '',
    ...footLines(input, width),
    '',
    ...sentenceLines(input, width, ansi),
    ...passAtKLines(input, width),
    ...remeasureLines(input, width),
  ];
  return `${lines.join('\n')}\n`;
}

function plain(text: string, style: TextStyle | null = null): TerminalCell {
  return { text: visibleLine(text), style };
}

type Scored = Pick<NonNullable<ReportCandidate['comparison']>, 'candidate' | 'standsOut'>;

function rowCells(
  row: ForestRow,
  from: { readonly comparison: Scored | null } | undefined,
): readonly TerminalCell[] {
  const mark: VerdictMark = row.kind === 'rerun' ? rerunMark : verdictMark(row.verdict);
  const style = row.kind === 'rerun' ? 'dim' : null;
  const out = from?.comparison?.standsOut;
  return [
    plain(row.gating ? `* ${row.name}` : row.name, style),
    plain(formatCount(row.n), style),
    plain(formatPercent(from?.comparison?.candidate.mean ?? null), style),
    plain(formatPoints(row.delta), row.kind === 'rerun' ? 'dim' : 'bold'),
    plain(row.interval === null ? absent : formatPointsInterval(row.interval), style),
    plain(row.losses === null ? absent : `${formatCount(row.losses)}/${formatCount(row.gains)}`, style),
    plain(row.kind === 'rerun' ? '' : out == null ? absent : out ? 'yes' : 'no', style),
    plain(`${mark.character} ${mark.word}`, styles[mark.key] ?? style),
    plain(row.plan ?? ''),
  ];
}

interface Group {
  /** Null: the first, which stands under the column heads. */
  readonly title: string | null;
  readonly rows: readonly (readonly TerminalCell[])[];
}

const leastName = 8;

function tableLines(
  groups: readonly Group[],
  widened: boolean,
  width: number,
  ansi: boolean,
): readonly string[] {
  const columns = columnsOf(widened);
  const all = groups.flatMap(({ rows }) => rows);
  const widths = columns.map(({ head }, index) =>
    Math.max(...head.map(displayWidth), ...all.map((row) => displayWidth(row[index]?.text ?? ''))),
  );
  const rest = columns.reduce(
    (sum, { gap }, index) => sum + gap + (index === 0 ? 0 : (widths[index] ?? 0)),
    0,
  );
  widths[0] = Math.max(leastName, Math.min(widths[0] ?? 0, width - rest));
  const line = (cells: readonly TerminalCell[]): string =>
    columns
      .map(({ side, gap }, index) => {
        const cell = cells[index] ?? plain('');
        const size = widths[index] ?? 0;
        const text = index === 0 ? cutMiddleTo(cell.text, size) : cutTo(cell.text, size);
        const space = ' '.repeat(Math.max(0, size - displayWidth(text)));
        const body = styled(text, cell.style, ansi);
        return ' '.repeat(gap) + (side === 'left' ? body + space : space + body);
      })
      .join('')
      .trimEnd();
  const heads = [0, 1].map((at) => line(columns.map(({ head }) => plain(head[at] ?? '', 'dim'))));
  return groups.flatMap(({ title, rows }) => [
    ...(title === null ? heads : ['', styled(cutTo(title, width), 'bold', ansi)]),
    ...rows.map(line),
  ]);
}

/** What a person has to know before the results. */
function beforeLines(input: ReportInput, width: number, ansi: boolean): readonly string[] {
  const unfinished = unfinishedWords(input);
  return [
    styled(cutTo(visibleLine(input.plan.plan.decision), width), 'bold', ansi),
    ...wrapLines(
      visibleLine(
        `${itemsWords(input)}, guard rail ${formatPointsSize(input.plan.plan.guardRail.margin)} points, against ${input.plan.plan.baseline}`,
      ),
      width,
      '',
    ),
    ...(unfinished === null ? [] : ['', ...wrapLines(visibleLine(unfinished), width, '  ')]),
    ...(input.peeks === 0
      ? []
      : [
          '',
          ...wrapLines(
            `Results were looked at ${timesWords(input.peeks)} before every run had ended.`,
            width,
            '  ',
          ),
        ]),
    ...differingSettingsOf(input).flatMap(
      ({ name, requested, resolved, runs, all, planned, meaning }, index) => {
        const who = all && runs.length > 1 ? `all ${runs.length} runs` : runs.join(', ');
        const text = `! ${who}: ${name} is ${resolved}${planned ? '' : `, asked for was ${requested}`}. ${meaning}`;
        return [...(index === 0 ? [''] : []), ...wrapLines(visibleLine(text), width, '  ')];
      },
    ),
  ];
}

function passAtKLines({ passAtK }: ReportInput, width: number): readonly string[] {
  if (passAtK.length === 0) return [];
  const texts = [...passAtK.map(passAtKLine), ...passAtKNotes(passAtK)];
  return [
    '',
    `${passAtKTitle}, 95 % intervals`,
    ...texts.flatMap((text) => wrapLines(visibleLine(text), width, '  ')),
  ];
}

function remeasureLines(input: ReportInput, width: number): readonly string[] {
  const reasons = remeasureOf(input);
  return reasons.length === 0
    ? []
    : ['', ...wrapLines(visibleLine(`! ${remeasureTitle}. ${reasons.join(' ')}`), width, '  ')];
}

function footLines(input: ReportInput, width: number): readonly string[] {
  const { baseline, replicates } = input.plan.plan;
  const compared = input.candidates.some(({ comparison }) => comparison !== null);
  const unmeasured =
    replicates === 1
      ? 'the baseline ran once.'
      : compared
        ? `no item has a score in two runs of ${visibleLine(baseline)}.`
        : 'no candidate was compared.';
  const noise = input.candidates.find(({ comparison }) => comparison?.noise != null)?.comparison?.noise;
  const gating = input.candidates.some(({ comparison }) => comparison?.strata.some((part) => part.gating));
  const text = [
    noise == null
      ? `The noise floor was not measured: ${unmeasured}`
      : `Noise floor ${formatHalfWidth(noise.halfWidth)} points overall, from ${formatCount(noise.replicates)} runs of ${visibleLine(baseline)}.`,
    ...(gating ? ['* must pass.'] : []),
  ].join(' ');
  return wrapLines(text, width, '');
}

function sentenceLines(input: ReportInput, width: number, ansi: boolean): readonly string[] {
  const found = answerOf(input);
  const single = input.candidates.length === 1;
  return [
    ...(found === null || single
      ? []
      : [...wrapLines(visibleLine(found.text), width, '').map((line) => styled(line, 'bold', ansi)), '']),
    ...input.candidates.flatMap((candidate) => {
      const { text, verdict, rest } = sentencesOf(input, candidate);
      const missing = missingExample(candidate, input.plan.plan.baseline);
      const sentences = missing === null ? rest : [...rest, missing];
      const said = `${verdictMark(verdict).character} ${text} ${sentences.join(' ')}`;
      return wrapLines(visibleLine(said), width, '  ');
    }),
  ];
}
