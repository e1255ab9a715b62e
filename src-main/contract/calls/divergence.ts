/** How far candidates are from the baseline along its own answers, and where answers part: measured when it is asked for. */
import { z } from 'zod';
import {
  partingKinds,
  type CandidateDivergence,
  type DivergenceReport,
  type MeasuredMean,
  type Spread,
} from '../divergence.ts';
import { intervalSchema } from './comparison-schema.ts';
import type { ReadonlyDeep } from './shapes.ts';
import { call, count, done, failureSchema, identifier, instant, name } from './shapes.ts';

const length = z.number().nonnegative();
const measured: z.ZodType<MeasuredMean> = z.object({ mean: z.number(), interval: intervalSchema.nullable() });
const spread: z.ZodType<Spread> = z.object({ median: length, p90: length, largest: length });
const kinds = z.record(z.enum(partingKinds), count);

const candidateDivergence: z.ZodType<CandidateDivergence> = z.object({
  candidate: name,
  items: count,
  tokens: count,
  kl: measured,
  klPercentiles: z.object({ median: length, p90: length, largest: length, p99: length, p999: length }),
  sameTop: measured,
  change: z.object({ mean: measured, rootMeanSquare: measured }),
  perplexityRatio: z.object({
    mean: length,
    interval: intervalSchema.nullable(),
    logError: length.nullable(),
  }),
  strata: z.array(
    z.object({
      stratum: z.string(),
      items: count,
      tokens: count,
      kl: measured,
      largestKl: length,
      sameTop: measured,
    }),
  ),
  furthest: z.array(
    z.object({
      itemId: name,
      tokens: count,
      kl: length,
      largestKl: length,
      sameTop: length,
      change: z.object({ mean: z.number(), rootMeanSquare: length }),
      perplexityRatio: z.object({ ratio: length, logError: length.nullable() }),
    }),
  ),
  partings: z.object({
    paired: count,
    parted: count,
    kinds: kinds.nullable(),
    margin: spread.nullable(),
    kl: spread.nullable(),
    reason: z.string().nullable(),
  }),
});

const report: z.ZodType<DivergenceReport> = z.object({
  plan: z.string(),
  measuredAt: instant,
  baseline: name,
  rerun: z.object({
    paired: count,
    parted: count,
    floor: length.nullable(),
    reason: z.string().nullable(),
  }),
  candidates: z.array(candidateDivergence).max(100),
  left: z.array(z.object({ candidate: name, reason: z.string() })).max(100),
  resamples: count,
  seed: z.int(),
});

const flips = z.object({ lost: count, gained: count });

const divergence = z.object({
  comparison: identifier,
  /** The latest in this sitting of the app; null: none. */
  measuring: z
    .object({
      state: z.enum(['running', 'finished', 'stopped', 'failed']),
      startedAt: instant,
      /** What is followed now, by items; null before the first. */
      at: z.object({ candidate: name, done: count, of: count }).nullable(),
      problem: failureSchema.nullable(),
    })
    .nullable(),
  /** Of all that was measured when it last came to an end. */
  report: report.nullable(),
  /** Nothing is left to measure, and nothing is being measured: starting it measures anew. */
  whole: z.boolean(),
  /** Items that flipped, of those that parted by toss or by damage. None where the floor was not measured. */
  flips: z.array(z.object({ candidate: name, coin_toss: flips, damage: flips })).max(100),
  /** Why it cannot be measured at all; null where it can. */
  refusal: failureSchema.nullable(),
});
export type Divergence = ReadonlyDeep<z.infer<typeof divergence>>;

const one = z.strictObject({ comparison: identifier });

export const divergenceCalls = {
  'divergence.read_divergence': call(one, divergence),
  /**
   * Runs on after it has answered; `run_busy` while anything else has the machine. Goes on where anything is left to
   * measure, and measures anew where nothing is.
   */
  'divergence.start_divergence': call(one, divergence),
  /** Answers when the models are unloaded. What was measured stays. */
  'divergence.stop_divergence': call(one, done),
};
