/** Read: the outputs themselves, item by item. */
import { z } from 'zod';
import { partingKinds } from '../divergence.ts';
import { finishReasons, outcomes } from '../output.ts';
import { checkSchema, messageSchema } from '../item.ts';
import type { ReadonlyDeep } from './shapes.ts';
import {
  call,
  count,
  failureSchema,
  identifier,
  instant,
  name,
  pageOf,
  pageRequest,
  runKeySchema,
  search,
} from './shapes.ts';

/** Baseline and candidate on one item. `missing`: a side has no answer. */
const flipKinds = ['lost', 'gained', 'different', 'same', 'missing'] as const;
export type FlipKind = (typeof flipKinds)[number];

/** What the list can be narrowed to; several are united. */
const readingFilters = ['lost', 'gained', 'different', 'truncated', 'unparsed', 'failed'] as const;
export type ReadingFilter = (typeof readingFilters)[number];

export const labels = ['right', 'wrong', 'either_is_fine', 'bad_item'] as const;
export type Label = (typeof labels)[number];

const filter = z.strictObject({
  /** Empty: every item. */
  kinds: z.array(z.enum(readingFilters)).max(readingFilters.length),
  stratum: name.exactOptional(),
  /** Found in prompt or outputs. */
  text: search.exactOptional(),
  labelled: z.boolean().exactOptional(),
  /** Answers that part from the baseline's by toss or by damage, as far as that was measured. */
  parting: z.enum(partingKinds).exactOptional(),
});
export type ReadingRequest = ReadonlyDeep<z.infer<typeof filter>>;

const selection = z.strictObject({ comparison: identifier, candidate: name, filter });
const itemOf = z.strictObject({ comparison: identifier, item: name });
const textSpan = z.object({ start: count, end: count });
const outputOf = itemOf.extend({ key: runKeySchema, sample: z.int().min(0).max(1000) });

const readingRow = z.object({
  item: name,
  stratum: z.string(),
  flip: z.enum(flipKinds),
  /** Outcomes on both sides; null where there is no output yet. */
  baseline: z.enum(outcomes).nullable(),
  candidate: z.enum(outcomes).nullable(),
  /** The item's scores in [0, 1], means over its samples; null where there is none. */
  values: z.object({
    baseline: z.number().min(0).max(1).nullable(),
    candidate: z.number().min(0).max(1).nullable(),
  }),
  label: z.enum(labels).nullable(),
  /** The first 200 characters of what was asked. */
  preview: z.string(),
});
export type ReadingRow = ReadonlyDeep<z.infer<typeof readingRow>>;

const readingCounts = z.object({
  items: count,
  matching: count,
  kinds: z.record(z.enum(readingFilters), count),
  /** All zero where it was not measured. */
  partings: z.record(z.enum(partingKinds), count),
  /** In the list's order, with the matching items of each: headings can be placed without the rows. */
  strata: z.array(z.object({ stratum: z.string(), matching: count, flips: count })).max(5000),
  /** False before the run ends: then there are no scores, and `lost` and `gained` are not counted. */
  scored: z.boolean(),
});
export type ReadingCounts = ReadonlyDeep<z.infer<typeof readingCounts>>;

const runOutcome = z.object({
  key: runKeySchema,
  isBaseline: z.boolean(),
  outcome: z.enum(outcomes).nullable(),
  value: z.number().min(0).max(1).nullable(),
  samples: count,
});

const readingItem = z.object({
  item: name,
  stratum: z.string(),
  band: z.string().nullable(),
  source: z.string().nullable(),
  cluster: z.string().nullable(),
  messages: z.array(messageSchema),
  check: checkSchema,
  /** What a right answer is, in words. */
  expected: z.string(),
  promptTokens: count.nullable(),
  /** Whether every run got the same token ids; null before there are two. */
  sameTokens: z.boolean().nullable(),
  /** In what the candidate's prompt differs from the baseline's, in words; null where it does not, or is not there yet. */
  promptDifference: z.string().nullable(),
  runs: z.array(runOutcome).max(1000),
  label: z.enum(labels).nullable(),
});
export type ReadingItem = ReadonlyDeep<z.infer<typeof readingItem>>;

export const longestText = 200_000;

const readingOutput = z.object({
  key: runKeySchema,
  sample: count,
  at: instant,
  /** At most its first 200,000 characters; `length` is the whole. */
  text: z.string().max(longestText),
  length: count,
  finish: z.enum(finishReasons),
  stop: z.string().nullable(),
  /** What was measured of each option, in place of a text; null where a text was asked for. */
  options: z
    .union([
      z.object({
        measured: z
          .array(
            z.object({
              continuation: z.string().max(longestText),
              logProbability: z.number(),
              tokens: count,
              bytes: count,
            }),
          )
          .max(26),
      }),
      z.object({ measured: z.null(), reason: z.string() }),
    ])
    .nullable(),
  promptTokens: count,
  generatedTokens: count,
  firstTokenMs: z.number().nullable(),
  totalMs: z.number(),
  tokensPerSecond: z.number().nullable(),
  /** Tries that it took. */
  attempts: count,
  error: failureSchema.nullable(),
  score: z
    .object({
      outcome: z.enum(outcomes),
      value: z.number().nullable(),
      reason: z.string(),
      /** UTF-16 offsets into the text: what the scorer read. */
      span: z.object({ start: count, end: count }).nullable(),
      /** Such as `tool_call 3`: kind and version. */
      scorer: z.string(),
    })
    .nullable(),
});
export type ReadingOutput = ReadonlyDeep<z.infer<typeof readingOutput>>;

export const readingCalls = {
  /** By stratum, the worst first, then in the set's order. */
  'reading.list_items': call(selection.extend({ page: pageRequest }), pageOf(readingRow)),
  'reading.read_counts': call(selection, readingCounts),
  'reading.read_item': call(itemOf.extend({ candidate: name }), readingItem),
  /** Null: that run has no output for the item yet. */
  'reading.read_output': call(outputOf, z.object({ output: readingOutput.nullable() })),
  /** The prompt as it was sent, by lines. */
  'reading.read_prompt': call(
    outputOf.extend({ page: pageRequest }),
    pageOf(z.string()).extend({ hash: z.string(), tokenHash: z.string(), tokens: count }),
  ),
  'reading.list_tokens': call(
    outputOf.extend({ page: pageRequest }),
    pageOf(z.object({ id: z.int(), text: z.string() })),
  ),
  /** First token in which two runs differ; null where they are the same as far as both go. */
  'reading.find_first_difference': call(
    itemOf.extend({ left: runKeySchema, right: runKeySchema, sample: z.int().min(0).max(1000) }),
    z.object({
      token: count.nullable(),
      /** UTF-16 offsets of that token into either text; null where an answer has none there, or it cannot be told. */
      spans: z.object({ left: textSpan.nullable(), right: textSpan.nullable() }),
      /** What was measured there; null where nothing was. Of the baseline's first run at the left and sample 0 alone. */
      parting: z
        .object({
          /** Of the baseline, in nats; and the divergence, null for another run of the baseline. */
          margin: z.number().nonnegative(),
          kl: z.number().nonnegative().nullable(),
          /** Null: the floor was not measured, or it is the baseline's own. */
          kind: z.enum(partingKinds).nullable(),
        })
        .nullable(),
    }),
  ),
  /** Null takes the label away. Labels never change a score; the report lists them. */
  'reading.label_item': call(
    itemOf.extend({ candidate: name, label: z.enum(labels).nullable() }),
    z.object({ label: z.enum(labels).nullable() }),
  ),
};
