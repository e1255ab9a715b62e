/** How many items a plan asks, from counts alone. */
import type { Split } from '../../contract/item.ts';
import type { Plan } from '../../contract/plan.ts';
import type { ItemSetReference, StoreReader } from '../../store/store.ts';

export interface AskedStratum {
  readonly stratum: string;
  readonly items: number;
}

/** Items of a split by stratum, at most `limit` of each; strata without any are left out. In the set's order. */
export function askedStrata(
  store: StoreReader,
  set: ItemSetReference,
  split: Split,
  limit = Number.POSITIVE_INFINITY,
): readonly AskedStratum[] {
  return store.strataCounts(set).flatMap(({ stratum, dev, heldOut }) => {
    const items = Math.min(limit, split === 'dev' ? dev : heldOut);
    return items > 0 ? [{ stratum, items }] : [];
  });
}

export function countItems(strata: readonly AskedStratum[]): number {
  return strata.reduce((sum, { items }) => sum + items, 0);
}

export function askedItems(store: StoreReader, { items, split }: Plan): number {
  return countItems(askedStrata(store, items, split, items.limit));
}
