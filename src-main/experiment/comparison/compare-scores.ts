/**
 * The paired comparison of a candidate with its baseline, from per-item scores alone. Pure: the same input gives
 * the same bytes on every platform, whatever the order of the rows. docs/statistics.md says what each number is.
 */
import type { Comparison, ComparisonPart, Look, StratumComparison } from '../../contract/comparison.ts';
import type { GuardRail } from '../../contract/plan.ts';
import { generatorName } from '../../statistics/generator.ts';
import { adjustStrata } from './adjustment.ts';
import { itemTable } from './item-table.ts';
import type { StratumWeights } from './layout.ts';
import { levelAtEnd } from './look.ts';
import { usualLevel } from './mean-interval.ts';
import { comparePart, type PartInput } from './part.ts';
import type { SampleScore } from './sample-scores.ts';
import { sideOf } from './side.ts';
import { planState } from './verdict.ts';

/**
 * Of every number and word that a comparison holds. A change of any of them, for any input, is the next version: the
 * comparisons that are stored then count as out of date and are worked out anew.
 */
export const comparisonVersion = 4;

export interface ComparisonInput {
  readonly baseline: readonly SampleScore[];
  readonly candidate: readonly SampleScore[];
  /** The baseline's further runs, in order; none leaves the noise floor unmeasured. */
  readonly reruns: readonly (readonly SampleScore[])[];
  /** Null: nothing is decided, all is measured. */
  readonly guardRail: GuardRail | null;
  /** Share of each stratum in the overall numbers; absent: every item counts the same. Strata not named weigh nothing. */
  readonly weights?: StratumWeights;
  /** Why baseline and candidate had not the same input, as a clause without a full stop; then nothing is comparable. */
  readonly inputsDiffer?: string;
  /** What looks before the end make of the level; absent: 95 %. Not with weights. */
  readonly look?: Look;
  /** A safe integer. */
  readonly seed: number;
  /** Of the bootstrap, and permutations of the sign-flip test; 10,000 where absent. */
  readonly resamples?: number;
}

export const usualResamples = 10_000;

/** @throws RangeError for a score outside [0, 1], which whoever reads scores refuses before */
export function compareScores(input: ComparisonInput): Comparison {
  const { guardRail, seed, resamples = usualResamples } = input;
  const table = itemTable([input.baseline, input.candidate, ...input.reruns]);
  const shared = {
    table,
    baseline: sideOf(table, input.baseline),
    candidate: sideOf(table, input.candidate),
    reruns: input.reruns.map((rows) => sideOf(table, rows)),
    inputsDiffer: input.inputsDiffer ?? table.conflict,
    level: input.look?.level ?? usualLevel,
    endLevel: input.look === undefined ? usualLevel : levelAtEnd(input.look),
    seed,
    resamples,
  };
  const weights = input.weights === undefined ? null : aboveZero(input.weights);
  const weighs = (stratum: string | null): boolean =>
    weights === null || (stratum !== null && Object.hasOwn(weights, stratum));
  const overall = comparePart({
    ...shared,
    name: 'overall',
    items: table.items.flatMap(({ stratum }, index) => (weighs(stratum) ? [index] : [])),
    weights,
    margin: guardRail?.margin ?? null,
    maxMissing: guardRail?.maxMissing ?? null,
  });
  const strata = adjustStrata(
    strataOf(table.strata, guardRail).map((stratum) => compareStratum(stratum, shared, guardRail)),
  );
  const deciding: readonly ComparisonPart[] = [overall, ...strata.filter(({ gating }) => gating)];
  return {
    ...overall,
    strata,
    ...(input.look === undefined ? {} : { look: input.look }),
    plan: guardRail === null ? null : planState(deciding.map(({ verdict }) => verdict)),
    seed,
    generator: generatorName,
    resamples,
  };
}

function aboveZero(weights: StratumWeights): StratumWeights {
  return Object.fromEntries(Object.entries(weights).filter(([, weight]) => weight > 0));
}

/** Those that an item has, and those that must pass: one that must pass and has no items is not passed over. */
function strataOf(seen: readonly string[], guardRail: GuardRail | null): string[] {
  return [...new Set([...seen, ...Object.keys(guardRail?.strata ?? {})])].sort();
}

type SharedInput = Omit<PartInput, 'name' | 'items' | 'weights' | 'margin' | 'maxMissing'>;

function compareStratum(
  stratum: string,
  shared: SharedInput,
  guardRail: GuardRail | null,
): StratumComparison {
  const margin = guardRail === null ? null : marginOf(stratum, guardRail);
  const part = comparePart({
    ...shared,
    name: `stratum/${stratum}`,
    items: shared.table.items.flatMap((item, index) => (item.stratum === stratum ? [index] : [])),
    weights: null,
    margin,
    maxMissing: margin === null ? null : (guardRail?.maxMissing ?? null),
  });
  return { ...part, stratum, gating: margin !== null };
}

function marginOf(stratum: string, { strata, everyStratum }: GuardRail): number | null {
  const own = Object.hasOwn(strata, stratum) ? strata[stratum] : undefined;
  return own ?? everyStratum ?? null;
}
