/**
 * Divergence beside llama.cpp's own program: `llama-perplexity --kl-divergence` over a text, and the same windows of
 * tokens followed here. Mean divergence and share of equal first tokens should be the same to the precision of the
 * program's file, which keeps the baseline's log-probabilities in 16 bits over a range of 16 nats.
 *
 *   ./node_modules/.bin/node bench/divergence.ts [--program PATH] [--windows N] [--vocabulary N]
 *
 * Two pairs of models: the demo's, and two that are made up with a large vocabulary (random weights in F32, and the
 * same in Q8_0). Of each window the program looks at the second half only: at position i (from half the window on) the
 * distribution that token i + 1 was drawn from. So a window is fed as a prompt, its first half and one token, and the
 * rest as the answer. Flash attention is off on both sides, since it adds up in another order. Times are of tokens that
 * were looked at; those of the program are the difference between a run over all windows and one over two, so that
 * loading counts on neither side. It is given one thread to decode with, and takes all cores for its sums.
 */
import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, readSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import type { LlamaCandidate } from '../src-main/contract/candidate.ts';
import { itemSchema } from '../src-main/contract/item.ts';
import { success, type Result } from '../src-main/contract/result.ts';
import { inspectGguf } from '../src-main/engine/llama/gguf/inspect.ts';
import { hashWeights } from '../src-main/engine/llama/gguf/weights-hash.ts';
import { createLlamaEngine } from '../src-main/engine/llama/llama-engine.ts';
import { defaultSampling } from '../src-main/engine/llama/settings.ts';
import { followAnswers, type FollowedItem } from '../src-main/experiment/divergence/measure-divergence.ts';
import { tokenDivergence } from '../src-main/statistics/divergence.ts';
import { writeGguf } from '../test/fixtures/gguf-writer.ts';
import { tinyLlamaSource } from '../test/fixtures/tiny-llama.ts';

interface Pair {
  readonly title: string;
  readonly baseline: string;
  readonly candidate: string;
  readonly windows: number;
}

interface Figures {
  readonly who: string;
  readonly kl: number;
  readonly sameTop: number;
  readonly tokens: number;
  /** Milliseconds for each token. */
  readonly time: number | null;
}

const { values } = parseArgs({
  options: {
    program: { type: 'string' },
    windows: { type: 'string', default: '110' },
    vocabulary: { type: 'string', default: '151936' },
  },
});
const windowSize = 128;
const half = windowSize / 2;
const never = new AbortController().signal;
const engine = createLlamaEngine();
const demo = join(import.meta.dirname, '../resources/demo');
const folder = mkdtempSync(join(tmpdir(), 'noisefloor-bench-'));
const textFile = join(folder, 'text');
const text = readFileSync(join(demo, 'items.jsonl'), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => itemSchema.parse(JSON.parse(line)))
  .filter((item) => item.split === 'dev')
  .map((item) => item.input ?? '')
  .join('\n');
writeFileSync(textFile, text);

function good<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(result.error.message);
  return result.data;
}

async function open(weights: string) {
  const { files } = good(await inspectGguf(weights));
  const candidate: LlamaCandidate = {
    engine: 'llama',
    name: weights,
    weights,
    weightsHashes: good(await hashWeights(files, { signal: never })),
    settings: {
      backend: 'cpu',
      gpuLayers: 0,
      context: windowSize,
      parallel: 1,
      batch: windowSize,
      threads: 1,
      flashAttention: false,
      cacheKeyType: 'f16',
      cacheValueType: 'f16',
      mmap: true,
    },
    sampling: defaultSampling,
    accepted: [],
  };
  return good(await engine.openTracer(candidate, 1, never));
}

/** The text as the model's vocabulary has it, cut into windows. */
async function windowsOf(model: string, most: number): Promise<readonly (readonly number[])[]> {
  const question = {
    model,
    template: "{{ messages[0]['content'] }}",
    messages: [{ role: 'user', content: text } as const],
    variables: {},
  };
  const { tokens = [] } = good(await engine.renderPrompt(question, never));
  const windows = Math.min(most, Math.floor(tokens.length / windowSize));
  return Array.from({ length: windows }, (_, index) =>
    tokens.slice(index * windowSize, (index + 1) * windowSize),
  );
}

/** What the program's file says that it was fed. */
function windowsIn(file: string): readonly (readonly number[])[] {
  const handle = openSync(file, 'r');
  const head = Buffer.alloc(20);
  readSync(handle, head, 0, head.length, 0);
  const size = head.readUInt32LE(8);
  const windows = head.readInt32LE(16);
  const tokens = Buffer.alloc(size * windows * 4);
  readSync(handle, tokens, 0, tokens.length, head.length);
  closeSync(handle);
  return Array.from({ length: windows }, (_, window) =>
    Array.from({ length: size }, (__, place) => tokens.readInt32LE((window * size + place) * 4)),
  );
}

async function here(
  { baseline, candidate }: Pair,
  windows: readonly (readonly number[])[],
): Promise<Figures> {
  const description = good(await inspectGguf(baseline));
  const first = description.addBos === true && description.bos !== null ? [description.bos.id] : [];
  const answers = windows.map((window, index) => {
    const prompt = { tokens: [...first, ...window.slice(first.length, half + 1)] };
    return {
      itemId: String(index),
      baseline: prompt,
      candidate: prompt,
      tokens: window.slice(half + 1),
      parting: null,
    };
  });
  const tracers = { baseline: await open(baseline), candidate: await open(candidate) };
  const items: FollowedItem[] = [];
  const started = performance.now();
  good(
    await followAnswers('candidate', tracers, answers, never, (item) => {
      items.push(item);
      return success(undefined);
    }),
  );
  const took = performance.now() - started;
  await tracers.baseline.close();
  await tracers.candidate.close();
  const sum = (value: (sums: FollowedItem['sums']) => number): number =>
    items.reduce((total, { sums }) => total + value(sums), 0);
  const tokens = sum((sums) => sums.tokens);
  return {
    who: 'here',
    kl: sum((sums) => sums.kl) / tokens,
    sameTop: sum((sums) => sums.sameTop) / tokens,
    tokens,
    time: took / tokens,
  };
}

/** Both of its runs over so many windows. */
function run(program: string, { baseline, candidate }: Pair, windows: number, file: string) {
  const shared = [
    '-c',
    windowSize,
    '-b',
    windowSize,
    '-t',
    1,
    '-fa',
    'off',
    '--chunks',
    windows,
    '--kl-divergence-base',
    file,
  ];
  const started = performance.now();
  const outputs = [
    ['-m', baseline, '-f', textFile, ...shared],
    ['-m', candidate, '--kl-divergence', ...shared],
  ].map((options) => {
    const done = spawnSync(program, options.map(String), {
      encoding: 'utf8',
      env: { ...process.env, LD_LIBRARY_PATH: dirname(program) },
    });
    if (done.status !== 0) throw new Error(`${program} failed: ${done.stderr.slice(-500)}`);
    return `${done.stdout}\n${done.stderr}`;
  });
  return { took: performance.now() - started, output: outputs[1] ?? '' };
}

function there(program: string, pair: Pair, windows: number, file: string): Figures {
  const few = run(program, pair, 2, `${file}-few`);
  const all = run(program, pair, windows, file);
  const number = (pattern: RegExp): number => Number(pattern.exec(all.output)?.[1]);
  const perWindow = windowSize - 1 - half;
  return {
    who: 'llama-perplexity',
    kl: number(/Mean\s+KLD:\s+(-?[\d.]+)/),
    sameTop: number(/Same top p:\s+([\d.]+)/) / 100,
    tokens: windows * perWindow,
    time: (all.took - few.took) / ((windows - 2) * perWindow),
  };
}

function print({ who, kl, sameTop, tokens, time }: Figures): void {
  const cells = [
    kl.toFixed(6),
    `${(sameTop * 100).toFixed(3)} %`,
    String(tokens),
    time === null ? '-' : `${time.toFixed(2)} ms`,
  ];
  console.log(who.padEnd(20) + cells.map((cell) => cell.padStart(14)).join(''));
}

/** What the comparison of two rows takes by itself. */
function arithmetic(vocabulary: number): number {
  const row = (seed: number): Float32Array =>
    Float32Array.from({ length: vocabulary }, (_, index) => ((index * seed) % 1009) / 50);
  const [p, q] = [row(31), row(37)];
  const rounds = 50;
  tokenDivergence(p, q, 0);
  const started = performance.now();
  for (let round = 0; round < rounds; round += 1) tokenDivergence(p, q, round);
  return (performance.now() - started) / rounds;
}

async function compare(pair: Pair): Promise<void> {
  let windows = await windowsOf(pair.baseline, pair.windows);
  console.log(`\n${pair.title}`);
  console.log(
    ''.padEnd(20) + ['mean KL', 'same top', 'tokens', 'a token'].map((head) => head.padStart(14)).join(''),
  );
  if (values.program !== undefined) {
    const file = join(folder, 'logits');
    print(there(values.program, pair, windows.length, file));
    const fed = windowsIn(file);
    const same = JSON.stringify(fed) === JSON.stringify(windows);
    if (!same) console.log('(its tokens are others than ours: its own are followed)');
    windows = fed;
  }
  print(await here(pair, windows));
}

try {
  await compare({
    title: 'demo model, BF16 and Q2_K',
    baseline: join(demo, 'desk-clerk-3m-BF16.gguf'),
    candidate: join(demo, 'desk-clerk-3m-Q2_K.gguf'),
    windows: Number(values.windows),
  });
  const vocabulary = Number(values.vocabulary);
  const made = (['F32', 'Q8_0'] as const).map((weights) => {
    const path = join(folder, `${weights}.gguf`);
    writeFileSync(path, writeGguf(tinyLlamaSource({ vocabulary, weights })).bytes);
    return path;
  });
  await compare({
    title: `random weights, F32 and Q8_0, a vocabulary of ${vocabulary}`,
    baseline: made[0] ?? '',
    candidate: made[1] ?? '',
    windows: 12,
  });
  console.log(
    `\nthe comparison of two rows of ${vocabulary} by itself: ${arithmetic(vocabulary).toFixed(2)} ms`,
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}
