/** Runs for the comparison's tests, made of few words. */
import type { ComparisonInput } from '../../../../src-main/experiment/comparison/compare-scores.ts';
import { compareScores } from '../../../../src-main/experiment/comparison/compare-scores.ts';
import type { SampleScore } from '../../../../src-main/experiment/comparison/sample-scores.ts';
import type { Comparison } from '../../../../src-main/contract/comparison.ts';
import type { Outcome } from '../../../../src-main/contract/output.ts';

/** A score, or the outcome of an answer that has none. */
export type Told = number | Exclude<Outcome, 'scored'>;

export type Labels = Pick<SampleScore, 'stratum' | 'cluster'>;

const itemId = (index: number): string => `item-${String(index).padStart(5, '0')}`;

export function row(id: string, told: Told, labels: Labels = {}, sample = 0): SampleScore {
  return typeof told === 'number'
    ? { id, sample, value: told, outcome: 'scored', ...labels }
    : { id, sample, value: null, outcome: told, ...labels };
}

/** Items item-00000, item-00001, … with these scores, one sample each. */
export function run(told: readonly Told[], labels: (index: number) => Labels = () => ({})): SampleScore[] {
  return told.map((one, index) => row(itemId(index), one, labels(index)));
}

/** So many items that lost, that gained, that stayed right and that stayed wrong: both sides of them. */
export function flipped(
  losses: number,
  gains: number,
  right: number,
  wrong: number,
): { readonly baseline: number[]; readonly candidate: number[] } {
  const of = (count: number, score: number): number[] => new Array<number>(count).fill(score);
  return {
    baseline: [...of(losses, 1), ...of(gains, 0), ...of(right, 1), ...of(wrong, 0)],
    candidate: [...of(losses, 0), ...of(gains, 1), ...of(right, 1), ...of(wrong, 0)],
  };
}

export const rail = (margin: number): NonNullable<ComparisonInput['guardRail']> => ({
  margin,
  strata: {},
  maxMissing: 1,
});

export function compare(
  input: Partial<ComparisonInput> & Pick<ComparisonInput, 'baseline' | 'candidate'>,
): Comparison {
  return compareScores({ reruns: [], guardRail: null, seed: 1, resamples: 400, ...input });
}
