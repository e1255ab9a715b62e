/** The report as Markdown (GitHub's tables and fences), for issues, wikis and pull requests. */
import {
  overallSection,
  splitRows,
  strataSection,
  worstFirst,
} from '../contract/presentation/forest-rows.ts';
import type { ForestRow } from '../contract/presentation/forest-rows.ts';
import { changeTitle } from '../contract/presentation/findings.ts';
import {
  absent,
  formatBytes,
  formatCount,
  formatDuration,
  formatHalfWidth,
  formatPercent,
  formatPoints,
  formatPointsInterval,
  formatProbability,
  formatRate,
  formatTime,
} from '../contract/presentation/numbers.ts';
import { engineWords } from '../contract/presentation/endpoint-words.ts';
import {
  passAtKCells,
  passAtKHeads,
  passAtKMethod,
  passAtKNotes,
  passAtKTitle,
} from '../contract/presentation/pass-at-k-words.ts';
import {
  missingCells,
  missingHeads,
  missingMeaning,
  missingNumeric,
  missingRows,
  missingTitle,
} from '../contract/presentation/missing-words.ts';
import {
  countAndRate,
  outcomeColumns,
  outcomesByStratum,
  outcomeTotal,
  type StratumOutcomes,
} from '../contract/presentation/outcome-words.ts';
import { intervalHead } from '../contract/presentation/look-words.ts';
import { remeasureTitle } from '../contract/presentation/repeat-words.ts';
import { rerunMark, verdictMark } from '../contract/presentation/verdict-marks.ts';
import { casesSection } from './markdown-cases.ts';
import { inline, table } from './markdown-text.ts';
import { methodParagraph } from './method-words.ts';
import { judgeSection } from './markdown-judge.ts';
import { divergenceSection } from './markdown-divergence.ts';
import { judgeReviewSection } from './markdown-judge-review.ts';
import { reviewSection } from './markdown-review.ts';
import type { ReportInput } from './report-input.ts';
import {
  answerOf,
  comparedCandidates,
  differingSettingsOf,
  itemsWords,
  measureOfReport,
  remeasureNext,
  remeasureOf,
  runName,
  sentencesOf,
  standsOutWords,
  timesWords,
  unfinishedWords,
  intervalsOf,
} from './report-view.ts';

export interface MarkdownOptions {
  /** Items shown in full for each candidate, at most. */
  readonly examples?: number;
}

const defaultExamples = 10;

/** The same order as the HTML report: settings that were not met, the answer, the plot's table, the rest. */
export function markdownReport(input: ReportInput, options: MarkdownOptions = {}): string {
  const { examples = defaultExamples } = options;
  return [
    ...head(input),
    ...notices(input),
    ...remeasure(input),
    ...answer(input),
    ...standing(input),
    ...numbers(input),
    ...passAtK(input),
    ...costs(input),
    ...outcomes(input),
    ...(input.divergence === null ? [] : divergenceSection(input.divergence)),
    ...casesSection(input, examples),
    ...(input.judge === null ? [] : judgeSection(input.judge)),
    ...(input.review === null ? [] : reviewSection(input.review)),
    ...(input.judgeReview === null ? [] : judgeReviewSection(input.judgeReview)),
    ...whatRan(input),
    '## Method',
    ...methodParagraph(input).map(inline),
    `Made by Noisefloor ${inline(input.noisefloor)} on ${inline(formatTime(input.generatedAt))}.`,
  ]
    .join('\n\n')
    .concat('\n');
}

function head(input: ReportInput): readonly string[] {
  const { plan, registeredAt, hash } = input.plan;
  return [
    `# ${inline(plan.decision)}`,
    inline(`${itemsWords(input)}. Plan registered ${formatTime(registeredAt)}, sha256 ${hash}.`),
  ];
}

function notices(input: ReportInput): readonly string[] {
  const unfinished = unfinishedWords(input);
  const settings = differingSettingsOf(input);
  return [
    ...(unfinished === null ? [] : [inline(unfinished)]),
    ...(input.peeks === 0
      ? []
      : [`Results were looked at ${timesWords(input.peeks)} before every run had ended.`]),
    ...(settings.length === 0
      ? []
      : [
          settings.some(({ planned }) => planned)
            ? '**Settings that differ**'
            : '**Settings that are not what the plan asked for**',
          table(
            ['Run', 'Setting', 'Asked for', 'Got', 'What it means'],
            settings.map(({ runs, all, name, requested, resolved, meaning }) => [
              all && runs.length > 1 ? `all ${runs.length} runs` : runs.join(', '),
              name,
              requested,
              resolved,
              meaning,
            ]),
          ),
        ]),
  ];
}

function remeasure(input: ReportInput): readonly string[] {
  const reasons = remeasureOf(input);
  if (reasons.length === 0) return [];
  return [`**${remeasureTitle}**`, inline(`${reasons.join(' ')} ${remeasureNext(input)}`)];
}

function answer(input: ReportInput): readonly string[] {
  const found = answerOf(input);
  return [
    `## ${inline(found?.text ?? 'The plan has no candidate beside its baseline.')}`,
    input.candidates
      .map((candidate) => {
        const { text, verdict, rest } = sentencesOf(input, candidate);
        return `- ${verdictMark(verdict).character} **${inline(text)}** ${inline(rest.join(' '))}`;
      })
      .join('\n'),
  ];
}

function standing(input: ReportInput): readonly string[] {
  const title = changeTitle(measureOfReport(input));
  const columns = [
    'Candidate, stratum',
    'Change',
    intervalHead(intervalsOf(input)),
    'n',
    'Lost',
    'Gained',
    'Noise floor',
    'Guard rail',
    'Verdict',
    'Plan',
  ];
  const overall = overallSection(comparedCandidates(input), input.plan.plan.baseline);
  const strata = input.candidates.flatMap(({ name, comparison }) => {
    const section = comparison === null ? null : strataSection(name, comparison);
    if (section === null) return [];
    const { shown, hidden } = splitRows(section.rows);
    return [
      `### ${inline(section.title)}`,
      table(columns, shown.map(standingRow), numeric(1, 8)),
      ...(hidden.length === 0
        ? []
        : [`${formatCount(hidden.length)} further strata are in the CSV and JSON reports.`]),
    ];
  });
  return [`## ${title}, points`, table(columns, overall.rows.map(standingRow), numeric(1, 8)), ...strata];
}

function standingRow(row: ForestRow): readonly string[] {
  const mark = row.kind === 'rerun' ? rerunMark : verdictMark(row.verdict);
  return [
    row.gating ? `${row.name} (must pass)` : row.name,
    formatPoints(row.delta),
    row.note ?? formatPointsInterval(row.interval),
    formatCount(row.n),
    formatCount(row.losses),
    formatCount(row.gains),
    formatHalfWidth(row.halfWidth),
    row.margin === null ? absent : formatPoints(-row.margin),
    `${mark.character} ${mark.word}`,
    row.plan ?? '',
  ];
}

/** Columns `from` to `to` (exclusive) to the right. */
function numeric(from: number, to: number): ReadonlySet<number> {
  return new Set(Array.from({ length: to - from }, (_, index) => from + index));
}

function numbers(input: ReportInput): readonly string[] {
  const rows = input.candidates.flatMap(({ name, comparison }) =>
    comparison === null
      ? []
      : [
          [
            name,
            formatPercent(comparison.baseline.mean),
            formatPercent(comparison.candidate.mean),
            formatCount(comparison.dropped),
            formatProbability(comparison.p?.value ?? null),
            formatPoints(comparison.excessFlips?.rate ?? null),
            formatPointsInterval(comparison.excessFlips?.interval ?? null),
            standsOutWords(comparison),
            comparison.bounds === null
              ? 'nothing is missing'
              : `${formatPoints(comparison.bounds.worst.delta)} to ${formatPoints(comparison.bounds.best.delta)}`,
          ],
        ],
  );
  if (rows.length === 0) return [];
  return [
    '## Numbers',
    table(
      [
        'Candidate',
        `${input.plan.plan.baseline}, %`,
        'Candidate, %',
        'Dropped',
        'p',
        'Excess flips',
        'interval',
        'Stands out by',
        'Change, missing answers all against to all for',
      ],
      rows,
      numeric(1, 7),
    ),
  ];
}

function passAtK({ passAtK: all }: ReportInput): readonly string[] {
  if (all.length === 0) return [];
  return [
    `## ${passAtKTitle}`,
    passAtKMethod,
    table([...passAtKHeads(all)], all.map(passAtKCells), numeric(1, passAtKHeads(all).length)),
    ...passAtKNotes(all).map(inline),
  ];
}

function costs(input: ReportInput): readonly string[] {
  return [
    '## Cost',
    table(
      ['Run', 'File', 'Memory', 'Prompt tokens', 'Generated tokens', 'Time', 'Tokens/s'],
      input.runs.map(({ key, cost }) => [
        runName(key),
        formatBytes(cost.fileSize),
        formatBytes(cost.memory),
        formatCount(cost.promptTokens),
        formatCount(cost.generatedTokens),
        formatDuration(cost.seconds),
        formatRate(cost.tokensPerSecond),
      ]),
      numeric(1, 7),
    ),
  ];
}

function outcomes(input: ReportInput): readonly string[] {
  const runs = input.runs.map(({ key, outcomes: counts, strata }) => ({
    name: runName(key),
    counts,
    total: outcomeTotal(counts),
    strata: strata.map((one) => ({ stratum: one.stratum, counts: one.outcomes })),
  }));
  const columns = outcomeColumns(runs.map(({ counts }) => counts));
  const heads = ['Run', 'outputs', 'scored', ...columns.map(({ word }) => word)];
  const cells = ({ name, counts, total }: StratumOutcomes['runs'][number]): string[] => [
    name,
    formatCount(total),
    countAndRate(counts.scored, total),
    ...columns.map(({ outcome }) => countAndRate(counts[outcome], total)),
  ];
  const { touched, whole } = outcomesByStratum(runs);
  return [
    '## How outputs ended',
    table(heads, runs.map(cells), numeric(1, heads.length)),
    ...(touched.length === 0
      ? []
      : [
          '### How outputs ended, by stratum',
          table(
            ['Stratum', ...heads],
            touched.flatMap((one) => one.runs.map((run) => [one.stratum, ...cells(run)])),
            numeric(2, heads.length + 1),
          ),
          ...(whole.length === 0 ? [] : [inline(`Every output was scored in ${whole.join(', ')}.`)]),
        ]),
    ...missingScores(input),
  ];
}

function missingScores(input: ReportInput): readonly string[] {
  const { baseline } = input.plan.plan;
  const tables = input.candidates.flatMap(({ name, comparison }) => {
    if (comparison === null) return [];
    const rows = missingRows([
      { name: 'Overall', part: comparison },
      ...worstFirst(comparison.strata).map((part) => ({ name: part.stratum, part })),
    ]);
    return rows.length === 0
      ? []
      : [table([...missingHeads(name, baseline)], rows.map(missingCells), missingNumeric)];
  });
  return tables.length === 0 ? [] : [`### ${missingTitle}`, missingMeaning, ...tables];
}

function whatRan(input: ReportInput): readonly string[] {
  const sittings = input.runs.flatMap(({ key, sittings: list }) =>
    list.map(({ manifest, endedAt, how, outputs }) => [
      runName(key),
      formatTime(manifest.startedAt),
      endedAt === null ? absent : formatTime(endedAt),
      how ?? 'running',
      formatCount(outputs),
      manifest.machine.processor,
      manifest.engine.engine === 'openai'
        ? manifest.engine.endpoint
        : [manifest.engine.backend, ...manifest.engine.devices].join(', '),
      engineWords(manifest),
      manifest.model.files.join(', '),
      manifest.model.hashes.join(', ') || absent,
    ]),
  );
  if (sittings.length === 0) return [];
  return [
    '## What ran',
    table(
      ['Run', 'Started', 'Ended', 'How', 'Outputs', 'Processor', 'Backend', 'Engine', 'File', 'sha256'],
      sittings,
      numeric(4, 5),
    ),
    'Every setting, as asked for and as resolved, is in the HTML and JSON reports.',
  ];
}
