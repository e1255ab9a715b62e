/**
 * The split of items that name none: that of their cluster where its other items name one, because half of a document
 * tells of the other half; else held out.
 */
import type { Item, Split } from '../contract/item.ts';

export interface ReadItem {
  readonly item: Item;
  /** Whether the file names the item's split. */
  readonly splitGiven: boolean;
}

/** A cluster whose items name both splits stays as it is: whoever freezes it is told. */
export function takeClusterSides(read: readonly ReadItem[]): Item[] {
  const given = new Map<string, Set<Split>>();
  for (const { item, splitGiven } of read) {
    if (!splitGiven || item.cluster === undefined) continue;
    const sides = given.get(item.cluster) ?? new Set();
    given.set(item.cluster, sides.add(item.split));
  }
  return read.map(({ item, splitGiven }) => {
    const sides = [...(given.get(item.cluster ?? '') ?? [])];
    const [side] = sides;
    return splitGiven || item.cluster === undefined || side === undefined || sides.length > 1
      ? item
      : { ...item, split: side };
  });
}
