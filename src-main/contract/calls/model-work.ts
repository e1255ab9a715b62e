/** Work on one model that the Models screen starts: quantised versions of it, and how much the backend wobbles. */
import { z } from 'zod';
import { backends } from '../candidate.ts';
import { noiseConditions } from '../noise.ts';
import { quantisedTypes } from '../quantisation.ts';
import { itemSetReference } from './items.ts';
import type { ReadonlyDeep } from './shapes.ts';
import { bytes, call, count, done, failureSchema, identifier, instant, path, share } from './shapes.ts';

const states = ['running', 'finished', 'stopped', 'failed'] as const;

const version = z.object({
  type: z.enum(quantisedTypes),
  state: z.enum(['waiting', 'running', 'made', 'stopped', 'failed']),
  /** Of the tensors. */
  done: share,
  /** The file that was made, and what it is called in calls; null before. */
  file: path.nullable(),
  model: identifier.nullable(),
  size: bytes.nullable(),
  /** Why this one was not made. The others are made nevertheless. */
  problem: failureSchema.nullable(),
});

const quantising = z.object({
  state: z.enum(states),
  startedAt: instant,
  folder: path,
  pure: z.boolean(),
  versions: z.array(version),
  /** Why none was made: found before anything was written. */
  problem: failureSchema.nullable(),
});
export type Quantising = ReadonlyDeep<z.infer<typeof quantising>>;

const conditionNoise = z.object({
  condition: z.enum(noiseConditions),
  prompts: count,
  differing: count,
  firstDifference: count.nullable(),
  /** Null: not a number on one side. */
  largestLogitDifference: z.number().nonnegative().nullable(),
  positions: count,
});

export const noiseReport = z.object({
  measuredAt: instant,
  /** Null: the demo's. */
  set: itemSetReference.nullable(),
  prompts: count,
  tokens: count,
  context: count,
  backend: z.enum(backends),
  threads: count,
  flashAttention: z.boolean(),
  conditions: z.array(conditionNoise),
});
export type ModelNoise = ReadonlyDeep<z.infer<typeof noiseReport>>;

const measuring = z.object({
  state: z.enum(states),
  startedAt: instant,
  /** Those that are done, in order. */
  conditions: z.array(conditionNoise),
  problem: failureSchema.nullable(),
});

const noise = z.object({
  /** The latest in this sitting of the app; null: none. */
  measuring: measuring.nullable(),
  /** The last that came to its end; kept with the data folder until the file changes. */
  report: noiseReport.nullable(),
});
export type Noise = ReadonlyDeep<z.infer<typeof noise>>;

const oneModel = z.strictObject({ model: identifier });

export const modelWorkCalls = {
  /** Every type from large to small, and the size that its file would have. */
  'quantising.list_versions': call(
    oneModel.extend({ pure: z.boolean() }),
    z.object({
      /** Where they go unless another folder is named. */
      folder: path,
      versions: z.array(
        z.object({
          type: z.enum(quantisedTypes),
          fileName: z.string(),
          /** Null where it cannot be told, and while something else has the machine. */
          size: bytes.nullable(),
          /** A file of that name is in the model's folder. */
          there: z.boolean(),
        }),
      ),
    }),
  ),
  /** The latest in this sitting of the app. */
  'quantising.read_work': call(oneModel, z.object({ quantising: quantising.nullable() })),
  /** Runs on after it has answered; `run_busy` while anything else has the machine. */
  'quantising.start_work': call(
    oneModel.extend({
      types: z.array(z.enum(quantisedTypes)).min(1).max(quantisedTypes.length),
      pure: z.boolean(),
      /** Null: beside the model. */
      folder: path.nullable(),
      /** Take the place of files that are there. */
      replace: z.boolean(),
    }),
    z.object({ quantising: quantising.nullable() }),
  ),
  /** Answers when it has ended, and nothing half-written is left. */
  'quantising.stop_work': call(oneModel, done),
  'noise.read_noise': call(oneModel, noise),
  /** Runs on after it has answered; `run_busy` while anything else has the machine. */
  'noise.start_noise': call(
    oneModel.extend({
      /** At most; spread over the strata. */
      prompts: z.int().min(1).max(1000),
      /** Most tokens of an answer. */
      tokens: z.int().min(1).max(4096),
      /** Tokens of each of the sixteen sequences. */
      context: z.int().min(64).max(16_777_216),
      /** Null: as a new plan has it on this machine. */
      flashAttention: z.boolean().nullable(),
      /** A frozen version, whose dev items are read; null: the demo's. */
      set: itemSetReference.nullable(),
    }),
    noise,
  ),
  /** Answers when the model is unloaded. */
  'noise.stop_noise': call(oneModel, done),
};
