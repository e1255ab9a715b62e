/** The engine's part of a manifest: every setting as requested and as resolved, and what answered. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { LlamaCandidate, LlamaSettings } from '../../contract/candidate.ts';
import {
  notHonoured,
  type Lane,
  type LlamaDescription,
  type ModelDescription,
  type ResolvedSetting,
} from '../../contract/manifest.ts';
import { answerFormSetting } from '../answer-form.ts';
import type { EngineManifest } from '../engine.ts';
import type { GgufDescription } from './gguf/description.ts';
import { parseLoadLog, type LoadLog } from './load-log.ts';
import type { EngineReadings, LoadedModel } from './protocol.ts';
import { hashTemplate } from './template/describe-template.ts';

export type LlamaManifest = EngineManifest & { readonly engine: LlamaDescription };

export interface ManifestParts {
  readonly candidate: LlamaCandidate;
  readonly loaded: LoadedModel;
  readonly model: ModelDescription;
  /** Variables of the child's environment that choose its devices. */
  readonly devices: Readonly<Record<string, string>>;
  readonly libraryHashes: Readonly<Record<string, string>>;
  readonly processId: number;
  readonly generation: number;
  /** What a person should know of this model under these settings; empty where there is nothing. */
  readonly remarks: readonly string[];
}

export function engineManifest(parts: ManifestParts): LlamaManifest {
  const { candidate, loaded } = parts;
  const log = parseLoadLog(loaded.log);
  return {
    engine: engineDescription(loaded, log, parts.libraryHashes),
    model: parts.model,
    template: {
      hash: hashTemplate(loaded.template.text),
      from: loaded.template.from,
      renderer: loaded.template.renderer,
    },
    bos: loaded.bos,
    settings: [
      ...resolvedSettings(candidate.settings, loaded.readings, log),
      ...Object.entries(parts.devices).map(([name, value]) => setting(name, value, null, 'none')),
    ],
    memory: loaded.memory,
    loadSeconds: loaded.loadSeconds,
    processId: parts.processId,
    generation: parts.generation,
    loadLog: loaded.log,
    ...(parts.remarks.length === 0 ? {} : { remarks: parts.remarks }),
  };
}

function engineDescription(
  loaded: LoadedModel,
  log: LoadLog,
  libraryHashes: Readonly<Record<string, string>>,
): LlamaDescription {
  const { library } = loaded;
  return {
    engine: 'llama',
    libraryVersion: library.libraryVersion,
    llamaCppRelease: library.llamaCppRelease,
    llamaCppCommit: library.llamaCppCommit,
    buildType: library.buildType,
    lane: loaded.lane,
    backend: loaded.readings.backend,
    kernelVariant: log.cpuBackend ?? cpuLibrary(library.libraries),
    devices: library.devices,
    deviceMemory: library.deviceMemory,
    libraryHashes,
    systemInfo: library.systemInfo,
  };
}

/** @param hashes sha256 of each part, in order */
export function modelDescription(gguf: GgufDescription, hashes: readonly string[]): ModelDescription {
  return {
    files: gguf.files.map((file) => basename(file)),
    hashes,
    size: gguf.size,
    architecture: gguf.architecture,
    parameters: gguf.parameters,
    quantisation: gguf.quantisation,
    tensorTypes: gguf.tensorTypes,
    trainContext: gguf.trainContext,
  };
}

/** Where the log does not name the CPU backend, the loaded libraries do. */
function cpuLibrary(libraries: readonly string[]): string | null {
  const found = libraries.find((path) => basename(path).includes('ggml-cpu'));
  return found === undefined ? null : basename(found);
}

/** Every setting that can change a logit, and how it came out. */
export function resolvedSettings(
  requested: LlamaSettings,
  readings: EngineReadings,
  log: LoadLog,
): readonly ResolvedSetting[] {
  return [
    setting('backend', requested.backend, readings.backend, 'engine'),
    log.offloaded === null
      ? setting('gpuLayers', requested.gpuLayers, readings.gpuLayers, 'engine')
      : setting('gpuLayers', requested.gpuLayers, log.offloaded.layers, 'log'),
    setting('context', requested.context, log.contextPerSequence, 'log'),
    setting('parallel', requested.parallel, log.parallel ?? readings.parallel, 'log'),
    setting('batch', requested.batch, log.batch ?? readings.batch, 'log'),
    setting('microBatch', requested.batch, log.microBatch, 'log'),
    setting('threads', requested.threads, readings.threads, 'engine'),
    setting('flashAttention', requested.flashAttention, log.flashAttention, 'log'),
    setting('cacheKeyType', requested.cacheKeyType, log.cacheKeyType, 'log'),
    setting('cacheValueType', requested.cacheValueType, log.cacheValueType, 'log'),
    setting('unifiedCache', false, log.unifiedCache, 'log'),
    setting('mmap', requested.mmap, log.loadMode === null ? readings.mmap : log.loadMode === 'mmap', 'log'),
    ...(requested.mode === undefined ? [] : [setting('mode', requested.mode, null, 'none')]),
    setting('checkTensors', true, null, 'none'),
  ];
}

/** Only the direct lane forces answers into a form: it has the grammar at hand where it draws. */
export function formSetting(lane: Lane | undefined): ResolvedSetting {
  const { name, forced } = answerFormSetting;
  return setting(name, forced, lane?.name === 'direct' ? forced : notHonoured, 'engine');
}

type SettingValue = string | number | boolean;

function setting(
  name: string,
  requested: SettingValue,
  resolved: SettingValue | null,
  source: ResolvedSetting['source'],
): ResolvedSetting {
  return {
    name,
    requested: String(requested),
    resolved: resolved === null ? null : String(resolved),
    source: resolved === null ? 'none' : source,
  };
}

const libraryHashCache = new Map<string, Promise<string>>();

/** File name -> sha256 of each native library. Read once in a process's life: the files are the program's own. */
export async function hashLibraries(paths: readonly string[]): Promise<Readonly<Record<string, string>>> {
  const hashes: Record<string, string> = {};
  for (const path of paths.toSorted()) {
    let hash = libraryHashCache.get(path);
    if (hash === undefined) {
      hash = hashFile(path);
      libraryHashCache.set(path, hash);
    }
    hashes[basename(path)] = await hash;
  }
  return hashes;
}

async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}
