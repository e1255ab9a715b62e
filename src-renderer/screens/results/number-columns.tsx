/** The columns of a candidate's numbers: the main table, and what could move it. */
import type { Bound, Comparison, ComparisonPart, Interval } from '../../../src-main/contract/comparison.ts';
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
} from '../../../src-main/contract/presentation/numbers.ts';
import { methodWord, standsOutBy } from '../../../src-main/contract/presentation/part-words.ts';
import type { Measure } from '../../../src-main/contract/presentation/words.ts';
import type { Column } from '../../components/table.tsx';
import { boundWords } from './results-words.ts';

/** Overall, or a stratum by its name. */
export interface NamedPart {
  readonly name: string;
  readonly part: ComparisonPart;
}

export function namedParts(comparison: Comparison): readonly NamedPart[] {
  return [
    { name: 'Overall', part: comparison },
    ...comparison.strata.map((part) => ({ name: part.stratum, part })),
  ];
}

type PartText = (part: ComparisonPart) => string;

interface Look {
  /** In place of the head, where the column before says the rest. */
  readonly short?: string;
  readonly soft?: boolean;
  readonly strong?: boolean;
}

function numeric(key: string, head: string, text: PartText, look: Look = {}): Column<NamedPart> {
  const { short, soft = false, strong = false } = look;
  return {
    key,
    head,
    ...(short === undefined ? {} : { drawHead: short }),
    numeric: true,
    text: ({ part }) => text(part),
    draw: ({ part }) => {
      const shown = text(part);
      const muted = shown === '0' || shown === absent;
      const tone = muted ? 'muted' : soft ? 'soft' : strong ? 'strong' : undefined;
      return tone === undefined ? shown : <span className={tone}>{shown}</span>;
    },
  };
}

function worded(key: string, head: string, text: PartText): Column<NamedPart> {
  return { key, head, text: ({ part }) => text(part) };
}

const stratum: Column<NamedPart> = { key: 'stratum', head: 'Stratum', text: ({ name }) => name };
const interval = { short: 'interval', soft: true };

export function mainColumns(
  candidate: string,
  baseline: string,
  measure: Measure,
): readonly Column<NamedPart>[] {
  return [
    stratum,
    numeric('n', 'Pairs', ({ n }) => formatCount(n)),
    numeric('dropped', 'Dropped', ({ dropped }) => formatCount(dropped)),
    numeric('baseline', baseline, (part) => formatPercent(part.baseline.mean)),
    numeric(
      'baseline-interval',
      `${baseline} interval`,
      (part) => formatPercentInterval(part.baseline.interval),
      interval,
    ),
    numeric('candidate', candidate, (part) => formatPercent(part.candidate.mean)),
    numeric(
      'candidate-interval',
      `${candidate} interval`,
      (part) => formatPercentInterval(part.candidate.interval),
      interval,
    ),
    numeric('change', 'Change', ({ delta }) => formatPoints(delta), { strong: true }),
    numeric('change-interval', 'Change interval', (part) => formatPointsInterval(part.interval), interval),
    worded('method', 'Method', (part) =>
      part.interval === null ? absent : methodWord(part.interval.method),
    ),
    numeric('flips', measure === 'right' ? 'Flips' : 'Changed', ({ n, flips }) =>
      formatCount(n === 0 ? null : flips.losses + flips.gains),
    ),
    numeric('p', 'p', ({ p }) => formatProbability(p?.value ?? null)),
    numeric('holm', 'Holm', ({ p }) => formatProbability(p?.adjusted ?? null)),
    numeric('noise', 'Noise', ({ noise }) => formatHalfWidth(noise?.halfWidth ?? null)),
    numeric('excess', 'Excess flips', ({ excessFlips }) => formatPoints(excessFlips?.rate ?? null)),
    numeric(
      'excess-interval',
      'Excess flips interval',
      ({ excessFlips }) => formatPointsInterval(excessFlips?.interval ?? null),
      interval,
    ),
    worded('stands-out', 'Stands out by', standsOutBy),
  ];
}

/** Missing answers and their bounds, answered only, every other interval, and the spread of items. */
export function otherColumns(parts: readonly NamedPart[]): readonly Column<NamedPart>[] {
  const methods = new Set(parts.flatMap(({ part }) => part.intervals.map(({ method }) => method)));
  const within = parts.some(({ part }) => part.candidate.withinItemDeviation !== null);
  const bound = (key: string, head: string, of: (part: ComparisonPart) => Bound | undefined) =>
    numeric(key, head, (part) => {
      const found = of(part);
      return found === undefined ? absent : boundWords(found);
    });
  return [
    stratum,
    numeric('missing-baseline', 'Missing: baseline', ({ missing }) => formatCount(missing.baseline)),
    numeric('missing-candidate', 'Missing: candidate', ({ missing }) => formatCount(missing.candidate), {
      short: 'candidate',
    }),
    numeric('missing-both', 'Missing: both', ({ missing }) => formatCount(missing.both), { short: 'both' }),
    bound('worst', 'Change if all against', ({ bounds }) => bounds?.worst),
    bound('best', 'Change if all for', ({ bounds }) => bounds?.best),
    numeric('answered', 'Answered only: n', ({ answeredOnly }) => formatCount(answeredOnly?.n ?? null)),
    numeric(
      'answered-change',
      'Answered only: change',
      ({ answeredOnly }) => formatPoints(answeredOnly?.delta ?? null),
      { short: 'change' },
    ),
    numeric(
      'answered-interval',
      'Answered only: interval',
      ({ answeredOnly }) => formatPointsInterval(answeredOnly?.interval ?? null),
      interval,
    ),
    ...[...methods].map((method) =>
      numeric(
        method,
        `Interval: ${methodWord(method)}`,
        ({ intervals }) => formatPointsInterval(byMethod(intervals, method)),
        { soft: true },
      ),
    ),
    numeric('between', 'Spread between items', ({ candidate }) =>
      formatNumber(candidate.betweenItemDeviation, 3),
    ),
    ...(within
      ? [
          numeric('within', 'Spread within items', ({ candidate }) =>
            formatNumber(candidate.withinItemDeviation, 3),
          ),
        ]
      : []),
  ];
}

function byMethod(intervals: readonly Interval[], method: Interval['method']): Interval | null {
  return intervals.find((one) => one.method === method) ?? null;
}

/** "p by McNemar’s test, mid-p; Holm-adjusted over the strata." */
export function testWords({ p }: ComparisonPart): string {
  if (p === null) return '';
  const test = p.method === 'mid-p-mcnemar' ? 'McNemar’s test, mid-p' : 'the sign-flip permutation test';
  return ` p by ${test}; Holm-adjusted over the strata.`;
}
