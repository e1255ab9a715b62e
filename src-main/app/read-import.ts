/** Files as the items of a version: read whole, split by stratum and cluster, with the record of how they came. */
import type { Item } from '../contract/item.ts';
import { success, type Failure, type Result } from '../contract/result.ts';
import type { ImportedItem, ImportOptions } from '../items/import/import-file.ts';
import type { PreparationRecord } from '../items/preparation-record.ts';
import { splitItems, type SplitRecord } from '../items/sampling/split-items.ts';
import { readFiles } from './read-files.ts';
import { recordOf } from './record-of-files.ts';

export interface SplitChoices {
  /** Share of each stratum that is held out, where the file does not say, 0 to 1. */
  readonly heldOut: number;
  /** Of the draw among clusters. */
  readonly seed: number;
}

export interface ReadingChoices extends SplitChoices {
  /** Leave out records that are broken or there twice; else one of them refuses everything. */
  readonly skipProblems: boolean;
}

export interface PreparedItems {
  readonly items: readonly Item[];
  readonly record: PreparationRecord;
  readonly split: SplitRecord;
}

export interface ReadImport extends PreparedItems {
  /** What was read now; the record may go further back. */
  readonly sources: PreparationRecord['sources'];
  readonly failures: readonly Failure[];
}

/** With the record beside the file gone on with. Fails as `recordOf`, `readFiles` and `splitItems` do. */
export async function readImport(
  files: readonly string[],
  options: ImportOptions,
  choices: ReadingChoices,
): Promise<Result<ReadImport>> {
  const before = await recordOf(files);
  if (!before.ok) return before;
  const read = await readFiles(files, options, choices.skipProblems);
  if (!read.ok) return read;
  const { items, sources, failures } = read.data;
  const split = splitImported(items, choices);
  if (!split.ok) return split;
  const record = before.data ?? { form: 1, sources, items: items.length, steps: [] };
  return success({ items: split.data.items, split: split.data.record, record, sources, failures });
}

/** Items whose file names their split keep it; the others make up for them. */
export function splitImported(imported: readonly ImportedItem[], { heldOut, seed }: SplitChoices) {
  const given = new Set(imported.flatMap(({ item, splitGiven }) => (splitGiven ? [item.id] : [])));
  return splitItems(
    imported.map(({ item }) => item),
    heldOut,
    seed,
    ({ id }) => given.has(id),
  );
}
