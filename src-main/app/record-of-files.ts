/** What was done to files before they were read. */
import { failure, success, type Result } from '../contract/result.ts';
import type { PreparationRecord } from '../items/preparation-record.ts';
import { readRecordBeside } from '../items/record-file.ts';

/** The record beside the only file; null without one. Fails as `readRecordBeside` does, and with `usage` for several files. */
export async function recordOf(files: readonly string[]): Promise<Result<PreparationRecord | null>> {
  for (const file of files) {
    const record = await readRecordBeside(file);
    if (!record.ok || files.length === 1) return record;
    if (record.data !== null)
      return failure(
        'usage',
        `${file} has a record of its preparation, which cannot stand for several files.`,
        {
          next: 'Import it as a set of its own, or prepare the files as one.',
        },
      );
  }
  return success(null);
}
