/** Contamination as the command line and the app ask for it: a version's dev items, or every item of a file. */
import type { Item, ItemSetVersion } from '../contract/item.ts';
import { failure, success, type Result } from '../contract/result.ts';
import {
  findContamination,
  type ContaminationReport,
  type Search,
} from '../items/contamination/find-contamination.ts';
import { planImport } from '../items/import/import-file.ts';
import { collectImport } from '../items/import/import-report.ts';
import { openStore } from '../store/open.ts';

export interface ContaminationOf extends ContaminationReport {
  /** The version or the file. */
  readonly items: string;
  /** Null: of a file, whose every item is looked for. */
  readonly version: ItemSetVersion | null;
  /** Items of the version that were not looked for, because only a registered plan reads them. */
  readonly heldOut: number;
  /** Records of the file that made no item: broken, there twice, without an answer or of no kind that can be marked. */
  readonly leftOut: number;
}

/**
 * @param reference `name@version`, or a file of items of any known shape
 *
 * Fails with `item_set_unknown`, as importing the file does, and as `findContamination` does.
 */
export async function contaminationOf(
  dataFolder: string,
  reference: string,
  paths: readonly string[],
  search: Search,
): Promise<Result<ContaminationOf>> {
  const named = /^([^/\\]+)@(\d{1,7})$/.exec(reference);
  const items =
    named?.[1] === undefined
      ? await itemsOfFile(reference)
      : devItemsOf(dataFolder, named[1], Number(named[2]));
  if (!items.ok) return items;
  const { list, version, leftOut } = items.data;
  const found = await findContamination(list, paths, {
    ...search,
    ...(version === null ? {} : { canary: version.canary }),
  });
  if (!found.ok) return found;
  const heldOut = version?.counts.heldOut ?? 0;
  return success({ ...found.data, items: reference, version, heldOut, leftOut });
}

interface FoundItems {
  readonly list: readonly Item[];
  readonly version: ItemSetVersion | null;
  readonly leftOut: number;
}

function devItemsOf(dataFolder: string, name: string, number: number): Result<FoundItems> {
  const store = openStore(dataFolder, { access: 'read' });
  if (!store.ok) return store;
  try {
    const version = store.data.itemSetVersion(name, number);
    if (version) return success({ list: store.data.readDevItems(version), version, leftOut: 0 });
    return failure('item_set_unknown', `There is no item set ${name}@${number} in ${dataFolder}.`, {
      next: '`noisefloor items list` has all of them.',
    });
  } finally {
    store.data.close();
  }
}

/** A person who has the file has read it: held-out items in it are looked for like the others. */
async function itemsOfFile(file: string): Promise<Result<FoundItems>> {
  const plan = await planImport(file);
  if (!plan.ok) return plan;
  const read = await collectImport(plan.data, 'skip');
  if (!read.ok) return read;
  const { broken, duplicates, unanswered, unsupported } = read.data.report;
  const leftOut = broken + duplicates + unanswered + unsupported;
  return success({ list: read.data.items.map(({ item }) => item), version: null, leftOut });
}
