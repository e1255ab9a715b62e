/** The llama engine's defaults. All of them are numbers: nothing is left to the library's own judgement. */
import type { Backend, LlamaSettings, Sampling } from '../../contract/candidate.ts';

/** What the defaults depend on. */
export interface SettingsMachine {
  readonly physicalCores: number;
  readonly logicalCores: number;
  /** True on a build machine, where other jobs share the cores (the environment's `CI`). */
  readonly continuousIntegration: boolean;
}

/**
 * Threads for decoding: one for each physical core, and never more than the machine shows. A second thread on the
 * same core slows the matrix products down, and too many threads on a shared machine cost a hundredfold.
 */
export function defaultThreads(machine: SettingsMachine): number {
  if (machine.continuousIntegration) return 1;
  return Math.max(1, Math.min(machine.physicalCores, machine.logicalCores));
}

/**
 * Flash attention is off on the CPU: there its result depends on which sequences share a batch, so that parallel
 * answers would differ from those given one by one. On GPUs it is the usual way, and far faster.
 */
export function defaultSettings(backend: Backend, machine: SettingsMachine): LlamaSettings {
  return {
    backend,
    gpuLayers: backend === 'cpu' ? 0 : allLayers,
    context: 4096,
    parallel: 4,
    batch: 512,
    threads: defaultThreads(machine),
    flashAttention: backend !== 'cpu',
    cacheKeyType: 'f16',
    cacheValueType: 'f16',
    mmap: true,
    mode: 'fast',
  };
}

/** More layers than any model has: the library takes as many as there are. */
const allLayers = 999;

/** Greedy, so that the same prompt gives the same answer. */
export const defaultSampling: Sampling = {
  temperature: 0,
  topK: 0,
  topP: 1,
  minP: 0,
  seed: 0,
  maxTokens: 256,
  stops: [],
};

/** Sequences that a context has whose logits are looked into: the largest batch that is tried. */
export const tracedSequences = 16;

/** llama.cpp reads this seed as "draw one at random". */
const randomSeed = 0xffffffff;

/**
 * The seed of sample k: seed + k, going round before the one value that llama.cpp would replace with a random seed.
 *
 * @param seed unsigned, 32 bits
 * @param sample 0-based
 */
export function sampleSeed(seed: number, sample: number): number {
  return (seed + sample) % randomSeed;
}

/**
 * What a template that asks for today's date is told: the same on every day, so that a prompt does not change between
 * a baseline and a candidate, or between a run and its repetition.
 */
export const templateDate = new Date('2026-01-01T12:00:00Z');
