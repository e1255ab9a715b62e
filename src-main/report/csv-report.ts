/** The report as CSV: one row for each candidate and part (overall, then its strata), numbers in full precision. */
import type {
  Bound,
  ComparisonPart,
  Estimate,
  Interval,
  MissingWay,
  MissingWays,
  OutcomeCounts,
} from '../contract/comparison.ts';
import { outcomes } from '../contract/output.ts';
import { worstFirst } from '../contract/presentation/forest-rows.ts';
import { outcomeTotal } from '../contract/presentation/outcome-words.ts';
import { formatDay } from '../contract/presentation/numbers.ts';
import { divergenceCells, divergenceFields, type DivergenceCells } from './csv-divergence.ts';
import type { ReportInput } from './report-input.ts';
import { acceptedOf } from './report-view.ts';

type Cell = string | number | boolean | null;

interface Row {
  readonly candidate: string;
  readonly stratum: string | null;
  readonly gating: boolean | null;
  readonly plan: string | null;
  readonly part: ComparisonPart;
  readonly divergence: DivergenceCells | null;
  /** Differences from the baseline's input and settings that were accepted, each with its day. */
  readonly accepted: string | null;
  readonly seed: number;
  readonly generator: string;
  readonly resamples: number;
}

type Column = readonly [name: string, cell: (row: Row) => Cell];

const ends = (name: string, of: (part: ComparisonPart) => Interval | null): readonly Column[] => [
  [`${name}_lo`, ({ part }) => of(part)?.lo ?? null],
  [`${name}_hi`, ({ part }) => of(part)?.hi ?? null],
];

const side = (name: 'baseline' | 'candidate'): readonly Column[] => {
  const of = (part: ComparisonPart): Estimate => part[name];
  return [
    [`${name}_mean`, ({ part }) => of(part).mean],
    ...ends(name, (part) => of(part).interval),
    [`${name}_deviation_between_items`, ({ part }) => of(part).betweenItemDeviation],
    [`${name}_deviation_within_items`, ({ part }) => of(part).withinItemDeviation],
  ];
};

const bound = (name: 'worst' | 'best'): readonly Column[] => {
  const of = (part: ComparisonPart): Bound | null => part.bounds?.[name] ?? null;
  return [
    [`${name}_change`, ({ part }) => of(part)?.delta ?? null],
    ...ends(name, (part) => of(part)?.interval ?? null),
    [`${name}_verdict`, ({ part }) => of(part)?.verdict ?? null],
  ];
};

const way = (name: keyof MissingWays): readonly Column[] => {
  const of = (part: ComparisonPart): MissingWay | null => part.missingWays?.[name] ?? null;
  const column = { leftOut: 'missing_left_out', wrong: 'missing_wrong', right: 'missing_right' }[name];
  return [
    [`${column}_baseline`, ({ part }) => of(part)?.baseline ?? null],
    [`${column}_candidate`, ({ part }) => of(part)?.candidate ?? null],
    [`${column}_change`, ({ part }) => of(part)?.delta ?? null],
    ...ends(column, (part) => of(part)?.interval ?? null),
    [`${column}_verdict`, ({ part }) => of(part)?.verdict ?? null],
  ];
};

/** Of each outcome the share of all outputs of that side. */
const rates = (name: 'baseline' | 'candidate'): readonly Column[] =>
  outcomes.map((outcome): Column => [
    `${name}_${outcome}_rate`,
    ({ part }) => {
      const total = outcomeTotal(part.outcomes[name]);
      return total === 0 ? null : part.outcomes[name][outcome] / total;
    },
  ]);

const counted = (name: 'baseline' | 'candidate'): readonly Column[] =>
  outcomes.map((outcome): Column => [
    `${name}_${outcome}`,
    ({ part }) => (part.outcomes[name] satisfies OutcomeCounts)[outcome],
  ]);

/** The columns in order. Shares and changes are in [0, 1] and [-1, 1], not in points. Empty: not computable. */
const columns: readonly Column[] = [
  ['candidate', ({ candidate }) => candidate],
  ['part', ({ stratum }) => (stratum === null ? 'overall' : 'stratum')],
  ['stratum', ({ stratum }) => stratum],
  ['must_pass', ({ gating }) => gating],
  ['verdict', ({ part }) => part.verdict],
  ['plan', ({ plan }) => plan],
  ['margin', ({ part }) => part.margin],
  ['pairs', ({ part }) => part.n],
  ['dropped', ({ part }) => part.dropped],
  ['missing_baseline', ({ part }) => part.missing.baseline],
  ['missing_candidate', ({ part }) => part.missing.candidate],
  ['missing_both', ({ part }) => part.missing.both],
  ...side('baseline'),
  ...side('candidate'),
  ['change', ({ part }) => part.delta],
  ...ends('change', ({ interval }) => interval),
  ['level', ({ part }) => part.interval?.level ?? null],
  ['method', ({ part }) => part.interval?.method ?? null],
  ['lost', ({ part }) => part.flips.losses],
  ['gained', ({ part }) => part.flips.gains],
  ['flip_rate', ({ part }) => part.flips.rate],
  ['p', ({ part }) => part.p?.value ?? null],
  ['p_holm', ({ part }) => part.p?.adjusted ?? null],
  ['p_method', ({ part }) => part.p?.method ?? null],
  ['noise_pairs', ({ part }) => part.noise?.n ?? null],
  ['noise_runs', ({ part }) => part.noise?.replicates ?? null],
  ['noise_change', ({ part }) => part.noise?.delta ?? null],
  ['noise_half_width', ({ part }) => part.noise?.halfWidth ?? null],
  ['noise_flip_rate', ({ part }) => part.noise?.flips.rate ?? null],
  ['excess_flip_rate', ({ part }) => part.excessFlips?.rate ?? null],
  ...ends('excess_flip_rate', ({ excessFlips }) => excessFlips?.interval ?? null),
  ['stands_out', ({ part }) => part.standsOut],
  ['stands_out_by', ({ part }) => part.standsOutBy.join(' ')],
  ['items_needed', ({ part }) => part.needed],
  ...bound('worst'),
  ...bound('best'),
  ...way('leftOut'),
  ...way('wrong'),
  ...way('right'),
  ['answered_only_pairs', ({ part }) => part.answeredOnly?.n ?? null],
  ['answered_only_change', ({ part }) => part.answeredOnly?.delta ?? null],
  ...ends('answered_only', ({ answeredOnly }) => answeredOnly?.interval ?? null),
  ...counted('baseline'),
  ...counted('candidate'),
  ...rates('baseline'),
  ...rates('candidate'),
  ...divergenceFields.map(([name, cell]): Column => [name, ({ divergence }) => cell(divergence)]),
  ['reason', ({ part }) => part.reason],
  ['accepted', ({ accepted }) => accepted],
  ['seed', ({ seed }) => seed],
  ['generator', ({ generator }) => generator],
  ['resamples', ({ resamples }) => resamples],
];

/** RFC 4180: a header, commas, CR LF. A candidate without a comparison has no row. */
export function csvReport(input: ReportInput): string {
  const rows = input.candidates.flatMap((candidate): readonly Row[] => {
    const { name, comparison } = candidate;
    if (comparison === null) return [];
    const accepted = acceptedOf(input, candidate).map(
      ({ what, acceptedAt }) => `${what}, ${formatDay(acceptedAt)}`,
    );
    const { seed, generator, resamples } = comparison;
    const shared = {
      candidate: name,
      accepted: accepted.length === 0 ? null : accepted.join('; '),
      seed,
      generator,
      resamples,
    };
    const divergence = (stratum: string | null) => divergenceCells(input.divergence, name, stratum);
    return [
      {
        ...shared,
        stratum: null,
        gating: null,
        plan: comparison.plan,
        part: comparison,
        divergence: divergence(null),
      },
      ...worstFirst(comparison.strata).map((part) => ({
        ...shared,
        stratum: part.stratum,
        gating: part.gating,
        plan: null,
        part,
        divergence: divergence(part.stratum),
      })),
    ];
  });
  const head = ['plan_hash', ...columns.map(([name]) => name)];
  const lines = rows.map((row) => [input.plan.hash, ...columns.map(([, cell]) => cell(row))]);
  return [head, ...lines].map((line) => `${line.map(csvField).join(',')}\r\n`).join('');
}

/**
 * One field. A text that a spreadsheet would run as a formula (it starts with =, +, -, @, a tab or a carriage
 * return) gets an apostrophe in front; numbers are written by this program and need none.
 */
export function csvField(value: Cell): string {
  if (value === null) return '';
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : '';
  if (typeof value === 'boolean') return value ? 'true' : 'false';
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
