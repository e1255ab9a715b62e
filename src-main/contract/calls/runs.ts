/** Run: start, pause, cancel, and how far each run is. */
import { z } from 'zod';
import { settingSources } from '../manifest.ts';
import { runStates } from '../plan.ts';
import { finishReasons } from '../output.ts';
import type { ReadonlyDeep } from './shapes.ts';
import {
  bytes,
  call,
  count,
  done,
  failureSchema,
  identifier,
  instant,
  name,
  pageOf,
  pageRequest,
  runKeySchema,
  seconds,
} from './shapes.ts';

const rate = z.number().nonnegative().nullable();

const runRow = z.object({
  key: runKeySchema,
  isBaseline: z.boolean(),
  state: z.enum(runStates),
  done: count,
  total: count,
  itemsPerSecond: rate,
  tokensPerSecond: rate,
  secondsLeft: seconds.nullable(),
  /** Model and context together, as the engine reports them; null before the first load. */
  memory: bytes.nullable(),
  unparsed: count,
  truncated: count,
  overlong: count,
  failed: count,
  error: failureSchema.nullable(),
});
export type RunRow = ReadonlyDeep<z.infer<typeof runRow>>;

const settingDifference = z.object({
  /** Runs that it concerns; all of them where `everywhere`. */
  candidates: z.array(name),
  everywhere: z.boolean(),
  setting: z.string(),
  requested: z.string(),
  resolved: z.string(),
  meaning: z.string(),
  /** False: the same for all, so that it does not touch the comparison. */
  touchesComparison: z.boolean(),
  /** The plan sets the candidate apart from the baseline; what it accepts is said with the results. */
  planned: z.boolean(),
  acceptedAt: instant.nullable(),
});
export type SettingDifference = ReadonlyDeep<z.infer<typeof settingDifference>>;

const runOverview = z.object({
  comparison: identifier,
  /** Rises with each change, so that a late answer can be told from a newer one. */
  revision: count,
  state: z.enum(['registered', 'running', 'paused', 'stopped', 'finished', 'cancelled']),
  done: count,
  total: count,
  secondsLeft: seconds.nullable(),
  startedAt: instant.nullable(),
  finishedAt: instant.nullable(),
  /** What is being loaded now, and since when. */
  loading: z.object({ key: runKeySchema, since: instant }).nullable(),
  runs: z.array(runRow).max(1000),
  /** The judge, which reads the outputs when all are there; null where the plan has none. */
  judging: z
    .object({
      state: z.enum(runStates),
      /** Outputs that it judged, and in all; null while nobody has counted them. */
      done: count,
      total: count.nullable(),
      secondsLeft: seconds.nullable(),
      loading: z.boolean(),
      error: failureSchema.nullable(),
    })
    .nullable(),
  differences: z.array(settingDifference).max(1000),
  /** The newest last. */
  notices: z.array(z.object({ at: instant, text: z.string() })).max(50),
});
export type RunOverview = ReadonlyDeep<z.infer<typeof runOverview>>;

/** Blocks and memory on a common clock. At most so many points as a screen has pixels. */
const runTracks = z.object({
  from: instant,
  to: instant,
  itemsPerBlock: count,
  tracks: z
    .array(
      z.object({
        key: runKeySchema,
        blocks: z.array(z.object({ from: instant, to: instant, live: z.boolean() })).max(4000),
      }),
    )
    .max(1000),
  /** Times in which nothing ran, and why. */
  stops: z.array(z.object({ from: instant, to: instant.nullable(), reason: z.string() })).max(1000),
  memory: z.object({
    /** What it is measured on: the graphics device or main memory. */
    of: z.string(),
    samples: z.array(z.object({ at: instant, used: bytes })).max(4000),
    freeAtStart: bytes.nullable(),
    most: bytes.nullable(),
  }),
});
export type RunTracks = ReadonlyDeep<z.infer<typeof runTracks>>;

const latestOutput = z.object({
  at: instant,
  key: runKeySchema,
  item: name,
  stratum: z.string(),
  sample: count,
  finish: z.enum(finishReasons),
  generatedTokens: count,
  totalMs: z.number().nonnegative(),
  /** The first 200 characters. */
  preview: z.string(),
});
export type LatestOutput = ReadonlyDeep<z.infer<typeof latestOutput>>;

const sitting = z.object({
  sitting: count,
  startedAt: instant,
  endedAt: instant.nullable(),
  resumed: z.boolean(),
  generation: count,
  /** Null where an endpoint answers. */
  processId: count.nullable(),
  loadSeconds: seconds,
  settings: z
    .array(
      z.object({
        name: z.string(),
        requested: z.string(),
        resolved: z.string().nullable(),
        source: z.enum(settingSources),
      }),
    )
    .max(500),
  /** Engine, machine, model and template as label and text. */
  facts: z.array(z.object({ label: z.string(), value: z.string() })).max(500),
});
export type Sitting = ReadonlyDeep<z.infer<typeof sitting>>;

const oneComparison = z.strictObject({ comparison: identifier });
const oneRun = oneComparison.extend({ key: runKeySchema });

export const runCalls = {
  /** Starts, or goes on where it was. `store_in_use` where another process runs on the data folder. */
  'runs.start_run': call(oneComparison, done),
  /** Resolves when the outputs in flight are stored. */
  'runs.pause_run': call(oneComparison, done),
  /** Ends it for good; its outputs stay readable. */
  'runs.cancel_run': call(oneComparison, done),
  'runs.read_progress': call(oneComparison, runOverview),
  'runs.read_tracks': call(oneComparison, runTracks),
  'runs.accept_setting': call(
    oneComparison.extend({ candidate: name, setting: z.string().min(1).max(200) }),
    z.object({ acceptedAt: instant }),
  ),
  'runs.list_latest_outputs': call(
    oneComparison.extend({ limit: z.int().min(1).max(100) }),
    z.object({ rows: z.array(latestOutput).max(100) }),
  ),
  'runs.list_sittings': call(oneRun.extend({ page: pageRequest }), pageOf(sitting)),
  /** The native load log of one sitting, by line. */
  'runs.read_load_log': call(oneRun.extend({ sitting: count, page: pageRequest }), pageOf(z.string())),
};
