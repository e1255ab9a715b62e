/** The schema of a comparison's numbers, as comparison.ts describes them. */
import { z } from 'zod';
import type {
  Comparison,
  ComparisonPart,
  Estimate,
  Interval,
  Look,
  RepeatOutcome,
  StratumComparison,
} from '../comparison.ts';
import { verdicts } from '../comparison.ts';
import { outcomes } from '../output.ts';
import { count } from './shapes.ts';

export const verdictSchema = z.enum(verdicts);
export const planStateSchema = z.enum(['passes', 'fails', 'open']);
export const outcomeCountsSchema = z.record(z.enum(outcomes), count);

export const intervalSchema: z.ZodType<Interval> = z.object({
  lo: z.number(),
  hi: z.number(),
  level: z.number(),
  method: z.enum([
    'wilson',
    'bootstrap',
    'cluster-bootstrap',
    'stratified-bootstrap',
    'tango',
    'paired-t',
    'clustered-t',
  ]),
  n: count,
  standardError: z.number().exactOptional(),
});

const number = z.number().nullable();
const interval = intervalSchema.nullable();
const flips = z.object({ losses: count, gains: count, rate: number });

const estimate: z.ZodType<Estimate> = z.object({
  mean: number,
  interval,
  n: count,
  betweenItemDeviation: number,
  withinItemDeviation: number,
  reason: z.string().exactOptional(),
});

const noise = z.object({
  n: count,
  replicates: count,
  delta: z.number(),
  interval: intervalSchema,
  halfWidth: z.number(),
  flips,
});

const repeats: z.ZodType<RepeatOutcome> = z.object({
  rule: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('range') }),
    z.object({ kind: z.literal('deviations'), z: z.number() }),
  ]),
  n: count,
  baselineMeans: z.array(z.number()),
  candidateMean: number,
  limit: number,
  falls: z.boolean().nullable(),
  reason: z.string().nullable(),
});

const look: z.ZodType<Look> = z.object({
  spending: z.literal('obrien_fleming'),
  share: z.number(),
  earlier: z.array(z.number()),
  level: z.number(),
});

const bound = z.object({ delta: z.number(), interval, verdict: verdictSchema.nullable() });

const missingWay = z.object({
  n: count,
  baseline: number,
  candidate: number,
  delta: number,
  interval,
  verdict: verdictSchema.nullable(),
});

const part = {
  n: count,
  dropped: count,
  missing: z.object({ baseline: count, candidate: count, both: count }),
  binary: z.boolean().exactOptional(),
  baseline: estimate,
  candidate: estimate,
  delta: number,
  interval,
  intervals: z.array(intervalSchema),
  flips,
  p: z
    .object({
      method: z.enum(['mid-p-mcnemar', 'sign-flip-permutation']),
      value: z.number(),
      adjusted: z.number().exactOptional(),
    })
    .nullable(),
  noise: noise.nullable(),
  excessFlips: z.object({ rate: z.number(), interval: intervalSchema }).nullable(),
  standsOut: z.boolean().nullable(),
  standsOutBy: z.array(z.enum(['delta', 'flips'])),
  bounds: z.object({ worst: bound, best: bound }).nullable(),
  missingWays: z
    .object({ leftOut: missingWay, wrong: missingWay, right: missingWay })
    .nullable()
    .exactOptional(),
  answeredOnly: z.object({ n: count, delta: number, interval }).nullable(),
  outcomes: z.object({ baseline: outcomeCountsSchema, candidate: outcomeCountsSchema }),
  margin: number,
  verdict: verdictSchema.nullable(),
  needed: count.nullable(),
  reason: z.string(),
};

export const comparisonPartSchema: z.ZodType<ComparisonPart> = z.object(part);

export const stratumComparisonSchema: z.ZodType<StratumComparison> = z.object({
  ...part,
  stratum: z.string(),
  gating: z.boolean(),
});

/** A comparison without its strata, which are paged. */
export type OverallComparison = Omit<Comparison, 'strata'>;

export const overallComparisonSchema: z.ZodType<OverallComparison> = z.object({
  ...part,
  plan: planStateSchema.nullable(),
  repeats: repeats.exactOptional(),
  look: look.exactOptional(),
  seed: z.number(),
  generator: z.string(),
  resamples: count,
});
