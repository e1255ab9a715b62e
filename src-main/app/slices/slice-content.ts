/** What the store keeps of a slice: its name and its items, each under a key that stays. */
import { z } from 'zod';
import { sliceItemSchema, type SliceItem } from '../../contract/calls/slices.ts';
import type { Json } from '../../contract/item.ts';
import { failure, success, type Result } from '../../contract/result.ts';
import type { SliceRecord } from '../../store/slice-records.ts';

const contentSchema = z.strictObject({
  name: z.string(),
  /** Keys up to here were given out. */
  lastKey: z.int().nonnegative(),
  items: z.array(z.strictObject({ key: z.int().positive(), item: sliceItemSchema })),
});

export interface KeyedItem {
  readonly key: number;
  readonly item: SliceItem;
}

export interface SliceContent {
  readonly name: string;
  readonly lastKey: number;
  readonly items: readonly KeyedItem[];
}

/** As many as a person writes by hand; a larger set comes from a file. */
const mostItems = 1000;

export function emptySlice(name: string): SliceContent {
  return { name, lastKey: 0, items: [] };
}

/** What a record holds. Fails with `store_damaged` where it is not what this program writes. */
export function sliceContent({ id, content }: SliceRecord): Result<SliceContent> {
  const parsed = contentSchema.safeParse(content);
  if (parsed.success) return success(parsed.data);
  return failure('store_damaged', `The slice ${id} cannot be read.`, {
    next: 'Write it anew, or put back a copy of the data folder.',
  });
}

export function toJson(content: SliceContent): Json {
  return JSON.parse(JSON.stringify(content)) as Json;
}

/** With an item changed, or added at a place (absent: at the end). A null key gets the next one. */
export function withItem(
  content: SliceContent,
  { key, item, place }: { readonly key: number | null; readonly item: SliceItem; readonly place?: number },
): Result<{ readonly content: SliceContent; readonly key: number }> {
  const { items } = content;
  if (key !== null && items.some((one) => one.key === key))
    return success({
      key,
      content: { ...content, items: items.map((one) => (one.key === key ? { key, item } : one)) },
    });
  if (items.length >= mostItems)
    return failure('usage', `A slice holds at most ${mostItems} items.`, {
      next: 'Freeze it and begin another, or bring the items in from a file.',
    });
  const own = key ?? content.lastKey + 1;
  const at = Math.min(place ?? items.length, items.length);
  return success({
    key: own,
    content: {
      ...content,
      lastKey: Math.max(content.lastKey, own),
      items: items.toSpliced(at, 0, { key: own, item }),
    },
  });
}

export function withoutItem(content: SliceContent, key: number): SliceContent {
  return { ...content, items: content.items.filter((one) => one.key !== key) };
}
