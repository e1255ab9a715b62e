/**
 * The llama engine over the demo's `dev` items, in both lanes, beside its peer: the same items through node-llama-cpp's
 * own classes in a plain loop, in one process, without messages, hashes, stop strings or templates.
 *
 *   ./node_modules/.bin/node bench/engine.ts [ROUNDS]
 *
 * Wall time is taken here, around everything that the engine does: messages between the processes included. The share
 * outside of native code is 1 - (llama.cpp's own decode time, from its performance counters) / wall time; sampling is
 * native too and counts as outside. The best of the rounds is printed, because other work on the machine only slows.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getLlama } from 'node-llama-cpp';
import type { LlamaCandidate } from '../src-main/contract/candidate.ts';
import { itemSchema } from '../src-main/contract/item.ts';
import type { GenerationRequest } from '../src-main/engine/engine.ts';
import { engineEnvironment } from '../src-main/engine/llama/environment.ts';
import { ProcessHost } from '../src-main/engine/llama/process-host.ts';
import { defaultSampling } from '../src-main/engine/llama/settings.ts';
import { workerPath } from '../src-main/engine/llama/worker-path.ts';

interface Measured {
  readonly items: number;
  readonly tokens: number;
  readonly seconds: number;
  /** Null where it was not measured. */
  readonly decodeSeconds: number | null;
}

const rounds = Number(process.argv[2] ?? 3);
const demo = join(import.meta.dirname, '../resources/demo');
const weights = join(demo, 'desk-clerk-3m-BF16.gguf');
const maxTokens = 128;
const requests: readonly GenerationRequest[] = readFileSync(join(demo, 'items.jsonl'), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => itemSchema.parse(JSON.parse(line)))
  .filter((item) => item.split === 'dev')
  .map((item) => ({ itemId: item.id, sample: 0, messages: [{ role: 'user', content: item.input ?? '' }] }));

function candidate(parallel: number): LlamaCandidate {
  return {
    engine: 'llama',
    name: 'bench',
    weights,
    weightsHashes: [],
    settings: {
      backend: 'cpu',
      gpuLayers: 0,
      context: 512,
      parallel,
      batch: 512,
      threads: 1,
      flashAttention: false,
      cacheKeyType: 'f16',
      cacheValueType: 'f16',
      mmap: true,
    },
    sampling: { ...defaultSampling, maxTokens },
    accepted: [],
  };
}

async function throughEngine(parallel: number, classesOnly: boolean): Promise<readonly Measured[]> {
  const environment = engineEnvironment(process.env);
  const host = new ProcessHost({ entry: workerPath(), generation: 1, environment, stopBudget: 5000 });
  const loaded = await host.call('load', { candidate: candidate(parallel), measure: true, classesOnly });
  if (!loaded.ok) throw new Error(loaded.error.message);
  const measured: Measured[] = [];
  for (let round = 0; round < rounds; round += 1) {
    let tokens = 0;
    let last = 0;
    const started = performance.now();
    const done = await host.call(
      'generate',
      { requests },
      {
        onOutputs: (outputs) => {
          for (const output of outputs) tokens += output.generatedTokens;
          last = performance.now();
        },
      },
    );
    if (!done.ok) throw new Error(done.error.message);
    const { decodeMs } = done.data;
    const decodeSeconds = decodeMs === null ? null : decodeMs / 1000;
    measured.push({ items: requests.length, tokens, seconds: (last - started) / 1000, decodeSeconds });
  }
  await host.close();
  return measured;
}

async function throughClasses(parallel: number): Promise<readonly Measured[]> {
  const llama = await getLlama({ gpu: false, build: 'never', skipDownload: true, maxThreads: 1 });
  const model = await llama.loadModel({ modelPath: weights, gpuLayers: 0 });
  const context = await model.createContext({
    contextSize: 512,
    sequences: parallel,
    batchSize: 512,
    flashAttention: false,
    threads: 1,
  });
  const sequences = Array.from({ length: parallel }, () => context.getSequence());
  const prompts = requests.map(({ messages }) =>
    model.tokenize(`<s><|user|>${messages[0]?.content ?? ''}<|end|><|assistant|>`, true),
  );
  const measured: Measured[] = [];
  for (let round = 0; round < rounds; round += 1) {
    let tokens = 0;
    const waiting = prompts.values();
    const started = performance.now();
    await Promise.all(
      sequences.map(async (sequence) => {
        for (const prompt of waiting) {
          await sequence.clearHistory();
          let generated = 0;
          for await (const token of sequence.evaluate(prompt, { temperature: 0, yieldEogToken: true })) {
            if (model.isEogToken(token)) break;
            generated += 1;
            if (generated === maxTokens) break;
          }
          tokens += generated;
        }
      }),
    );
    const seconds = (performance.now() - started) / 1000;
    measured.push({ items: requests.length, tokens, seconds, decodeSeconds: null });
  }
  await llama.dispose();
  return measured;
}

function print(title: string, measured: readonly Measured[]): void {
  const [best] = measured.toSorted((a, b) => a.seconds - b.seconds);
  if (best === undefined) return;
  const { items, tokens, seconds, decodeSeconds } = best;
  const outside = decodeSeconds === null ? '-' : `${((1 - decodeSeconds / seconds) * 100).toFixed(0)} %`;
  const columns = [(items / seconds).toFixed(1), (tokens / seconds).toFixed(0), outside];
  console.log(title.padEnd(40) + columns.map((column) => column.padStart(12)).join(''));
}

console.log(`${requests.length} items, BF16, one thread, greedy, best of ${rounds}`);
console.log(''.padEnd(40) + ['items/s', 'tokens/s', 'outside'].map((head) => head.padStart(12)).join(''));
for (const parallel of [1, 4, 16]) {
  const name = parallel === 1 ? '1 sequence' : `${parallel} sequences`;
  print(`engine, direct lane, ${name}`, await throughEngine(parallel, false));
  print(`engine, classes lane, ${name}`, await throughEngine(parallel, true));
  print(`library's classes, ${name}`, await throughClasses(parallel));
}
