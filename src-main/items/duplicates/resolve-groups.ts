/** What becomes of groups of duplicates: all but one left out, or all kept as one cluster for the statistics. */
import type { Item } from '../../contract/item.ts';
import type { GroupDecision } from '../../contract/preparation.ts';

export interface Group {
  readonly ids: readonly string[];
}

/** What the decisions go by; the rest of an item is left as it is. */
type Member = Pick<Item, 'id' | 'cluster'>;

export interface Resolved<T> {
  readonly items: readonly T[];
  readonly removed: readonly string[];
  /** Items that were put into a cluster. */
  readonly clustered: readonly string[];
}

/**
 * @param decide per group; one decision for all of them may be given instead
 *
 * Clusters are named `near:` and the first member's id. Items that had a cluster of their own bring it along: all
 * items of either cluster are one cluster afterwards, because dependence goes both ways.
 */
export function resolveGroups<T extends Member>(
  items: readonly T[],
  groups: readonly Group[],
  decide: GroupDecision | ((group: Group) => GroupDecision),
): Resolved<T> {
  const removed = new Set<string>();
  const newCluster = new Map<string, string>();
  for (const group of groups) {
    const decision = typeof decide === 'function' ? decide(group) : decide;
    const [first, ...others] = group.ids;
    if (first === undefined || decision === 'ignore') continue;
    if (decision === 'keep_first') for (const id of others) removed.add(id);
    else for (const id of group.ids) newCluster.set(id, `near:${first}`);
  }
  const kept = items.filter(({ id }) => !removed.has(id));
  const renamed = mergedClusters(kept, newCluster);
  const resolved = kept.map((item) => {
    const cluster = newCluster.get(item.id) ?? item.cluster;
    return cluster === undefined ? item : { ...item, cluster: renamed.get(cluster) ?? cluster };
  });
  return {
    items: resolved,
    removed: items.filter(({ id }) => removed.has(id)).map(({ id }) => id),
    clustered: kept.filter(({ id }) => newCluster.has(id)).map(({ id }) => id),
  };
}

/** Where each cluster's name goes, once clusters that share an item are one. */
function mergedClusters(
  items: readonly Member[],
  newCluster: ReadonlyMap<string, string>,
): Map<string, string> {
  const parents = new Map<string, string>();
  const root = (name: string): string => {
    let at = name;
    for (let parent = parents.get(at); parent !== undefined; parent = parents.get(at)) at = parent;
    return at;
  };
  for (const { id, cluster } of items) {
    const joined = newCluster.get(id);
    if (joined === undefined || cluster === undefined) continue;
    const [one, other] = [root(joined), root(cluster)];
    if (one !== other) parents.set(other, one);
  }
  return new Map([...parents.keys()].map((name) => [name, root(name)]));
}
