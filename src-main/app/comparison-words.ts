/** One comparison as a terminal shows it: the sentences first, then a line for each part. */
import type { Comparison, ComparisonPart } from '../contract/comparison.ts';
import {
  formatCount,
  formatHalfWidth,
  formatPercent,
  formatPoints,
  formatPointsInterval,
  formatProbability,
} from '../contract/presentation/numbers.ts';
import { explanation, headline, type Sides } from '../contract/presentation/words.ts';
import { methodWord } from '../contract/presentation/part-words.ts';
import { pad } from '../report/terminal-text.ts';

const heads = [
  '',
  'n',
  'before',
  'after',
  'change',
  '95 % interval',
  'method',
  'lost',
  'gained',
  'p',
  'noise',
  'verdict',
];

export function comparisonWords(comparison: Comparison, sides: Sides): string {
  const rows = [
    heads,
    partRow('overall', comparison),
    ...comparison.strata.map((part) => partRow(part.gating ? `${part.stratum} *` : part.stratum, part)),
  ];
  const widths = heads.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const left = new Set([0, 6, 11]);
  const table = rows.map((row) =>
    row
      .map((cell, column) => pad(cell, widths[column] ?? 0, left.has(column) ? 'left' : 'right'))
      .join('  ')
      .trimEnd(),
  );
  return [
    headline(comparison, sides).text,
    ...explanation(comparison, sides),
    '',
    ...table,
    '',
    `${comparison.dropped} items dropped from the pairs; ${formatCount(comparison.resamples)} resamples, seed ${comparison.seed}, ${comparison.generator}.`,
    ...(comparison.strata.some(({ gating }) => gating) ? ['* must pass'] : []),
  ].join('\n');
}

function partRow(name: string, part: ComparisonPart): string[] {
  return [
    name,
    formatCount(part.n),
    formatPercent(part.baseline.mean),
    formatPercent(part.candidate.mean),
    formatPoints(part.delta),
    formatPointsInterval(part.interval),
    part.interval === null ? '–' : methodWord(part.interval.method),
    formatCount(part.flips.losses),
    formatCount(part.flips.gains),
    formatProbability(part.p?.value ?? null),
    formatHalfWidth(part.noise?.halfWidth ?? null),
    part.verdict ?? '–',
  ];
}
