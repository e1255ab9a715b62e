/** Answers the same prompts under conditions that should change nothing, and says how much they change. */
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Message } from '../../contract/item.ts';
import { noiseConditions, type ConditionNoise, type NoiseCondition } from '../../contract/noise.ts';
import { success, type Result } from '../../contract/result.ts';
import type { TraceQuestion, Tracer } from '../../engine/tracer.ts';
import { compareTraces, type TraceFile } from './compare-traces.ts';

export interface NoiseQuestion {
  readonly prompts: readonly (readonly Message[])[];
  /** Most tokens of an answer. */
  readonly steps: number;
  /** Tokens of each answer whose logits are compared. */
  readonly rows: number;
}

/** How each condition decodes; the two that change nothing in it change when and where. */
const decoding: Readonly<Record<NoiseCondition, Pick<TraceQuestion, 'together' | 'sharedPrefix'>>> = {
  again: { together: 1, sharedPrefix: false },
  batch_of_4: { together: 4, sharedPrefix: false },
  batch_of_16: { together: 16, sharedPrefix: false },
  shared_prefix: { together: 1, sharedPrefix: true },
  other_process: { together: 1, sharedPrefix: false },
};

/**
 * @param openTracer loads the model, each time in a process of its own; the second is opened after the first is gone
 * @param measured told of every condition as it is done
 * @returns one entry for each condition, in the order of `noiseConditions`
 */
export async function measureNoise(
  openTracer: () => Promise<Result<Tracer>>,
  { prompts, steps, rows }: NoiseQuestion,
  signal: AbortSignal,
  measured: (noise: ConditionNoise) => void = () => undefined,
): Promise<Result<readonly ConditionNoise[]>> {
  const folder = await mkdtemp(join(tmpdir(), 'noisefloor-traces-'));
  const files = new Set<TraceFile>();
  let tracer: Tracer | undefined;

  const trace = async (name: string, how: (typeof decoding)[NoiseCondition]): Promise<Result<TraceFile>> => {
    if (tracer === undefined) {
      const opened = await openTracer();
      if (!opened.ok) return opened;
      tracer = opened.data;
    }
    const path = join(folder, name);
    const traced = await tracer.trace({ prompts, steps, rows, file: path, ...how }, signal);
    if (!traced.ok) return traced;
    const file = { ...traced.data, file: await open(path) };
    files.add(file);
    return success(file);
  };
  const release = async (file: TraceFile): Promise<void> => {
    files.delete(file);
    await file.file.close();
  };

  try {
    const reference = await trace('reference', decoding.again);
    if (!reference.ok) return reference;
    const all: ConditionNoise[] = [];
    for (const condition of noiseConditions) {
      if (condition === 'other_process') {
        await tracer?.close();
        tracer = undefined;
      }
      const other = await trace('other', decoding[condition]);
      if (!other.ok) return other;
      const noise = { condition, ...(await compareTraces(reference.data, other.data, rows)) };
      // Its place on disk is taken by the next one.
      await release(other.data);
      all.push(noise);
      measured(noise);
    }
    return success(all);
  } finally {
    await tracer?.close();
    for (const file of files) await file.file.close();
    await rm(folder, { recursive: true, force: true });
  }
}
