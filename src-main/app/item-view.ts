/** Items as the screens show them. */
import type { Item, Message } from '../contract/item.ts';

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

const previewLength = 200;

/** The beginning of what is asked, on one line. */
export function asked(messages: readonly Message[]): string {
  const last = messages.findLast(({ role }) => role === 'user') ?? messages.at(-1);
  const line = (last?.content ?? '').replace(/\s+/gu, ' ').trim();
  return line.slice(0, previewLength).toWellFormed();
}
