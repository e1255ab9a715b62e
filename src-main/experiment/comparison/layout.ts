/** How a set of items is resampled: what the units are, and what they are drawn among. */
import type { ItemTable } from './item-table.ts';

export type StratumWeights = Readonly<Record<string, number>>;

/** Units drawn among themselves: all of them, or those of one stratum where strata have weights. */
export interface LayoutGroup {
  /** Share in the whole. */
  readonly weight: number;
  readonly units: number;
  /** Items in each unit; null: one each. */
  readonly sizes: Float64Array | null;
  /** Positions in the layout's items. */
  readonly members: Int32Array;
  /** For each member the number of its unit. */
  readonly unitOf: Int32Array;
}

export interface Layout {
  /** Indices into the table, ascending. */
  readonly items: Int32Array;
  readonly groups: readonly LayoutGroup[];
  /** Some cluster has two items or more here. */
  readonly clustered: boolean;
  readonly weighted: boolean;
  /** Items, or clusters. */
  readonly units: number;
  /** A stratum with a weight and no item here; null: every mean can be computed. */
  readonly lacking: string | null;
}

/**
 * Items without a cluster are each their own. Clusters that no two items here share leave the items unclustered.
 *
 * @param weights of strata, every one above 0; each item's stratum has one. Null: every item counts the same.
 */
export function layoutOf(table: ItemTable, items: readonly number[], weights: StratumWeights | null): Layout {
  const stratumOf = (item: number): string | null => table.items[item]?.stratum ?? null;
  const shares = Object.entries(weights ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));
  const clusters = items.map((item) => table.items[item]?.cluster ?? null);
  const clustered = hasRepeats(clusters);
  const positions = items.map((_, position) => position);
  const group = (members: readonly number[], weight: number): LayoutGroup =>
    clustered ? clusterGroup(members, clusters, weight) : itemGroup(members, weight);
  const total = shares.reduce((sum, [, weight]) => sum + weight, 0);
  const groups =
    weights === null
      ? [group(positions, 1)]
      : shares.map(([stratum, weight]) =>
          group(
            positions.filter((position) => stratumOf(items[position] as number) === stratum),
            weight / total,
          ),
        );
  const empty = groups.findIndex(({ units }) => units === 0);
  return {
    items: Int32Array.from(items),
    groups,
    clustered,
    weighted: weights !== null,
    units: groups.reduce((sum, { units }) => sum + units, 0),
    lacking: weights !== null && empty >= 0 ? (shares[empty]?.[0] ?? null) : null,
  };
}

/** For each unit of a group the sum over its items of `values`, which are in the order of the layout's items. */
export function unitSums({ units, members, unitOf }: LayoutGroup, values: Float64Array): Float64Array {
  const sums = new Float64Array(units);
  for (const [position, member] of members.entries()) {
    const unit = unitOf[position] as number;
    sums[unit] = (sums[unit] as number) + (values[member] as number);
  }
  return sums;
}

function itemGroup(members: readonly number[], weight: number): LayoutGroup {
  return {
    weight,
    units: members.length,
    sizes: null,
    members: Int32Array.from(members),
    unitOf: Int32Array.from(members, (_, position) => position),
  };
}

/** Units in the order of their first item. */
function clusterGroup(
  members: readonly number[],
  clusters: readonly (string | null)[],
  weight: number,
): LayoutGroup {
  const unitOfCluster = new Map<string, number>();
  const sizes: number[] = [];
  const unitOf = members.map((member) => {
    const cluster = clusters[member] ?? null;
    const known = cluster === null ? undefined : unitOfCluster.get(cluster);
    const unit = known ?? sizes.push(0) - 1;
    if (cluster !== null) unitOfCluster.set(cluster, unit);
    sizes[unit] = (sizes[unit] ?? 0) + 1;
    return unit;
  });
  return {
    weight,
    units: sizes.length,
    sizes: Float64Array.from(sizes),
    members: Int32Array.from(members),
    unitOf: Int32Array.from(unitOf),
  };
}

function hasRepeats(clusters: readonly (string | null)[]): boolean {
  const named = clusters.filter((cluster) => cluster !== null);
  return new Set(named).size < named.length;
}
