/** A file as items: told, mapped, checked and numbered, record by record, in flat memory. */
import type { Item } from '../../contract/item.ts';
import { failure, success, type Place, type Result } from '../../contract/result.ts';
import { toItem } from '../item-record.ts';
import type { Draft, LoggedOutput } from './draft.ts';
import { plainText } from './field-values.ts';
import { mapRecord, mappingFault, type FieldMapping } from './field-mapping.ts';
import { readHead, type ReadHead } from './file-head.ts';
import { describePlace } from './json-text.ts';
import { defaultLimits, openRecords, type ReadLimits } from './open-records.ts';
import { recognise, shapeByName, sureEnough, type RecognisedShape } from './recognise.ts';
import { SeenIds } from './seen-ids.ts';
import type { MapContext, Shape } from './shape.ts';
import type { SniffOverrides } from './sniff-format.ts';
import type { Fields, Records, SourceRecord } from './source-record.ts';

export interface ImportOptions extends SniffOverrides {
  /** A shape by its name; absent: the one that the file is recognised by. */
  readonly shape?: string;
  /** In place of a shape. */
  readonly mapping?: FieldMapping;
  readonly seed?: number;
  readonly choiceBy?: 'text' | 'logprob';
  readonly limits?: ReadLimits;
}

export interface ImportedItem {
  readonly item: Item;
  /** File, and line or row. */
  readonly where: Place;
  /** The source says which split it is of; otherwise the split is a default that may be changed. */
  readonly splitGiven: boolean;
  /** The item was yielded before; this record adds only its outputs. */
  readonly repeated: boolean;
  readonly reference?: string;
  /** ISO 8601, UTC. */
  readonly time?: string;
  readonly outputs: readonly LoggedOutput[];
  /** Every field of the source record, for rules that sort items into strata. */
  readonly fields: Fields;
}

/** How a file is going to be read. */
export interface ImportPlan {
  readonly file: string;
  readonly head: ReadHead;
  /** Null where a mapping was given. */
  readonly recognised: RecognisedShape | null;
  readonly context: MapContext;
  readonly columns?: readonly string[];
  readonly limits: ReadLimits;
  map(record: SourceRecord): Result<readonly Draft[]>;
}

/**
 * Tells what a file is. Fails with the failures of reading it, `shape_unknown` when no shape fits it well and
 * neither shape nor mapping is given, and `usage` for a mapping that names columns the file does not have.
 */
export async function planImport(file: string, options: ImportOptions = {}): Promise<Result<ImportPlan>> {
  const limits = options.limits ?? defaultLimits;
  const head = await readHead(file, limits, options);
  if (!head.ok) return head;
  const { sniffed, classLabels } = head.data.head;
  const context: MapContext = {
    name: sniffed.name,
    classLabels,
    seed: options.seed ?? 0,
    choiceBy: options.choiceBy ?? 'text',
  };
  const base = { file, head: head.data, context, limits };
  const { mapping } = options;
  if (mapping !== undefined) {
    const fault = mappingFault(mapping, head.data.records);
    if (fault !== null) return fault;
    return success({ ...base, recognised: null, map: (record) => mapRecord(record, mapping, context) });
  }
  const recognised = recognise(head.data.head);
  const shape = chosenShape(file, options.shape, recognised);
  if (!shape.ok) return shape;
  const { columns } = shape.data;
  return success({
    ...base,
    recognised,
    ...(columns === undefined || sniffed.format !== 'csv' ? {} : { columns }),
    map: (record) => shape.data.map(record, context),
  });
}

function chosenShape(
  file: string,
  name: string | undefined,
  recognised: RecognisedShape | null,
): Result<Shape> {
  if (name !== undefined) return shapeByName(name);
  if (recognised !== null && recognised.confidence >= sureEnough) return shapeByName(recognised.shape);
  const guess = recognised === null ? '' : ` It is a little like ${recognised.title}.`;
  return failure('shape_unknown', `${file}: the records have no known shape.${guess}`, {
    next: 'Say which columns are which: input=column, answer=column.',
    where: { file },
  });
}

/**
 * The items of a file, in batches, in its order. A record that makes no item is a failure in its place (with its
 * line or row); whoever collects them decides whether one broken record refuses the file.
 */
export async function* importItems(plan: ImportPlan): AsyncGenerator<readonly Result<ImportedItem>[]> {
  const seen = new SeenIds();
  for await (const batch of planRecords(plan)) {
    const items: Result<ImportedItem>[] = [];
    for (const record of batch) {
      if (record.ok) items.push(...itemsOf(plan, record.data, seen));
      else items.push(record);
    }
    if (items.length > 0) yield items;
  }
}

/** The plan's file as records, read anew. */
export function planRecords({ columns, limits, head }: ImportPlan): Records {
  return openRecords(head.head.sniffed, { limits, ...(columns === undefined ? {} : { columns }) });
}

/** The items of one record, numbered and checked. */
export function itemsOf(plan: ImportPlan, record: SourceRecord, seen: SeenIds): Result<ImportedItem>[] {
  const drafts = plan.map(record);
  if (!drafts.ok) return [drafts];
  return drafts.data.map((draft, index) => itemOf(plan, draft, record, index, seen));
}

function itemOf(
  plan: ImportPlan,
  draft: Draft,
  record: SourceRecord,
  index: number,
  seen: SeenIds,
): Result<ImportedItem> {
  const row = record.where.line ?? record.where.row ?? 0;
  const id = plainText(draft.item.id) ?? `${plan.context.name}-${row}${index === 0 ? '' : `-${index + 1}`}`;
  const item = toItem({ source: plan.context.name, ...draft.item, id });
  if (!item.ok) return placed(item, record.where);
  const repeated = !seen.add(item.data.id);
  if (repeated && draft.idsRecur === true) {
    return itemOf(
      plan,
      { ...draft, item: { ...draft.item, id: `${id}~${row}` }, idsRecur: false },
      record,
      index,
      seen,
    );
  }
  if (repeated && draft.repeats !== true) {
    return failure(
      'item_duplicate',
      `${describePlace(record.where)}: the id ${JSON.stringify(id)} was there before.`,
      {
        next: 'Give each item an id of its own, or map no id at all.',
        where: { ...record.where, item: id },
      },
    );
  }
  return success({
    item: item.data,
    where: record.where,
    splitGiven: draft.item.split !== undefined,
    repeated,
    ...(draft.reference === undefined ? {} : { reference: draft.reference }),
    ...(draft.time === undefined ? {} : { time: draft.time }),
    outputs: draft.outputs ?? [],
    fields: record.fields,
  });
}

function placed(broken: Result<Item>, where: Place): Result<never> {
  if (broken.ok) throw new Error('only failures are placed');
  const { error } = broken;
  return {
    ok: false,
    error: {
      ...error,
      message: `${describePlace(where)}: ${error.message}`,
      where: { ...error.where, ...where },
    },
  };
}
