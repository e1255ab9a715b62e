import { expect, test } from 'vitest';
import type { Sampling } from '../../../../src-main/contract/candidate.ts';
import {
  isSent,
  requestBody,
  serverKinds,
  type Question,
} from '../../../../src-main/engine/openai/request-body.ts';

const sampling: Sampling = {
  temperature: 0.5,
  topK: 0,
  topP: 0.9,
  minP: 0.1,
  seed: 3,
  maxTokens: 20,
  stops: ['END'],
};
const question: Question = {
  server: 'vllm',
  model: 'm',
  input: { as: 'messages', messages: [{ role: 'user', content: 'Hi' }] },
  sampling,
  seed: 4,
};

test('every server gets the settings that all of them have, and none is left to its own choice', () => {
  for (const server of serverKinds)
    expect(requestBody({ ...question, server })).toMatchObject({
      model: 'm',
      messages: [{ role: 'user', content: 'Hi' }],
      stream: true,
      stream_options: { include_usage: true },
      temperature: 0.5,
      top_p: 0.9,
      seed: 4,
      max_tokens: 20,
      stop: ['END'],
      frequency_penalty: 0,
      presence_penalty: 0,
    });
});

test('each server gets its own names: penalties off, no cut that the plan does not name, no second BOS', () => {
  expect(requestBody(question)).toMatchObject({
    top_k: 0,
    min_p: 0.1,
    repetition_penalty: 1,
    return_token_ids: true,
    skip_special_tokens: false,
  });
  expect(requestBody({ ...question, server: 'sglang' })).toMatchObject({ top_k: -1, repetition_penalty: 1 });
  expect(requestBody({ ...question, server: 'llama-server' })).toMatchObject({
    repeat_penalty: 1,
    cache_prompt: false,
  });
  const text = requestBody({ ...question, input: { as: 'text', text: '<s>Hi' } });
  expect(text).toMatchObject({ prompt: '<s>Hi', add_special_tokens: false });
  expect(requestBody({ ...question, input: { as: 'ids', ids: [1, 2] } })).toMatchObject({ prompt: [1, 2] });
});

test('a server that may be strict is sent nothing beyond OpenAI’s own that makes no difference', () => {
  const greedy = { ...sampling, temperature: 0, topK: 40, minP: 0.1, stops: [] };
  const body = requestBody({ ...question, server: 'unknown', sampling: greedy });
  expect(Object.keys(body).sort()).toEqual([
    'frequency_penalty',
    'max_tokens',
    'messages',
    'model',
    'presence_penalty',
    'seed',
    'stream',
    'stream_options',
    'temperature',
    'top_p',
  ]);
  const drawn = requestBody({ ...question, server: 'unknown', sampling: { ...sampling, topK: 40 } });
  expect(drawn).toMatchObject({ top_k: 40, min_p: 0.1 });
});

test('a form goes out under the name that the server knows, and nothing goes out without one', () => {
  const form = { text: 'reasons', choice: 'grade', values: [1, 2] };
  const plain = requestBody(question);
  expect(plain).not.toHaveProperty('response_format');
  const { response_format: sent, ...others } = requestBody({ ...question, form });
  expect(others).toEqual(plain);
  expect(sent).toMatchObject({
    type: 'json_schema',
    json_schema: { schema: { required: ['reasons', 'grade'] } },
  });
  const written = requestBody({ ...question, server: 'llama-server', input: { as: 'ids', ids: [1] }, form });
  expect(written).toHaveProperty('json_schema.required', ['reasons', 'grade']);
  expect(written).not.toHaveProperty('response_format');
});

test('what is said not to be sent is what is not sent', () => {
  for (const server of serverKinds) {
    const body = requestBody({ ...question, server, sampling: { ...sampling, topK: 40 } });
    expect([isSent(server, 'topK'), isSent(server, 'minP')]).toEqual(['top_k' in body, 'min_p' in body]);
  }
});
