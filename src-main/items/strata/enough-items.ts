/** Whether a stratum has enough items for its margin, before anything has run. */
import type { Item, Split } from '../../contract/item.ts';
import {
  designEffect,
  discordanceVariance,
  requiredItems,
  smallestDifference,
} from '../../statistics/sample-size.ts';

export interface EnoughOptions {
  /** Of which split the items count. */
  readonly split: Split;
  /** The largest tolerated drop for strata not named in `strata`, as a share. */
  readonly margin: number;
  readonly strata?: Readonly<Record<string, number>>;
  /** Share of pairs that is expected to differ between the two models, from a pilot or a guess. */
  readonly discordance: number;
  /** 0.8 where absent. */
  readonly power?: number;
  /** How alike the differences of one cluster are, 0 to 1; 0 where absent. */
  readonly clusterCorrelation?: number;
}

export interface StratumSufficiency {
  readonly stratum: string;
  readonly items: number;
  readonly clusters: number;
  readonly margin: number;
  readonly needed: number;
  readonly enough: boolean;
  /** The smallest drop that these items can show, as a share; null without items. */
  readonly detects: number | null;
}

/** One answer for each stratum, in the order of their first items. */
export function enoughItems(
  items: readonly Pick<Item, 'id' | 'stratum' | 'split' | 'cluster'>[],
  options: EnoughOptions,
): StratumSufficiency[] {
  const byStratum = Map.groupBy(items, ({ stratum }) => stratum);
  return [...byStratum].map(([stratum, all]) => {
    const members = all.filter(({ split }) => split === options.split);
    const clusters = new Set(
      members.map(({ id, cluster }) => (cluster === undefined ? `item/${id}` : `cluster/${cluster}`)),
    ).size;
    const margin = options.strata?.[stratum] ?? options.margin;
    const demand = {
      variance: discordanceVariance(options.discordance),
      power: options.power ?? 0.8,
      effect: clusters === 0 ? 1 : designEffect(members.length / clusters, options.clusterCorrelation ?? 0),
    };
    const needed = requiredItems(demand, margin);
    return {
      stratum,
      items: members.length,
      clusters,
      margin,
      needed,
      enough: members.length >= needed,
      detects: members.length === 0 ? null : smallestDifference(demand, members.length),
    };
  });
}
