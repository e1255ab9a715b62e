/** Files as imported items: read whole, broken records refused or left out. */
import { basename } from 'node:path';
import { failure, success, type Failure, type Result } from '../contract/result.ts';
import { planImport, type ImportedItem, type ImportOptions } from '../items/import/import-file.ts';
import { collectImport } from '../items/import/import-report.ts';
import type { PreparationRecord } from '../items/preparation-record.ts';

export interface ReadFiles {
  readonly items: readonly ImportedItem[];
  readonly sources: PreparationRecord['sources'];
  /** The first records that made no item, in the files' order. */
  readonly failures: readonly Failure[];
}

/**
 * The items of files, in their order. Fails as `planImport` and `collectImport` do, and with `item_duplicate` for an
 * id that two files have.
 *
 * @param skipProblems leave out records that are broken or there twice; else one of them refuses everything
 */
export async function readFiles(
  files: readonly string[],
  options: ImportOptions,
  skipProblems: boolean,
): Promise<Result<ReadFiles>> {
  const items: ImportedItem[] = [];
  const fileOf = new Map<string, string>();
  const failures: Failure[] = [];
  const sources: PreparationRecord['sources'][number][] = [];
  for (const file of files) {
    const plan = await planImport(file, options);
    if (!plan.ok) return plan;
    const collected = await collectImport(plan.data, skipProblems ? 'skip' : 'refuse');
    if (!collected.ok) return collected;
    const { report } = collected.data;
    const leftOut = report.broken + report.duplicates + report.unanswered + report.unsupported;
    sources.push({ file: basename(file), read: report.read, leftOut });
    failures.push(...report.failures);
    for (const imported of collected.data.items) {
      const { id } = imported.item;
      const before = fileOf.get(id);
      if (before !== undefined) return twice(id, before, file);
      fileOf.set(id, file);
      items.push(imported);
    }
  }
  return success({ items, sources, failures });
}

function twice(id: string, one: string, other: string): Result<never> {
  return failure('item_duplicate', `${one} and ${other} both have an item ${JSON.stringify(id)}.`, {
    next: 'Give the items ids of their own, or import one of the two files as a set of its own.',
    where: { file: other, item: id },
  });
}
