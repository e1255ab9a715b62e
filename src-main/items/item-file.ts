/** Item files (JSONL) whole, every record checked. */
import type { Item } from '../contract/item.ts';
import { failure, success, type Result } from '../contract/result.ts';
import { BrokenRecords } from './broken-records.ts';
import { takeClusterSides, type ReadItem } from './cluster-side.ts';
import { toItem } from './item-record.ts';
import { jsonlFile } from './jsonl-file.ts';

/**
 * The items of a file, in its order; one without a split is on the side of its cluster.
 *
 * Fails with `file_not_found`, `file_unreadable`, `file_encoding`, `item_broken` (the first broken line named, all
 * counted), `line_too_long`, `item_duplicate` (both lines named), `items_none`. Nothing is half read: one broken
 * record fails the file.
 */
export async function readItemFile(file: string): Promise<Result<Item[]>> {
  const read: ReadItem[] = [];
  const lineOf = new Map<string, number>();
  const broken = new BrokenRecords();
  const doubled = new BrokenRecords();
  for await (const record of jsonlFile(file)) {
    if (!record.ok) {
      broken.add(record.error);
      continue;
    }
    const { fields, where } = record.data;
    const item = toItem(fields);
    if (!item.ok) {
      broken.addAt(where, item.error);
      continue;
    }
    const { id } = item.data;
    const earlier = lineOf.get(id);
    if (earlier !== undefined) {
      doubled.addAt(where, duplicate(id, earlier));
      continue;
    }
    lineOf.set(id, where.line ?? 0);
    read.push({ item: item.data, splitGiven: 'split' in fields });
  }
  const wrong = broken.summary() ?? doubled.summary();
  if (wrong) return { ok: false, error: wrong };
  if (read.length === 0) {
    return failure('items_none', `${file} holds no items.`, {
      next: 'Write one item a line, as docs/file-formats.md shows.',
      where: { file },
    });
  }
  return success(takeClusterSides(read));
}

function duplicate(id: string, earlier: number) {
  return failure('item_duplicate', `id ${JSON.stringify(id)} stands on line ${earlier} already.`, {
    next: 'Give each item an id of its own.',
    where: { item: id },
  }).error;
}
