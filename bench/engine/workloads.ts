/** What the benchmark has answered: the demo's items, with and without a long system message, and a larger model. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { itemSchema } from '../../src-main/contract/item.ts';
import type { GenerationRequest } from '../../src-main/engine/engine.ts';
import { writeGguf } from '../../test/fixtures/gguf-writer.ts';
import { tinyLlamaSource } from '../../test/fixtures/tiny-llama.ts';
import type { Workload } from './measured.ts';

type Shape = Pick<Workload, 'parallel' | 'flashAttention'>;

const demo = join(import.meta.dirname, '../../resources/demo');

/** `items` of the demo's dev items, evenly spread over its strata. */
export function demoWork(items: number, shape: Shape): Workload {
  const all: readonly GenerationRequest[] = readFileSync(join(demo, 'items.jsonl'), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => itemSchema.parse(JSON.parse(line)))
    .filter((item) => item.split === 'dev')
    .map((item) => ({ itemId: item.id, sample: 0, messages: [{ role: 'user', content: item.input ?? '' }] }));
  const requests = Array.from({ length: Math.min(items, all.length) }, (_, index) => {
    const one = all[Math.floor((index * all.length) / Math.min(items, all.length))];
    if (one === undefined) throw new Error('the demo has no items');
    return one;
  });
  const weights = join(demo, 'desk-clerk-3m-BF16.gguf');
  return { title: 'demo model (3 M)', weights, requests, context: 512, maxTokens: 128, ...shape };
}

/** The same after a system message that is longer than they are: as exemplars would be. */
export function sharedWork(items: number, shape: Shape): Workload {
  const system =
    'You are the clerk of a small office. Read what is asked, and answer it in one line. If it asks for a tool, call the tool. If it asks for one of several words, say only that word. '.repeat(
      3,
    );
  return { ...demoWork(items, shape), title: 'demo model, a shared system message', system };
}

/** So many tokens go in and come out of the random model. */
const randomPrompt = 48;
const randomAnswer = 32;

/** Requests of the same length for the random model; its file is written by `writeRandomModel`. */
export function randomWork(weights: string, items: number, shape: Shape): Workload {
  const requests: GenerationRequest[] = Array.from({ length: items }, (_, index) => {
    const content = `${index} `.padEnd(randomPrompt - 5, 'abcdefghijklmnopqrstuvwxyz');
    return { itemId: String(index), sample: 0, messages: [{ role: 'user', content }] };
  });
  const title = 'random model (110 M)';
  return { title, weights, requests, context: 256, maxTokens: randomAnswer, ...shape };
}

/** A model of the llama architecture with 109.5 million random weights in BF16, the same bytes each time: 219 MB. */
export function writeRandomModel(folder: string): string {
  const embedding = 768;
  const source = tinyLlamaSource({
    layers: 12,
    embedding,
    heads: 12,
    keyValueHeads: 12,
    feedForward: 2048,
    context: 1024,
    vocabulary: 16_000,
    weights: 'BF16',
    seed: 1,
  });
  const file = join(folder, 'random-110m-BF16.gguf');
  for (const { name, data } of source.tensors) {
    // The token that ends an answer gets a logit of zero, so that every answer has its full length.
    if (name === 'output.weight') data.fill(0, 2 * embedding * 2, 2 * embedding * 3);
  }
  writeFileSync(file, writeGguf(source).bytes);
  return file;
}
