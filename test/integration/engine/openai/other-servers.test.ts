/**
 * Servers that are not vLLM, as their own answers show them: canned answers in the shapes that each of them documents
 * or was seen to send, over real HTTP.
 */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import type { EndpointCandidate } from '../../../../src-main/contract/candidate.ts';
import type { EndpointDescription } from '../../../../src-main/contract/manifest.ts';
import type { Output } from '../../../../src-main/contract/output.ts';
import { lookAtServer } from '../../../../src-main/engine/openai/look-at-server.ts';
import { createOpenaiEngine } from '../../../../src-main/engine/openai/openai-engine.ts';
import { demoModel, good, never, request, sha256 } from '../llama/demo.ts';

/** Path -> JSON, the text of a stream, or the status of a refusal. */
type Canned = Readonly<Record<string, unknown>>;

let server: Server | undefined;
afterEach(() => {
  vi.unstubAllEnvs();
  server?.closeAllConnections();
  server?.close();
  server = undefined;
});

async function serve(canned: Canned): Promise<string> {
  server = createServer((incoming, response) => {
    incoming.resume().on('end', () => {
      const answer = canned[incoming.url ?? ''];
      if (answer === undefined) response.writeHead(404).end('404 page not found');
      else if (typeof answer === 'number') response.writeHead(answer).end();
      else if (typeof answer === 'string')
        response.writeHead(200, { 'content-type': 'text/event-stream' }).end(answer);
      else response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
    });
  });
  const listening = server;
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(listening.address() as AddressInfo).port}/v1`;
}

function stream(...chunks: readonly object[]): string {
  return `: ping\n\n${chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join('')}data: [DONE]\n\n`;
}

const listOf = (model: object): object => ({
  object: 'list',
  data: [{ id: 'm', object: 'model', ...model }],
});

async function candidateOf(canned: Canned): Promise<EndpointCandidate> {
  return {
    engine: 'openai',
    name: 'there',
    endpoint: await serve(canned),
    model: 'm',
    accepted: [],
    sampling: { temperature: 0, topK: 0, topP: 1, minP: 0, seed: 1, maxTokens: 8, stops: [] },
    settings: { parallel: 1, timeout: 60 },
  };
}

async function seen(
  canned: Canned,
  more: Partial<EndpointCandidate> = {},
): Promise<{ engine: EndpointDescription; quantisation: string | null; output: Output }> {
  const candidate = { ...(await candidateOf(canned)), ...more };
  const patience = { tries: 1, firstWaitMs: 1, longestWaitMs: 1 };
  const open = good(await createOpenaiEngine({ patience }).open(candidate, never));
  const outputs: Output[] = [];
  good(await open.generate([request({ id: 'one', input: 'Hi' })], (one) => outputs.push(one), never));
  await open.close();
  const { engine, model } = open.manifest;
  const [output] = outputs;
  if (engine.engine !== 'openai' || !output) throw new Error('no answer of an endpoint');
  return { engine, quantisation: model.quantisation, output };
}

test('llama-server: its properties, its template and its tokenizer are used, and its stream is read', async () => {
  const head = { id: 'c', created: 1, model: 'm', system_fingerprint: 'b1-de3ff81' };
  const chunk = (choice: object) => ({ ...head, choices: [{ index: 0, ...choice }] });
  const { engine, quantisation, output } = await seen({
    '/v1/models': listOf({
      owned_by: 'llamacpp',
      meta: { n_ctx_train: 2048, n_params: 3, size: 9, ftype: 'BF16' },
    }),
    '/props': {
      build_info: 'b1-de3ff81',
      model_path: '/models/x.gguf',
      model_ftype: 'BF16',
      chat_template: '{{ messages }}',
      bos_token: '<s>',
      total_slots: 2,
      default_generation_settings: { n_ctx: 512 },
    },
    '/tokenize': { tokens: [1, 5, 6] },
    '/apply-template': { prompt: '[INST]Hi[/INST]' },
    '/v1/chat/completions': stream(
      chunk({ finish_reason: null, delta: { role: 'assistant', content: null } }),
      chunk({ finish_reason: null, delta: { reasoning_content: 'Well' } }),
      chunk({ finish_reason: null, delta: { content: 'Yes' } }),
      chunk({ finish_reason: 'stop', delta: {} }),
      {
        ...head,
        choices: [],
        usage: { prompt_tokens: 3, completion_tokens: 3, prompt_tokens_details: { cached_tokens: 2 } },
        timings: {},
      },
    ),
  });
  expect(engine).toMatchObject({
    server: 'llama-server',
    version: 'b1-de3ff81',
    fingerprint: 'b1-de3ff81',
    root: '/models/x.gguf',
    context: 512,
    facts: expect.arrayContaining([
      { name: 'slots', value: '2' },
      { name: 'tokens of a repeated prompt taken from the cache', value: '2 of 3' },
    ]) as unknown,
  });
  expect(quantisation).toBe('BF16');
  expect(output).toMatchObject({
    text: '<think>Well</think>Yes',
    finish: 'end',
    prompt: '[INST]Hi[/INST]',
    promptTokens: 3,
    // Without the token that ended it, which the server counts and a file's answer does not have.
    generatedTokens: 2,
  });
  expect(output.tokenHash).toMatch(/^[0-9a-f]{64}$/);
});

test('SGLang: its launch arguments are read, and its name for the stop string', async () => {
  const { engine, quantisation, output } = await seen({
    '/v1/models': listOf({ owned_by: 'sglang', root: '/models/m', max_model_len: 4096 }),
    '/server_info': { version: '0.5.2', quantization: 'fp8', enable_deterministic_inference: false },
    '/v1/chat/completions': stream(
      { choices: [{ index: 0, delta: { content: 'a' }, finish_reason: null }] },
      { choices: [{ index: 0, delta: { content: '' }, finish_reason: 'stop', matched_stop: 'END' }] },
    ),
  });
  expect(engine).toMatchObject({
    server: 'sglang',
    version: '0.5.2',
    context: 4096,
    facts: expect.arrayContaining([{ name: 'enable_deterministic_inference', value: 'false' }]) as unknown,
  });
  expect([quantisation, output.finish, output.stop]).toEqual(['fp8', 'stop', 'END']);
});

test('Ollama and LM Studio: known by their own paths; what they made of the messages is not known', async () => {
  const answer = stream(
    { choices: [{ index: 0, delta: { role: 'assistant', content: 'a' } }], system_fingerprint: 'fp_ollama' },
    { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] },
    { choices: [], usage: { prompt_tokens: 4, completion_tokens: 1 } },
  );
  const ollama = await seen({
    '/v1/models': listOf({ owned_by: 'library' }),
    '/api/version': { version: '0.32.0' },
    '/api/show': { details: { family: 'llama', parameter_size: '8B', quantization_level: 'Q4_K_M' } },
    '/v1/chat/completions': answer,
  });
  expect([ollama.engine.server, ollama.engine.version, ollama.quantisation]).toEqual([
    'ollama',
    '0.32.0',
    'Q4_K_M',
  ]);
  expect(ollama.output).toMatchObject({ text: 'a', promptTokens: 4, promptHash: '', tokenHash: '' });
  const tokenizer = { file: demoModel, hashes: [sha256(demoModel)] };
  const cut = await seen(
    {
      '/v1/models': listOf({ owned_by: 'library' }),
      '/api/version': { version: '0.32.0' },
      '/v1/chat/completions': answer,
    },
    { tokenizer },
  );
  expect(cut.engine.sent).toBe('messages');
  // `<s><|user|>Hi<|end|><|assistant|>`, as the file's own template writes it, is more than the 4 that were read.
  expect(cut.output).toMatchObject({ finish: 'error', error: { code: 'endpoint_failed' } });
  expect(cut.output.error?.message).toMatch(/read 4 tokens where the plan’s vocabulary counts [5-9]/);
  const studio = await seen({
    '/v1/models': listOf({ owned_by: 'organization_owner' }),
    '/api/v0/models': { data: [{ id: 'm', arch: 'llama', quantization: '4bit', max_context_length: 8192 }] },
    '/v1/chat/completions': answer,
  });
  expect([studio.engine.server, studio.engine.context, studio.quantisation]).toEqual([
    'lm-studio',
    8192,
    '4bit',
  ]);
});

test('a setting that a server has no field for is named not sent, and costs no probe', async () => {
  const canned = {
    '/v1/models': listOf({ owned_by: 'library' }),
    '/api/version': { version: '0.32.0' },
    '/v1/chat/completions': stream({
      choices: [{ index: 0, delta: { content: 'a' }, finish_reason: 'stop' }],
    }),
  };
  const asked = await candidateOf(canned);
  const sampling = { ...asked.sampling, temperature: 1, topK: 40, topP: 0.9, minP: 0.05 };
  const open = good(await createOpenaiEngine().open({ ...asked, sampling }, never));
  await open.close();
  const drawn = open.manifest.settings.filter(({ name }) => ['topK', 'topP', 'minP'].includes(name));
  expect(drawn).toEqual([
    { name: 'topK', requested: '40', resolved: 'not sent', source: 'engine' },
    { name: 'topP', requested: '0.9', resolved: null, source: 'probe' },
    { name: 'minP', requested: '0.05', resolved: 'not sent', source: 'engine' },
  ]);
});

test('another model under the same name is noticed at Ollama, at LM Studio, and by the name in the answers', async () => {
  const saying = (model: string) =>
    stream(
      { model, choices: [{ index: 0, delta: { content: 'a' }, finish_reason: null }] },
      { model, choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] },
    );
  const shown = (level: string) => ({ details: { family: 'llama', quantization_level: level } });
  const tags = (digest: string) => ({ models: [{ name: 'm', model: 'm', size: 9, digest }] });
  const ollama = {
    '/v1/models': listOf({ owned_by: 'library' }),
    '/api/version': { version: '0.32.0' },
    '/api/show': shown('Q4_K_M'),
    '/api/tags': tags('aa'),
    '/v1/chat/completions': saying('m'),
  };
  const studioModel = { id: 'm', arch: 'llama', quantization: '4bit', max_context_length: 8192 };
  const studio = {
    '/v1/models': listOf({ owned_by: 'organization_owner' }),
    '/api/v0/models': { data: [studioModel] },
    '/v1/chat/completions': saying('m'),
  };
  const changed = (change: object) => ({ '/api/v0/models': { data: [{ ...studioModel, ...change }] } });
  for (const [before, now, words] of [
    [ollama, { '/api/show': shown('Q8_0') }, 'quantisation was Q4_K_M and is Q8_0'],
    [ollama, { '/api/tags': tags('bb') }, 'digest was aa and is bb'],
    [ollama, { '/api/version': { version: '0.33.0' } }, 'version was 0.32.0 and is 0.33.0'],
    [studio, changed({ quantization: '8bit' }), 'quantisation was 4bit and is 8bit'],
    [studio, changed({ arch: 'qwen3' }), 'architecture was llama and is qwen3'],
    [studio, changed({ max_context_length: 4096 }), 'context was 8192 and is 4096'],
    [studio, { '/v1/chat/completions': saying('n') }, 'model in its answers was m and is n'],
  ] as const) {
    const canned: Record<string, unknown> = { ...before };
    const open = good(await createOpenaiEngine().open(await candidateOf(canned), never));
    const block = [request({ id: 'one', input: 'Hi' })];
    good(await open.generate(block, () => undefined, never));
    Object.assign(canned, now);
    expect(await open.generate(block, () => undefined, never)).toMatchObject({
      ok: false,
      error: { code: 'endpoint_changed', message: expect.stringContaining(words) as unknown },
    });
    await open.close();
    server?.closeAllConnections();
    server?.close();
  }
});

test('Ollama and LM Studio: their own path, once it is closed or gone, is no sign of another model', async () => {
  const answer = stream({ choices: [{ index: 0, delta: { content: 'a' }, finish_reason: 'stop' }] });
  const studio = (context: number) => ({
    data: [{ id: 'm', arch: 'llama', quantization: '4bit', max_context_length: context }],
  });
  const llamaServer = { build_info: 'b2', default_generation_settings: { n_ctx: 512 } };
  for (const [path, told, other, was, is, elsewhere] of [
    ['/api/version', { version: '0.32.0' }, { version: '0.33.0' }, 'version was 0.32.0', '0.33.0', 'b2'],
    ['/api/v0/models', studio(8192), studio(4096), 'context was 8192', '4096', '512'],
  ] as const) {
    const canned: Record<string, unknown> = {
      '/v1/models': listOf({ owned_by: 'library' }),
      '/v1/chat/completions': answer,
      [path]: told,
    };
    const open = good(await createOpenaiEngine().open(await candidateOf(canned), never));
    const outputs: Output[] = [];
    const ask = (id: string) =>
      open.generate([request({ id, input: 'Hi' })], (one) => outputs.push(one), never);
    for (const closed of [403, 404]) {
      good(await ask(`before-${closed}`));
      canned[path] = closed;
      good(await ask(`at-${closed}`));
      canned[path] = told;
    }
    expect(outputs.map(({ text }) => text)).toEqual(['a', 'a', 'a', 'a']);
    for (const [now, value] of [
      [{ [path]: other }, is],
      [{ [path]: 404, '/props': llamaServer }, elsewhere],
    ] as const) {
      Object.assign(canned, now);
      expect(await ask('other')).toMatchObject({
        ok: false,
        error: {
          code: 'endpoint_changed',
          message: expect.stringContaining(`${was} and is ${value}.`) as unknown,
        },
      });
    }
    await open.close();
    server?.closeAllConnections();
    server?.close();
  }
});

test('an unknown server that ends its stream in order without saying how the answer ended has not answered', async () => {
  const open = stream({ choices: [{ index: 0, delta: { content: 'half' }, finish_reason: null }] });
  const candidate = await candidateOf({ '/v1/models': listOf({}), '/v1/chat/completions': open });
  expect(await createOpenaiEngine().open(candidate, never)).toMatchObject({
    ok: false,
    error: { code: 'endpoint_failed', message: expect.stringContaining('after 4 characters') as unknown },
  });
});

test('a server can be looked at without a plan: its models, and what it says of one of them', async () => {
  const endpoint = await serve({
    '/v1/models': {
      data: [{ id: 'm', owned_by: 'vllm', root: '/models/m', max_model_len: 128 }, { id: 'n' }],
    },
    '/version': { version: '0.32.0' },
  });
  const options = { signal: never };
  expect(good(await lookAtServer(endpoint, options))).toMatchObject({
    models: ['m', 'n'],
    model: 'm',
    identity: { server: 'vllm', version: '0.32.0', root: '/models/m', context: 128 },
    tokenizer: false,
  });
  const other = await lookAtServer(endpoint, { ...options, model: 'o' });
  expect(other).toMatchObject({ ok: false, error: { code: 'model_unknown' } });
  const locked = await lookAtServer(endpoint, { ...options, keyVariable: 'NOISEFLOOR_TEST_NO_SUCH_KEY' });
  expect(locked).toMatchObject({ ok: false, error: { code: 'endpoint_key_missing' } });
  vi.stubEnv('NOISEFLOOR_TEST_CUT_KEY', 'sk-se…');
  const foreign = await lookAtServer(endpoint, { ...options, keyVariable: 'NOISEFLOOR_TEST_CUT_KEY' });
  expect(foreign).toMatchObject({ ok: false, error: { code: 'endpoint_key_missing' } });
});
