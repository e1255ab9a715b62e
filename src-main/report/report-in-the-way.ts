/** Whether a folder has a report that is not this plan's: a later report of the same plan takes the earlier one's place. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { failure, type Failure } from '../contract/result.ts';
import { writeFailure, type WrittenFormat } from './write-report.ts';

/**
 * The first `report.*`, of the formats asked for, that does not name the plan's hash, as every report of it does; null
 * where none is in the way. Fails with `file_exists`.
 */
export async function reportInTheWay(
  folder: string,
  planHash: string,
  formats: readonly WrittenFormat[],
): Promise<Failure | null> {
  for (const format of formats) {
    const file = path.join(path.resolve(folder), `report.${format}`);
    try {
      const there = await readFile(file, 'utf8');
      if (there.includes(planHash)) continue;
    } catch (error) {
      if (error instanceof Error && 'code' in error && ['ENOENT', 'ENOTDIR'].includes(String(error.code)))
        continue;
      const unreadable = writeFailure(error, file);
      if (unreadable === null) throw error;
      return unreadable;
    }
    return failure('file_exists', `${file} is there already, and is no report of this plan.`, {
      next: 'Choose another folder with --out, or add --force to write over it.',
      where: { file },
    }).error;
  }
  return null;
}
