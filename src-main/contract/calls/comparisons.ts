/** Home: every comparison of the data folder, drafts among them, and what can be done with one as a whole. */
import { z } from 'zod';
import { splits } from '../item.ts';
import { intervalSchema, planStateSchema, verdictSchema } from './comparison-schema.ts';
import type { ReadonlyDeep } from './shapes.ts';
import {
  call,
  change,
  count,
  done,
  failureSchema,
  identifier,
  instant,
  name,
  pageOf,
  pageRequest,
  search,
  seconds,
} from './shapes.ts';

const comparisonStates = [
  'draft',
  'registered',
  'running',
  'paused',
  'stopped',
  'finished',
  'damaged',
] as const;
export type ComparisonState = (typeof comparisonStates)[number];

const itemSetName = z.object({ name, version: count, items: count, split: z.enum(splits) });

/** What a candidate has to show in the list: a result, or how far it is. */
const candidateSummary = z.object({
  candidate: name,
  /** How often it runs; above 1 for the baseline. */
  replicates: count,
  isBaseline: z.boolean(),
  /** Null before the run ends, and where not computable. */
  result: z
    .object({
      delta: change.nullable(),
      interval: intervalSchema.nullable(),
      /** h: the noise band is [-h, +h]; null where the baseline ran once. */
      halfWidth: z.number().nullable(),
      margin: z.number().nullable(),
      verdict: verdictSchema.nullable(),
      plan: planStateSchema.nullable(),
    })
    .nullable(),
  progress: z.object({ done: count, total: count }).nullable(),
});

const comparisonSummary = z.object({
  id: identifier,
  state: z.enum(comparisonStates),
  /** The plan's decision sentence; empty in a draft that has none yet. */
  decision: z.string(),
  /** The sentence that a finished comparison is read out with. */
  sentence: z.string().nullable(),
  /** Such as `Larkspur 14B`; null until a model is chosen. */
  model: z.string().nullable(),
  items: itemSetName.nullable(),
  margin: z.number().nullable(),
  candidates: z.array(candidateSummary).max(100),
  /** A sentence for the state column: why it stopped, why something is not comparable. */
  remark: z.string().nullable(),
  /** Items that the margin needs; drafts only, null where it is not known. */
  itemsNeeded: count.nullable(),
  /** Over all runs; while running. */
  secondsLeft: seconds.nullable(),
  changedAt: instant,
  /** When it ended; null unless finished. */
  finishedAt: instant.nullable(),
  /** State `damaged`: what is wrong, in which file, and what to do. */
  problem: failureSchema.nullable(),
});
export type ComparisonSummary = ReadonlyDeep<z.infer<typeof comparisonSummary>>;
export type CandidateSummary = ComparisonSummary['candidates'][number];

const view = z.object({
  available: z.boolean(),
  /** Why not; shown as the disabled view's tooltip. */
  reason: z.string().nullable(),
});

/** What the comparison bar needs. */
const comparisonHead = z.object({
  id: identifier,
  state: z.enum(comparisonStates),
  decision: z.string(),
  model: z.string().nullable(),
  items: itemSetName.nullable(),
  startedAt: instant.nullable(),
  finishedAt: instant.nullable(),
  changedAt: instant,
  baseline: name.nullable(),
  /** Without the baseline, in the plan's order. */
  candidates: z.array(name).max(100),
  /** The first of them that flipped an item: reading starts there. Null where none did, or nothing is compared yet. */
  firstFlipped: name.nullable(),
  /** How often results were looked at before the end. */
  peeks: count,
  views: z.object({
    plan: view,
    run: view,
    results: view,
    read: view,
    review: view,
    judge: view.nullable(),
    report: view,
  }),
});
export type ComparisonHead = ReadonlyDeep<z.infer<typeof comparisonHead>>;

const oneComparison = z.strictObject({ comparison: identifier });

export const comparisonCalls = {
  /** Newest first. `search` is matched against decision, model and item set. */
  'comparisons.list_comparisons': call(
    z.strictObject({ page: pageRequest, search: search.exactOptional() }),
    pageOf(comparisonSummary),
  ),
  'comparisons.read_comparison': call(oneComparison, comparisonHead),
  /** Makes a draft with the same plan, with another number of runs of the baseline where one is given. */
  'comparisons.duplicate_comparison': call(
    oneComparison.extend({ replicates: z.int().min(1).max(20).exactOptional() }),
    z.object({ comparison: identifier }),
  ),
  /** Takes it out of the list. Its outputs stay until the app is closed, so that `restore_comparison` can undo it. */
  'comparisons.delete_comparison': call(oneComparison, done),
  'comparisons.restore_comparison': call(oneComparison, done),
  /** Registers the bundled plan and starts it. `quick` takes 40 items of each stratum at most. */
  'comparisons.start_demo': call(
    z.strictObject({ quick: z.boolean() }),
    z.object({ comparison: identifier }),
  ),
};
