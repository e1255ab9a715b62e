/** What an import would bring: the first items, and what each one's scorer says to the right answer itself. */
import type { Score } from '../../contract/output.ts';
import { success, type Failure, type Result } from '../../contract/result.ts';
import { isWeighed } from '../../scoring/choice-options.ts';
import { referenceAnswer, validateCheck } from '../../scoring/registry.ts';
import type { Scoring } from '../../scoring/scoring.ts';
import { columnsOf } from './field-mapping.ts';
import { itemsOf, planImport, planRecords, type ImportedItem, type ImportOptions } from './import-file.ts';
import { takeRecords } from './open-records.ts';
import type { RecognisedShape } from './recognise.ts';
import { SeenIds } from './seen-ids.ts';
import { suiteCategories, type SuiteCategory } from './shapes/suite.ts';
import type { FileFormat } from './sniff-format.ts';

/** Records that are read for a preview: some may make no item. */
const previewRecords = 50;

export interface PreviewItem {
  readonly imported: ImportedItem;
  /** The answer that was tried: the source's own words, or one that the check itself gives; null where neither is. */
  readonly tried: string | null;
  /** Null where nothing was tried, or where the process that it takes could not be had. */
  readonly score: Score | null;
  /** What makes the check impossible to score, whatever the answer. */
  readonly fault: Failure | null;
}

export interface ImportPreview {
  readonly file: string;
  readonly format: FileFormat;
  /** Null with a mapping. */
  readonly recognised: RecognisedShape | null;
  readonly items: readonly PreviewItem[];
  readonly failures: readonly Failure[];
  /** What a mapping may name. */
  readonly columns: readonly string[];
  /** How a suite's author weighs its categories; empty for everything else. */
  readonly categories: readonly SuiteCategory[];
}

/**
 * The first records of a file as items. With a mapping it is the mapping's own preview; without one, and without a
 * shape that fits, it fails as `planImport` does.
 * @param scoring says what it makes of the right answers; programs among them are run
 * @param count items at most
 */
export async function previewImport(
  file: string,
  scoring: Scoring,
  options: ImportOptions = {},
  count = 10,
): Promise<Result<ImportPreview>> {
  const plan = await planImport(file, options);
  if (!plan.ok) return plan;
  const { head, recognised } = plan.data;
  const seen = new SeenIds();
  const records = await takeRecords(planRecords(plan.data), previewRecords);
  const results = records.flatMap((record) => (record.ok ? itemsOf(plan.data, record.data, seen) : [record]));
  const items = results.flatMap((result) => (result.ok && !result.data.repeated ? [result.data] : []));
  return success({
    file,
    format: head.head.sniffed.format,
    recognised,
    items: await Promise.all(items.slice(0, count).map((item) => tryItem(item, scoring))),
    failures: results.flatMap((result) => (result.ok ? [] : [result.error])),
    columns: columnsOf(head.records.map((record) => record.fields)),
    categories:
      recognised?.shape === 'suite'
        ? head.records.flatMap(({ fields }) => suiteCategories(fields, plan.data.context))
        : [],
  });
}

/** What the scorer says to the item's own right answer. Anything but a 1 is a reason to look at the mapping again. */
async function tryItem(imported: ImportedItem, scoring: Scoring): Promise<PreviewItem> {
  const { check } = imported.item;
  const valid = validateCheck(check);
  const tried = imported.reference ?? referenceAnswer(check);
  const scored =
    tried !== null && valid.ok && !isWeighed(check)
      ? await scoring.score(check, { text: tried, finish: 'end' })
      : null;
  return {
    imported,
    tried,
    score: scored?.ok === true ? scored.data : null,
    fault: valid.ok ? null : valid.error,
  };
}
