/** Loads a candidate: library, weights, context, template. */
import type { Llama, LlamaContext, LlamaModel } from 'node-llama-cpp';
import type { CacheType, LlamaCandidate } from '../../../contract/candidate.ts';
import { success, type Result } from '../../../contract/result.ts';
import { loadFailure } from '../load-failure.ts';
import type { LoadedModel } from '../protocol.ts';
import { backendOf, libraryFacts, loadLibrary } from './library.ts';
import type { NativeLog } from './native-log.ts';
import { chooseTemplate, promptMaker, type PromptMaker } from './prompt.ts';

/** A candidate that is ready to answer. */
export interface LoadedCandidate {
  readonly candidate: LlamaCandidate;
  readonly llama: Llama;
  readonly model: LlamaModel;
  readonly context: LlamaContext;
  readonly prompts: PromptMaker;
}

export interface Loading {
  readonly ready: LoadedCandidate;
  readonly facts: LoadedModel;
}

/** @param measure have the library time its own work */
export async function loadCandidate(
  candidate: LlamaCandidate,
  log: NativeLog,
  measure = false,
): Promise<Result<Loading>> {
  const started = performance.now();
  const { settings, weights } = candidate;
  const library = await loadLibrary(settings.backend, settings.threads, log);
  if (!library.ok) return library;
  const llama = library.data;
  // Before the weights are there, so that the device's free memory is what the load began with.
  const facts = await libraryFacts(llama);
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
    const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    return { ok: false, error: loadFailure(weights, message, await log.take()) };
  }
  const template = chooseTemplate(model, weights, candidate.template);
  if (!template.ok) return template;
  const prompts = promptMaker(llama, model, template.data);
  if (!prompts.ok) return prompts;
  const sample = prompts.data.make([{ role: 'user', content: 'Which day follows Monday?' }]);
  if (!sample.ok) return sample;
  const loadSeconds = (performance.now() - started) / 1000;
  return success({
    ready: { candidate, llama, model, context, prompts: prompts.data },
    facts: {
      library: facts,
      readings: {
        backend: backendOf(llama),
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
      architecture: model.fileInfo.metadata.general.architecture,
      parameters: model.fileInsights.totalParameters,
      trainContext: model.trainContextSize,
      template: { ...template.data, renderer: prompts.data.renderer },
      bos: sample.data.bos,
      loadSeconds,
      log: await log.take(),
    },
  });
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
