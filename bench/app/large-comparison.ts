/** A finished comparison of any size, written straight into a data folder: no model has to answer for it. */
import { createHash } from 'node:crypto';
import type { LlamaCandidate } from '../../src-main/contract/candidate.ts';
import type { Item } from '../../src-main/contract/item.ts';
import type { Manifest } from '../../src-main/contract/manifest.ts';
import type { Output } from '../../src-main/contract/output.ts';
import type { RunKey } from '../../src-main/contract/plan.ts';
import type { Result } from '../../src-main/contract/result.ts';
import { usualResamples } from '../../src-main/experiment/comparison/compare-scores.ts';
import { compareWholePlan } from '../../src-main/experiment/compare-plan.ts';
import { runKeys } from '../../src-main/experiment/schedule.ts';
import { openStore } from '../../src-main/store/open.ts';
import type { ScoreRow } from '../../src-main/store/store.ts';

const at = '2026-01-01T00:00:00.000Z';
const strata = 8;
const batch = 5000;
const baseline = 'bf16';
/** Candidate -> of how many thousandths of the items its answer is another one than the baseline's. */
const changes: Readonly<Record<string, number>> = { q8_0: 10, q5_k_m: 30, q4_k_m: 60, q2_k: 200 };
function dataOf<T>(result: Result<T>): T {
  if (!result.ok)
    throw new Error(`${result.error.code}: ${result.error.message} ${result.error.detail ?? ''}`);
  return result.data;
}

export interface WrittenComparison {
  /** The comparison's identifier: its plan's hash. */
  readonly hash: string;
  /** Milliseconds that it took to work the comparison out, as a run does at its end. */
  readonly comparing: number;
}

export async function writeLargeComparison(folder: string, count: number): Promise<WrittenComparison> {
  const store = dataOf(openStore(folder));
  try {
    const items = Array.from({ length: count }, (_, index) => itemAt(index));
    const set = dataOf(store.freezeItemSet('large', items, at));
    const names = [baseline, ...Object.keys(changes)];
    const registered = dataOf(
      store.registerPlan(
        {
          decision: 'Ship q4_k_m instead of bf16',
          items: { name: set.name, version: set.version, hash: set.hash },
          split: 'dev',
          guardRail: { margin: 0.02, strata: {}, everyStratum: 0.04, maxMissing: 0.02 },
          baseline,
          replicates: 2,
          samples: 1,
          candidates: names.map(candidate),
          seed: 1,
          resamples: usualResamples,
        },
        at,
      ),
    );
    const { hash, plan } = registered;
    for (const key of runKeys(names, baseline, plan.replicates)) {
      const sitting = dataOf(store.beginSitting(hash, key, manifest(key)));
      for (let from = 0; from < count; from += batch) {
        const rows = items.slice(from, from + batch).map((item, place) => answerTo(item, from + place, key));
        const outputs = rows.map(({ output }) => output);
        dataOf(store.appendOutputs(hash, key, sitting, outputs, 1000));
        dataOf(
          store.putScores(
            hash,
            key,
            'numeric@1',
            rows.map(({ score }) => score),
          ),
        );
      }
      dataOf(store.endSitting(sitting, at, 'complete'));
      dataOf(store.setRunState(hash, key, 'complete', at));
    }
    const before = performance.now();
    const { compared, basis } = await compareWholePlan(store, registered);
    dataOf(store.putComparedPlan(hash, compared, basis, at));
    return { hash, comparing: performance.now() - before };
  } finally {
    store.close();
  }
}

function itemAt(index: number): Item {
  return {
    id: `item-${String(index).padStart(6, '0')}`,
    messages: [
      {
        role: 'user',
        content: `A parcel weighs ${index % 97} kg and a second one ${index % 89} kg. What do they weigh together?`,
      },
    ],
    stratum: `stratum-${index % strata}`,
    split: 'dev',
    check: { kind: 'numeric', answer: (index % 97) + (index % 89) },
  };
}

/** From 0 to 999, the same each time. */
function draw(text: string): number {
  return createHash('sha256').update(text).digest().readUInt32LE() % 1000;
}

function answerTo(
  item: Item,
  index: number,
  key: RunKey,
): { readonly output: Output; readonly score: ScoreRow } {
  const anew = key.replicate > 1 ? 5 : (changes[key.candidate] ?? 0);
  const drawn =
    draw(`${key.candidate} ${key.replicate} ${index}`) < anew ? `${key.candidate} ${index}` : `${index}`;
  const value = draw(`answer ${drawn}`) < 850 ? 1 : 0;
  const sum = (index % 97) + (index % 89) + 1 - value;
  const text = `Both parcels stand on the same scale, so their weights are added. Together they weigh ${sum} kg.`;
  const sent = createHash('sha256').update(item.id).digest('hex');
  return {
    output: {
      itemId: item.id,
      sample: 0,
      text,
      finish: 'end',
      promptTokens: 24,
      generatedTokens: 20,
      promptHash: sent,
      tokenHash: sent,
      firstTokenMs: 20,
      totalMs: 200,
    },
    score: {
      itemId: item.id,
      sample: 0,
      score: { outcome: 'scored', value, reason: value === 1 ? 'equal' : 'another number' },
    },
  };
}

function candidate(name: string): LlamaCandidate {
  return {
    engine: 'llama',
    name,
    weights: `/models/${name}.gguf`,
    weightsHashes: [createHash('sha256').update(name).digest('hex')],
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

function manifest({ candidate: name }: RunKey): Manifest {
  return {
    noisefloor: '0.1.0',
    startedAt: at,
    machine: {
      hostname: 'made-up',
      operatingSystem: 'Linux',
      kernel: '6',
      architecture: 'x64',
      processor: 'made up',
      physicalCores: 2,
      logicalCores: 2,
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
      libraryHashes: {},
      systemInfo: '',
    },
    model: {
      files: [`${name}.gguf`],
      hashes: [createHash('sha256').update(name).digest('hex')],
      size: 1000,
      architecture: 'llama',
      parameters: null,
      quantisation: name.toUpperCase(),
      tensorTypes: { F16: 3 },
      trainContext: null,
    },
    template: {
      hash: createHash('sha256').update('template').digest('hex'),
      from: 'model',
      renderer: 'huggingface-jinja',
    },
    bos: { modelAddsBos: true, templateWritesBos: false, applied: 'prepended' },
    settings: [{ name: 'context', requested: '1024', resolved: '1024', source: 'log' }],
    memory: { model: 1000, context: 1000 },
    loadSeconds: 0.5,
    processId: 1,
    generation: 1,
    resumed: false,
    loadLog: [],
  };
}
