/** Preparing an open import before it is frozen: each step is looked at, taken, and can be undone. */
import { z } from 'zod';
import { groupDecisions, stepRecordSchema, stepSettingsSchema } from '../preparation.ts';
import type { ReadonlyDeep } from './shapes.ts';
import { call, count, identifier, name, pageOf, pageRequest, share } from './shapes.ts';

const importing = z.strictObject({ importing: identifier });

const preparation = z.object({
  /** Items after the steps so far, and how many of them say when they happened. */
  items: count,
  timed: count,
  strata: z.array(z.object({ stratum: z.string(), items: count })).max(5000),
  /** Columns of the source that strata can come from. */
  columns: z.array(z.string()).max(1000),
  /** In the order in which they were taken. */
  steps: z.array(stepRecordSchema).max(100),
  /** What the step that was looked at last would do; null where there is none. */
  looked: stepRecordSchema.nullable(),
});
export type Preparation = ReadonlyDeep<z.infer<typeof preparation>>;

const scrubHit = z.object({
  item: z.string(),
  rule: z.string(),
  /** Dotted path of the text in the item: `messages.0.content`. */
  field: z.string(),
  /** The text around the hit, as it is. */
  before: z.object({ lead: z.string(), found: z.string(), tail: z.string() }),
  /** The same place with every hit replaced; null: it stays, because it names something or is part of how a check works. */
  after: z.object({ lead: z.string(), placeholder: z.string(), tail: z.string() }).nullable(),
});
export type ScrubHit = ReadonlyDeep<z.infer<typeof scrubHit>>;

const duplicateGroup = z.object({
  /** The id of its first item. */
  group: z.string(),
  items: count,
  /** The first of them. */
  members: z
    .array(z.object({ id: z.string(), stratum: z.string(), check: z.string(), preview: z.string() }))
    .max(20),
  /** The checks differ. */
  disagree: z.boolean(),
  /** The least similarity of the pairs that hold the group together; null for exact duplicates. */
  similarity: share.nullable(),
  decision: z.enum(groupDecisions),
});
export type DuplicateGroup = ReadonlyDeep<z.infer<typeof duplicateGroup>>;

const days = z.array(count).length(7);
const histogram = z.object({
  weeks: z
    .array(
      z.object({
        /** ISO 8601, such as `2026-W02`. */
        week: z.string(),
        /** Monday first, UTC. */
        before: days,
        /** Null where no sample was looked at. */
        after: days.nullable(),
      }),
    )
    .max(600),
  /** Items without a time. */
  untimed: count,
});
export type ImportHistogram = ReadonlyDeep<z.infer<typeof histogram>>;

const stratumRow = z.object({
  stratum: z.string(),
  items: count,
  /** Held out under the share and the seed that were asked about. */
  heldOut: count,
  needed: count,
  enough: z.boolean(),
  /** The smallest drop that the held-out items can show; null without any. */
  detects: z.number().nullable(),
});
export type StratumAnswer = ReadonlyDeep<z.infer<typeof stratumRow>>;

export const preparingCalls = {
  'preparing.list_rules': call(
    z.strictObject({}),
    z.object({
      rules: z.array(z.object({ name: z.string(), about: z.string() })).max(200),
      /** That no rule table is complete. */
      note: z.string(),
    }),
  ),
  /** Reads the whole file. With `skipProblems` false a broken record refuses it. */
  'preparing.open_items': call(importing.extend({ skipProblems: z.boolean() }), preparation),
  /** Works out what a step would do, and keeps it in mind until it is taken or another one is looked at. */
  'preparing.look_at_step': call(importing.extend({ step: stepSettingsSchema }), preparation),
  /** Of the scrubbing that was looked at. */
  'preparing.list_hits': call(
    importing.extend({
      /** Only those that this rule replaces; absent: all, those that stay too. */
      rule: name.exactOptional(),
      /** Only those that stay. */
      kept: z.literal(true).exactOptional(),
      page: pageRequest,
    }),
    pageOf(scrubHit),
  ),
  /** Of the search for duplicates that was looked at. */
  'preparing.list_groups': call(importing.extend({ page: pageRequest }), pageOf(duplicateGroup)),
  /** What becomes of one group of near-duplicates. */
  'preparing.decide_group': call(
    importing.extend({ group: name, decision: z.enum(groupDecisions) }),
    preparation,
  ),
  'preparing.take_step': call(importing, preparation),
  'preparing.undo_step': call(importing, preparation),
  /** When the items happened, and those of the sample that was looked at. */
  'preparing.read_histogram': call(importing, histogram),
  /** Whether each stratum has enough held-out items for the margin, under this split. */
  'preparing.list_strata': call(
    importing.extend({
      /** As it would be after the step that was looked at; false: as it is. */
      looked: z.boolean(),
      margin: z.number().gt(0).max(1),
      /** Share of the answers that is expected to differ. */
      discordance: z.number().gt(0).max(1),
      heldOut: share,
      seed: z.int().min(0).max(4_294_967_295),
      page: pageRequest,
    }),
    pageOf(stratumRow),
  ),
};
