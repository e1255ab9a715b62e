/** The server that the tests of endpoints ask is one of its kind. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { servedModel } from '../../../fixtures/endpoint-server/answering.ts';
import {
  startEndpointServer,
  type EndpointServer,
} from '../../../fixtures/endpoint-server/endpoint-server.ts';
import {
  chatCompletion,
  chatCompletionChunk,
  errorObject,
  modelList,
  textCompletion,
} from '../../../fixtures/endpoint-server/openai-shapes.ts';

let server: EndpointServer;
beforeAll(async () => {
  server = await startEndpointServer();
});
afterAll(() => server.close());

test('answers in the shapes of OpenAI’s API reference', async () => {
  const ask = async (path: string, body?: unknown): Promise<Response> =>
    fetch(`${server.url}${path}`, body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) });
  const messages = [{ role: 'user', content: 'What is 2 plus 3?' }];
  const asked = { model: servedModel, messages, temperature: 0, max_tokens: 8, return_token_ids: true };
  modelList.parse(await (await ask('/models')).json());
  const whole = chatCompletion.parse(await (await ask('/chat/completions', asked)).json());
  const prompt = 'What is';
  const plain = { model: servedModel, prompt, max_tokens: 3, temperature: 0, prompt_logprobs: 2 };
  const text = textCompletion.parse(await (await ask('/completions', plain)).json());
  const logprobs = z
    .array(z.record(z.string(), z.object({ logprob: z.number().max(0), rank: z.int().min(1) })).nullable())
    .parse(text.choices[0]?.['prompt_logprobs']);
  expect(logprobs).toHaveLength(text.usage?.prompt_tokens ?? 0);
  expect([
    logprobs[0],
    logprobs.slice(1).every((one) => one !== null && Object.keys(one).length >= 2),
  ]).toEqual([null, true]);
  const events = async (path: string, body: unknown): Promise<unknown[]> => {
    const raw = await (await ask(path, body)).text();
    const data = raw.split('\n\n').flatMap((event) => (event === '' ? [] : [event.replace(/^data: /, '')]));
    expect(data.pop()).toBe('[DONE]');
    return data.map((one): unknown => JSON.parse(one));
  };
  const usage = { stream: true, stream_options: { include_usage: true } };
  const chunks = (await events('/chat/completions', { ...asked, ...usage })).map((one) =>
    chatCompletionChunk.parse(one),
  );
  const content = chunks.map(({ choices }) => choices[0]?.delta.content ?? '').join('');
  expect(content).toBe(whole.choices[0]?.message.content);
  expect(chunks.at(-1)).toMatchObject({ choices: [], usage: whole.usage });
  for (const one of await events('/completions', { ...plain, ...usage })) textCompletion.parse(one);
  const refused = await ask('/chat/completions', { ...asked, max_tokens: 9999 });
  expect(refused.status).toBe(400);
  errorObject.parse(await refused.json());
});
