/** A plan over servers, from the command line: what is kept of a key, and what is said of a server that is not there. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { noisefloor } from '../../fixtures/command-line.ts';
import {
  startFakeLlamaServer,
  type FakeLlamaServer,
} from '../../fixtures/endpoint-server/fake-llama-server.ts';
import { temporaryFolder } from '../../fixtures/small-plan.ts';

const key = 'sk-0123456789abcdef';
let server: FakeLlamaServer;
beforeAll(async () => {
  server = await startFakeLlamaServer();
});
afterAll(() => server.close());
afterEach(() => {
  vi.unstubAllEnvs();
  server.face.said = '';
});

function writePlan(folder: string, baseline: string): string {
  const weighed = { kind: 'choice', options: ['Damascus', 'Manama'], answer: 'A', by: 'logprob' };
  const items = [
    { id: 'Syria', input: 'Syria', check: { kind: 'exact', answer: 'Damascus' } },
    { id: 'Bahrain', input: 'Bahrain', check: weighed },
  ];
  writeFileSync(join(folder, 'items.jsonl'), items.map((item) => JSON.stringify(item)).join('\n'));
  const path = join(folder, 'plan.yaml');
  writeFileSync(
    path,
    `decision: Serve the other one
items: items.jsonl
guard_rail: {margin: 0.02}
baseline: first
replicates: 1
defaults: {max_tokens: 8}
candidates:
  first: {endpoint: ${baseline}, model: desk, api_key_env: SERVED_KEY}
  other: {endpoint: ${server.url}, model: desk, api_key_env: SERVED_KEY, system: Be brief., accept: [prompt]}
`,
  );
  return path;
}

test('a key that a server repeats in everything is in no file of a run and in no word', async () => {
  vi.stubEnv('SERVED_KEY', key);
  server.face.said = ' for KEY';
  const folder = temporaryFolder();
  const data = join(folder, 'data');
  const ended = await noisefloor('run', writePlan(folder, server.url), '--data', data);
  // llama-server has no log-probabilities of a prompt: missing on both sides, and why is said.
  expect(ended.stdout.replaceAll(/\s+/g, ' ')).toContain(
    `Missing, for example: item Bahrain, first: ${server.url} gives no log-probabilities of a prompt.`,
  );
  const files = readdirSync(data, { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
  const kept = files
    .map((file) => readFileSync(join(file.parentPath, file.name)).toString('latin1'))
    .join('\n');
  // What was said is there, and the key is not.
  expect(kept).toContain('b1-de3ff81 for ');
  expect(`${kept}${ended.stdout}${ended.stderr}`).not.toContain(key);
});

test('a baseline that nobody serves is told at once and in the end, with its reason', async () => {
  vi.stubEnv('SERVED_KEY', key);
  const gone = createServer();
  await new Promise<void>((resolve) => gone.listen(0, '127.0.0.1', resolve));
  const { port } = gone.address() as AddressInfo;
  await new Promise((resolve) => gone.close(resolve));
  const folder = temporaryFolder();
  const plan = writePlan(folder, `http://127.0.0.1:${port}/v1`);
  const ended = await noisefloor('run', plan, '--data', join(folder, 'data'));
  const reason = `http://127.0.0.1:${port}/v1 cannot be reached (ECONNREFUSED).`;
  expect(ended.stderr).toContain(`first failed: ${reason}`);
  expect(ended.stdout.replaceAll(/\s+/g, ' ')).toContain(`first failed: ${reason}`);
  expect(ended.code).toBe(2);
});
