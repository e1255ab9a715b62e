/** The outcomes that are not `scored`, in the order in which charts and tables list them. */
import type { OutcomeCounts } from '../comparison.ts';
import type { Outcome } from '../output.ts';

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

/** The outcomes that get a column: the first four always, the others where any run has one. */
export function outcomeColumns(runs: readonly OutcomeCounts[]): readonly OutcomeWords[] {
  return unscoredOutcomes.filter(
    ({ outcome }, index) => index < 4 || runs.some((counts) => counts[outcome] > 0),
  );
}
