/** The noise floor: what the baseline's own reruns show, with nothing changed. */
import type { ComparisonPart, Noise } from '../../contract/comparison.ts';
import { requestDifference } from './difference.ts';
import type { ItemTable } from './item-table.ts';
import { layoutOf, type StratumWeights } from './layout.ts';
import { differenceRange, lackOf, requestMean } from './mean-interval.ts';
import { pairView, type PairView, type ScoreColumn } from './pair-view.ts';
import type { ResamplePool } from './resample-pool.ts';

export interface NoiseInput {
  readonly table: ItemTable;
  readonly items: readonly number[];
  readonly weights: StratumWeights | null;
  /** The baseline's runs, the one that is compared first. */
  readonly runs: readonly ScoreColumn[];
  readonly level: number;
}

/**
 * Every two runs of the baseline are compared as a candidate would be, by the same rule for the interval. The noise
 * floor is that of the pair whose interval reaches furthest from 0. Gives null where no item has a score in two runs.
 */
export function requestNoise(pool: ResamplePool, input: NoiseInput): () => Noise | null {
  const pairs = replicatePairs(input).map((view) => requestDifference(pool, view, input.level));
  return () => {
    let widest: Noise | null = null;
    for (const pair of pairs) {
      const { n, delta, interval, flips } = pair();
      if (delta === null || interval === null) continue;
      const halfWidth = Math.max(Math.abs(interval.lo), Math.abs(interval.hi));
      if (widest !== null && halfWidth <= widest.halfWidth) continue;
      widest = { n, replicates: input.runs.length, delta, interval, halfWidth, flips };
    }
    return widest;
  };
}

/**
 * The candidate's flip rate against the baseline's first run less the flip rate between the baseline's own runs,
 * which is each item's mean over the pairs of runs that have it. Both are resampled together, over the items that
 * have both. Null where no item has.
 */
export function requestExcessFlips(
  pool: ResamplePool,
  input: NoiseInput,
  candidate: ScoreColumn,
): () => ComparisonPart['excessFlips'] {
  const { table, items, weights, runs } = input;
  const [baseline = []] = runs;
  const own = flippedByItem(pairView(table, items, null, baseline, candidate));
  const between = replicatePairs({ ...input, weights: null }).map(flippedByItem);
  const layout = layoutOf(
    table,
    items.filter((item) => own.has(item) && between.some((pair) => pair.has(item))),
    weights,
  );
  if (lackOf(layout) !== null) return () => null;
  const excess = Float64Array.from(layout.items, (item) => {
    const rerun = between.map((pair) => pair.get(item)).filter((flipped) => flipped !== undefined);
    return (own.get(item) ?? 0) - rerun.reduce((sum, flipped) => sum + flipped, 0) / rerun.length;
  });
  const mean = requestMean(pool, layout, excess, differenceRange, input.level);
  return () => {
    const { mean: rate, interval } = mean();
    return { rate, interval };
  };
}

function replicatePairs({ table, items, weights, runs }: NoiseInput): PairView[] {
  return runs.flatMap((later, place) =>
    runs.slice(0, place).map((earlier) => pairView(table, items, weights, earlier, later)),
  );
}

/** For each item of a pair 1 where its score changed, else 0. */
function flippedByItem({ layout, differences }: PairView): ReadonlyMap<number, number> {
  return new Map(
    Array.from(layout.items, (item, position): [number, number] => [
      item,
      differences[position] === 0 ? 0 : 1,
    ]),
  );
}
