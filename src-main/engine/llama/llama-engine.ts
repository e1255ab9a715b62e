/** The engine for GGUF files: node-llama-cpp in a process of its own, one process for each open candidate. */
import type { LlamaCandidate, LlamaSettings } from '../../contract/candidate.ts';
import { backends, type Backend } from '../../contract/candidate.ts';
import type { LlamaDescription, ModelDescription } from '../../contract/manifest.ts';
import type { Output } from '../../contract/output.ts';
import { beyondTraining } from '../../contract/presentation/context-words.ts';
import { failure, success, type Failure, type Result } from '../../contract/result.ts';
import { freeMemory } from '../../machine/free-memory.ts';
import type { Engine, GenerationRequest, OpenCandidate } from '../engine.ts';
import { deviceSelection, engineEnvironment } from './environment.ts';
import { checkDeviceMemory } from './gguf/device-memory.ts';
import { inspectGguf } from './gguf/inspect.ts';
import type { GgufDescription } from './gguf/description.ts';
import { checkMemory, estimateMemory, type MemoryEstimate } from './gguf/memory.ts';
import { trainedContext } from './gguf/trained-context.ts';
import { hashWeights, type HashCache } from './gguf/weights-hash.ts';
import {
  engineManifest,
  formSetting,
  hashLibraries,
  modelDescription,
  type LlamaManifest,
} from './manifest.ts';
import { ProcessHost } from './process-host.ts';
import type { Tracer } from '../tracer.ts';
import type {
  BackendProbe,
  QuantiseAnswer,
  QuantiseQuestion,
  RenderedPrompt,
  RenderQuestion,
} from './protocol.ts';
import { parseQuantiseProgress } from './quantise-log.ts';
import { workerPath } from './worker-path.ts';

export interface LlamaEngineOptions {
  /** The environment that the engine's process takes its allowed variables from; the own one where absent. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Milliseconds that a child has to end or to answer an abort before it is killed. */
  readonly stopBudget?: number;
  /** Where hashes of weights are kept; this process's memory where absent. */
  readonly hashCache?: HashCache;
}

/** One backend, as `doctor` shows it: what it is, or why it cannot be used here. */
export interface BackendReport {
  readonly backend: Backend;
  readonly result: Result<BackendProbe>;
}

export interface LlamaEngine extends Engine<LlamaCandidate, LlamaDescription> {
  /** The exact prompt that a model will see, and its token ids when a model is named. Reads no weights. */
  renderPrompt(question: RenderQuestion, signal?: AbortSignal): Promise<Result<RenderedPrompt>>;
  /** Loads a model to look into its logits, with so many sequences, whatever `parallel` says. */
  openTracer(candidate: LlamaCandidate, sequences: number, signal: AbortSignal): Promise<Result<Tracer>>;
  /** Fails as opening the tracer would, as far as that is known without loading: files, hashes, memory, also a device's. */
  checkTracer(candidate: LlamaCandidate, sequences: number, signal: AbortSignal): Promise<Result<void>>;
  /** A process that quantises, one version after another; it is the caller's to close. */
  openQuantiser(): Quantiser;
  /** Tries every backend that this platform may have, each in a process of its own. */
  probeBackends(): Promise<readonly BackendReport[]>;
  /** Bytes free on all of a backend's devices together, read by a process of its own; null where there is none. */
  freeDeviceMemory(backend: Backend): Promise<number | null>;
}

/** A candidate's files before they are loaded. */
interface Examined {
  readonly model: ModelDescription;
  readonly remarks: readonly string[];
}

export interface Quantiser {
  /**
   * Has llama.cpp write a quantised version, or say how large it would be. Breaking it off ends the process; what it
   * has written by then is the caller's to remove.
   */
  quantise(
    question: QuantiseQuestion,
    options?: {
      readonly signal?: AbortSignal;
      /** Told of every tensor that is begun. */
      readonly onProgress?: (tensors: number, of: number) => void;
    },
  ): Promise<Result<QuantiseAnswer>>;
  close(): Promise<void>;
}

const defaultStopBudget = 10_000;

export function createLlamaEngine(options: LlamaEngineOptions = {}): LlamaEngine {
  const stopBudget = options.stopBudget ?? defaultStopBudget;
  const environment = engineEnvironment(options.environment ?? process.env);
  const hashCache = options.hashCache ?? new Map<string, string>();
  /** Generations that each candidate has had, by name. */
  const generations = new Map<string, number>();

  const start = (generation: number, onLog?: (lines: readonly string[]) => void): ProcessHost =>
    new ProcessHost({
      entry: workerPath(),
      generation,
      environment,
      stopBudget,
      ...(onLog === undefined ? {} : { onLog }),
    });

  /** The file, the memory and the hashes; nothing is loaded. */
  async function examine(candidate: LlamaCandidate, signal: AbortSignal): Promise<Result<Examined>> {
    const description = await inspectGguf(candidate.weights);
    if (!description.ok) return description;
    const memory = await memoryFor(description.data, candidate.settings);
    if (!memory.ok) return memory;
    const hashes = await hashWeights(description.data.files, { signal, cache: hashCache });
    if (!hashes.ok) return hashes;
    const changed = changedWeights(candidate, hashes.data);
    const { context } = candidate.settings;
    const remark = beyondTraining({ context, trained: trainedContext(description.data) });
    const model = modelDescription(description.data, hashes.data);
    return changed ?? success({ model, remarks: remark === null ? [] : [remark] });
  }

  /** What both ways of opening a candidate begin with: what is known of it, and the process. */
  async function openHost(
    candidate: LlamaCandidate,
    signal: AbortSignal,
    options: { readonly manyRows?: boolean } = {},
  ): Promise<Result<{ readonly host: ProcessHost; readonly manifest: LlamaManifest }>> {
    const examined = await examine(candidate, signal);
    if (!examined.ok) return examined;
    const generation = (generations.get(candidate.name) ?? 0) + 1;
    generations.set(candidate.name, generation);
    const host = start(generation);
    const manifest = await load(host, candidate, examined.data, signal, options);
    if (manifest.ok) return success({ host, manifest: manifest.data });
    // Whatever went wrong, no process is left behind.
    await host.close();
    return manifest;
  }

  async function open(
    candidate: LlamaCandidate,
    signal: AbortSignal,
  ): Promise<Result<OpenCandidate<LlamaDescription>>> {
    const opened = await openHost(candidate, signal);
    return opened.ok ? success(openCandidate(opened.data.host, opened.data.manifest)) : opened;
  }

  async function load(
    host: ProcessHost,
    candidate: LlamaCandidate,
    { model, remarks }: Examined,
    signal: AbortSignal,
    options: { readonly manyRows?: boolean },
  ): Promise<Result<LlamaManifest>> {
    // A signal that was given already is never given again.
    if (isAborted(signal)) return interrupted();
    // Loading cannot be broken off in order; the process is ended instead.
    const kill = (): void => void host.kill();
    signal.addEventListener('abort', kill, { once: true });
    const loaded = await host.call('load', { candidate, ...options });
    signal.removeEventListener('abort', kill);
    if (isAborted(signal)) return interrupted();
    if (!loaded.ok) return { ok: false, error: { where: { file: candidate.weights }, ...loaded.error } };
    const libraryHashes = await hashLibraries(loaded.data.library.libraries);
    const manifest = engineManifest({
      candidate,
      loaded: loaded.data,
      model,
      devices: deviceSelection(environment),
      libraryHashes,
      processId: host.processId,
      generation: host.generation,
      remarks,
    });
    return success(manifest);
  }

  /** Asks one question of a process that is started for it and gone afterwards. */
  async function ask<T>(question: (host: ProcessHost) => Promise<Result<T>>, signal?: AbortSignal) {
    if (isAborted(signal)) return interrupted();
    const host = start(1);
    const kill = (): void => void host.kill();
    signal?.addEventListener('abort', kill, { once: true });
    const answer = await question(host);
    signal?.removeEventListener('abort', kill);
    await host.close();
    return isAborted(signal) ? interrupted() : answer;
  }

  async function freeDeviceMemory(backend: Backend): Promise<number | null> {
    const probed = await ask((host) => host.call('probe', { backend }));
    return probed.ok ? (probed.data.library.deviceMemory?.free ?? null) : null;
  }

  /** What loading checks as well, with what is free on the devices then; success where no device is used or known. */
  async function checkDevice({ weights, settings }: LlamaCandidate): Promise<Result<void>> {
    if (settings.backend === 'cpu' || settings.gpuLayers === 0) return success(undefined);
    const description = await inspectGguf(weights);
    if (!description.ok) return description;
    const device = await freeDeviceMemory(settings.backend);
    if (device === null) return success(undefined);
    return checkDeviceMemory(description.data, settings, { device, machine: await freeMemory() });
  }

  return {
    open,
    async openTracer(candidate, sequences, signal) {
      const opened = await openHost(inSequences(candidate, sequences), signal, { manyRows: true });
      if (!opened.ok) return opened;
      const { host } = opened.data;
      return success({
        trace: (question, aborted) => host.call('trace', question, { signal: aborted }),
        follow: (question, aborted) => host.call('follow', question, { signal: aborted }),
        close: () => host.close(),
      });
    },
    async checkTracer(candidate, sequences, signal) {
      const asked = inSequences(candidate, sequences);
      const examined = await examine(asked, signal);
      if (!examined.ok) return examined;
      return isAborted(signal) ? interrupted() : checkDevice(asked);
    },
    async renderPrompt(question, signal) {
      if (question.model !== undefined) {
        const description = await inspectGguf(question.model);
        if (!description.ok) return description;
      }
      return ask((host) => host.call('render', question), signal);
    },
    openQuantiser() {
      let listener: ((tensors: number, of: number) => void) | undefined;
      const host = start(1, (lines) => {
        const progress = parseQuantiseProgress(lines);
        if (progress !== null) listener?.(progress.tensors, progress.of);
      });
      return {
        async quantise(question, { signal, onProgress } = {}) {
          listener = onProgress;
          if (isAborted(signal)) return interrupted();
          // The library cannot be broken off in order; the process is ended instead.
          const kill = (): void => void host.kill();
          signal?.addEventListener('abort', kill, { once: true });
          const answer = await host.call('quantise', question);
          signal?.removeEventListener('abort', kill);
          return isAborted(signal) ? interrupted() : answer;
        },
        close: () => host.close(),
      };
    },
    async probeBackends() {
      const reports: BackendReport[] = [];
      for (const backend of backends) {
        if (!mayHave(backend, process.platform)) continue;
        reports.push({ backend, result: await ask((host) => host.call('probe', { backend })) });
      }
      return reports;
    },
    freeDeviceMemory,
  };
}

function openCandidate(host: ProcessHost, manifest: LlamaManifest): OpenCandidate<LlamaDescription> {
  return {
    manifest,
    async generate(
      requests: readonly GenerationRequest[],
      deliver: (output: Output) => void,
      signal: AbortSignal,
    ): Promise<Result<void>> {
      const answer = await host.call(
        'generate',
        { requests },
        {
          signal,
          onOutputs: (outputs) => {
            for (const output of outputs) deliver(output);
          },
        },
      );
      return answer.ok ? success(undefined) : answer;
    },
    tryForm: () => Promise.resolve(success(formSetting(manifest.engine.lane))),
    close: () => host.close(),
  };
}

/** The plan was registered with the weights' hashes: another file under the same name is another candidate. */
function changedWeights(candidate: LlamaCandidate, hashes: readonly string[]) {
  const planned = candidate.weightsHashes;
  if (planned.length === hashes.length && planned.every((hash, part) => hash === hashes[part]))
    return undefined;
  return failure(
    'plan_invalid',
    `${candidate.weights}: the weights of '${candidate.name}' are not those that the plan was registered with.`,
    {
      next: 'Put the file back that the plan names, or register a plan with this one.',
      where: { file: candidate.weights },
      detail: `planned ${planned.join(' ')}, found ${hashes.join(' ')}`,
    },
  );
}

/**
 * Refuses what cannot fit, before the library tries for a long time. On a GPU the library knows better: what is free
 * there, and which layers go there.
 */
async function memoryFor(
  description: GgufDescription,
  settings: LlamaSettings,
): Promise<Result<MemoryEstimate>> {
  const estimate = estimateMemory(description, settings);
  if (settings.backend !== 'cpu' || !estimate.reliable) return success(estimate);
  return checkMemory(description, settings, await freeMemory());
}

function mayHave(backend: Backend, platform: NodeJS.Platform): boolean {
  if (backend === 'cpu') return true;
  return (backend === 'metal') === (platform === 'darwin');
}

/** Asked anew each time: it changes while something is waited for. */
function isAborted(signal: AbortSignal | undefined): boolean {
  return signal?.aborted === true;
}

function interrupted(): { readonly ok: false; readonly error: Failure } {
  return failure('interrupted', 'Stopped on request.', {
    next: 'Start again to go on with what is missing.',
  });
}

function inSequences(candidate: LlamaCandidate, parallel: number): LlamaCandidate {
  return { ...candidate, settings: { ...candidate.settings, parallel } };
}
