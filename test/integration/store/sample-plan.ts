/** Made-up rows of everything that the store keeps, each with every optional field present somewhere. */
import { createHash } from 'node:crypto';
import type { LlamaCandidate } from '../../../src-main/contract/candidate.ts';
import type { Comparison, OutcomeCounts } from '../../../src-main/contract/comparison.ts';
import type { Item, ItemSetVersion } from '../../../src-main/contract/item.ts';
import type { Manifest } from '../../../src-main/contract/manifest.ts';
import type { Output } from '../../../src-main/contract/output.ts';
import type { Plan, RunKey } from '../../../src-main/contract/plan.ts';
import type { Result } from '../../../src-main/contract/result.ts';
import type { Store } from '../../../src-main/store/store.ts';

export const baseline: RunKey = { candidate: 'bf16', replicate: 1 };
export const rerun: RunKey = { candidate: 'bf16', replicate: 2 };
export const quantised: RunKey = { candidate: 'q4_k_m', replicate: 1 };

export function dataOf<T>(result: Result<T>): T {
  if (!result.ok)
    throw new Error(`${result.error.code}: ${result.error.message} ${result.error.detail ?? ''}`);
  return result.data;
}

/** Every third item is dev, strata alternate, the first of each ten has all the optional fields. */
export function sampleItems(count: number): Item[] {
  return Array.from({ length: count }, (_, index) => ({
    id: `item-${String(index).padStart(5, '0')}`,
    messages: [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: `What is ${index} + ${index}? "Ünïcödé" \u2028 🙂` },
    ],
    stratum: index % 2 === 0 ? 'sums' : 'facts',
    ...(index % 10 === 0 ? { band: 'easy', source: 'made up', cluster: `page-${index}` } : {}),
    split: index % 3 === 0 ? 'dev' : 'held_out',
    check: { kind: 'numeric', answer: index * 2 },
  }));
}

function candidate(name: string): LlamaCandidate {
  return {
    engine: 'llama',
    name,
    weights: `/models/${name}.gguf`,
    weightsHashes: [sha256(name)],
    settings: {
      backend: 'cpu',
      gpuLayers: 0,
      context: 1024,
      parallel: 4,
      batch: 512,
      threads: 1,
      flashAttention: false,
      cacheKeyType: 'f16',
      cacheValueType: 'f16',
      mmap: true,
    },
    sampling: { temperature: 0, topK: 0, topP: 1, minP: 0, seed: 1, maxTokens: 128, stops: [] },
    accepted: [],
  };
}

export function samplePlan(set: ItemSetVersion, more: Partial<Plan> = {}): Plan {
  return {
    decision: 'Ship Q4_K_M instead of BF16',
    items: { name: set.name, version: set.version, hash: set.hash },
    split: 'held_out',
    guardRail: { margin: 0.02, strata: { sums: 0.04 }, maxMissing: 0.02 },
    baseline: 'bf16',
    replicates: 2,
    samples: 1,
    candidates: [candidate('q4_k_m'), candidate('bf16')],
    seed: 7,
    resamples: 10_000,
    ...more,
  };
}

export function sampleManifest(startedAt: string): Manifest {
  return {
    noisefloor: '0.1.0',
    startedAt,
    machine: {
      hostname: 'desk',
      operatingSystem: 'Linux',
      kernel: '6.1',
      architecture: 'x64',
      processor: 'a processor',
      physicalCores: 2,
      logicalCores: 4,
      memoryTotal: 8e9,
      memoryFree: 4e9,
      graphics: [],
    },
    engine: {
      engine: 'llama',
      libraryVersion: '3',
      llamaCppRelease: 'b1',
      llamaCppCommit: null,
      buildType: 'prebuilt',
      backend: 'cpu',
      kernelVariant: null,
      devices: [],
      deviceMemory: null,
      libraryHashes: { 'libllama.so': sha256('library') },
      systemInfo: '',
    },
    model: {
      files: ['model.gguf'],
      hashes: [sha256('model')],
      size: 1000,
      architecture: 'llama',
      parameters: null,
      quantisation: null,
      tensorTypes: { F16: 3 },
      trainContext: null,
    },
    template: { hash: sha256('template'), from: 'model', renderer: 'huggingface-jinja' },
    bos: { modelAddsBos: true, templateWritesBos: false, applied: 'prepended' },
    settings: [{ name: 'context', requested: '1000', resolved: '1024', source: 'log' }],
    memory: { model: 1000, context: null },
    loadSeconds: 0.5,
    processId: 1,
    generation: 1,
    resumed: false,
    loadLog: ['loading', 'loaded'],
  };
}

/** What the made-up model answers for an item: the same each time, so that a lost or mixed-up text shows. */
export function sampleOutput(itemId: string, sample = 0): Output {
  const text = `The answer to ${itemId}/${sample} is ${sha256(`${itemId}/${sample}`)}.`;
  return {
    itemId,
    sample,
    text,
    finish: 'end',
    promptTokens: 11,
    generatedTokens: 3,
    promptHash: sha256(`prompt ${itemId}`),
    tokenHash: sha256(`tokens ${itemId}`),
    firstTokenMs: 1.5,
    totalMs: 12.25,
    tokens: [1, 70_000, 2 ** 31 - 1],
  };
}

const noOutcomes: OutcomeCounts = {
  scored: 0,
  unparsed: 0,
  truncated: 0,
  overlong: 0,
  failed: 0,
  judge_error: 0,
  unsupported: 0,
};

export function sampleComparison(reason: string): Comparison {
  const estimate = {
    mean: null,
    interval: null,
    n: 0,
    betweenItemDeviation: null,
    withinItemDeviation: null,
  };
  return {
    n: 0,
    dropped: 0,
    missing: { baseline: 0, candidate: 0, both: 0 },
    baseline: estimate,
    candidate: estimate,
    delta: null,
    interval: null,
    intervals: [],
    flips: { losses: 0, gains: 0, rate: null },
    p: null,
    noise: null,
    excessFlips: null,
    standsOut: null,
    standsOutBy: [],
    bounds: null,
    answeredOnly: null,
    outcomes: { baseline: noOutcomes, candidate: noOutcomes },
    margin: 0.02,
    verdict: 'cannot tell yet',
    needed: 100,
    reason,
    strata: [],
    plan: 'open',
    seed: 7,
    generator: 'none',
    resamples: 0,
  };
}

/** Freezes `count` items and registers a plan over their held-out split. */
export function registerSample(store: Store, count: number, more: Partial<Plan> = {}): string {
  const set = dataOf(store.freezeItemSet('desk', sampleItems(count), '2026-01-01T00:00:00Z'));
  return dataOf(store.registerPlan(samplePlan(set, more), '2026-01-02T00:00:00Z')).hash;
}

export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** As `deliveredKeys` names an output. */
export function deliveredKey(itemId: string, sample = 0): string {
  return `${itemId}\u0000${sample}`;
}
