/** The items that two sides both have a score for, side by side. */
import type { Flips } from '../../contract/comparison.ts';
import type { ItemTable } from './item-table.ts';
import type { Layout, StratumWeights } from './layout.ts';
import { layoutOf } from './layout.ts';

/** For each item of the table a score in [0, 1]; null: it is missing. */
export type ScoreColumn = readonly (number | null)[];

export interface PairView {
  readonly layout: Layout;
  /** In the layout's order of items. */
  readonly first: Float64Array;
  readonly second: Float64Array;
  /** second - first. */
  readonly differences: Float64Array;
  /** Every score of both sides is 0 or 1. */
  readonly binary: boolean;
  readonly flips: Flips;
}

/** Two means of the same samples can differ in their last bit; below this a difference is none. */
const rounding = 1e-12;

export function pairView(
  table: ItemTable,
  items: readonly number[],
  weights: StratumWeights | null,
  first: ScoreColumn,
  second: ScoreColumn,
): PairView {
  const both = items.filter((item) => first[item] != null && second[item] != null);
  const layout = layoutOf(table, both, weights);
  const firstScores = Float64Array.from(layout.items, (item) => first[item] ?? 0);
  const secondScores = Float64Array.from(layout.items, (item) => second[item] ?? 0);
  const differences = firstScores.map((score, position) => {
    const difference = (secondScores[position] as number) - score;
    return Math.abs(difference) < rounding ? 0 : difference;
  });
  const whole = (score: number): boolean => score === 0 || score === 1;
  const losses = differences.filter((difference) => difference < 0).length;
  const gains = differences.filter((difference) => difference > 0).length;
  const n = layout.items.length;
  return {
    layout,
    first: firstScores,
    second: secondScores,
    differences,
    binary: firstScores.every(whole) && secondScores.every(whole),
    flips: { losses, gains, rate: n === 0 ? null : (losses + gains) / n },
  };
}
