/** Results: what the comparison says of each candidate. Nothing of it before the run ends, but by peeking. */
import { z } from 'zod';
import {
  comparisonPartSchema,
  outcomeCountsSchema,
  overallComparisonSchema,
  stratumComparisonSchema,
} from './comparison-schema.ts';
import type { ReadonlyDeep } from './shapes.ts';
import {
  bytes,
  call,
  count,
  identifier,
  instant,
  name,
  pageOf,
  pageRequest,
  runKeySchema,
  seconds,
} from './shapes.ts';

/** What is read aloud: the first sentence stands in large type, the rest under it. */
const verdictSentences = z.object({ first: z.string(), rest: z.array(z.string()) });

const acceptedDifference = z.object({
  setting: z.string(),
  requested: z.string(),
  resolved: z.string(),
  acceptedAt: instant,
});

const candidateResult = z.object({
  candidate: name,
  /** Null where the candidate has no outputs at all; `reason` says why. */
  overall: overallComparisonSchema.nullable(),
  reason: z.string().nullable(),
  sentences: verdictSentences,
  accepted: z.array(acceptedDifference).max(500),
  strata: count,
});
export type CandidateResult = ReadonlyDeep<z.infer<typeof candidateResult>>;

const comparisonResults = z.object({
  comparison: identifier,
  baseline: name,
  /** In the plan's order, without the baseline. */
  candidates: z.array(candidateResult).max(100),
  /** The baseline's second run against its first; null where it ran once. */
  rerun: comparisonPartSchema.nullable(),
  /** The candidate that the decision is about: the first that does not pass, else the first. */
  selected: name.nullable(),
  /** True before the end: the numbers are of what is there so far. */
  peeked: z.boolean(),
  peeks: count,
  planHash: z.string(),
  registeredAt: instant,
  heldOutReadings: count,
  /** Remarks on method: resamples, generator, seed, which interval where. */
  method: z.string(),
});
export type ComparisonResults = ReadonlyDeep<z.infer<typeof comparisonResults>>;

const costRow = z.object({
  candidate: name,
  isBaseline: z.boolean(),
  fileSize: bytes.nullable(),
  memory: bytes.nullable(),
  tokensPerSecond: z.number().nonnegative().nullable(),
  /** Wall time of its runs, loading included. */
  seconds: seconds.nullable(),
  promptTokens: count,
  generatedTokens: count,
});
export type CostRow = ReadonlyDeep<z.infer<typeof costRow>>;

const outcomeRow = z.object({ key: runKeySchema, isBaseline: z.boolean(), counts: outcomeCountsSchema });
export type OutcomeRow = ReadonlyDeep<z.infer<typeof outcomeRow>>;

/** A stratum in which some output of some run was not scored. */
const stratumOutcomes = z.object({
  stratum: z.string(),
  runs: z.array(z.object({ name: z.string(), counts: outcomeCountsSchema, total: count })).max(1000),
});

const comparisonOf = z.strictObject({
  comparison: identifier,
  /** True looks at a run that has not ended: it is counted, dated, and named in the report. */
  peek: z.boolean(),
});

export const resultCalls = {
  /** `run_unfinished` before the end, without `peek`. */
  'results.read_comparison': call(comparisonOf, comparisonResults),
  /** A candidate's strata, the worst estimate first. */
  'results.list_strata': call(
    comparisonOf.extend({ candidate: name, page: pageRequest }),
    pageOf(stratumComparisonSchema),
  ),
  /** In the plan's order, the baseline first. */
  'results.read_costs': call(comparisonOf, z.object({ rows: z.array(costRow).max(100) })),
  /** How the outputs of each run ended. */
  'results.read_outcomes': call(
    comparisonOf,
    z.object({
      items: count,
      rows: z.array(outcomeRow).max(1000),
      /** At most the first 200 of those that are not whole. */
      strata: z.array(stratumOutcomes).max(200),
      /** Strata in which every output of every run was scored, and those that are not shown. */
      whole: count,
      left: count,
    }),
  ),
};
