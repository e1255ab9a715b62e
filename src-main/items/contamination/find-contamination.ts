/** Items held against everything that a person has reason to suspect. */
import type { Item } from '../../contract/item.ts';
import { success, type Failure, type Result } from '../../contract/result.ts';
import { canaryIn } from './canary.ts';
import {
  defaultOverlapOptions,
  OverlapIndex,
  type OverlapOptions,
  type OverlapReport,
} from './overlap-index.ts';
import { textFiles, textsIn } from './read-texts.ts';

export interface ContaminationReport extends OverlapReport {
  /** Files that were read. */
  readonly files: number;
  /** Places where the set's own canary stands: whoever trained on them has seen the set. */
  readonly canaries: readonly string[];
  /** Files or records that could not be read; the first hundred. */
  readonly unread: readonly Failure[];
}

const keptFailures = 100;

/**
 * @param paths files and folders of text, JSONL, JSON, CSV or Parquet, also gzipped
 * @param canary the set's canary, if it has one
 *
 * Fails with `file_not_found` or `file_unreadable` for a path that is not there. What cannot be read inside a folder
 * is reported and passed over, because one broken file among thousands should not end the search.
 */
export async function findContamination(
  items: readonly Item[],
  paths: readonly string[],
  options: OverlapOptions = defaultOverlapOptions,
  canary?: string,
): Promise<Result<ContaminationReport>> {
  const files = await textFiles(paths);
  if (!files.ok) return files;
  const index = new OverlapIndex(items, options);
  const canaries: string[] = [];
  const unread: Failure[] = [];
  for (const file of files.data) {
    for await (const text of textsIn(file)) {
      if (!text.ok) {
        if (unread.length < keptFailures) unread.push(text.error);
        continue;
      }
      index.addText(text.data.text, text.data.source);
      if (canary !== undefined && canaryIn(text.data.text, canary)) canaries.push(text.data.source);
    }
  }
  return success({ ...index.report(), files: files.data.length, canaries, unread });
}
