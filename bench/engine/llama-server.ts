/** llama.cpp's own server and a plain loop over `fetch` with as many requests at a time as it has slots. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import type { Measured, Participant, Workload } from './measured.ts';
import type { Programs } from './programs.ts';

const completion = z.object({
  choices: z.tuple([z.object({ finish_reason: z.string() })]),
  usage: z.object({ completion_tokens: z.number() }),
});

const longestStart = 60_000;

export async function openServer(work: Workload, programs: Programs): Promise<Participant> {
  const port = await freePort();
  const { weights, context, parallel, flashAttention } = work;
  const server = spawn(
    join(programs.folder, 'llama-server'),
    [
      ...['--model', weights, '--host', '127.0.0.1', '--port', String(port)],
      ...['--parallel', String(parallel), '--ctx-size', String(context * parallel)],
      ...['--threads', '1', '--threads-batch', '1', '--batch-size', '512', '--ubatch-size', '512'],
      ...['--flash-attn', flashAttention ? 'on' : 'off', '--jinja'],
      // Every round asks the same again; in a run every item is asked once, and no prompt comes back.
      ...['--cache-ram', '0'],
    ],
    { stdio: 'ignore', ...programs.options },
  );
  const address = `http://127.0.0.1:${port}`;
  await untilReady(server, address);
  return {
    name: `llama-server, ${programs.library}`,
    async round(): Promise<Measured> {
      let tokens = 0;
      const waiting = work.requests.values();
      const serve = async (): Promise<void> => {
        for (const { messages } of waiting) {
          const system = work.system === undefined ? [] : [{ role: 'system', content: work.system }];
          const response = await fetch(`${address}/v1/chat/completions`, {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify({
              messages: [...system, ...messages],
              max_tokens: work.maxTokens,
              temperature: 0,
            }),
          });
          const { choices, usage } = completion.parse(await response.json());
          // It counts the token that ends an answer.
          tokens += usage.completion_tokens - (choices[0].finish_reason === 'stop' ? 1 : 0);
        }
      };
      const started = performance.now();
      await Promise.all(Array.from({ length: parallel }, serve));
      const seconds = (performance.now() - started) / 1000;
      return { items: work.requests.length, tokens, seconds, decodeSeconds: null };
    },
    async close() {
      if (server.exitCode !== null) return;
      server.kill();
      await once(server, 'exit');
    },
  };
}

async function untilReady(server: ChildProcess, address: string): Promise<void> {
  const began = performance.now();
  while (performance.now() - began < longestStart) {
    if (server.exitCode !== null) throw new Error(`llama-server ended with ${server.exitCode}`);
    const health = await fetch(`${address}/health`).catch(() => undefined);
    if (health?.ok === true) return;
    await wait(50);
  }
  server.kill();
  throw new Error('llama-server did not come up');
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}
