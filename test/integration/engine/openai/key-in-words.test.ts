/** Servers that repeat the key they were sent wherever they can: no word of a failure has it; and keys that are words. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { askForModels } from '../../../../src-main/app/model-library/ask-endpoint.ts';
import { Connection } from '../../../../src-main/engine/openai/connection.ts';
import { readAnswer } from '../../../../src-main/engine/openai/read-answer.ts';
import { identifyServer } from '../../../../src-main/engine/openai/server-identity.ts';

// Written otherwise in an address, and otherwise again in JSON.
const key = 'secret+"key"';
const never = new AbortController().signal;
const refused: string[] = [];
const watch = { requested: () => undefined, refused: (target: string) => void refused.push(target) };

let repeat: (said: string, response: ServerResponse) => void = () => undefined;
const server = createServer((request: IncomingMessage, response) => {
  repeat((request.headers.authorization ?? '').replace('Bearer ', ''), response);
});
let endpoint = '';
let connection: Connection;

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  endpoint = `http://127.0.0.1:${address.port}/v1`;
  connection = new Connection({ endpoint, key, timeout: 60, parallel: 1, watch });
});

afterAll(async () => {
  connection.close();
  await new Promise((resolve) => server.close(resolve));
});

function asJson(value: unknown, response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}

test.each([
  ['as it is', (said: string) => said],
  ['as a part of an address', encodeURIComponent],
  // Cut in the middle of the key it would not be found any more.
  ['where the target is cut', (said: string) => `${'x'.repeat(190 - 'http://192.0.2.7/'.length)}${said}`],
])('a redirect that has the key in its target, %s', async (_, written) => {
  repeat = (said, response) => {
    response.writeHead(307, { location: `http://192.0.2.7/${written(said)}` }).end();
  };
  refused.length = 0;
  const reply = await connection.send('/models', undefined, never);
  const asked = await askForModels(endpoint, key, { ...watch, use: noUse }, never);
  expect(reply).toMatchObject({ ok: false, trouble: { failure: { code: 'endpoint_redirected' } } });
  expect(asked.ok).toBe(false);
  expect(refused).toHaveLength(2);
  expect(JSON.stringify([reply, asked, refused])).not.toContain('secret');
});

test('names of models, and the reason why an answer ended', async () => {
  repeat = (said, response) => {
    asJson({ data: [{ id: said }] }, response);
  };
  const other = await identifyServer(connection, 'mine', never);
  expect(other).toMatchObject({ ok: false, trouble: { failure: { code: 'model_unknown' } } });
  repeat = (said, response) => {
    asJson({ choices: [{ index: 0, message: { content: 'Hm.' }, finish_reason: said }] }, response);
  };
  const reply = await connection.send('/chat/completions', {}, never);
  if (!reply.ok) throw new Error(reply.trouble.failure.message);
  const answer = await readAnswer(connection, reply.data, never);
  expect(answer).toMatchObject({ ok: false, trouble: { failure: { code: 'endpoint_failed' } } });
  expect(JSON.stringify([other, answer])).not.toContain('secret');
});

test('a short key is in no word of a failure either', async () => {
  const short = new Connection({ endpoint, key: 'hunter2', timeout: 60, parallel: 1, watch });
  repeat = (said, response) => {
    asJson({ data: [{ id: said }] }, response);
  };
  const other = await identifyServer(short, 'mine', never);
  expect(other).toMatchObject({ ok: false, trouble: { failure: { code: 'model_unknown' } } });
  const answers = [
    { choices: [{ index: 0, message: { content: 'Hm.' }, finish_reason: 'KEY' }] },
    { error: { message: 'no KEY here' } },
    { choices: 'KEY' },
  ];
  const read: unknown[] = [];
  for (const [place, status] of [200, 200, 200, 401, 500].entries()) {
    repeat = (said, response) => {
      const body = JSON.stringify(answers[place] ?? { error: { message: 'KEY' } });
      response.writeHead(status).end(body.replaceAll('KEY', said));
    };
    const reply = await short.send('/chat/completions', {}, never);
    if (!reply.ok) throw new Error(reply.trouble.failure.message);
    const answer = await readAnswer(short, reply.data, never);
    expect(answer.ok).toBe(false);
    read.push(answer);
  }
  short.close();
  expect(JSON.stringify([other, read]).split('…')).toHaveLength(1 + 1 + read.length);
  expect(JSON.stringify([other, read])).not.toContain('hunter2');
});

test.each(['sk-abc', 'vllm', 'cache_dtype', 'local'])(
  'a server is taken for what it is where the key is %s',
  async (word) => {
    repeat = (_, response) => {
      const { url } = response.req;
      if (url === '/v1/models')
        asJson(
          { data: [{ id: 'mine', owned_by: 'vllm', root: '/srv/local', max_model_len: 100 }] },
          response,
        );
      else if (url === '/version') asJson({ version: '0.11.0' }, response);
      else if (url === '/metrics') response.end('vllm:cache_config_info{cache_dtype="auto"} 1\n');
      else response.writeHead(404).end('{}');
    };
    const worded = new Connection({ endpoint, key: word, timeout: 60, parallel: 1, watch });
    const identity = await identifyServer(worded, 'mine', never);
    worded.close();
    expect(identity).toMatchObject({
      ok: true,
      data: {
        server: 'vllm',
        root: '/srv/local',
        facts: [
          { name: 'vllm cache_dtype', value: 'auto' },
          { name: 'vllm metrics', value: 'there' },
        ],
      },
    });
  },
);

test('a prompt that does not fit is known where the key is a word of the server’s sentence', async () => {
  repeat = (_, response) => {
    const error = { message: 'the request exceeds the available context size' };
    response.writeHead(400).end(JSON.stringify({ error }));
  };
  const worded = new Connection({ endpoint, key: 'context', timeout: 60, parallel: 1, watch });
  const reply = await worded.send('/chat/completions', {}, never);
  if (!reply.ok) throw new Error(reply.trouble.failure.message);
  const answer = await readAnswer(worded, reply.data, never);
  worded.close();
  expect(answer).toMatchObject({ ok: false, trouble: { kind: 'overlong' } });
});

function noUse() {
  return { inUse: [], refused: 0, lastRefused: [] };
}
