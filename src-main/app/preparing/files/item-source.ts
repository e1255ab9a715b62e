/** The items of a file, read as often as a step needs them, in flat memory. */
import { basename } from 'node:path';
import { success, type Failure, type Result } from '../../../contract/result.ts';
import {
  importItems,
  planImport,
  type ImportedItem,
  type ImportOptions,
  type ImportPlan,
} from '../../../items/import/import-file.ts';
import { ImportCounter, refusalOf, type ImportReport } from '../../../items/import/import-report.ts';
import type { PreparationRecord } from '../../../items/preparation-record.ts';
import { readRecordBeside } from '../../../items/record-file.ts';

export interface SourceRequest {
  readonly file: string;
  readonly options: ImportOptions;
  /** Leave out records that are broken or there twice; else one of them refuses the file. */
  readonly skipProblems: boolean;
}

export class ItemSource {
  readonly #plan: ImportPlan;
  readonly #skip: boolean;
  /** What was done to the file before; null where there is no record beside it. */
  readonly #before: PreparationRecord | null;
  #report: ImportReport | null = null;

  private constructor(plan: ImportPlan, skip: boolean, before: PreparationRecord | null) {
    this.#plan = plan;
    this.#skip = skip;
    this.#before = before;
  }

  /** Fails as `planImport` and `readRecordBeside` do. */
  static async open({ file, options, skipProblems }: SourceRequest): Promise<Result<ItemSource>> {
    const plan = await planImport(file, options);
    if (!plan.ok) return plan;
    const before = await readRecordBeside(file);
    return before.ok ? success(new ItemSource(plan.data, skipProblems, before.data)) : before;
  }

  /** The items in batches, each once. */
  async *batches(): AsyncGenerator<readonly ImportedItem[]> {
    const counter = new ImportCounter(this.#plan.file);
    for await (const batch of importItems(this.#plan)) {
      const items: ImportedItem[] = [];
      for (const result of batch) {
        counter.add(result);
        if (result.ok && !result.data.repeated) items.push(result.data);
      }
      if (items.length > 0) yield items;
    }
    this.#report = counter.report();
  }

  /** Why the file is refused, once it was read through; null where it is not. */
  refusal(): Failure | null {
    return this.#report === null ? null : refusalOf(this.#report, this.#skip ? 'skip' : 'refuse');
  }

  /** What the record of the steps begins with, once the file was read through. */
  record(): PreparationRecord {
    const {
      read = 0,
      kept = 0,
      broken = 0,
      duplicates = 0,
      unanswered = 0,
      unsupported = 0,
    } = this.#report ?? {};
    const own = {
      file: basename(this.#plan.file),
      read,
      leftOut: broken + duplicates + unanswered + unsupported,
    };
    return this.#before ?? { form: 1, sources: [own], items: kept, steps: [] };
  }
}
