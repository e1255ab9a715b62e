/** Items as records of a file: what a reader of the file gets back is the same item. */
import type { Item } from '../../contract/item.ts';

export interface ItemRow {
  readonly id: string;
  readonly messages: Item['messages'];
  readonly stratum: string;
  readonly band?: string;
  readonly split: Item['split'];
  readonly source?: string;
  readonly cluster?: string;
  readonly check: Item['check'];
  readonly canary?: string;
}

/** Fields in one order, whatever order the item's own have. */
export function toRow(item: Item, canary?: string): ItemRow {
  const { id, messages, stratum, band, split, source, cluster, check } = item;
  return {
    id,
    messages,
    stratum,
    ...(band === undefined ? {} : { band }),
    split,
    ...(source === undefined ? {} : { source }),
    ...(cluster === undefined ? {} : { cluster }),
    check,
    ...(canary === undefined ? {} : { canary }),
  };
}
