/** What a server answers beside text fails now and then: that is no word about the server, and no item's fault. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { EndpointCandidate } from '../../../../src-main/contract/candidate.ts';
import type { Output } from '../../../../src-main/contract/output.ts';
import type { Result } from '../../../../src-main/contract/result.ts';
import type { OpenCandidate } from '../../../../src-main/engine/engine.ts';
import { createOpenaiEngine } from '../../../../src-main/engine/openai/openai-engine.ts';
import { servedModel } from '../../../fixtures/endpoint-server/answering.ts';
import {
  startEndpointServer,
  type EndpointServer,
} from '../../../fixtures/endpoint-server/endpoint-server.ts';
import { childrenOf, gone } from '../../../fixtures/processes.ts';
import { demoItems, demoModel, good, never, request, sha256 } from '../llama/demo.ts';

const requests = demoItems('arithmetic', 4).map((item) => request(item));
const template = '{{ bos_token }}{% for m in messages %}<|{{ m.role }}|>{{ m.content }}{% endfor %}';
const patience = { tries: 3, firstWaitMs: 1, longestWaitMs: 20 };

let server: EndpointServer;
beforeAll(async () => {
  server = await startEndpointServer();
});
afterAll(() => server.close());
beforeEach(() => {
  server.set({});
});

function endpoint(changes: Partial<EndpointCandidate> = {}): EndpointCandidate {
  return {
    engine: 'openai',
    name: 'served',
    endpoint: server.url,
    model: servedModel,
    accepted: [],
    sampling: { temperature: 0, topK: 0, topP: 1, minP: 0, seed: 7, maxTokens: 8, stops: [] },
    settings: { parallel: 1, timeout: 2 },
    ...changes,
  };
}

async function opened(changes: Partial<EndpointCandidate> = {}): Promise<OpenCandidate> {
  return good(await createOpenaiEngine({ patience }).open(endpoint(changes), never));
}

async function generate(open: OpenCandidate): Promise<{ ended: Result<void>; outputs: Output[] }> {
  const outputs: Output[] = [];
  const ended = await open.generate(requests, (output) => outputs.push(output), never);
  return { ended, outputs };
}

const busy = { path: '/tokenize', what: 503, times: 2 } as const;

test('a prompt that the server does not tokenise at once is tokenised later', async () => {
  const open = await opened({ template });
  const expected = await generate(open);
  for (const what of [503, 'reset', 'cut'] as const) {
    server.set({ hiccup: { ...busy, what } });
    const { ended, outputs } = await generate(open);
    expect(ended.ok).toBe(true);
    expect(outputs.map(({ finish, text, promptHash }) => [finish, text, promptHash])).toEqual(
      expected.outputs.map(({ finish, text, promptHash }) => [finish, text, promptHash]),
    );
  }
  server.set({ hiccup: { ...busy, times: 99 } });
  const { ended, outputs } = await generate(open);
  // As with answers: two may be their own fault, the others wait for the server to be well again.
  expect([ended.ok, outputs.length]).toEqual([false, 2]);
  await open.close();
});

test('a server that is gone when a prompt is to be tokenised leaves no failed output', async () => {
  const ending = await startEndpointServer();
  const open = await opened({ endpoint: ending.url, template });
  await ending.close();
  const { ended, outputs } = await generate(open);
  expect(ended).toMatchObject({ ok: false, error: { code: 'endpoint_unreachable' } });
  expect(outputs).toEqual([]);
  await open.close();
});

test('hashes of prompts are there although the server’s tokenizer was busy once', async () => {
  const there = [{ name: 'tokenizer', value: 'there' }];
  server.set({ hiccup: { ...busy, what: 'cut' }, lacks: ['token_ids'] });
  const cut = await opened();
  expect(cut.manifest.engine).toMatchObject({ facts: expect.arrayContaining(there) as unknown });
  await cut.close();
  server.set({ hiccup: { ...busy }, lacks: ['token_ids'] });
  const open = await opened();
  expect(open.manifest.engine).toMatchObject({ facts: expect.arrayContaining(there) as unknown });
  for (const what of [503, 'reset', 'silence'] as const) {
    server.set({ hiccup: { ...busy, what, times: 1 }, lacks: ['token_ids'] });
    const { ended, outputs } = await generate(open);
    expect(ended.ok).toBe(true);
    for (const { promptHash, tokenHash } of outputs)
      expect([promptHash, tokenHash]).toEqual([
        expect.stringMatching(/^[0-9a-f]{64}$/),
        expect.stringMatching(/^[0-9a-f]{64}$/),
      ]);
  }
  server.set({ hiccup: { ...busy, times: 99 }, lacks: ['token_ids'] });
  expect((await generate(open)).ended.ok).toBe(false);
  await open.close();
});

test('a server that does not say its version at once is no other server', async () => {
  for (const [path, what] of [
    ['/version', 503],
    ['/props', 503],
    ['/metrics', 503],
    ['/version', 'cut'],
    ['/v1/models', 'cut'],
  ] as const) {
    server.set({ hiccup: { path, what, times: 2 } });
    const open = await opened();
    expect(open.manifest.engine).toMatchObject({ server: 'vllm', version: '0.32.0' });
    await open.close();
  }
  const open = await opened();
  for (const what of [500, 503, 429, 'reset', 'silence', 'cut'] as const) {
    server.set({ hiccup: { path: '/version', what, times: 1 } });
    expect((await generate(open)).ended).toEqual({ ok: true, data: undefined });
  }
  server.set({ hiccup: { path: '/version', what: 503, times: 99 } });
  expect((await generate(open)).ended).toMatchObject({ ok: false, error: { code: 'endpoint_failed' } });
  // That it has none any more is an answer.
  server.set({ lacks: ['version'] });
  expect((await generate(open)).ended).toMatchObject({ ok: false, error: { code: 'endpoint_changed' } });
  await open.close();
});

test('a key with a character that no header can have is refused by name, and without the key', async () => {
  const engine = createOpenaiEngine({ environment: { SERVED_KEY: 'sk-se…cret' }, patience });
  const refused = await engine.open(endpoint({ keyVariable: 'SERVED_KEY' }), never);
  expect(refused).toEqual({
    ok: false,
    error: {
      code: 'endpoint_key_missing',
      message: 'served: SERVED_KEY holds a character that no key has.',
      next: 'Copy the whole key again.',
    },
  });
});

test('an exception while the server is got to know leaves no process behind', async () => {
  const before = new Set(childrenOf(process.pid));
  const started = () => childrenOf(process.pid).filter((child) => !before.has(child));
  let left: readonly number[] = [];
  const requested = () => {
    left = started();
    if (left.length > 0) throw new Error('not expected');
  };
  const engine = createOpenaiEngine({ patience, watch: { requested, refused: () => undefined } });
  const tokenizer = { file: demoModel, hashes: [sha256(demoModel)] };
  await expect(engine.open(endpoint({ tokenizer }), never)).rejects.toThrow('not expected');
  expect(left).toHaveLength(1);
  for (const child of left) await gone(child);
});
