/** How many items a margin needs, in numbers and in a sentence. */
import { alphaAtEnd } from '../statistics/alpha-spending.ts';
import {
  discordanceVariance,
  requiredItems,
  requiredItemsAmong,
  smallestDifference,
} from '../statistics/sample-size.ts';

export interface Sizing {
  readonly margin: number;
  /** Share of pairs expected to differ. */
  readonly discordance: number;
  readonly power: number;
  readonly alpha: number;
  /** Looks before the end, at equal distances, that `looks: {spending: obrien_fleming}` pays for. */
  readonly looks: number;
  /** Two-sided, of the interval at the end after those looks: what `items` is worked out with. */
  readonly alphaAtEnd: number;
  /** Items so that a candidate without a true drop is shown to keep the margin. */
  readonly items: number;
  /** Candidates, or strata, whose changes are tested side by side. */
  readonly tests: number;
  /**
   * Items so that each stands after Holm's adjustment, whatever the others show, and never fewer than `items`; `items`
   * itself with one test. P values are not adjusted for looks.
   */
  readonly itemsAmong: number;
  /** Smallest difference that so many items detect. */
  readonly smallestDifference: number;
}

const alpha = 0.05;

export function sizing(margin: number, discordance: number, power: number, tests = 1, looks = 0): Sizing {
  const variance = discordanceVariance(discordance);
  const demand = { variance, alpha: alphaAtEnd(looks, alpha), power };
  const items = requiredItems(demand, margin);
  return {
    margin,
    discordance,
    power,
    alpha,
    looks,
    alphaAtEnd: demand.alpha,
    items,
    tests,
    itemsAmong: Math.max(items, requiredItemsAmong({ variance, alpha, power }, margin, tests)),
    smallestDifference: smallestDifference(demand, items),
  };
}
