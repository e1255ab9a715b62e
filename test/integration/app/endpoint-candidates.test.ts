/** Endpoints as candidates in the app: from a draft to results, with the network's use in view. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { DraftCandidate } from '../../../src-main/contract/calls/plans.ts';
import { parsePlanFile } from '../../../src-main/experiment/plan/plan-file.ts';
import { servedModel } from '../../fixtures/endpoint-server/answering.ts';
import { startEndpointServer, type EndpointServer } from '../../fixtures/endpoint-server/endpoint-server.ts';
import { demoFile, writeSmallPlan } from '../../fixtures/small-plan.ts';
import { firstPage, registerPlan, startApp, until, type AppUnderTest } from './app-under-test.ts';

let server: EndpointServer;
let app: AppUnderTest;
beforeAll(async () => {
  server = await startEndpointServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  app = await startApp();
});
afterEach(async () => {
  await app.close();
  expect(app.bugs).toEqual([]);
});

const memory = { context: 512, parallel: 1, cacheType: 'f16' } as const;
const listed = async () => (await app.get('models.list_models', { memory, page: firstPage })).endpoints;

test('a model of an endpoint is chosen for a draft, and the plan names its address', async () => {
  const { endpoint } = await app.get('models.add_endpoint', { url: server.url });
  const connected = await app.get('models.connect_endpoint', { endpoint: endpoint.id });
  expect(connected.endpoint.models).toEqual([servedModel]);
  const { draft } = await app.get('plans.import_plan', { path: writeSmallPlan(1).path });
  const { fields, revision } = await app.get('plans.read_draft', { draft });
  const served: DraftCandidate = {
    name: 'served',
    model: null,
    endpoint: { endpoint: endpoint.id, model: servedModel },
    ownPrompt: null,
  };
  const candidates = [...fields.candidates.slice(0, 1), served];
  const changed = await app.get('plans.change_draft', {
    draft,
    revision,
    change: { candidates, baseline: 'served' },
  });
  expect(changed.problems).toEqual([]);
  const { checks } = await app.get('plans.check_draft', { draft });
  expect(checks.find(({ name }) => name === 'same_prompts')).toMatchObject({
    state: 'unknown',
    text: expect.stringContaining('served is an endpoint') as unknown,
  });
  // Taken off the list, it is still what the draft says.
  await app.get('models.remove_endpoint', { endpoint: endpoint.id });
  const registered = await app.get('plans.register_plan', { draft, revision: changed.revision });
  const { text, fields: shown } = await app.get('plans.read_plan', { comparison: registered.comparison });
  expect(shown.candidates.map(({ name, endpoint: at }) => [name, at?.model ?? null])).toEqual([
    ['bf16', null],
    ['served', servedModel],
  ]);
  const plan = parsePlanFile(text, 'shown.yaml');
  if (!plan.ok) throw new Error(plan.error.message);
  expect(plan.data.candidates['served']).toMatchObject({ endpoint: server.url, model: servedModel });
  expect(plan.data.candidates['served']?.context).toBeUndefined();
  expect(plan.data.candidates['bf16']?.context).toBe(512);

  const unknown = { ...served, endpoint: { endpoint: 'endpoint-none', model: 'm' } };
  const again = await app.get('plans.import_plan', { path: writeSmallPlan(1).path });
  const { revision: first } = await app.get('plans.read_draft', again);
  const wrong = await app.get('plans.change_draft', {
    ...again,
    revision: first,
    change: { candidates: [...fields.candidates, unknown] },
  });
  expect(wrong.problems).toMatchObject([{ field: 'candidates.2.endpoint' }]);
});

test('of two candidates at one address the list keeps what both have, and each its own in the plan', async () => {
  const shared = `endpoint: ${server.url}, timeout: 20`;
  const plan = writeSmallPlan(1, {
    two: `{${shared}, model: two}`,
    one: `{${shared}, model: one, api_key_keyring: key-of-one, tokenizer: ${demoFile('BF16')}}`,
  });
  const { draft } = await app.get('plans.import_plan', { path: plan.path });
  const [endpoint] = await listed();
  expect(endpoint?.settings).toEqual({ key: null, tokenizer: null, timeout: 20 });
  const { revision } = await app.get('plans.read_draft', { draft });
  const { comparison } = await app.get('plans.register_plan', { draft, revision });
  const { text } = await app.get('plans.read_plan', { comparison });
  const read = parsePlanFile(text, 'shown.yaml');
  if (!read.ok) throw new Error(read.error.message);
  expect(read.data.candidates).toMatchObject({
    one: { api_key_keyring: 'key-of-one', tokenizer: demoFile('BF16') },
    two: { timeout: 20 },
  });
  expect(read.data.candidates['two']).not.toHaveProperty('api_key_keyring');
});

test('an imported plan with an endpoint runs to its results, and what went over the network is in view', async () => {
  const plan = writeSmallPlan(1, {
    served: `{endpoint: ${server.url}, model: ${servedModel}, tokenizer: ${demoFile('BF16')}, timeout: 20}`,
  });
  const comparison = await registerPlan(app, plan.path);
  expect(await listed()).toMatchObject([{ url: server.url, state: 'not_contacted' }]);
  // The plan that is shown is the plan that is there.
  const shown = join(plan.folder, 'shown.yaml');
  writeFileSync(shown, (await app.get('plans.read_plan', { comparison })).text);
  expect(await registerPlan(app, shown)).toBe(comparison);

  expect((await app.get('settings.read_network', {})).inUse).toEqual([]);
  await app.get('runs.start_run', { comparison });
  const ended = await until(
    () => app.get('runs.read_progress', { comparison }),
    ({ state }) => state === 'finished',
  );
  expect(ended.runs.map(({ key, state, failed }) => [key.candidate, state, failed])).toEqual([
    ['bf16', 'complete', 0],
    ['bf16', 'complete', 0],
    ['served', 'complete', 0],
  ]);
  expect((await app.get('settings.read_network', {})).inUse).toMatchObject([{ url: server.url }]);
  const { candidates } = await app.get('results.read_comparison', { comparison, peek: false });
  expect(candidates[0]?.overall).toMatchObject({ delta: 0 });
  const key = { candidate: 'served', replicate: 1 };
  const sittings = await app.get('runs.list_sittings', { comparison, key, page: firstPage });
  const facts = Object.fromEntries((sittings.rows[0]?.facts ?? []).map(({ label, value }) => [label, value]));
  expect(facts).toMatchObject({
    Engine: `vLLM 0.32.0 at ${server.url}`,
    Fingerprint: 'vllm-0.32.0-1a2b3c4d',
    'Server: token ids of the prompt': 'there',
  });
  expect(sittings.rows[0]?.processId).toBeNull();
});
