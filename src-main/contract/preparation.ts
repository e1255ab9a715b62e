/**
 * Preparing items before they are frozen: scrubbing, duplicates, strata, samples. What a person chooses of a step, and
 * what is written down of it once it is taken.
 */
import { z } from 'zod';
import type { ReadonlyDeep } from './calls/shapes.ts';

const text = z.string().min(1);
const count = z.int().nonnegative();
const seed = z.int().min(0).max(4_294_967_295);

/** All conditions that a rule names must hold. */
export const stratumRuleSchema = z.strictObject({
  stratum: text.exactOptional(),
  band: text.exactOptional(),
  when: z.strictObject({
    /** Column of the source (dotted path) that `equals` and `matches` look at; absent: the prompt. */
    field: text.exactOptional(),
    equals: z.union([z.string(), z.number(), z.boolean()]).exactOptional(),
    /** A regular expression, found anywhere, in any case. */
    matches: text.exactOptional(),
    /** Words of the prompt. */
    words_at_least: count.exactOptional(),
    words_at_most: count.exactOptional(),
    turns_at_least: z.int().positive().exactOptional(),
    /** The item asks for JSON of a shape, or for tool calls. */
    schema_present: z.boolean().exactOptional(),
    tool_present: z.boolean().exactOptional(),
    check: text.exactOptional(),
  }),
});
export type StratumRule = ReadonlyDeep<z.infer<typeof stratumRuleSchema>>;

/** Items to draw, by stratum. */
const quotasSchema = z.strictObject({
  strata: z.record(z.string(), count),
  /** For strata that are not named; absent: they are left out. */
  others: count.exactOptional(),
});
export type Quotas = ReadonlyDeep<z.infer<typeof quotasSchema>>;

/**
 * What becomes of a group of near-duplicates. `keep_first`: the other members are left out. `cluster`: all stay, and
 * count as one in the statistics. `ignore`: all stay as they are.
 */
export const groupDecisions = ['keep_first', 'cluster', 'ignore'] as const;
export type GroupDecision = (typeof groupDecisions)[number];

/** Jaccard similarity of the runs of three words in two prompts, above 0 and at most 1. */
const threshold = z.number().gt(0).max(1);

/** What is chosen of a step before anything of it is done. */
export const stepSettingsSchema = z.discriminatedUnion('step', [
  z.strictObject({
    step: z.literal('scrub'),
    /** Rules of the table by name. */
    rules: z.array(text.max(100)).max(100),
    /** Names of people that are looked for as well. They are written down nowhere. */
    names: z.array(text.max(500)).max(20_000),
  }),
  z.strictObject({ step: z.literal('exact_duplicates') }),
  z.strictObject({
    step: z.literal('near_duplicates'),
    threshold,
    /** For groups that are not decided on their own. */
    decision: z.enum(groupDecisions),
    seed,
  }),
  z.strictObject({
    step: z.literal('strata'),
    /** Columns of the source (dotted paths), under the rules. */
    stratumField: text.max(500).exactOptional(),
    bandField: text.max(500).exactOptional(),
    rules: z.array(stratumRuleSchema).max(200),
  }),
  z.strictObject({
    step: z.literal('strata_by_hand'),
    /** By item id; null: nothing is given. */
    given: z.record(
      text,
      z.strictObject({ stratum: text.max(500).nullable(), band: text.max(500).nullable() }),
    ),
  }),
  z.strictObject({
    step: z.literal('sample'),
    quotas: quotasSchema,
    /** Within each stratum evenly over ISO weeks and, within those, weekdays. */
    overTime: z.boolean(),
    seed,
  }),
]);
export type StepSettings = ReadonlyDeep<z.infer<typeof stepSettingsSchema>>;
export type StepName = StepSettings['step'];
export type SettingsOf<Name extends StepName> = Extract<StepSettings, { step: Name }>;

const stratumItems = z.strictObject({ stratum: z.string(), items: count });
/** Items before and after the step. */
const sizes = { before: count, after: count };

/** A step as it is written down: its settings, its seed and what came of it. No text of any item is in it. */
export const stepRecordSchema = z.discriminatedUnion('step', [
  z.strictObject({
    step: z.literal('scrub'),
    ...sizes,
    /** Hits that were replaced by rule, every rule that was looked for named, zeros too. */
    byRule: z.record(z.string(), count),
    /** Hits that stay, by the part of the item that they stay in (`id`, `check.schema`); absent: nobody looked there. */
    kept: z.record(z.string(), count).exactOptional(),
    /** How many names were looked for. */
    names: count,
    /** Items in which anything was replaced. */
    changed: count,
  }),
  z.strictObject({
    step: z.literal('exact_duplicates'),
    ...sizes,
    groups: count,
    /** Groups whose checks differ: one of them is wrong. */
    disagreeing: count,
  }),
  z.strictObject({
    step: z.literal('near_duplicates'),
    ...sizes,
    threshold,
    /** Words a run, and hash functions of a signature. */
    shingleWords: count,
    signatureLength: count,
    seed,
    groups: count,
    /** Groups by what became of them. */
    decisions: z.record(z.enum(groupDecisions), count),
    /** Items that were put into a cluster. */
    clustered: count,
  }),
  z.strictObject({
    step: z.literal('strata'),
    ...sizes,
    stratumField: text.exactOptional(),
    bandField: text.exactOptional(),
    rules: z.array(stratumRuleSchema),
    /** Items that each rule decided, in the order of the rules. */
    byRule: z.array(count),
    /** Items that no field and no rule said anything about: they keep what they had. */
    untouched: count,
    strata: z.array(stratumItems),
    bands: z.array(z.strictObject({ band: z.string(), items: count })),
  }),
  /** Strata and bands that a person gave, item by item: it has no settings, and nothing of it can be repeated. */
  z.strictObject({
    step: z.literal('strata_by_hand'),
    ...sizes,
    /** Items that were given a stratum, and items that were given a band. */
    strata: count,
    bands: count,
  }),
  /** Items that a person wrote came after those that were there: no earlier step was taken on them. */
  z.strictObject({ step: z.literal('added_by_hand'), ...sizes, added: count }),
  z.strictObject({
    step: z.literal('sample'),
    ...sizes,
    quotas: quotasSchema,
    overTime: z.boolean(),
    seed,
    generator: z.string(),
    /** Items without a time, which a sample over time cannot draw; null where it is not over time. */
    untimed: count.nullable(),
    strata: z.array(z.strictObject({ stratum: z.string(), available: count, wanted: count, drawn: count })),
  }),
]);
export type StepRecord = ReadonlyDeep<z.infer<typeof stepRecordSchema>>;
export type RecordOf<Name extends StepRecord['step']> = Extract<StepRecord, { step: Name }>;
