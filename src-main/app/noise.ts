/** How much this machine's own backend wobbles with a model: what `noisefloor noise` measures. */
import { join } from 'node:path';
import type { LlamaCandidate, LlamaSettings } from '../contract/candidate.ts';
import type { Item, Message } from '../contract/item.ts';
import type { ConditionNoise } from '../contract/noise.ts';
import { failure, success, type Result } from '../contract/result.ts';
import { inspectGguf } from '../engine/llama/gguf/inspect.ts';
import { hashWeights, type HashCache } from '../engine/llama/gguf/weights-hash.ts';
import { createLlamaEngine } from '../engine/llama/llama-engine.ts';
import { defaultSampling, defaultSettings, tracedSequences } from '../engine/llama/settings.ts';
import { measureNoise } from '../experiment/noise/measure-noise.ts';
import { readItemFile } from '../items/item-file.ts';
import { describeMachine } from '../machine/describe-machine.ts';
import { resourcesFolder } from './version.ts';

export interface NoiseOptions extends Partial<
  Pick<LlamaSettings, 'backend' | 'gpuLayers' | 'context' | 'batch' | 'threads' | 'flashAttention'>
> {
  /** An item file, or items; the demo's where absent. Held-out items are never read. */
  readonly items?: string | readonly Item[];
  /** How many prompts, at most; spread over the strata. */
  readonly prompts: number;
  /** Most tokens of an answer. */
  readonly tokens: number;
  /** Tokens of each answer whose logits are compared. */
  readonly rows: number;
  readonly hashCache?: HashCache;
}

export interface NoiseReport {
  readonly model: string;
  readonly settings: LlamaSettings;
  readonly prompts: number;
  readonly conditions: readonly ConditionNoise[];
}

export async function measureModelNoise(
  model: string,
  options: NoiseOptions,
  signal: AbortSignal,
  measured: (noise: ConditionNoise) => void,
): Promise<Result<NoiseReport>> {
  const prompts = await choosePrompts(options);
  if (!prompts.ok) return prompts;
  // The engine asks for the hash again; it is not worked out twice.
  const hashCache = options.hashCache ?? new Map<string, string>();
  const candidate = await candidateOf(model, { ...options, hashCache }, signal);
  if (!candidate.ok) return candidate;
  const engine = createLlamaEngine({ hashCache });
  const conditions = await measureNoise(
    () => engine.openTracer(candidate.data, tracedSequences, signal),
    { prompts: prompts.data, steps: options.tokens, rows: Math.min(options.rows, options.tokens) },
    signal,
    measured,
  );
  if (!conditions.ok) return conditions;
  return success({
    model,
    settings: candidate.data.settings,
    prompts: prompts.data.length,
    conditions: conditions.data,
  });
}

async function choosePrompts({ items, prompts }: NoiseOptions): Promise<Result<(readonly Message[])[]>> {
  const path =
    typeof items === 'object' ? 'The item set' : (items ?? join(resourcesFolder(), 'demo', 'items.jsonl'));
  const read = typeof items === 'object' ? success(items) : await readItemFile(path);
  if (!read.ok) return read;
  const open = read.data.filter(({ split }) => split === 'dev');
  if (open.length === 0) {
    return failure('items_none', `${path} has no items that may be read: all of them are held out.`, {
      next: 'Choose one with dev items.',
      ...(typeof items === 'object' ? {} : { where: { file: path } }),
    });
  }
  return success(inTurns(open, prompts).map(({ messages }) => messages));
}

/** The first of every stratum, then the second of every stratum, and so on. */
function inTurns(items: readonly Item[], most: number): readonly Item[] {
  const seen = new Map<string, number>();
  return items
    .map((item) => {
      const turn = seen.get(item.stratum) ?? 0;
      seen.set(item.stratum, turn + 1);
      return { item, turn };
    })
    .toSorted((a, b) => a.turn - b.turn)
    .slice(0, most)
    .map(({ item }) => item);
}

async function candidateOf(
  weights: string,
  options: NoiseOptions,
  signal: AbortSignal,
): Promise<Result<LlamaCandidate>> {
  const description = await inspectGguf(weights);
  if (!description.ok) return description;
  const hashes = await hashWeights(description.data.files, {
    signal,
    ...(options.hashCache ? { cache: options.hashCache } : {}),
  });
  if (!hashes.ok) return hashes;
  const machine = await describeMachine();
  const defaults = defaultSettings(options.backend ?? 'cpu', {
    ...machine,
    continuousIntegration: Boolean(process.env.CI),
  });
  const layers = description.data.blockCount;
  const gpuLayers = options.gpuLayers ?? defaults.gpuLayers;
  return success({
    engine: 'llama',
    name: 'noise',
    weights,
    weightsHashes: hashes.data,
    settings: {
      ...defaults,
      gpuLayers: layers === null ? gpuLayers : Math.min(gpuLayers, layers + 1),
      context: options.context ?? 1024,
      batch: options.batch ?? defaults.batch,
      threads: options.threads ?? defaults.threads,
      flashAttention: options.flashAttention ?? defaults.flashAttention,
    },
    sampling: defaultSampling,
    accepted: [],
  });
}
