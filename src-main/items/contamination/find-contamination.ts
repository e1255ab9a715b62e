/** Items held against everything that a person has reason to suspect. */
import type { Item } from '../../contract/item.ts';
import { failure, success, type Failure, type Result } from '../../contract/result.ts';
import { canaryAt } from './canary.ts';
import {
  defaultOverlapOptions,
  OverlapIndex,
  type OverlapOptions,
  type OverlapReport,
} from './overlap-index.ts';
import { lineOf, textFiles, textsIn, type SourceText } from './read-texts.ts';

/** A place where the set's own canary stands: whoever trained on it has seen the set. */
export type CanaryPlace = Pick<SourceText, 'file' | 'line' | 'row'>;

export interface ContaminationReport extends OverlapReport {
  /** Files that were read. */
  readonly files: number;
  /** The first hundred. */
  readonly canaries: readonly CanaryPlace[];
  /** Files or records that could not be read; the first hundred. */
  readonly unread: readonly Failure[];
}

export interface Search {
  readonly options?: OverlapOptions;
  /** The set's canary, if it has one. */
  readonly canary?: string;
  /** Told as files are done. */
  readonly progress?: (files: { readonly done: number; readonly total: number }) => void;
  readonly signal?: AbortSignal;
}

const kept = 100;
/** Milliseconds of work after which others get their turn. */
const turn = 25;

/**
 * @param paths files and folders of text, JSONL, JSON, CSV or Parquet, also gzipped
 *
 * Fails with `file_not_found` or `file_unreadable` for a path that is not there, and with `interrupted`. What cannot
 * be read inside a folder is reported and passed over, because one broken file among thousands should not end the
 * search.
 */
export async function findContamination(
  items: readonly Item[],
  paths: readonly string[],
  { options = defaultOverlapOptions, canary, progress, signal }: Search = {},
): Promise<Result<ContaminationReport>> {
  const files = await textFiles(paths);
  if (!files.ok) return files;
  const index = new OverlapIndex(items, options);
  const canaries: CanaryPlace[] = [];
  const unread: Failure[] = [];
  const total = files.data.length;
  let since = performance.now();
  for (const [done, file] of files.data.entries()) {
    progress?.({ done, total });
    for await (const text of textsIn(file)) {
      if (signal?.aborted === true) return failure('interrupted', 'The search was stopped.');
      if (!text.ok) {
        if (unread.length < kept) unread.push(text.error);
        continue;
      }
      index.addText(text.data);
      if (canary !== undefined && canaries.length < kept) noteCanary(text.data, canary, canaries);
      if (performance.now() - since > turn) {
        await new Promise((resolve) => setImmediate(resolve));
        since = performance.now();
      }
    }
  }
  progress?.({ done: total, total });
  return success({ ...index.report(), files: total, canaries, unread });
}

/** Once for each place: pieces of a long text overlap. */
function noteCanary(text: SourceText, canary: string, places: CanaryPlace[]): void {
  const at = canaryAt(text.text, canary);
  if (at < 0) return;
  const { file, row } = text;
  const line = lineOf(text, at);
  if (!places.some((other) => other.file === file && other.line === line && other.row === row))
    places.push({ file, line, row });
}
