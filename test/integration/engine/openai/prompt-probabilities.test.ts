/** How servers give log-probabilities of a prompt, and what is no such answer; over real HTTP, answers made up. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Connection } from '../../../../src-main/engine/openai/connection.ts';
import {
  askProbabilities,
  findProbabilityWay,
} from '../../../../src-main/engine/openai/prompt-probabilities.ts';

const never = new AbortController().signal;
let answer: (asked: Record<string, unknown>) => unknown = () => ({});
let server: Server;
let connection: Connection;

beforeAll(async () => {
  server = createServer((incoming, response) => {
    let text = '';
    incoming.on('data', (chunk: Buffer) => (text += chunk.toString()));
    incoming.on('end', () => {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(answer(JSON.parse(text) as Record<string, unknown>)));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  connection = new Connection({ endpoint, key: undefined, timeout: 60, parallel: 1, watch: undefined });
});
afterAll(() => {
  connection.close();
  server.close();
});

/** As SGLang echoes: the first token has none, and the token that was generated comes last. */
const echoing = (asked: Record<string, unknown>) => {
  const prompt = Array.isArray(asked['prompt']) ? asked['prompt'] : ['a', 'b', 'c'];
  const numbers =
    asked['echo'] === true ? [null, ...prompt.slice(1).map((_, index) => -(index + 1) / 2), -9] : [-9];
  return {
    choices: [{ index: 0, text: '', logprobs: { token_logprobs: numbers } }],
    usage: { prompt_tokens: prompt.length },
    system_fingerprint: 'one',
  };
};
const silent = () => ({ choices: [{ index: 0, text: ' x', finish_reason: 'length' }] });

const model = 'some';
const echo = { model, way: 'echo' } as const;

test('a server is taken at what it does, not at its name', async () => {
  answer = echoing;
  const way = async (name: 'sglang' | 'unknown' | 'vllm' | 'ollama') =>
    findProbabilityWay(connection, { server: name, model }, never);
  expect(await way('sglang')).toEqual({ ok: true, data: 'echo' });
  expect(await way('unknown')).toEqual({ ok: true, data: 'echo' });
  expect(await way('vllm')).toEqual({ ok: true, data: null });
  answer = silent;
  expect(await way('unknown')).toEqual({ ok: true, data: null });
  answer = () => {
    throw new Error('it was asked');
  };
  expect(await way('ollama')).toEqual({ ok: true, data: null });
});

test('an echo gives the prompt’s own numbers, without that of the generated token', async () => {
  answer = echoing;
  expect(await askProbabilities(connection, echo, [5, 6, 7, 8], 2, never)).toEqual({
    ok: true,
    data: { logProbabilities: [-1, -1.5], fingerprint: 'one' },
  });
});

test.each([
  ['nothing', silent],
  [
    'other tokens than were sent',
    (asked: Record<string, unknown>) => ({ ...echoing(asked), usage: { prompt_tokens: 3 } }),
  ],
  ['too few', () => ({ choices: [{ logprobs: { token_logprobs: [null, -1] } }] })],
  ['a gap', () => ({ choices: [{ logprobs: { token_logprobs: [null, -1, null, -1] } }] })],
  [
    'no logarithm of a probability',
    () => ({ choices: [{ logprobs: { token_logprobs: [null, -1, 0.5, -1] } }] }),
  ],
  ['no answer of this kind', () => []],
])('%s is a failure of the one item, never a number', async (_name, given) => {
  answer = given;
  expect(await askProbabilities(connection, echo, [5, 6, 7, 8], 1, never)).toMatchObject({
    ok: false,
    trouble: { kind: 'item', failure: { code: 'endpoint_failed' } },
  });
});
