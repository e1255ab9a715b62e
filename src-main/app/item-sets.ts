/** Item sets as the command line handles them: check a file, freeze it, list and export what is frozen. */
import { basename, extname } from 'node:path';
import type { Item, ItemSetVersion } from '../contract/item.ts';
import { failure, success, type Result } from '../contract/result.ts';
import { cardPathsOf } from '../items/export/export-version.ts';
import type { ExportFormat } from '../items/export/write-items.ts';
import { readItemFile } from '../items/item-file.ts';
import { readRecordBeside } from '../items/record-file.ts';
import { exportDevItems } from './export-version.ts';
import { followedVersion, type FollowedVersion } from './followed-version.ts';
import { checkFree } from './free-place.ts';
import { openStore } from '../store/open.ts';

export interface ItemFileSummary {
  readonly file: string;
  readonly items: number;
  readonly dev: number;
  readonly heldOut: number;
  readonly clusters: number;
  readonly strata: readonly { readonly stratum: string; readonly items: number }[];
  readonly checks: readonly { readonly kind: string; readonly items: number }[];
}

export async function checkItemFile(file: string): Promise<Result<ItemFileSummary>> {
  const items = await readItemFile(file);
  return items.ok ? success(summarise(file, items.data)) : items;
}

function summarise(file: string, items: readonly Item[]): ItemFileSummary {
  const dev = items.filter((item) => item.split === 'dev').length;
  return {
    file,
    items: items.length,
    dev,
    heldOut: items.length - dev,
    clusters: new Set(items.map((item) => item.cluster).filter((cluster) => cluster !== undefined)).size,
    strata: tally(items, (item) => item.stratum).map(([stratum, count]) => ({ stratum, items: count })),
    checks: tally(items, (item) => item.check.kind).map(([kind, count]) => ({ kind, items: count })),
  };
}

function tally(items: readonly Item[], name: (item: Item) => string): [string, number][] {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(name(item), (counts.get(name(item)) ?? 0) + 1);
  return [...counts];
}

export interface FrozenFile extends ItemSetVersion {
  /** The version that it comes after; null where it is the first, or was there already. */
  readonly follows: FollowedVersion | null;
}

/**
 * Freezes a file under a name, its own where none is given, with the record of the steps that prepared it, where it lies
 * beside it. The same content is the version that is there. Fails as `readItemFile` and `readRecordBeside` do.
 */
export async function freezeItemFile(
  dataFolder: string,
  file: string,
  name = basename(file, extname(file)),
): Promise<Result<FrozenFile>> {
  const record = await readRecordBeside(file);
  if (!record.ok) return record;
  const items = await readItemFile(file);
  if (!items.ok) return items;
  const store = openStore(dataFolder);
  if (!store.ok) return store;
  try {
    const now = new Date().toISOString();
    const before = store.data.itemSetVersions();
    const frozen = store.data.freezeItemSet(name, items.data, now, record.data ?? undefined);
    if (!frozen.ok) return frozen;
    return success({ ...frozen.data, follows: followedVersion(store.data, before, frozen.data) });
  } finally {
    store.data.close();
  }
}

export interface ListedItemSet extends ItemSetVersion {
  readonly heldOutReadings: number;
}

export function listItemSets(dataFolder: string): Result<readonly ListedItemSet[]> {
  const store = openStore(dataFolder, { access: 'read' });
  if (!store.ok) return store;
  try {
    return success(
      store.data.itemSetVersions().map((version) => ({
        ...version,
        heldOutReadings: store.data.heldOutReadings(version).length,
      })),
    );
  } finally {
    store.data.close();
  }
}

export { exportFormats } from '../items/export/write-items.ts';

export interface ItemExport {
  readonly path: string;
  readonly items: number;
  /** The card beside it, as Markdown and as JSON. */
  readonly cardPaths: readonly string[];
  /** Items of the version that were left out. */
  readonly heldOut: number;
}

/**
 * Writes the dev items of `name@version`, and the version's card beside them. Fails with `usage`, `item_set_unknown`,
 * and as `writeItems` does; with `file_exists` where a file is there and is not to be replaced.
 */
export async function exportItemSet(
  dataFolder: string,
  reference: string,
  format: ExportFormat,
  path: string,
  replace: boolean,
): Promise<Result<ItemExport>> {
  const [, name = '', version = ''] = /^(.+)@(\d{1,7})$/.exec(reference) ?? [];
  if (name === '')
    return failure('usage', `${JSON.stringify(reference)} is no item set and version.`, {
      next: 'Write NAME@VERSION, such as desk@2; `noisefloor items list` has all of them.',
    });
  const free = checkFree([path, ...cardPathsOf(path)], replace);
  if (!free.ok) return free;
  const store = openStore(dataFolder, { access: 'read' });
  if (!store.ok) return store;
  try {
    const set = store.data.itemSetVersion(name, Number(version));
    if (set === null)
      return failure('item_set_unknown', `There is no item set ${reference} here.`, {
        next: '`noisefloor items list` has all of them.',
      });
    const written = await exportDevItems(store.data, set, path, format, new Date().toISOString());
    if (!written.ok) return written;
    const { items, cardPaths } = written.data;
    return success({ path, items, cardPaths, heldOut: set.counts.heldOut });
  } finally {
    store.data.close();
  }
}
