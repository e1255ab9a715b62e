/**
 * A cluster stays on one side of the split, because half of a document tells of the other half. Every way into a frozen
 * version passes here.
 */
import type { Item } from '../contract/item.ts';
import { failure, type Failure } from '../contract/result.ts';
import type { ItemSetReference } from './store.ts';

type Placed = Pick<Item, 'id' | 'split' | 'cluster'>;

const sides: Readonly<Record<Item['split'], string>> = { dev: 'dev', held_out: 'held out' };

/** The first item whose cluster has an earlier one on the other side; null where there is none. */
export function dividedCluster(items: readonly Placed[]): Failure | null {
  const first = new Map<string, Placed>();
  for (const item of items) {
    if (item.cluster === undefined) continue;
    const other = first.get(item.cluster);
    if (other === undefined) first.set(item.cluster, item);
    else if (other.split !== item.split)
      return refusal(
        item,
        `${JSON.stringify(item.id)} is ${sides[item.split]} and ${JSON.stringify(other.id)} is ${sides[other.split]}, and both are of the cluster ${JSON.stringify(item.cluster)}.`,
        'Give all items of the cluster the same split, or one of them another cluster; in a file, the split of one item is enough for its cluster.',
      );
  }
  return null;
}

/**
 * The first added item whose cluster is on the other side of a version already; null where there is none. Of the
 * version nothing is named but the side.
 */
export function dividingItem(
  { name, version }: ItemSetReference,
  before: readonly Placed[],
  added: readonly Placed[],
): Failure | null {
  const taken = new Set(
    before.flatMap(({ cluster, split }) => (cluster === undefined ? [] : key(cluster, split))),
  );
  for (const item of added) {
    const otherSide = item.split === 'dev' ? 'held_out' : 'dev';
    if (item.cluster === undefined || !taken.has(key(item.cluster, otherSide))) continue;
    return refusal(
      item,
      `${JSON.stringify(item.id)} is ${sides[item.split]}, and its cluster ${JSON.stringify(item.cluster)} is ${sides[otherSide]} in ${name}@${version}.`,
      `Make the item ${sides[otherSide]} too, or give it another cluster.`,
    );
  }
  return null;
}

function key(cluster: string, split: Item['split']): string {
  return `${split}/${cluster}`;
}

function refusal({ id }: Placed, message: string, next: string): Failure {
  return failure('cluster_divided', message, { next, where: { item: id, field: 'cluster' } }).error;
}
