/** How many items a margin needs, in numbers and in a sentence. */
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
  /** Items so that a candidate without a true drop is shown to keep the margin. */
  readonly items: number;
  /** Candidates, or strata, whose changes are tested side by side. */
  readonly tests: number;
  /** Items so that each stands after Holm's adjustment, whatever the others show; `items` itself with one test. */
  readonly itemsAmong: number;
  /** Smallest difference that so many items detect. */
  readonly smallestDifference: number;
}

const alpha = 0.05;

export function sizing(margin: number, discordance: number, power: number, tests = 1): Sizing {
  const demand = { variance: discordanceVariance(discordance), alpha, power };
  const items = requiredItems(demand, margin);
  return {
    margin,
    discordance,
    power,
    alpha,
    items,
    tests,
    itemsAmong: requiredItemsAmong(demand, margin, tests),
    smallestDifference: smallestDifference(demand, items),
  };
}
