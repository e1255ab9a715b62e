/** The two lanes to llama.cpp: straight calls where this release is known, else node-llama-cpp's own classes. */
import type { Llama, LlamaContext, LlamaModel } from 'node-llama-cpp';
import type { CacheType, LlamaCandidate } from '../../../contract/candidate.ts';
import type { Lane } from '../../../contract/manifest.ts';
import { success, type Result } from '../../../contract/result.ts';
import { loadFailure } from '../load-failure.ts';
import { parseLoadLog } from '../load-log.ts';
import type { EngineReadings, LibraryFacts, LoadedModel } from '../protocol.ts';
import { bindLibrary, type Library } from './direct/bind.ts';
import { DirectContext } from './direct/context.ts';
import type { NativeLog } from './native-log.ts';

export interface LoadOptions {
  /** Have the library time its own work. */
  readonly measure?: boolean;
  /** Never call llama.cpp directly. */
  readonly classesOnly?: boolean;
  /** Logits of several tokens of one sequence in one decoding; in the direct lane only. */
  readonly manyRows?: boolean;
}

export type LoadedLane = Lane &
  (
    | { readonly name: 'direct'; readonly context: DirectContext }
    | { readonly name: 'classes'; readonly context: LlamaContext }
  );

export interface LoadedWeights {
  /** In the direct lane this is the vocabulary alone. */
  readonly model: LlamaModel;
  readonly lane: LoadedLane;
  readonly readings: Omit<EngineReadings, 'backend'>;
  readonly memory: LoadedModel['memory'];
  readonly log: readonly string[];
}

export async function loadLane(
  llama: Llama,
  { llamaCppRelease, libraries }: LibraryFacts,
  candidate: LlamaCandidate,
  log: NativeLog,
  { measure = false, classesOnly = false, manyRows = false }: LoadOptions,
): Promise<Result<LoadedWeights>> {
  if (classesOnly) return loadThroughClasses(llama, candidate, log, measure, 'the classes were asked for');
  const bound = bindLibrary(llamaCppRelease, libraries);
  if (!bound.ok) return loadThroughClasses(llama, candidate, log, measure, bound.reason);
  return loadDirectly(llama, bound.library, candidate, log, { measure, manyRows });
}

async function loadDirectly(
  llama: Llama,
  library: Library,
  candidate: LlamaCandidate,
  log: NativeLog,
  { measure, manyRows }: { readonly measure: boolean; readonly manyRows: boolean },
): Promise<Result<LoadedWeights>> {
  const { settings, weights } = candidate;
  const before = await log.take();
  let model: LlamaModel;
  try {
    model = await llama.loadModel({ modelPath: weights, vocabOnly: true, gpuLayers: 0 });
  } catch (error) {
    return notLoaded(candidate, error, await log.take());
  }
  // What it says of the vocabulary alone would be read as the load's own.
  await log.take();
  const opened = await DirectContext.open(library, weights, settings, { measure, manyRows });
  const lines = [...before, ...(await log.take())];
  if (!opened.ok) {
    if (opened.unfit === undefined) return notLoaded(candidate, new Error(opened.message), lines);
    await model.dispose();
    return loadThroughClasses(llama, candidate, log, measure, opened.unfit);
  }
  const { modelBytes, contextBytes, offloaded, loadMode } = parseLoadLog(lines);
  return success({
    model,
    lane: { name: 'direct', reason: null, context: opened.context },
    readings: {
      ...opened.context.readings,
      gpuLayers: offloaded?.layers ?? 0,
      mmap: loadMode === null ? settings.mmap : loadMode === 'mmap',
    },
    memory: { model: modelBytes, context: contextBytes },
    log: lines,
  });
}

async function loadThroughClasses(
  llama: Llama,
  candidate: LlamaCandidate,
  log: NativeLog,
  measure: boolean,
  reason: string,
): Promise<Result<LoadedWeights>> {
  const { settings, weights } = candidate;
  let model: LlamaModel;
  let context: LlamaContext;
  try {
    model = await llama.loadModel({
      modelPath: weights,
      gpuLayers: settings.gpuLayers,
      useMmap: settings.mmap,
      useDirectIo: false,
      useMlock: false,
      lazyMode: false,
      // Weights that are not numbers would answer with token 0 and no error. The check reads every tensor once.
      checkTensors: true,
    });
    context = await model.createContext({
      contextSize: settings.context,
      sequences: settings.parallel,
      batchSize: settings.batch,
      flashAttention: settings.flashAttention,
      threads: settings.threads,
      // Marked as experimental by the library, and the only way to name the types; the load log tells what came of it.
      /* eslint-disable @typescript-eslint/no-deprecated */
      experimentalKvCacheKeyType: cacheTypeNames[settings.cacheKeyType],
      experimentalKvCacheValueType: cacheTypeNames[settings.cacheValueType],
      /* eslint-enable @typescript-eslint/no-deprecated */
      swaFullCache: false,
      failedCreationRemedy: false,
      performanceTracking: measure,
    });
  } catch (error) {
    return notLoaded(candidate, error, await log.take());
  }
  return success({
    model,
    lane: { name: 'classes', reason, context },
    readings: {
      gpuLayers: model.gpuLayers,
      threads: context.currentThreads,
      batch: context.batchSize,
      parallel: context.totalSequences,
      mmap: model.useMmap,
    },
    memory: {
      model: model.memoryUsage.ram + model.memoryUsage.vram,
      context: context.memoryUsage.ram + context.memoryUsage.vram,
    },
    log: await log.take(),
  });
}

function notLoaded({ weights }: LlamaCandidate, error: unknown, lines: readonly string[]) {
  const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return { ok: false as const, error: loadFailure(weights, message, lines) };
}

const cacheTypeNames = {
  f32: 'F32',
  f16: 'F16',
  bf16: 'BF16',
  q8_0: 'Q8_0',
  q4_0: 'Q4_0',
  q4_1: 'Q4_1',
  q5_0: 'Q5_0',
  q5_1: 'Q5_1',
} as const satisfies Record<CacheType, string>;
