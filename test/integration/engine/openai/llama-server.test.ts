/** llama-server as it was seen to be: what its fingerprint does not tell, and a key that it repeats. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { EndpointCandidate } from '../../../../src-main/contract/candidate.ts';
import type { Output } from '../../../../src-main/contract/output.ts';
import { createOpenaiEngine } from '../../../../src-main/engine/openai/openai-engine.ts';
import type { OpenCandidate } from '../../../../src-main/engine/engine.ts';
import {
  startFakeLlamaServer,
  type FakeLlamaServer,
  type LlamaServerFace,
} from '../../../fixtures/endpoint-server/fake-llama-server.ts';
import { good, never, request } from '../llama/demo.ts';

let server: FakeLlamaServer;
let usual: LlamaServerFace;
beforeAll(async () => {
  server = await startFakeLlamaServer();
  usual = { ...server.face };
});
afterAll(() => server.close());
beforeEach(() => {
  Object.assign(server.face, usual);
});

function candidate(): EndpointCandidate {
  return {
    engine: 'openai',
    name: 'served',
    endpoint: server.url,
    model: 'desk',
    keyVariable: 'SERVED_KEY',
    accepted: [],
    sampling: { temperature: 0, topK: 0, topP: 1, minP: 0, seed: 1, maxTokens: 8, stops: [] },
    settings: { parallel: 1, timeout: 60 },
  };
}

async function opened(key = 'sk-0123456789'): Promise<OpenCandidate> {
  const engine = createOpenaiEngine({
    environment: { SERVED_KEY: key },
    patience: { tries: 1, firstWaitMs: 1, longestWaitMs: 1 },
  });
  return good(await engine.open(candidate(), never));
}

async function block(open: OpenCandidate, input = 'Tell me the capital of Syria.') {
  const outputs: Output[] = [];
  const ended = await open.generate([request({ id: 'one', input })], (one) => outputs.push(one), never);
  return { ended, outputs };
}

test('a connection that it closes although it announced to keep it costs no try and no wait', async () => {
  const open = await opened();
  const before = server.asked();
  const several = Array.from({ length: 5 }, (_, place) => request({ id: `item-${place}`, input: 'Hi' }));
  const outputs: Output[] = [];
  good(await open.generate(several, (one) => outputs.push(one), never));
  await open.close();
  expect(outputs.map(({ finish }) => finish)).toEqual(several.map(() => 'end'));
  expect(server.asked() - before).toBe(several.length);
});

describe('another file in the place of the first', () => {
  const others: readonly (readonly [string, Partial<LlamaServerFace>])[] = [
    ['quantisation', { ftype: 'Q8_0' }],
    ['size', { size: 5_700_000 }],
    ['template', { template: '{{ messages }}' }],
    ['slots', { slots: 1 }],
  ];
  test.each(others)('is known by its %s before it answers anything', async (name, other) => {
    const open = await opened();
    const first = await block(open);
    expect(first.ended.ok).toBe(true);
    const before = server.asked();
    Object.assign(server.face, other);
    const { ended, outputs } = await block(open);
    await open.close();
    expect(ended).toMatchObject({
      ok: false,
      error: { code: 'endpoint_changed', message: expect.stringContaining(`: ${name} was `) as unknown },
    });
    expect(outputs).toEqual([]);
    expect(server.asked()).toBe(before);
  });
});

test('a list of models that does not tell of the file is no other server', async () => {
  const open = await opened();
  server.face.listsFile = false;
  const { ended, outputs } = await block(open);
  await open.close();
  expect(ended).toEqual({ ok: true, data: undefined });
  expect(outputs).toMatchObject([{ finish: 'end' }]);
});

describe('a key that the server repeats in everything it says', () => {
  test('is in nothing that is kept of it', async () => {
    const key = 'sk-0123456789';
    server.face.said = ' for KEY';
    const open = await opened(key);
    const { outputs } = await block(open);
    await open.close();
    expect(open.manifest.engine).toMatchObject({
      version: 'b1-de3ff81 for …',
      fingerprint: 'b1-de3ff81 for …',
      root: '/models/desk.gguf for …',
    });
    expect(open.manifest.model.quantisation).toBe('BF16 for …');
    // It came in two pieces.
    expect(outputs).toMatchObject([{ text: 'Damascus for …', finish: 'end' }]);
    expect(JSON.stringify([open.manifest, outputs])).not.toContain(key);
  });

  test('changes no word of a prompt, an answer or the server’s own where it is short enough to be one', async () => {
    server.face.said = ' for KEY';
    const open = await opened('Syria');
    const { outputs } = await block(open);
    await open.close();
    expect(open.manifest.engine).toMatchObject({
      fingerprint: 'b1-de3ff81 for Syria',
      root: '/models/desk.gguf for Syria',
    });
    expect(outputs).toMatchObject([
      { text: 'Damascus for Syria', prompt: 'Tell me the capital of Syria.', finish: 'end' },
    ]);
  });

  test.each(['stop', 'desk', 'llamacpp', 'models', 'b1'])('is a word: %s', async (key) => {
    const plain = await opened();
    const open = await opened(key);
    const { outputs } = await block(open);
    await Promise.all([plain.close(), open.close()]);
    expect(open.manifest.engine).toEqual(plain.manifest.engine);
    expect(open.manifest.model).toEqual(plain.manifest.model);
    expect(outputs).toMatchObject([{ text: 'Damascus', finish: 'end' }]);
  });
});
