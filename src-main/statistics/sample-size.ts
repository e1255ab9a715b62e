/** How many items a comparison needs, and how small a difference it can show (Lehr-type normal approximation). */
import { normalDistribution, normalQuantile } from './normal.ts';

const usualAlpha = 0.05;

export interface Demand {
  /** Variance of the per-item difference: see `discordanceVariance`. */
  readonly variance: number;
  /** Two-sided; 0.05 where absent. */
  readonly alpha?: number;
  /** 0.8 where absent. */
  readonly power?: number;
  /** Factor for clustered items, 1 where absent: see `designEffect`. */
  readonly effect?: number;
}

/**
 * ceil((z_{1-alpha/2} + z_{1-beta})^2 * variance / difference^2 * effect). For non-inferiority the difference is
 * the margin less the drop that is truly there: the margin itself where none is.
 */
export function requiredItems(demand: Demand, difference: number): number {
  if (!(difference !== 0 && demand.variance >= 0)) throw new RangeError(`requiredItems for ${difference}`);
  const items = (reach(demand) ** 2 * demand.variance * (demand.effect ?? 1)) / difference ** 2;
  // 1e-9: a number of items that is whole on paper must not become one more by its last bit.
  return Math.max(1, Math.ceil(items - 1e-9));
}

/** The same formula solved for the difference. */
export function smallestDifference(demand: Demand, items: number): number {
  if (!(items >= 1 && demand.variance >= 0)) throw new RangeError(`smallestDifference with ${items} items`);
  return reach(demand) * Math.sqrt((demand.variance * (demand.effect ?? 1)) / items);
}

/**
 * Items so that a test stands after Holm's adjustment among `tests` of them whatever the others show: its first step,
 * alpha / tests, is the strictest that any of them meets.
 */
export function requiredItemsAmong(demand: Demand, difference: number, tests: number): number {
  if (!(tests >= 1)) throw new RangeError(`requiredItemsAmong ${tests} tests`);
  return requiredItems({ ...demand, alpha: (demand.alpha ?? usualAlpha) / tests }, difference);
}

/**
 * Chance in [0, 1] that so many items settle the difference: the same formula solved for the power. The demand's own
 * power is not used. 1 where nothing varies.
 */
export function powerWith(
  { variance, alpha = usualAlpha, effect = 1 }: Demand,
  difference: number,
  items: number,
): number {
  if (!(items >= 1 && variance >= 0)) throw new RangeError(`powerWith ${items} items`);
  const error = Math.sqrt((variance * effect) / items);
  return error === 0 ? 1 : normalDistribution(Math.abs(difference) / error - normalQuantile(1 - alpha / 2));
}

/** Variance of d for binary scores: the share of pairs that differ, less the squared true difference. */
export function discordanceVariance(discordance: number, difference = 0): number {
  return discordance - difference * difference;
}

/** 1 + (s - 1) r for clusters of mean size s and intra-class correlation r (Kish, "Survey sampling", 1965). */
export function designEffect(meanSize: number, correlation: number): number {
  return 1 + (meanSize - 1) * correlation;
}

function reach({ alpha = usualAlpha, power = 0.8 }: Demand): number {
  return normalQuantile(1 - alpha / 2) + normalQuantile(power);
}
