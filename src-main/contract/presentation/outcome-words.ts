/** The outcomes that are not `scored`, in the order in which charts and tables list them. */
import type { OutcomeCounts } from '../comparison.ts';
import type { Outcome } from '../output.ts';
import { formatCount, formatPercent } from './numbers.ts';

export type UnscoredOutcome = Exclude<Outcome, 'scored'>;

export type OutcomePattern = 'solid' | 'hatched' | 'pale' | 'hollow' | 'dotted' | 'crossed';

export interface OutcomeWords {
  readonly outcome: UnscoredOutcome;
  /** The column's head. */
  readonly word: string;
  /** "Q2_K {says} in 71 of 1,840 answers". */
  readonly says: string;
  readonly pattern: OutcomePattern;
  /** Whether it counts as wrong or leaves the item without a pair. */
  readonly counts: 'wrong' | 'missing';
}

export const unscoredOutcomes: readonly OutcomeWords[] = [
  { outcome: 'unparsed', word: 'unparsed', says: 'cannot be parsed', pattern: 'solid', counts: 'wrong' },
  { outcome: 'truncated', word: 'truncated', says: 'is cut off', pattern: 'hatched', counts: 'wrong' },
  {
    outcome: 'overlong',
    word: 'overlong',
    says: 'gets too long a prompt',
    pattern: 'pale',
    counts: 'missing',
  },
  { outcome: 'failed', word: 'failed', says: 'gives no answer', pattern: 'hollow', counts: 'missing' },
  {
    outcome: 'judge_error',
    word: 'judge error',
    says: 'has no judgement',
    pattern: 'dotted',
    counts: 'missing',
  },
  {
    outcome: 'unsupported',
    word: 'unsupported',
    says: 'is not supported',
    pattern: 'crossed',
    counts: 'missing',
  },
];

/** Outputs in all, scored or not. */
export function outcomeTotal(counts: OutcomeCounts): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

/** "12 (0.7 %)", and "0" alone. */
export function countAndRate(count: number, total: number): string {
  return count === 0 ? '0' : `${formatCount(count)} (${formatPercent(count / total)} %)`;
}

/** One run, in all and by stratum. */
export interface RunOutcomes {
  readonly name: string;
  readonly counts: OutcomeCounts;
  readonly strata: readonly { readonly stratum: string; readonly counts: OutcomeCounts }[];
}

export interface StratumOutcomes {
  readonly stratum: string;
  readonly runs: readonly { readonly name: string; readonly counts: OutcomeCounts; readonly total: number }[];
}

/** Strata in which some output of some run was not scored, each with every run that has outputs there; the others by name. */
export function outcomesByStratum(runs: readonly RunOutcomes[]): {
  readonly touched: readonly StratumOutcomes[];
  readonly whole: readonly string[];
} {
  const strata = [...new Set(runs.flatMap((run) => run.strata.map(({ stratum }) => stratum)))];
  const all = strata.map((stratum) => ({
    stratum,
    runs: runs.flatMap(({ name, strata: own }) => {
      const found = own.find((one) => one.stratum === stratum);
      return found === undefined ? [] : [{ name, counts: found.counts, total: outcomeTotal(found.counts) }];
    }),
  }));
  const isWhole = (one: StratumOutcomes): boolean =>
    one.runs.every(({ counts, total }) => counts.scored === total);
  return {
    touched: all.filter((one) => !isWhole(one)),
    whole: all.filter(isWhole).map(({ stratum }) => stratum),
  };
}

/** The outcomes that get a column: the first four always, the others where any run has one. */
export function outcomeColumns(runs: readonly OutcomeCounts[]): readonly OutcomeWords[] {
  return unscoredOutcomes.filter(
    ({ outcome }, index) => index < 4 || runs.some((counts) => counts[outcome] > 0),
  );
}
