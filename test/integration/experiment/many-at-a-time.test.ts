/** How many requests of a plan are under way at a server, and that no place there waits for a prompt to be tokenised. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { EndpointCandidate } from '../../../src-main/contract/candidate.ts';
import type { Output } from '../../../src-main/contract/output.ts';
import { createEngines } from '../../../src-main/engine/engines.ts';
import { createOpenaiEngine } from '../../../src-main/engine/openai/openai-engine.ts';
import { loadPlan } from '../../../src-main/experiment/plan/resolve-plan.ts';
import { runPlan } from '../../../src-main/experiment/runner.ts';
import { describeMachine } from '../../../src-main/machine/describe-machine.ts';
import { openScoring } from '../../../src-main/scoring/sandbox/open-scoring.ts';
import { openStore } from '../../../src-main/store/open.ts';
import { startHeldServer, type HeldServer } from '../../fixtures/endpoint-server/held-server.ts';
import { demoFolder, temporaryFolder } from '../../fixtures/small-plan.ts';
import { good, never, request } from '../engine/llama/demo.ts';

let server: HeldServer;
beforeAll(async () => {
  server = await startHeldServer();
});
afterAll(() => server.close());

test('a plan with more than 64 requests at a time has as many under way', async () => {
  const folder = temporaryFolder();
  const path = join(folder, 'plan.yaml');
  writeFileSync(
    path,
    `decision: Try another server
items: ${join(demoFolder, 'items.jsonl')}
limit: 20
guard_rail: {margin: 0.02}
baseline: one
replicates: 1
resamples: 1000
defaults: {max_tokens: 8, temperature: 0, parallel: 80}
candidates:
  one: {endpoint: ${server.url}, model: held}
  other: {endpoint: ${server.url}, model: held}
`,
  );
  const now = (): string => new Date().toISOString();
  const store = good(openStore(join(folder, 'data')));
  const scoring = openScoring();
  try {
    const machine = { ...(await describeMachine()), continuousIntegration: true };
    const registered = good(store.registerPlan(good(await loadPlan(path, store, now(), { machine })), now()));
    const items = good(store.readPlanItems(registered.hash, now()));
    expect(items).toHaveLength(160);
    // Nobody is answered before 80 have come: with fewer under way the run would never end.
    let held: (() => void)[] = [];
    server.hold = (content) => {
      if (content.startsWith('Count from one')) return Promise.resolve();
      return new Promise((resolve) => {
        held.push(resolve);
        if (held.length < 80) return;
        for (const go of held) go();
        held = [];
      });
    };
    const outcome = await runPlan(
      registered,
      items,
      {
        store,
        engine: createEngines(),
        scoring,
        machine,
        noisefloor: 'test',
        now,
        elapsed: () => performance.now(),
        memory: {
          needs: () => ({ machine: 0, device: 0 }),
          budget: { machine: 1, device: 1 },
          free: () => Promise.resolve(null),
        },
        report: () => undefined,
      },
      never,
    );
    expect(good(outcome)).toMatchObject({ complete: true, failed: [], added: 320 });
  } finally {
    server.hold = undefined;
    await scoring.close();
    store.close();
  }
});

function oneAtATime(): EndpointCandidate {
  return {
    engine: 'openai',
    name: 'held',
    endpoint: server.url,
    model: 'held',
    accepted: [],
    sampling: { temperature: 0, topK: 0, topP: 1, minP: 0, seed: 1, maxTokens: 8, stops: [] },
    settings: { parallel: 1, timeout: 300 },
  };
}

test('another model is noticed in the middle of a long block', async () => {
  const open = good(await createOpenaiEngine().open(oneAtATime(), never));
  const requests = Array.from({ length: 130 }, (_, index) => request({ id: `${index}`, input: `${index}` }));
  server.hold = (content) => {
    if (content === '10') server.root = '/models/other';
    // Never answered: who looks after the block alone would wait for it.
    return content === '100' ? new Promise(() => undefined) : Promise.resolve();
  };
  const outputs: Output[] = [];
  const ended = await open.generate(requests, (output) => outputs.push(output), never);
  await open.close();
  server.root = '/models/held';
  expect(ended).toMatchObject({ ok: false, error: { code: 'endpoint_changed' } });
  expect(outputs.length).toBeGreaterThanOrEqual(64);
  expect(outputs.length).toBeLessThanOrEqual(100);
});

test('the next prompt is tokenised while an answer is under way, and not all of them at once', async () => {
  const inputs = ['one', 'two', 'three', 'four'];
  const open = good(await createOpenaiEngine().open(oneAtATime(), never));
  const outputs: Output[] = [];
  server.hold = async (content) => {
    const next = inputs[inputs.indexOf(content) + 1];
    // Held until the next one has come to be tokenised: where nothing is made ahead, that is never.
    if (next !== undefined) await expect.poll(() => server.tokenised).toContain(next);
    expect(server.tokenised).not.toContain(inputs[inputs.indexOf(content) + 2] ?? '');
  };
  const requests = inputs.map((input) => request({ id: input, input }));
  good(await open.generate(requests, (output) => outputs.push(output), never));
  await open.close();
  expect(outputs.map(({ itemId, finish }) => [itemId, finish])).toEqual(
    inputs.map((input) => [input, 'end']),
  );
});
