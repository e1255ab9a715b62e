/**
 * Options that are weighed: in the llama engine from raw logits, and over HTTP through what the server says of its
 * prompt. The first is held to rows of logits that another call of the engine writes, and a softmax of this file's own;
 * the second to the first: the server under test has its numbers from node-llama-cpp's public classes.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { EndpointCandidate } from '../../../src-main/contract/candidate.ts';
import type { LlamaDescription } from '../../../src-main/contract/manifest.ts';
import type { OptionProbability, Output } from '../../../src-main/contract/output.ts';
import type { GenerationRequest, OpenCandidate } from '../../../src-main/engine/engine.ts';
import { createLlamaEngine } from '../../../src-main/engine/llama/llama-engine.ts';
import { openPromptRenderer } from '../../../src-main/engine/llama/prompt-renderer.ts';
import { loadCandidate } from '../../../src-main/engine/llama/worker/load.ts';
import { NativeLog } from '../../../src-main/engine/llama/worker/native-log.ts';
import { weighOptions } from '../../../src-main/engine/llama/worker/weigh-options.ts';
import type { Tracer } from '../../../src-main/engine/tracer.ts';
import { createOpenaiEngine } from '../../../src-main/engine/openai/openai-engine.ts';
import { servedModel } from '../../fixtures/endpoint-server/answering.ts';
import { startEndpointServer, type EndpointServer } from '../../fixtures/endpoint-server/endpoint-server.ts';
import { answers, candidate, demoItems, demoModel, good, never, request, sha256 } from './llama/demo.ts';

const engine = createLlamaEngine();
const folder = mkdtempSync(join(tmpdir(), 'noisefloor-options-'));
const letters = ['A', 'B', 'C', 'D'];
const asked: readonly GenerationRequest[] = demoItems('multiple_choice', 4).flatMap((item) => {
  const cities = [...item.input.matchAll(/^[A-D]\. (.+)$/gm)].map(([, city = '']) => city);
  const [question = ''] = item.input.split('\n');
  return [
    { ...request(item), options: letters },
    { ...request({ id: `${item.id}-text`, input: question }), options: cities },
  ];
});
const texts = demoItems('arithmetic', 3).map((item) => request(item));

let open: OpenCandidate<LlamaDescription>;
let weighed: readonly Output[];
let server: EndpointServer;
let tracer: Tracer;
const plain = openPromptRenderer(demoModel, '{{ messages[0].content }}');
beforeAll(async () => {
  open = good(await engine.open(candidate({ settings: { mode: 'strict' } }), never));
  weighed = await answers(open, asked);
  server = await startEndpointServer();
  tracer = good(await engine.openTracer(candidate(), 1, never));
});
beforeEach(() => {
  server.set({});
});
afterAll(async () => {
  await open.close();
  await server.close();
  await tracer.close();
  await plain.close();
  rmSync(folder, { recursive: true });
});

function measured({ options }: Output): readonly OptionProbability[] {
  if (options?.measured == null) throw new Error(`not measured: ${options?.reason ?? 'not asked'}`);
  return options.measured;
}

/** The ids of a text as it stands, by a template that adds nothing. */
async function idsOf(text: string): Promise<readonly number[]> {
  const rendered = good(await plain.render([{ role: 'user', content: text }], never));
  return rendered.tokens ?? [];
}

test('an option’s log-probability is the sum over its tokens of a 64-bit log-softmax of the raw logits', async () => {
  const sums: number[] = [];
  const tokens: number[] = [];
  for (const [index, { messages }] of asked.slice(0, 2).entries()) {
    const output = weighed[index] as Output;
    const prompt = output.prompt ?? '';
    const before = (await idsOf(prompt)).length;
    for (const { continuation } of measured(output)) {
      const own = (await idsOf(prompt + continuation)).slice(before);
      const file = join(folder, 'rows');
      const { vocabulary } = good(
        await tracer.follow({ answers: [{ prompt: messages, tokens: own }], file }, never),
      );
      const logits = new Float32Array(Uint8Array.from(readFileSync(file)).buffer);
      tokens.push(own.length);
      sums.push(
        own.reduce((sum, token, row) => {
          const all = [...logits.subarray(row * vocabulary, (row + 1) * vocabulary)];
          const denominator = all.reduce((total, logit) => total + Math.exp(logit), 0);
          return sum + Math.log(Math.exp(all[token] ?? Number.NaN) / denominator);
        }, 0),
      );
    }
  }
  const own = weighed.slice(0, 2).flatMap(measured);
  expect(own.map((option) => option.tokens)).toEqual(tokens);
  expect(Math.max(...tokens)).toBeGreaterThan(1);
  // `follow` decodes an option's tokens in one batch, here they go one by one: rounding in 32 bits is all that differs.
  for (const [index, { logProbability }] of own.entries())
    expect(logProbability).toBeCloseTo(sums[index] ?? Number.NaN, 5);
});

test('an option of one token needs no rounding: it is the row’s own number', async () => {
  const [first] = weighed;
  const [one] = asked;
  const prompt = first?.prompt ?? '';
  const before = (await idsOf(prompt)).length;
  const [token = -1, ...others] = (await idsOf(`${prompt}B`)).slice(before);
  expect(others).toEqual([]);
  const file = join(folder, 'row');
  good(await tracer.follow({ answers: [{ prompt: one?.messages ?? [], tokens: [token] }], file }, never));
  const row = [...new Float32Array(Uint8Array.from(readFileSync(file)).buffer)];
  const most = Math.max(...row);
  const expected =
    (row[token] ?? Number.NaN) - most - Math.log(row.reduce((sum, x) => sum + Math.exp(x - most), 0));
  expect(measured(first as Output)[1]?.logProbability).toBeCloseTo(expected, 12);
});

test('in mode strict every answer repeats bit by bit: at once, in another order, and after other prompts', async () => {
  const all = [...asked, ...texts, ...demoItems('extraction', 4).map((item) => request(item))];
  /** Everything but the times; the log-probabilities to the last of their 64 bits. */
  const said = async (requests: readonly GenerationRequest[]) =>
    (await answers(open, requests)).map((output) => ({ ...output, firstTokenMs: null, totalMs: 0 }));
  const once = await said(all);
  expect(once.filter(({ options }) => options?.measured != null)).toHaveLength(asked.length);
  expect(once.filter(({ tokens = [] }) => tokens.length > 1)).toHaveLength(all.length - asked.length);
  expect(await said(all)).toEqual(once);
  expect((await said(all.toReversed())).toReversed()).toEqual(once);
  await said(demoItems('sorting', 3).map((item) => request(item)));
  for (const [index, request] of all.entries()) expect(await said([request])).toEqual([once[index]]);
});

test('nothing is generated, and the prompt is told as for any other answer', () => {
  for (const output of weighed) {
    expect(output).toMatchObject({ text: '', finish: 'end', generatedTokens: 0, firstTokenMs: null });
    expect(output.tokens).toBeUndefined();
    expect(output.promptHash).toMatch(/^[0-9a-f]{64}$/);
  }
  const [lettered, spelt] = weighed.map(measured);
  expect(lettered?.map(({ continuation, bytes }) => [continuation, bytes])).toEqual(
    letters.map((letter) => [letter, 1]),
  );
  expect(spelt?.map(({ continuation }) => continuation)).toEqual(asked[1]?.options);
});

test('a model that was taught the answers weighs the right letter highest', () => {
  const best = weighed
    .filter((_, index) => index % 2 === 0)
    .map((output) => {
      const values = measured(output).map(({ logProbability }) => logProbability);
      return letters[values.indexOf(Math.max(...values))];
    });
  expect(best).toEqual(demoItems('multiple_choice', 4).map(({ answer }) => answer));
});

test('side by side and one after the other give the same, beside texts too, and twice the same bytes', async () => {
  const fast = good(await engine.open(candidate({ settings: { mode: 'fast', parallel: 3 } }), never));
  const mixed = [...texts.slice(0, 2), ...asked, ...texts.slice(2)];
  const once = await answers(fast, mixed);
  const again = await answers(fast, mixed);
  await fast.close();
  const alone = await answers(open, texts);
  expect([...once.slice(0, 2), ...once.slice(-1)].map(({ text }) => text)).toEqual(
    alone.map(({ text }) => text),
  );
  expect(again.map(({ options, text }) => [options, text])).toEqual(
    once.map(({ options, text }) => [options, text]),
  );
  const numbers = (outputs: readonly Output[]): readonly number[] =>
    outputs.flatMap(measured).map(({ logProbability }) => logProbability);
  const strict = numbers(weighed);
  for (const [index, number] of numbers(once.slice(2, -1)).entries())
    expect(number).toBeCloseTo(strict[index] ?? Number.NaN, 4);
});

test('options that do not fit after the prompt are overlong, and so is a prompt that does not fit', async () => {
  const small = good(await engine.open(candidate({ settings: { context: 32 } }), never));
  const messages = [{ role: 'user' as const, content: 'Which city is the capital of Cuba?' }];
  const long = 'Havana '.repeat(30);
  const outputs = await answers(small, [
    { itemId: 'long option', sample: 0, messages, options: ['Havana', long] },
    { itemId: 'long prompt', sample: 0, messages: [{ role: 'user', content: long }], options: ['A', 'B'] },
    { itemId: 'fits', sample: 0, messages, options: ['A', 'B'] },
  ]);
  await small.close();
  expect(outputs.map(({ finish, options }) => [finish, options === undefined])).toEqual([
    ['overlong', true],
    ['overlong', true],
    ['end', false],
  ]);
});

test('an option without a token of its own fails alone', async () => {
  const messages = [{ role: 'user' as const, content: 'Which day follows Monday?' }];
  const outputs = await answers(open, [
    { itemId: 'empty', sample: 0, messages, options: ['', 'Tuesday'] },
    { itemId: 'whole', sample: 0, messages, options: ['Tuesday', 'Friday'] },
  ]);
  expect(outputs[0]).toMatchObject({ finish: 'error', error: { code: 'engine_failed' } });
  expect(measured(outputs[1] as Output)).toHaveLength(2);
});

test('stopped in the middle, it delivers whole outputs only and goes on with the rest', async () => {
  const stop = new AbortController();
  const got: Output[] = [];
  const many = Array.from({ length: 200 }, (_, sample) => ({ ...(asked[1] as GenerationRequest), sample }));
  const ended = await open.generate(
    many,
    (output) => {
      got.push(output);
      stop.abort();
    },
    stop.signal,
  );
  expect(ended).toMatchObject({ ok: false, error: { code: 'interrupted' } });
  expect(got.length).toBeLessThan(many.length);
  for (const { options } of got) expect(options).toEqual(weighed[1]?.options);
  expect((await answers(open, [asked[1] as GenerationRequest]))[0]?.options).toEqual(weighed[1]?.options);
});

test('through the classes nothing can be weighed: that is said, and is no answer', async () => {
  const { ready } = good(
    await loadCandidate(candidate(), new NativeLog(() => undefined), { classesOnly: true }),
  );
  const outputs: Output[] = [];
  await weighOptions(
    ready,
    asked.slice(0, 2),
    (output) => outputs.push(output),
    () => false,
  );
  await ready.llama.dispose();
  expect(outputs.map(({ finish, options }) => [finish, options])).toEqual(
    outputs.map(() => [
      'end',
      { measured: null, reason: expect.stringContaining('the classes were asked for') as string },
    ]),
  );
  expect(outputs).toHaveLength(2);
});

function endpoint(changes: Partial<EndpointCandidate> = {}): EndpointCandidate {
  return {
    engine: 'openai',
    name: 'served',
    endpoint: server.url,
    model: servedModel,
    accepted: [],
    sampling: candidate().sampling,
    settings: { parallel: 2, timeout: 20 },
    ...changes,
  };
}

async function served(changes: Partial<EndpointCandidate>, requests: readonly GenerationRequest[]) {
  const quick = { tries: 2, firstWaitMs: 1, longestWaitMs: 5 };
  const other = good(await createOpenaiEngine({ patience: quick }).open(endpoint(changes), never));
  try {
    return await answers(other, requests);
  } finally {
    await other.close();
  }
}

test.each([
  ['the server writes the prompt', {}],
  ['the plan has the vocabulary', { tokenizer: { file: demoModel, hashes: [sha256(demoModel)] } }],
] as const)('an endpoint’s options weigh what they weigh here: %s', async (_name, changes) => {
  const outputs = await served(changes, asked);
  for (const [index, output] of outputs.entries()) {
    const here = weighed[index] as Output;
    expect([output.promptHash, output.tokenHash]).toEqual([here.promptHash, here.tokenHash]);
    const [own, others] = [measured(here), measured(output)];
    expect(others.map(({ continuation, tokens, bytes }) => [continuation, tokens, bytes])).toEqual(
      own.map(({ continuation, tokens, bytes }) => [continuation, tokens, bytes]),
    );
    // A server's probabilities are 32-bit numbers.
    for (const [option, { logProbability }] of others.entries())
      expect(logProbability).toBeCloseTo(own[option]?.logProbability ?? Number.NaN, 3);
  }
});

test.each([
  ['the server writes the prompt', {}],
  ['the plan has the vocabulary', { tokenizer: { file: demoModel, hashes: [sha256(demoModel)] } }],
] as const)('llama-server tells of one forced token after the other: %s', async (_name, changes) => {
  server.set({ llama: 'raw' });
  const outputs = await served(changes, asked);
  for (const [index, output] of outputs.entries()) {
    const here = weighed[index] as Output;
    expect(output.tokenHash).toBe(here.tokenHash);
    const [own, others] = [measured(here), measured(output)];
    expect(others.map(({ continuation, tokens, bytes }) => [continuation, tokens, bytes])).toEqual(
      own.map(({ continuation, tokens, bytes }) => [continuation, tokens, bytes]),
    );
    for (const [option, { logProbability }] of others.entries())
      expect(logProbability).toBeCloseTo(own[option]?.logProbability ?? Number.NaN, 3);
  }
  const weighing = server.asked.filter(({ logprobs }) => logprobs === 1);
  const tokens = outputs.flatMap(measured).reduce((sum, option) => sum + option.tokens, 0);
  expect(weighing.filter((body) => body['cache_prompt'] === false)).toHaveLength(asked.length);
  expect(weighing).toHaveLength(asked.length + tokens);
});

test.each([
  ['takes no notice of the force', { llama: 'raw', ignore: ['logit_bias'] }],
  ['tells of the probabilities after the force', { llama: 'forced' }],
] as const)('a llama-server that %s gives none: its items are unsupported', async (_name, faults) => {
  server.set(faults);
  const outputs = await served({}, asked.slice(0, 2));
  expect(outputs.map(({ finish, options }) => [finish, options?.measured])).toEqual([
    ['end', null],
    ['end', null],
  ]);
});

test('where llama-server keeps a token’s probability to itself, that item alone has failed', async () => {
  const [one] = asked;
  const prompt = weighed[0]?.prompt ?? '';
  const token = (await idsOf(`${prompt}B`)).at(-1) ?? -1;
  server.set({ llama: 'raw', incomplete: token });
  const without = { ...(one as GenerationRequest), itemId: 'without', options: ['A', 'C'] };
  const outputs = await served({}, [one as GenerationRequest, without]);
  expect(outputs[0]).toMatchObject({
    finish: 'error',
    error: { code: 'endpoint_failed', message: expect.stringContaining('inside of a character') as string },
  });
  expect(measured(outputs[1] as Output)).toHaveLength(2);
});

test('an endpoint that gives no log-probabilities is asked once, and its items are unsupported', async () => {
  server.set({ ignore: ['prompt_logprobs'] });
  const outputs = await served({}, asked);
  expect(outputs.map(({ finish, options }) => [finish, options?.measured])).toEqual(
    asked.map(() => ['end', null]),
  );
  expect(outputs[0]?.options).toMatchObject({
    reason: `${server.url} gives no log-probabilities of a prompt`,
  });
});
