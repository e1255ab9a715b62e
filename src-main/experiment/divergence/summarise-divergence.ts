/** From what was measured of each item to what is said of a candidate. */
import type { Interval } from '../../contract/comparison.ts';
import {
  partingKind,
  type CandidateDivergence,
  type CandidatePartings,
  type FurthestItem,
  type MeasuredMean,
  type PartingKind,
  type Spread,
  type StratumDivergence,
} from '../../contract/divergence.ts';
import { resampleMeans } from '../../statistics/bootstrap.ts';
import { logRatioError, ratioError, type ItemDivergence } from '../../statistics/divergence.ts';
import { createStream } from '../../statistics/generator.ts';
import { percentilePair, quantile } from '../../statistics/quantile.ts';
import { wilsonInterval } from '../../statistics/wilson.ts';

export interface MeasuredItem {
  readonly itemId: string;
  readonly stratum: string;
  readonly sums: ItemDivergence;
}

interface Resampling {
  readonly resamples: number;
  readonly seed: number;
}

const level = 0.95;
const furthestItems = 10;

/** Sums over items by what the interval of each is drawn from, and how a resampled mean becomes the number. */
const columns = {
  kl: { of: ({ kl }: ItemDivergence) => kl, as: (mean: number) => mean },
  sameTop: { of: ({ sameTop }: ItemDivergence) => sameTop, as: (mean: number) => mean },
  change: { of: ({ change }: ItemDivergence) => change, as: (mean: number) => mean },
  rootMeanSquare: { of: ({ squaredChange }: ItemDivergence) => squaredChange, as: Math.sqrt },
  perplexityRatio: { of: ({ logRatio }: ItemDivergence) => logRatio, as: Math.exp },
} as const;
type Column = keyof typeof columns;

/**
 * @param items in any order
 * @param tokenKl of all their tokens; sorted here, in place
 * @returns null where no answer has a token
 */
export function summariseDivergence(
  candidate: string,
  items: readonly MeasuredItem[],
  tokenKl: Float32Array,
  partings: CandidatePartings,
  resampling: Resampling,
): CandidateDivergence | null {
  const measured = measuredOf(items);
  if (measured.length === 0) return null;
  const sums = measured.map((item) => item.sums);
  const means = meansOf(
    sums,
    ['kl', 'sameTop', 'change', 'rootMeanSquare', 'perplexityRatio'],
    'overall',
    resampling,
  );
  const sorted = tokenKl.sort();
  return {
    candidate,
    items: measured.length,
    tokens: total(sums, ({ tokens }) => tokens),
    kl: means('kl'),
    klPercentiles: {
      median: quantile(sorted, 0.5),
      p90: quantile(sorted, 0.9),
      p99: quantile(sorted, 0.99),
      p999: quantile(sorted, 0.999),
      largest: sums.reduce((largest, one) => Math.max(largest, one.largestKl), 0),
    },
    sameTop: means('sameTop'),
    change: { mean: means('change'), rootMeanSquare: means('rootMeanSquare') },
    perplexityRatio: {
      ...means('perplexityRatio'),
      logError: ratioError(
        sums.map(({ logRatio }) => logRatio),
        sums.map(({ tokens }) => tokens),
      ),
    },
    strata: strataOf(measured, resampling),
    furthest: measured
      .map(furthestItem)
      .toSorted((a, b) => b.kl - a.kl)
      .slice(0, furthestItems),
    partings,
  };
}

/** The divergence that `summariseDivergence` gives of the same items, without its interval; NaN where no answer has a token. */
export function meanDivergence(items: readonly MeasuredItem[]): number {
  const sums = measuredOf(items).map((item) => item.sums);
  return total(sums, columns.kl.of) / total(sums, ({ tokens }) => tokens);
}

/** Numbers must not depend on the order in which items were measured. */
function measuredOf(items: readonly MeasuredItem[]): readonly MeasuredItem[] {
  return items.filter(({ sums }) => sums.tokens > 0).toSorted(byId);
}

function byId(one: MeasuredItem, other: MeasuredItem): number {
  if (one.itemId === other.itemId) return 0;
  return one.itemId < other.itemId ? -1 : 1;
}

function total(sums: readonly ItemDivergence[], value: (sums: ItemDivergence) => number): number {
  return sums.reduce((sum, one) => sum + value(one), 0);
}

/** Items are the units, tokens their size: tokens of one answer are not independent of each other. */
function meansOf<Wanted extends Column>(
  sums: readonly ItemDivergence[],
  wanted: readonly Wanted[],
  stream: string,
  { resamples, seed }: Resampling,
): (column: Wanted) => MeasuredMean {
  const tokens = total(sums, (one) => one.tokens);
  const group = {
    units: sums.length,
    sizes: Float64Array.from(sums, (one) => one.tokens),
    columns: wanted.map((column) => Float64Array.from(sums, columns[column].of)),
    weight: 1,
  };
  const drawn =
    sums.length < 2 ? [] : resampleMeans([group], resamples, createStream(seed, `divergence/${stream}`));
  return (column) => {
    const { of, as } = columns[column];
    const resampled = drawn[wanted.indexOf(column)];
    if (resampled === undefined) return { mean: as(total(sums, of) / tokens), interval: null };
    const agrees = column === 'sameTop' && sums.every((one) => one.sameTop === one.tokens);
    return {
      mean: as(total(sums, of) / tokens),
      // A bootstrap would be a point: Wilson's limit says which share of items may be unseen that agree nowhere.
      interval: agrees
        ? wilsonInterval(sums.length, sums.length, level)
        : intervalOf(resampled.map(as), sums.length),
    };
  };
}

function intervalOf(resampled: Float64Array, n: number): Interval {
  return { ...percentilePair(resampled, level), level, method: 'cluster-bootstrap', n };
}

function strataOf(items: readonly MeasuredItem[], resampling: Resampling): readonly StratumDivergence[] {
  const byStratum = Map.groupBy(items, ({ stratum }) => stratum);
  if (byStratum.size < 2) return [];
  return [...byStratum]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([stratum, own]) => {
      const sums = own.map((item) => item.sums);
      const means = meansOf(sums, ['kl', 'sameTop'], `stratum/${stratum}`, resampling);
      return {
        stratum,
        items: own.length,
        tokens: total(sums, ({ tokens }) => tokens),
        kl: means('kl'),
        largestKl: sums.reduce((largest, one) => Math.max(largest, one.largestKl), 0),
        sameTop: means('sameTop'),
      };
    });
}

function furthestItem({ itemId, sums }: MeasuredItem): FurthestItem {
  const { tokens, kl, largestKl, sameTop, change, squaredChange, logRatio } = sums;
  return {
    itemId,
    tokens,
    kl: kl / tokens,
    largestKl,
    sameTop: sameTop / tokens,
    change: { mean: change / tokens, rootMeanSquare: Math.sqrt(squaredChange / tokens) },
    perplexityRatio: { ratio: Math.exp(logRatio / tokens), logError: logRatioError(sums) },
  };
}

interface MeasuredParting {
  /** Of the baseline where the answers part, in nats. */
  readonly margin: number;
  readonly kl: number;
}

/** @param floor null: not measured */
export function summarisePartings(
  paired: number,
  partings: readonly MeasuredParting[],
  floor: number | null,
): CandidatePartings {
  const count = (kind: PartingKind): number =>
    partings.filter(({ margin }) => partingKind(margin, floor) === kind).length;
  return {
    paired,
    parted: partings.length,
    kinds: floor === null ? null : { coin_toss: count('coin_toss'), damage: count('damage') },
    margin: spreadOf(partings.map(({ margin }) => margin)),
    kl: spreadOf(partings.map(({ kl }) => kl)),
    reason: null,
  };
}

/** Of answers that cannot part in a way that means anything. */
export function noPartings(reason: string): CandidatePartings {
  return { paired: 0, parted: 0, kinds: null, margin: null, kl: null, reason };
}

function spreadOf(values: readonly number[]): Spread | null {
  if (values.length === 0) return null;
  const sorted = Float64Array.from(values).sort();
  return { median: quantile(sorted, 0.5), p90: quantile(sorted, 0.9), largest: quantile(sorted, 1) };
}
