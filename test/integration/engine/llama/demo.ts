/** The demo model and its items, and candidates over them. Only items of the `dev` split are read. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LlamaCandidate, LlamaSettings, Sampling } from '../../../../src-main/contract/candidate.ts';
import { itemSchema } from '../../../../src-main/contract/item.ts';
import type { LlamaDescription } from '../../../../src-main/contract/manifest.ts';
import type { Output } from '../../../../src-main/contract/output.ts';
import type { Result } from '../../../../src-main/contract/result.ts';
import type { GenerationRequest, OpenCandidate } from '../../../../src-main/engine/engine.ts';
import { createLlamaEngine, type LlamaEngine } from '../../../../src-main/engine/llama/llama-engine.ts';

const folder = join(import.meta.dirname, '../../../../resources/demo');
export const demoModel = join(folder, 'desk-clerk-3m-BF16.gguf');

const settings: LlamaSettings = {
  backend: 'cpu',
  gpuLayers: 0,
  context: 512,
  parallel: 1,
  batch: 512,
  threads: 1,
  flashAttention: false,
  cacheKeyType: 'f16',
  cacheValueType: 'f16',
  mmap: true,
};

const sampling: Sampling = {
  temperature: 0,
  topK: 0,
  topP: 1,
  minP: 0,
  seed: 7,
  maxTokens: 128,
  stops: [],
};

export interface CandidateChanges extends Partial<Omit<LlamaCandidate, 'engine' | 'settings' | 'sampling'>> {
  readonly settings?: Partial<LlamaSettings>;
  readonly sampling?: Partial<Sampling>;
}

export function sha256(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}

/** The demo model in BF16, greedy, one sequence, with the given changes. */
export function candidate(changes: CandidateChanges = {}): LlamaCandidate {
  const { weights = demoModel, name = 'bf16', weightsHashes = [sha256(weights)], ...others } = changes;
  return {
    engine: 'llama',
    accepted: [],
    ...others,
    name,
    weights,
    weightsHashes,
    settings: { ...settings, ...changes.settings },
    sampling: { ...sampling, ...changes.sampling },
  };
}

interface DemoItem {
  readonly id: string;
  readonly input: string;
  readonly answer: unknown;
}

/** The first `count` dev items of a stratum whose answer is one text or one JSON document. */
export function demoItems(stratum: string, count: number): readonly DemoItem[] {
  return readFileSync(join(folder, 'items.jsonl'), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => itemSchema.parse(JSON.parse(line)))
    .filter((item) => item.stratum === stratum && item.split === 'dev')
    .slice(0, count)
    .map(({ id, input, check }) => ({
      id,
      input: input ?? '',
      answer: 'answer' in check ? check.answer : undefined,
    }));
}

export function request(
  item: { readonly id: string; readonly input: string },
  sample = 0,
): GenerationRequest {
  return { itemId: item.id, sample, messages: [{ role: 'user', content: item.input }] };
}

export const never = new AbortController().signal;

/** The data of a result that must be good. */
export function good<T>(result: Result<T>): T {
  if (!result.ok)
    throw new Error(`${result.error.code}: ${result.error.message}\n${result.error.detail ?? ''}`);
  return result.data;
}

/** Opens a candidate, hands it to `work`, and closes it whatever happens. */
export async function withOpen<T>(
  changes: CandidateChanges,
  work: (open: OpenCandidate<LlamaDescription>) => Promise<T>,
  engine: LlamaEngine = createLlamaEngine(),
): Promise<T> {
  const open = good(await engine.open(candidate(changes), never));
  try {
    return await work(open);
  } finally {
    await open.close();
  }
}

/** Every output, in the order of the requests. */
export async function answers(
  open: OpenCandidate,
  requests: readonly GenerationRequest[],
): Promise<readonly Output[]> {
  const outputs: Output[] = [];
  good(await open.generate(requests, (output) => outputs.push(output), never));
  return requests.map((asked) => {
    const mine = outputs.filter((one) => one.itemId === asked.itemId && one.sample === asked.sample);
    if (mine.length !== 1) throw new Error(`${asked.itemId} has ${mine.length} outputs`);
    return mine[0] as Output;
  });
}
