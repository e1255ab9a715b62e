/** Files as items of a new version: read whole, broken records refused or left out, split by stratum and cluster. */
import { basename, extname } from 'node:path';
import type { Item, ItemSetVersion } from '../contract/item.ts';
import { failure, success, type Failure, type Result } from '../contract/result.ts';
import { parseMapping } from '../items/import/field-mapping.ts';
import { importItems, planImport, type ImportOptions } from '../items/import/import-file.ts';
import { collectImport } from '../items/import/import-report.ts';
import { splitItems, type SplitRecord } from '../items/sampling/split-items.ts';
import { openStore } from '../store/open.ts';

export interface SplitChoices {
  /** Share of each stratum that is held out, where the file does not say, 0 to 1. */
  readonly heldOut: number;
  /** Of the draw among clusters. */
  readonly seed: number;
  /** Leave out records that are broken or there twice; else one of them refuses everything. */
  readonly skipProblems: boolean;
}

export interface ImportedItems {
  readonly items: readonly Item[];
  /** Records that were read, and those that made no item. */
  readonly read: number;
  readonly leftOut: number;
  /** The first of them, in the files' order. */
  readonly failures: readonly Failure[];
  readonly split: SplitRecord;
}

/**
 * Files as items, in their order. Fails as `planImport` and `collectImport` do, and with `item_duplicate` for an id
 * that two files have.
 */
export async function readImport(
  files: readonly string[],
  options: ImportOptions,
  { heldOut, seed, skipProblems }: SplitChoices,
): Promise<Result<ImportedItems>> {
  const items: Item[] = [];
  const given = new Set<string>();
  const fileOf = new Map<string, string>();
  const failures: Failure[] = [];
  let read = 0;
  let leftOut = 0;
  for (const file of files) {
    const plan = await planImport(file, options);
    if (!plan.ok) return plan;
    const collected = await collectImport(plan.data, skipProblems ? 'skip' : 'refuse');
    if (!collected.ok) return collected;
    const { report } = collected.data;
    read += report.read;
    leftOut += report.broken + report.duplicates + report.unanswered + report.unsupported;
    failures.push(...report.failures);
    for (const { item, splitGiven } of collected.data.items) {
      const before = fileOf.get(item.id);
      if (before !== undefined) return twice(item.id, before, file);
      fileOf.set(item.id, file);
      items.push(item);
      if (splitGiven) given.add(item.id);
    }
  }
  const split = splitItems(items, heldOut, seed, ({ id }) => given.has(id));
  if (!split.ok) return split;
  return success({ items: split.data.items, read, leftOut, failures, split: split.data.record });
}

function twice(id: string, one: string, other: string): Result<never> {
  return failure('item_duplicate', `${one} and ${other} both have an item ${JSON.stringify(id)}.`, {
    next: 'Give the items ids of their own, or import one of the two files as a set of its own.',
    where: { file: other, item: id },
  });
}

/** How many problems are kept in full; all are counted. */
const keptProblems = 10_000;

export interface ImportProblems {
  readonly read: number;
  readonly good: number;
  readonly problems: number;
  readonly kept: readonly Failure[];
}

/** Every record of a file that makes no item, with its line or row. Reads the whole file and keeps nothing of it. */
export async function findProblems(file: string, options: ImportOptions): Promise<Result<ImportProblems>> {
  const plan = await planImport(file, options);
  if (!plan.ok) return plan;
  const kept: Failure[] = [];
  let [read, good, problems] = [0, 0, 0];
  for await (const batch of importItems(plan.data)) {
    for (const result of batch) {
      read += 1;
      if (!result.ok) {
        problems += 1;
        if (kept.length < keptProblems) kept.push(result.error);
      } else if (!result.data.repeated) good += 1;
    }
  }
  return success({ read, good, problems, kept });
}

export interface ImportRequest extends SplitChoices {
  readonly files: readonly string[];
  /** A shape by its name; absent: as the file is recognised. */
  readonly format?: string;
  /** `field=column` pairs, in place of a shape. */
  readonly map: readonly string[];
  /** Absent: the name of the only file. */
  readonly name?: string;
}

export interface FrozenImport {
  readonly version: ItemSetVersion;
  readonly read: number;
  readonly leftOut: number;
  readonly failures: readonly Failure[];
  readonly split: SplitRecord;
}

/** Imports files and freezes them as a version of a set. Nothing is kept where anything fails. */
export async function importItemFiles(
  dataFolder: string,
  request: ImportRequest,
): Promise<Result<FrozenImport>> {
  const options = importOptions(request);
  if (!options.ok) return options;
  const name = nameOf(request);
  if (!name.ok) return name;
  const imported = await readImport(request.files, options.data, request);
  if (!imported.ok) return imported;
  const store = openStore(dataFolder);
  if (!store.ok) return store;
  try {
    const { items, ...rest } = imported.data;
    const version = store.data.freezeItemSet(name.data, items, new Date().toISOString());
    return version.ok ? success({ version: version.data, ...rest }) : version;
  } finally {
    store.data.close();
  }
}

function importOptions({ format, map }: ImportRequest): Result<ImportOptions> {
  if (map.length === 0) return success(format === undefined ? {} : { shape: format });
  if (format !== undefined)
    return failure('usage', 'A format and a mapping cannot both say what the columns are.', {
      next: 'Leave out --format, or --map.',
    });
  const mapping = parseMapping(map);
  return mapping.ok ? success({ mapping: mapping.data }) : mapping;
}

function nameOf({ name, files: [first = '', ...others] }: ImportRequest): Result<string> {
  if (name !== undefined) return success(name);
  if (others.length === 0) {
    const packed = first.replace(/\.gz$/i, '');
    return success(basename(packed, extname(packed)));
  }
  return failure('usage', 'Several files become one set, and it has no name yet.', {
    next: 'Add --name NAME.',
  });
}
