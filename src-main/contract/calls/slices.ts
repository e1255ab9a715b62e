/** Slices: items that a person writes by hand for rare, expensive cases, kept as a draft until they are frozen. */
import { z } from 'zod';
import type { CheckKind } from '../item.ts';
import { splits } from '../item.ts';
import { outcomes } from '../output.ts';
import { itemSetReference } from './items.ts';
import type { ReadonlyDeep } from './shapes.ts';
import { call, count, done, identifier, instant, name, pageOf, pageRequest } from './shapes.ts';

/** Kinds of checks that there is a form for. */
export const formKinds = [
  'exact',
  'numeric',
  'choice',
  'json_schema',
  'json_equal',
  'tool_call',
  'required_facts',
  'rules',
  'f1',
  'refusal',
  'regex',
  'code',
] as const satisfies readonly CheckKind[];
export type FormKind = (typeof formKinds)[number];

/** What a person may type into one field. */
const typed = z.string().max(1_000_000);
const short = z.string().max(500);

/** The fields of a check as they were typed, also while they make no check yet. Fields of other kinds are kept. */
const checkForm = z.strictObject({
  kind: z.enum(formKinds),
  fields: z.record(z.string().max(100), typed),
});
export type CheckForm = ReadonlyDeep<z.infer<typeof checkForm>>;

/** An item as it was typed. Empty: not said. */
export const sliceItemSchema = z.strictObject({
  id: short,
  messages: z
    .array(z.strictObject({ role: z.enum(['system', 'user', 'assistant', 'tool']), content: typed }))
    .max(200),
  stratum: short,
  band: short,
  cluster: short,
  split: z.enum(splits),
  check: checkForm,
  /** An answer to try the check with. It is no part of the item. */
  example: typed,
});
export type SliceItem = ReadonlyDeep<z.infer<typeof sliceItemSchema>>;

/** What keeps an item from being frozen. */
const formProblem = z.object({
  /** `id`, `messages`, `messages.1`, `kind`, or a field of the check. */
  field: z.string(),
  /** Of a field that is JSON. */
  line: z.int().min(1).nullable(),
  message: z.string(),
});
export type FormProblem = ReadonlyDeep<z.infer<typeof formProblem>>;

/** Tells the items of a slice apart, whatever their ids. */
const key = z.int().min(1);
const mostItems = 1000;
const unfinished = z.array(z.object({ key, problems: z.array(formProblem).min(1) })).max(mostItems);

const sliceState = z.object({
  /** Rises with each change; a change that names an older one is refused, so that two windows cannot overwrite. */
  revision: count,
  savedAt: instant,
  /** Items that cannot be frozen as they are. */
  unfinished,
});
export type SliceState = ReadonlyDeep<z.infer<typeof sliceState>>;

const slice = sliceState.extend({
  slice: identifier,
  name,
  items: z.array(z.object({ key, item: sliceItemSchema })).max(mostItems),
  /** Kinds of checks, and whether this version of the program can score them. */
  kinds: z.array(z.enum(formKinds)),
});
export type Slice = ReadonlyDeep<z.infer<typeof slice>>;

const sliceSummary = z.object({
  slice: identifier,
  name,
  items: count,
  unfinished: count,
  savedAt: instant,
});
export type SliceSummary = ReadonlyDeep<z.infer<typeof sliceSummary>>;

const trial = z.object({
  /** Of the check; while there is one, nothing is scored. */
  problems: z.array(formProblem),
  score: z
    .object({
      outcome: z.enum(outcomes),
      value: z.number().min(0).max(1).nullable(),
      reason: z.string(),
      /** What was read: UTF-16 offsets into the answer, end exclusive. */
      span: z.object({ start: count, end: count }).nullable(),
    })
    .nullable(),
  /** The right answer itself, which scores 1; null where the check tells none. */
  reference: z.string().nullable(),
  /** An empty answer scores 1: the check asks for nothing. */
  emptyIsRight: z.boolean(),
});
export type CheckTrial = ReadonlyDeep<z.infer<typeof trial>>;

const oneSlice = z.strictObject({ slice: identifier });
const sliceWithRevision = oneSlice.extend({ revision: count });

export const sliceCalls = {
  /** The latest saved first. */
  'slices.list_slices': call(z.strictObject({ page: pageRequest }), pageOf(sliceSummary)),
  'slices.create_slice': call(z.strictObject({ name }), z.object({ slice: identifier })),
  'slices.read_slice': call(oneSlice, slice),
  'slices.rename_slice': call(sliceWithRevision.extend({ name }), sliceState),
  /** Changes the item of that key; a null or unknown key adds it, at `place` (from 0) or at the end. */
  'slices.put_item': call(
    sliceWithRevision.extend({
      key: key.nullable(),
      item: sliceItemSchema,
      place: count.exactOptional(),
    }),
    sliceState.extend({ key }),
  ),
  'slices.delete_item': call(sliceWithRevision.extend({ key }), sliceState),
  'slices.delete_slice': call(oneSlice, done),
  /** Undoes `delete_slice`. */
  'slices.restore_slice': call(oneSlice, done),
  /** What the scorer says to an answer, before anything is saved. */
  'slices.try_check': call(z.strictObject({ check: checkForm, answer: typed }), trial),
  /**
   * Freezes the items as the next version of `name`, alone or after all items of `onto`, which is then a version of
   * the same name. The slice is gone from the list afterwards.
   */
  'slices.freeze_slice': call(
    sliceWithRevision.extend({ name, onto: itemSetReference.nullable() }),
    z.object({ name, version: z.int().min(1), hash: z.string(), items: count }),
  ),
};
