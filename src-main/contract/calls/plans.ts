/** New comparison: a draft, the answer to "is this set large enough?", a pilot, and the registered plan. */
import { z } from 'zod';
import { backends, cacheTypes, modes } from '../candidate.ts';
import { messageSchema, splits } from '../item.ts';
import { variations } from '../presentation/variations.ts';
import { itemSetReference } from './items.ts';
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
  seconds,
  share,
} from './shapes.ts';

/** A drop that is accepted, as a share; 0.02 is 2 points. */
const margin = z.number().positive().max(1);

const promptTemplate = z.string().max(1_000_000).nullable();

/** Exemplars from the dev split of the plan's set; null: none. */
const fewShot = z
  .discriminatedUnion('from', [
    z.strictObject({ from: z.literal('fixed'), ids: z.array(name).max(100) }),
    z.strictObject({
      from: z.literal('drawn'),
      count: z.int().min(1).max(100),
      seed: z.int().min(0).max(4_294_967_295),
      sameStratum: z.boolean(),
    }),
  ])
  .nullable();

/** What is put around an item: a Jinja template of its last user message, and exemplars. */
const composition = z.strictObject({ promptTemplate, fewShot });
export type DraftComposition = ReadonlyDeep<z.infer<typeof composition>>;

const draftCandidate = z.strictObject({
  name,
  /** A file of `models.list_models`, or null with an endpoint. */
  model: identifier.nullable(),
  endpoint: z.strictObject({ endpoint: identifier, model: name }).nullable(),
  /** In place of the shared one; null: the shared one. Unless it is accepted, the pair is not comparable. */
  ownPrompt: composition.extend({ accepted: z.boolean() }).nullable(),
});
export type DraftCandidate = ReadonlyDeep<z.infer<typeof draftCandidate>>;

/** A file of `models.list_models`, or a model at an endpoint; the other one is null. */
const draftJudge = draftCandidate.pick({ model: true, endpoint: true });
export type DraftJudge = ReadonlyDeep<z.infer<typeof draftJudge>>;

/** The same for every candidate, so that only the weights differ. */
const sharedSettings = z.strictObject({
  backend: z.enum(backends),
  gpuLayers: z.int().min(0).max(10_000),
  context: z.int().min(1).max(16_777_216),
  parallel: z.int().min(1).max(1024),
  batch: z.int().min(1).max(1_048_576),
  threads: z.int().min(1).max(1024),
  flashAttention: z.boolean(),
  /** Absent in drafts from before there were modes. */
  mode: z.enum(modes).exactOptional(),
  cacheType: z.enum(cacheTypes),
  temperature: z.number().min(0).max(10),
  topK: z.int().min(0).max(1_000_000),
  topP: z.number().min(0).max(1),
  minP: z.number().min(0).max(1),
  maxTokens: z.int().min(1).max(1_048_576),
  stops: z.array(z.string().min(1).max(1000)).max(32),
  system: z.string().max(1_000_000).nullable(),
  promptTemplate,
  fewShot,
});
export type SharedSettings = ReadonlyDeep<z.infer<typeof sharedSettings>>;

/** A simple rule on the baseline's runs; null: none. */
const repeatRule = z
  .discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('range') }),
    z.strictObject({ kind: z.literal('deviations'), z: z.number().positive().max(100) }),
  ])
  .nullable();

const draftFields = z.strictObject({
  decision: z.string().max(2000),
  candidates: z.array(draftCandidate).max(100),
  /** Name of a candidate; null until chosen. */
  baseline: name.nullable(),
  /** Grades the answers to items whose check is `judge`; null: none. */
  judge: draftJudge.nullable(),
  items: itemSetReference.nullable(),
  split: z.enum(splits),
  samples: z.int().min(1).max(1000),
  replicates: z.int().min(1).max(100),
  margin: margin.nullable(),
  strata: z.array(z.strictObject({ stratum: name, margin, mustPass: z.boolean() })).max(5000),
  maxMissing: share,
  repeatRule,
  /** How looks before the end are paid for; null: they are counted and cost nothing. */
  looks: z.strictObject({ spending: z.literal('obrien_fleming') }).nullable(),
  seed: z.int().min(0).max(4_294_967_295),
  settings: sharedSettings,
});
export type DraftFields = ReadonlyDeep<z.infer<typeof draftFields>>;

/** What keeps a field from being registered; `field` is a dotted path into the draft's fields. */
const fieldProblem = z.object({ field: z.string(), message: z.string() });
export type FieldProblem = ReadonlyDeep<z.infer<typeof fieldProblem>>;

const draft = z.object({
  draft: identifier,
  /** Rises with each change; a change that names an older one is refused, so that two tabs cannot overwrite. */
  revision: count,
  savedAt: instant,
  fields: draftFields,
  /** Items of the chosen set and split whose check is `judge`. */
  judgeItems: count,
  /** The judge of the plan that it was made from, chosen or not; `compares`: it is wanted whatever the items' checks are. */
  planJudge: z.strictObject({ judge: draftJudge, compares: z.boolean() }).nullable(),
  problems: z.array(fieldProblem),
});
export type Draft = ReadonlyDeep<z.infer<typeof draft>>;

const sizing = z.object({
  /** Items there after split, and those that the margin needs; null without a margin. */
  there: count,
  needed: count.nullable(),
  /**
   * The items needed so that each candidate's change stands after Holm's adjustment over all of them, whatever the
   * others show. Null without a margin, or with one candidate beside the baseline.
   */
  amongCandidates: z.object({ tests: count, needed: count }).nullable(),
  /** Strata that the set has; Holm's adjustment of their p values goes over as many. */
  strataTested: count,
  /**
   * Looks before the end that are counted on, at equal distances, and the level of the interval at the end after them;
   * null where looks cost nothing.
   */
  looks: z.object({ before: count, level: share }).nullable(),
  /** Smallest drop that can be detected with what is there; null without items. */
  detects: z.number().nullable(),
  discordance: share,
  /** Where the share of flips comes from, in words: "as in the comparison of 12 Nov with the same pair". */
  discordanceFrom: z.enum(['typed', 'pilot', 'earlier_comparison', 'assumed']),
  discordanceSource: z.string(),
  power: share,
  /** Points of the sizing curve, by items. */
  curve: z.array(z.object({ items: count, detects: z.number() })).max(200),
  strata: z
    .array(
      z.object({
        stratum: name,
        margin,
        mustPass: z.boolean(),
        there: count,
        needed: count,
        /** The same after Holm's adjustment over all the set's strata. */
        neededAmong: count,
        /** Chance that what is there settles the margin, without a true drop; null without items. */
        chance: share.nullable(),
        detects: z.number().nullable(),
      }),
    )
    .max(5000),
  /** What would make it large enough. */
  ways: z.array(
    z.object({
      kind: z.enum(['other_version', 'accept_more', 'add_items']),
      label: z.string(),
      effect: z.string(),
      items: itemSetReference.nullable(),
      margin: margin.nullable(),
      stratum: name.nullable(),
    }),
  ),
});
export type Sizing = ReadonlyDeep<z.infer<typeof sizing>>;

const check = z.object({
  name: z.enum(['same_prompts', 'overlong', 'memory', 'settings', 'template']),
  state: z.enum(['good', 'bad', 'unknown']),
  text: z.string(),
});
export type DraftCheck = ReadonlyDeep<z.infer<typeof check>>;

const promptPreview = z.object({
  item: name,
  stratum: z.string(),
  /** Which of the dev items, from 0, and how many there are. */
  place: count,
  dev: count,
  messages: z.array(messageSchema),
  /** Ids of the exemplars that are shown, in order. */
  exemplars: z.array(name),
});
export type PromptPreview = ReadonlyDeep<z.infer<typeof promptPreview>>;

const pilot = z.object({
  state: z.enum(['none', 'running', 'finished', 'failed']),
  items: count,
  done: count,
  ranAt: instant.nullable(),
  /** For the whole plan as the draft stands; null before a pilot. */
  seconds: seconds.nullable(),
  answers: count,
  discordance: share.nullable(),
  problem: failureSchema.nullable(),
});
export type Pilot = ReadonlyDeep<z.infer<typeof pilot>>;

const registeredPlan = z.object({
  comparison: identifier,
  hash: z.string(),
  registeredAt: instant,
  /** The plan as YAML, as the command line reads it. */
  text: z.string(),
  fields: draftFields,
  heldOutReadings: count,
  /** Candidates that differ from the baseline in more than one setting, a sentence each. */
  apart: z.array(z.string()).max(100),
  /** Models that are given a longer context than they were trained for, a sentence each. */
  contexts: z.array(z.string()).max(200),
});
export type RegisteredPlanView = ReadonlyDeep<z.infer<typeof registeredPlan>>;

const oneDraft = z.strictObject({ draft: identifier });
const draftWithRevision = oneDraft.extend({ revision: count });

export const planCalls = {
  /** A draft with sound defaults; with models given, the unquantised one is the baseline. */
  'plans.create_draft': call(
    z.strictObject({ models: z.array(identifier).max(100) }),
    z.object({ draft: identifier }),
  ),
  'plans.read_draft': call(oneDraft, draft),
  'plans.change_draft': call(draftWithRevision.extend({ change: draftFields.partial() }), draft),
  /** A candidate more, which differs from this one in one setting. */
  'plans.vary_candidate': call(
    draftWithRevision.extend({ candidate: name, variation: z.enum(variations) }),
    draft,
  ),
  'plans.discard_draft': call(oneDraft, done),
  'plans.list_strata': call(
    z.strictObject({ set: itemSetReference, split: z.enum(splits), page: pageRequest }),
    pageOf(z.object({ stratum: name, items: count })),
  ),
  /** `discordance` null: the pilot's, an earlier comparison's, or the assumed 10 %. */
  'plans.read_sizing': call(
    oneDraft.extend({ discordance: share.nullable(), power: z.number().min(0.5).max(0.999) }),
    sizing,
  ),
  'plans.check_draft': call(oneDraft, z.object({ checks: z.array(check) })),
  /** A dev item's messages as the model's chat template gets them. A place beyond the last item is the last one. */
  'plans.preview_prompt': call(
    z.strictObject({
      set: itemSetReference,
      system: z.string().max(1_000_000).nullable(),
      composition,
      place: z.int().min(0).max(1_000_000_000),
    }),
    promptPreview,
  ),
  'plans.start_pilot': call(oneDraft.extend({ items: z.int().min(1).max(1000) }), pilot),
  'plans.read_pilot': call(oneDraft, pilot),
  'plans.cancel_pilot': call(oneDraft, done),
  'plans.import_plan': call(z.strictObject({ path }), z.object({ draft: identifier })),
  /** Freezes the plan under its hash. The outputs come with `runs.start_run`. */
  'plans.register_plan': call(
    draftWithRevision,
    z.object({ comparison: identifier, hash: z.string(), registeredAt: instant }),
  ),
  'plans.read_plan': call(z.strictObject({ comparison: identifier }), registeredPlan),
};
