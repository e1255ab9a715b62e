/** What an import came to: counts of every kind of record, and the first failures in words. */
import { failure, success, type Failure, type FailureCode, type Result } from '../../contract/result.ts';
import { importItems, type ImportedItem, type ImportPlan } from './import-file.ts';

/** Failures that are kept in full; all are counted. */
const keptFailures = 100;

export interface ImportReport {
  readonly file: string;
  /** Records that were read, whatever became of them. */
  readonly read: number;
  readonly kept: number;
  /** Records of items that were there before and added outputs only. */
  readonly repeated: number;
  readonly outputs: number;
  /** Records without a right answer. */
  readonly unanswered: number;
  /** Records that this program cannot ask or mark. */
  readonly unsupported: number;
  readonly duplicates: number;
  readonly broken: number;
  readonly failures: readonly Failure[];
  /** What ended the reading before the file's end, if anything did: nobody knows what would have come after it. */
  readonly cutShort: Failure | null;
}

/** Counts while an import goes on. */
export class ImportCounter {
  private readonly file: string;
  private readonly counts = {
    read: 0,
    kept: 0,
    repeated: 0,
    outputs: 0,
    unanswered: 0,
    unsupported: 0,
    duplicates: 0,
    broken: 0,
  };
  private readonly failures: Failure[] = [];
  private cutShort: Failure | null = null;

  constructor(file: string) {
    this.file = file;
  }

  add(result: Result<ImportedItem>): void {
    this.counts.read += 1;
    if (result.ok) {
      this.counts[result.data.repeated ? 'repeated' : 'kept'] += 1;
      this.counts.outputs += result.data.outputs.length;
      return;
    }
    this.counts[kindOf(result.error.code)] += 1;
    if (isOfFile(result.error.code)) this.cutShort ??= result.error;
    if (this.failures.length < keptFailures) this.failures.push(result.error);
  }

  report(): ImportReport {
    const { file, counts, failures, cutShort } = this;
    return { file, ...counts, failures: [...failures], cutShort };
  }
}

function kindOf(code: FailureCode): 'unanswered' | 'unsupported' | 'duplicates' | 'broken' {
  if (code === 'item_unanswered') return 'unanswered';
  if (code === 'item_unsupported') return 'unsupported';
  return code === 'item_duplicate' ? 'duplicates' : 'broken';
}

/** A file that is damaged, cut off or in another encoding: it is read up to there and no further. */
function isOfFile(code: FailureCode): boolean {
  return code.startsWith('file_');
}

/** `refuse`: one broken or duplicate record refuses the file. `skip`: such records are left out and counted. */
export type BrokenPolicy = 'refuse' | 'skip';

/**
 * The failure that refuses an import, or null. Records without an answer, or that cannot be marked, refuse nothing:
 * they are counted and left out. A file that could not be read to its end, and an import that keeps no item at all,
 * are refused whatever the policy.
 */
export function refusalOf(report: ImportReport, policy: BrokenPolicy): Failure | null {
  const { cutShort } = report;
  if (cutShort !== null)
    return {
      ...cutShort,
      message: `${cutShort.message}${report.kept > 0 ? ' What follows cannot be read, and nothing was imported.' : ''}`,
    };
  const wrong = report.broken + report.duplicates;
  const first =
    report.failures.find(({ code }) => kindOf(code) === 'broken' || code === 'item_duplicate') ??
    report.failures[0];
  if (wrong > 0 && policy === 'refuse' && first !== undefined) {
    const others = wrong === 1 ? '' : ` ${wrong - 1} more records are wrong.`;
    return { ...first, message: `${first.message}${others} Nothing was imported.` };
  }
  if (report.kept > 0) return null;
  if (report.read === 1 && first !== undefined) return first;
  if (report.read === 0)
    return failure('items_none', `${report.file} holds no records.`, {
      next: 'A head alone makes no item: choose a file that has rows below it.',
      where: { file: report.file },
    }).error;
  return failure('items_none', `${report.file}: no item came out of ${report.read} records.`, {
    next: first === undefined ? 'Choose another file.' : (first.next ?? first.message),
    where: { file: report.file },
    ...(first === undefined ? {} : { detail: first.message }),
  }).error;
}

export interface CollectedImport {
  /** Items in the file's order, each once. */
  readonly items: readonly ImportedItem[];
  /** Later records of items above, with their outputs. */
  readonly repeats: readonly ImportedItem[];
  readonly report: ImportReport;
}

/** A file that fits in memory, whole or not at all. */
export async function collectImport(
  plan: ImportPlan,
  policy: BrokenPolicy = 'refuse',
): Promise<Result<CollectedImport>> {
  const counter = new ImportCounter(plan.file);
  const items: ImportedItem[] = [];
  const repeats: ImportedItem[] = [];
  for await (const batch of importItems(plan)) {
    for (const result of batch) {
      counter.add(result);
      if (result.ok) (result.data.repeated ? repeats : items).push(result.data);
    }
  }
  const report = counter.report();
  const refusal = refusalOf(report, policy);
  return refusal === null ? success({ items, repeats, report }) : { ok: false, error: refusal };
}
