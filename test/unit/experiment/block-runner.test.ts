import { expect, test } from 'vitest';
import { failure, success, type Failure, type Result } from '../../../src-main/contract/result.ts';
import type { Output } from '../../../src-main/contract/output.ts';
import type { GenerationRequest, OpenCandidate } from '../../../src-main/engine/engine.ts';
import { runBlock } from '../../../src-main/experiment/block-runner.ts';

/**
 * A fake of an open candidate: crashes on order cannot be had from the real engine. It answers one request after
 * the other and dies before an item that is poisonous, as often as that item has crashes left.
 */
class ScriptedCandidate implements OpenCandidate {
  readonly manifest = {} as OpenCandidate['manifest'];
  readonly batches: string[][] = [];
  readonly #crashes: Map<string, number>;

  constructor(crashes: Record<string, number>) {
    this.#crashes = new Map(Object.entries(crashes));
  }

  tryForm(): ReturnType<OpenCandidate['tryForm']> {
    return Promise.resolve(failure('internal', 'the fake has no forms'));
  }

  async generate(
    requests: readonly GenerationRequest[],
    deliver: (output: Output) => void,
    signal: AbortSignal,
  ): Promise<Result<void>> {
    this.batches.push(requests.map((request) => request.itemId));
    for (const request of requests) {
      await Promise.resolve();
      if (signal.aborted) return failure('interrupted', 'stopped');
      const left = this.#crashes.get(request.itemId) ?? 0;
      if (left > 0) {
        this.#crashes.set(request.itemId, left - 1);
        return failure('engine_crashed', `died before ${request.itemId}`);
      }
      deliver(answer(request));
    }
    return success(undefined);
  }

  async close(): Promise<void> {}
}

function answer(request: GenerationRequest): Output {
  return {
    itemId: request.itemId,
    sample: request.sample,
    text: 'yes',
    finish: 'end',
    promptTokens: 3,
    generatedTokens: 1,
    promptHash: 'p',
    tokenHash: 't',
    firstTokenMs: 1,
    totalMs: 2,
  };
}

const requests = (...ids: string[]): GenerationRequest[] =>
  ids.map((itemId) => ({ itemId, sample: 0, messages: [{ role: 'user', content: itemId }] }));

async function run(candidate: OpenCandidate, ids: string[], signal = new AbortController().signal) {
  const outputs: Output[] = [];
  const crashes: Failure[] = [];
  const ended = await runBlock(requests(...ids), {
    signal,
    candidate: () => Promise.resolve(success(candidate)),
    crashed: (error) => {
      crashes.push(error);
      return Promise.resolve();
    },
    deliver: (output) => {
      outputs.push(output);
    },
  });
  return { ended, crashes, outputs };
}

test('a crash loses nothing and repeats nothing', async () => {
  const candidate = new ScriptedCandidate({ c: 1 });
  const { ended, crashes, outputs } = await run(candidate, ['a', 'b', 'c', 'd']);
  expect(ended.ok).toBe(true);
  expect(crashes).toHaveLength(1);
  expect(outputs.map((output) => output.itemId)).toEqual(['a', 'b', 'c', 'd']);
  expect(candidate.batches).toEqual([
    ['a', 'b', 'c', 'd'],
    ['c', 'd'],
  ]);
});

test('a prompt that kills the engine every time is recorded as failed, and the others are answered', async () => {
  const { ended, outputs } = await run(new ScriptedCandidate({ b: Infinity }), ['a', 'b', 'c']);
  expect(ended.ok).toBe(true);
  expect(outputs.map((output) => [output.itemId, output.finish])).toEqual([
    ['a', 'end'],
    ['b', 'error'],
    ['c', 'end'],
  ]);
  expect(outputs[1]?.error?.code).toBe('engine_crashed');
  expect(outputs[1]?.error?.message).toBe('died before b');
});

test('two poisonous prompts are told apart', async () => {
  const { outputs } = await run(new ScriptedCandidate({ a: Infinity, c: Infinity }), ['a', 'b', 'c', 'd']);
  const finishes = Object.fromEntries(outputs.map((output) => [output.itemId, output.finish]));
  expect(finishes).toEqual({ a: 'error', b: 'end', c: 'error', d: 'end' });
  expect(outputs).toHaveLength(4);
});

test('what killed the engine and passed does not leave a long block to go one request at a time', async () => {
  const ids = Array.from({ length: 200 }, (_, index) => `item ${index}`);
  const candidate = new ScriptedCandidate({ 'item 0': 2 });
  const { ended, crashes, outputs } = await run(candidate, ids);
  expect(ended.ok).toBe(true);
  expect(crashes).toHaveLength(2);
  expect(outputs.map((output) => output.itemId)).toEqual(ids);
  expect(candidate.batches.map((batch) => batch.length)).toEqual([
    200,
    200,
    ...Array.from({ length: 64 }, () => 1),
    136,
  ]);
});

test('a poisonous prompt that comes late in a long block is found all the same', async () => {
  const ids = Array.from({ length: 200 }, (_, index) => `item ${index}`);
  class Eager extends ScriptedCandidate {
    // Dies of the last one before anything is answered, as where prompts are read in another order.
    override async generate(
      all: readonly GenerationRequest[],
      deliver: (output: Output) => void,
      signal: AbortSignal,
    ): Promise<Result<void>> {
      if (all.some(({ itemId }) => itemId === 'item 199')) {
        this.batches.push(all.map(({ itemId }) => itemId));
        return failure('engine_crashed', 'died');
      }
      return super.generate(all, deliver, signal);
    }
  }
  const { ended, outputs } = await run(new Eager({}), ids);
  expect(ended.ok).toBe(true);
  expect(outputs).toHaveLength(200);
  expect(outputs.filter(({ finish }) => finish === 'error').map(({ itemId }) => itemId)).toEqual([
    'item 199',
  ]);
});

test('a failure that a new process cannot mend ends the block and names itself', async () => {
  const candidate = new ScriptedCandidate({});
  const ended = await runBlock(requests('a'), {
    signal: new AbortController().signal,
    candidate: () => Promise.resolve(failure('memory_insufficient', 'no room')),
    crashed: () => Promise.resolve(),
    deliver: () => undefined,
  });
  expect(ended).toEqual(failure('memory_insufficient', 'no room'));
  expect(candidate.batches).toEqual([]);
});

test('a stop is reported as a stop', async () => {
  const controller = new AbortController();
  controller.abort();
  const { ended, outputs } = await run(new ScriptedCandidate({}), ['a'], controller.signal);
  expect(ended.ok ? null : ended.error.code).toBe('interrupted');
  expect(outputs).toEqual([]);
});

test('an engine that breaks its promise is a bug, not a result', async () => {
  class Twice extends ScriptedCandidate {
    override async generate(
      all: readonly GenerationRequest[],
      deliver: (output: Output) => void,
    ): Promise<Result<void>> {
      await Promise.resolve();
      for (const request of all) {
        deliver(answer(request));
        deliver(answer(request));
      }
      return success(undefined);
    }
  }
  await expect(run(new Twice({}), ['a'])).rejects.toThrow('answered a twice');
});
