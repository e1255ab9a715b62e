/** Item sets: frozen versions, their items, and the way from a file to a new version. */
import { z } from 'zod';
import { checkSchema, messageSchema, splits } from '../item.ts';
import { outcomes } from '../output.ts';
import type { Trend } from '../trend.ts';
import { intervalSchema } from './comparison-schema.ts';
import type { ReadonlyDeep } from './shapes.ts';
import {
  call,
  count,
  done,
  failureSchema,
  identifier,
  instant,
  name,
  pageOf,
  pageRequest,
  path,
  search,
  share,
} from './shapes.ts';

const version = z.int().min(1).max(1_000_000);
export const itemSetReference = z.strictObject({ name, version });

const itemSetSummary = z.object({
  name,
  /** The latest one. */
  version,
  versions: count,
  items: count,
  dev: count,
  heldOut: count,
  strata: count,
  hash: z.string(),
  frozenAt: instant,
  /** Comparisons that use any of its versions. */
  comparisons: count,
});
export type ItemSetSummary = ReadonlyDeep<z.infer<typeof itemSetSummary>>;

const itemSetDetail = z.object({
  name,
  version,
  hash: z.string(),
  frozenAt: instant,
  /** Files that it was made from, without folders. */
  sources: z.array(z.string()),
  items: count,
  strata: z.array(z.object({ stratum: name, dev: count, heldOut: count })).max(5000),
  checks: z.array(z.object({ kind: z.string(), items: count })),
  versions: z.array(z.object({ version, frozenAt: instant, items: count })),
  /** Readings of the held-out items, by registered plans. */
  heldOutReadings: count,
  /** Stands in every row of an export, and nowhere else. */
  canary: z.string(),
});
export type ItemSetDetail = ReadonlyDeep<z.infer<typeof itemSetDetail>>;

const itemRow = z.object({
  id: name,
  stratum: z.string(),
  band: z.string().nullable(),
  split: z.enum(splits),
  check: z.string(),
  /** The first 200 characters of the last user message. */
  preview: z.string(),
});
export type ItemRow = ReadonlyDeep<z.infer<typeof itemRow>>;

const itemDetail = z.object({
  id: name,
  messages: z.array(messageSchema),
  stratum: z.string(),
  band: z.string().nullable(),
  split: z.enum(splits),
  source: z.string().nullable(),
  cluster: z.string().nullable(),
  check: checkSchema,
});
export type ItemDetail = ReadonlyDeep<z.infer<typeof itemDetail>>;

/** An item as it would be, and what its own scorer says to the right answer itself: anything but 1 is a mistake somewhere. */
const triedItem = itemDetail.extend({
  /** The answer that was tried: the source's, or one that the check itself gives; null where there is neither. */
  tried: z.string().nullable(),
  /** Null where nothing was tried, or where the scorer needs a process of its own. */
  score: z.object({ outcome: z.enum(outcomes), value: z.number().nullable(), reason: z.string() }).nullable(),
  /** Why no answer at all could be scored. */
  fault: failureSchema.nullable(),
});
export type TriedItem = ReadonlyDeep<z.infer<typeof triedItem>>;

/** Item field -> column or dotted path in the file. */
const mapping = z.record(z.string().max(100), z.string().max(500));

const choiceWays = ['text', 'logprob'] as const;
export type ChoiceBy = (typeof choiceWays)[number];

const importPreview = z.object({
  importing: identifier,
  fileName: z.string(),
  /** Such as `jsonl`, `openai-chat`, `mmlu-csv`; null where it could not be told. */
  format: z.string().nullable(),
  formats: z.array(z.string()),
  fields: z.array(z.string()).max(1000),
  mapping,
  /** Rows read so far, and whether that is all of them. */
  read: count,
  complete: z.boolean(),
  good: count,
  problems: count,
  /** The first items as they would be. */
  first: z.array(triedItem).max(20),
});
export type ImportPreview = ReadonlyDeep<z.infer<typeof importPreview>>;

const importing = z.strictObject({ importing: identifier });

const trend: z.ZodType<Trend> = z.object({
  name,
  versions: z.array(z.object({ version, frozenAt: instant })),
  groups: z.array(
    z.object({
      split: z.enum(splits),
      limit: count.nullable(),
      series: z.array(
        z.object({
          model: z.string(),
          points: z.array(
            z.object({
              comparison: identifier,
              decision: z.string(),
              candidate: name,
              isBaseline: z.boolean(),
              at: instant,
              version,
              n: count,
              mean: z.number().nullable(),
              interval: intervalSchema.nullable(),
              engine: z.string().nullable(),
              weights: z.string().nullable(),
              conditions: count,
              changes: z.array(z.string()),
            }),
          ),
        }),
      ),
      marks: z.array(z.object({ at: instant, text: z.string() })),
    }),
  ),
  comparisons: count,
  unfinished: count,
});

export const itemCalls = {
  /** By name. */
  'items.list_sets': call(
    z.strictObject({ page: pageRequest, search: search.exactOptional() }),
    pageOf(itemSetSummary),
  ),
  'items.read_set': call(itemSetReference, itemSetDetail),
  /** Held-out items are counted, never listed: asking for them is `held_out_refused`. */
  'items.list_items': call(
    z.strictObject({
      set: itemSetReference,
      stratum: name.exactOptional(),
      search: search.exactOptional(),
      page: pageRequest,
    }),
    pageOf(itemRow),
  ),
  'items.read_item': call(z.strictObject({ set: itemSetReference, item: name }), itemDetail),
  /** Opens a file for import. Nothing is kept until `freeze_import`. */
  'items.open_import': call(z.strictObject({ path }), importPreview),
  'items.change_import': call(
    importing.extend({
      format: z.string().max(100).exactOptional(),
      mapping: mapping.exactOptional(),
      /** How choices are scored; absent: by the text of the answer. */
      choiceBy: z.enum(choiceWays).exactOptional(),
    }),
    importPreview,
  ),
  /** Every row that cannot become an item, with its line and the next step. Reads the whole file. */
  'items.list_import_problems': call(
    importing.extend({ page: pageRequest }),
    pageOf(failureSchema).extend({
      read: count,
      good: count,
      /** All of them; `total` is less where there are more than are kept in full. */
      problems: count,
    }),
  ),
  'items.close_import': call(importing, done),
  /**
   * Freezes the import as a new version of `name`. With `skipProblems` false any broken row refuses it; `draft_stale`
   * where the items are not prepared as `prepared` says.
   */
  'items.freeze_import': call(
    importing.extend({
      name,
      /** Share of each stratum that is held out, where the file does not say. */
      heldOut: share,
      seed: z.int().min(0).max(4_294_967_295),
      skipProblems: z.boolean(),
      /** Whether the person sees steps that were taken with the items: none of them is left out unseen. */
      prepared: z.boolean(),
    }),
    z.object({
      name,
      version,
      hash: z.string(),
      items: count,
      /** Clusters to which the file gives both splits: they are dev as a whole. */
      madeDev: count,
    }),
  ),
  'items.read_difference': call(
    z.strictObject({ name, from: version, to: version }),
    z.object({ added: count, removed: count, changed: count, same: count }),
  ),
  /** What each model scored on the set, comparison after comparison. */
  'items.read_trend': call(z.strictObject({ name }), trend),
  /** Writes one version to a file with its card, under a numbered name where one is taken. Held-out items are left out. */
  'items.export_set': call(
    z.strictObject({ set: itemSetReference, format: z.enum(['jsonl', 'parquet']), path }),
    z.object({
      path,
      items: count,
      /** The card beside it, as Markdown and as JSON. */
      cardPaths: z.array(z.string()).max(2),
    }),
  ),
};
