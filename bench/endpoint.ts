/**
 * Requests per second of the engine for endpoints against a canned server, at 1, 16 and 64 requests at a time, beside a
 * plain loop over `fetch` that reads the same streams; and what memory many requests leave behind. The engine has each
 * prompt tokenised and spelt out by the server besides, as with vLLM: two more requests, which the plain loop does not make.
 *
 *   node_modules/.bin/node bench/endpoint.ts [--requests N] [--many N] [--wait MS]
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseArgs } from 'node:util';
import type { EndpointCandidate } from '../src-main/contract/candidate.ts';
import { formatBytes, formatCount } from '../src-main/contract/presentation/numbers.ts';
import type { GenerationRequest } from '../src-main/engine/engine.ts';
import { blockLength } from '../src-main/experiment/schedule.ts';
import { createOpenaiEngine } from '../src-main/engine/openai/openai-engine.ts';

const model = 'canned';
const words = Array.from({ length: 16 }, (_, index) => ` word${index}`);

if (process.argv[2] === 'serve') serve(Number(process.argv[3]));
else await measure();

/**
 * In a process of its own: vLLM's chunks of one answer of 16 tokens, written at once.
 *
 * @param wait milliseconds that an answer takes
 */
function serve(wait: number): void {
  const head = { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model };
  const chunk = (more: object): string => `data: ${JSON.stringify({ ...head, ...more })}\n\n`;
  const answer = [
    chunk({
      choices: [{ index: 0, delta: { role: 'assistant', content: '' }, finish_reason: null }],
      prompt_token_ids: [1, 2, 3],
    }),
    ...words.map((content, index) =>
      chunk({ choices: [{ index: 0, delta: { content }, finish_reason: null, token_ids: [index] }] }),
    ),
    chunk({ choices: [{ index: 0, delta: { content: '' }, finish_reason: 'stop', token_ids: [2] }] }),
    chunk({ choices: [], usage: { prompt_tokens: 3, completion_tokens: 17, total_tokens: 20 } }),
    'data: [DONE]\n\n',
  ];
  const list = JSON.stringify({ object: 'list', data: [{ id: model, object: 'model', owned_by: 'vllm' }] });
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      if (request.url === '/v1/models') response.writeHead(200).end(list);
      else if (request.url === '/tokenize') response.writeHead(200).end('{"count":3,"tokens":[1,2,3]}');
      else if (request.url === '/detokenize') response.writeHead(200).end('{"prompt":"Question"}');
      else if (request.url !== '/v1/chat/completions') response.writeHead(404).end();
      else {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        const say = (): void => {
          for (const one of answer) response.write(one);
          response.end();
        };
        if (wait > 0) setTimeout(say, wait);
        else say();
      }
    });
  });
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
  process.on('disconnect', () => {
    process.exit(0);
  });
}

async function measure(): Promise<void> {
  const { values } = parseArgs({
    options: { requests: { type: 'string' }, many: { type: 'string' }, wait: { type: 'string' } },
  });
  const requests = Number(values.requests ?? 4000);
  const many = Number(values.many ?? 100_000);
  const server = fork(import.meta.filename, ['serve', values.wait ?? '0']);
  const [port] = (await once(server, 'message')) as [number];
  const endpoint = `http://127.0.0.1:${port}/v1`;
  console.log(`${formatCount(requests)} requests of 16 tokens each, in requests per second`);
  for (const parallel of [1, 16, 64]) {
    await plainLoop(endpoint, parallel, 200);
    const own = await engineLoop(endpoint, parallel, requests);
    const plain = await plainLoop(endpoint, parallel, requests);
    console.log(
      `${String(parallel).padStart(3)} at a time: engine ${formatCount(Math.round(own))}, plain fetch ${formatCount(Math.round(plain))}`,
    );
  }
  if (many === 0) {
    server.disconnect();
    return;
  }
  console.log(`memory over ${formatCount(many)} requests, 64 at a time`);
  await engineLoop(endpoint, 64, many, (done) => {
    if (done % Math.ceil(many / 5) !== 0) return;
    const { rss, heapUsed } = process.memoryUsage();
    console.log(
      `  after ${formatCount(done)}: ${formatBytes(rss)}, of it heap in use ${formatBytes(heapUsed)}`,
    );
  });
  server.disconnect();
}

function candidate(endpoint: string, parallel: number): EndpointCandidate {
  return {
    engine: 'openai',
    name: 'canned',
    endpoint,
    model,
    settings: { parallel, timeout: 30 },
    sampling: { temperature: 0, topK: 0, topP: 1, minP: 0, seed: 1, maxTokens: 32, stops: [] },
    accepted: [],
  };
}

function request(index: number): GenerationRequest {
  return { itemId: String(index), sample: 0, messages: [{ role: 'user', content: `Question ${index}` }] };
}

/** @returns requests per second */
async function engineLoop(
  endpoint: string,
  parallel: number,
  requests: number,
  told: (done: number) => void = () => undefined,
): Promise<number> {
  const never = new AbortController().signal;
  const opened = await createOpenaiEngine().open(candidate(endpoint, parallel), never);
  if (!opened.ok) throw new Error(opened.error.message);
  let done = 0;
  const began = performance.now();
  // By the block, as the runner does it.
  const length = blockLength([parallel], requests);
  for (let from = 0; from < requests; from += length) {
    const block = Array.from({ length: Math.min(length, requests - from) }, (_, index) =>
      request(from + index),
    );
    const ended = await opened.data.generate(
      block,
      ({ finish }) => {
        if (finish !== 'end') throw new Error(`an answer ended with ${finish}`);
        done += 1;
        told(done);
      },
      never,
    );
    if (!ended.ok) throw new Error(ended.error.message);
  }
  const seconds = (performance.now() - began) / 1000;
  await opened.data.close();
  return requests / seconds;
}

/** What a person would write: ask, read the stream to its end, take the texts out of it. */
async function plainLoop(endpoint: string, parallel: number, requests: number): Promise<number> {
  let next = 0;
  const began = performance.now();
  const work = async (): Promise<void> => {
    while (next < requests) {
      const { messages } = request(next);
      next += 1;
      const response = await fetch(`${endpoint}/chat/completions`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ model, messages, stream: true, temperature: 0, max_tokens: 32 }),
      });
      const lines = (await response.text()).split('\n').filter((line) => line.startsWith('data: {'));
      const text = lines
        .map((line) => JSON.parse(line.slice(6)) as { choices: { delta: { content?: string } }[] })
        .map(({ choices }) => choices[0]?.delta.content ?? '')
        .join('');
      if (text !== words.join('')) throw new Error('another answer than the canned one');
    }
  };
  await Promise.all(Array.from({ length: parallel }, work));
  return requests / ((performance.now() - began) / 1000);
}
