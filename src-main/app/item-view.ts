import type { Item } from '../contract/item.ts';

/** An item as the screens show it. */
export function itemView(item: Item) {
  return {
    id: item.id,
    messages: [...item.messages],
    stratum: item.stratum,
    band: item.band ?? null,
    split: item.split,
    source: item.source ?? null,
    cluster: item.cluster ?? null,
    check: item.check,
  };
}
