/** How many items a comparison needs, and how small a difference it can show (Lehr-type normal approximation). */
import { normalQuantile } from './normal.ts';

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

/** Variance of d for binary scores: the share of pairs that differ, less the squared true difference. */
export function discordanceVariance(discordance: number, difference = 0): number {
  return discordance - difference * difference;
}

/** 1 + (s - 1) r for clusters of mean size s and intra-class correlation r (Kish, "Survey sampling", 1965). */
export function designEffect(meanSize: number, correlation: number): number {
  return 1 + (meanSize - 1) * correlation;
}

function reach({ alpha = 0.05, power = 0.8 }: Demand): number {
  return normalQuantile(1 - alpha / 2) + normalQuantile(power);
}
