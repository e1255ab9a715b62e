/** What a model needs at some context and parallelism, and the memory that it would have to fit into. */
import type { MemorySettings, ModelFile } from '../../contract/calls/models.ts';
import type { Backend } from '../../contract/candidate.ts';
import { listWords } from '../../contract/presentation/words.ts';
import { isHybridArchitecture, isRecurrentArchitecture } from '../../engine/llama/gguf/architectures.ts';
import type { GgufDescription } from '../../engine/llama/gguf/description.ts';
import { estimateMemory } from '../../engine/llama/gguf/memory.ts';
import type { BackendReport } from '../../engine/llama/llama-engine.ts';
import { defaultSettings, type SettingsMachine } from '../../engine/llama/settings.ts';
import { freeMemory } from '../../machine/free-memory.ts';
import type { AppContext } from '../context.ts';

/** Where models would be loaded. */
export interface Device {
  readonly backend: Backend;
  readonly name: string;
  /** Bytes. */
  readonly free: number;
  readonly total: number;
}

export interface MemoryFit {
  readonly memory: ModelFile['memory'];
  readonly memoryReason: string | null;
  readonly spare: number | null;
}

/** Milliseconds after which a graphics device is asked anew how much of its memory is free. */
const probeLifetime = 30_000;

const probes = new WeakMap<
  AppContext,
  { readonly at: number; readonly reports: Promise<readonly BackendReport[]> }
>();

/** The graphics device where one can be used, else the processor and the machine's own memory. */
export async function usualDevice(context: AppContext): Promise<Device> {
  const { machine } = context;
  const memory = {
    backend: 'cpu' as const,
    name: machine.processor,
    free: await freeMemory(),
    total: machine.memoryTotal,
  };
  // Without a graphics device nothing is tried: that takes seconds.
  if (machine.graphics.length === 0) return memory;
  return graphicsDevice(await probe(context)) ?? memory;
}

function probe(context: AppContext): Promise<readonly BackendReport[]> {
  const known = probes.get(context);
  if (known && performance.now() - known.at < probeLifetime) return known.reports;
  const reports = context.engine.probeBackends();
  probes.set(context, { at: performance.now(), reports });
  return reports;
}

const fastestFirst: readonly Backend[] = ['metal', 'cuda', 'vulkan'];

/** The fastest backend that can be used and says how much memory it has; null: none does. */
export function graphicsDevice(reports: readonly BackendReport[]): Device | null {
  for (const backend of fastestFirst) {
    const result = reports.find((report) => report.backend === backend)?.result;
    if (!result?.ok) continue;
    const { devices, deviceMemory } = result.data.library;
    const [name] = devices;
    if (name !== undefined && deviceMemory !== null) return { backend, name, ...deviceMemory };
  }
  return null;
}

export function fitInto(
  description: GgufDescription,
  settings: MemorySettings,
  device: Device,
  machine: SettingsMachine,
): MemoryFit {
  const estimate = estimateMemory(description, {
    ...defaultSettings(device.backend, machine),
    context: settings.context,
    parallel: settings.parallel,
    cacheKeyType: settings.cacheType,
    cacheValueType: settings.cacheType,
  });
  if (!estimate.reliable) return { memory: null, memoryReason: whyUnknown(description), spare: null };
  const { model: weights, cache, compute, total } = estimate;
  return {
    memory: { weights, cache, compute, total },
    memoryReason: null,
    spare: device.free - total,
  };
}

function whyUnknown(description: GgufDescription): string {
  const { architecture } = description;
  if (isRecurrentArchitecture(architecture) || isHybridArchitecture(architecture))
    return `${architecture} models keep other state than keys and values, and its size is not in the file.`;
  const missing = (
    [
      ['blockCount', 'how many layers it has'],
      ['embeddingLength', 'how wide it is'],
      ['keyLength', 'how long its keys are'],
      ['vocabularySize', 'how large its vocabulary is'],
    ] as const
  ).flatMap(([key, words]) => (description[key] === null ? [words] : []));
  return `The file does not say ${listWords(missing)}.`;
}
