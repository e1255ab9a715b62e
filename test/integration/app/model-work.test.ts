/** Versions and noise that the Models screen asks for, of the real demo model, through the router. */
import { copyFileSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { noiseConditions } from '../../../src-main/contract/noise.ts';
import { quantisedTypes } from '../../../src-main/contract/quantisation.ts';
import { demoFile, temporaryFolder, writeSmallPlan } from '../../fixtures/small-plan.ts';
import { firstPage, registerPlan, startApp, until, type AppUnderTest } from './app-under-test.ts';

const memory = { context: 1024, parallel: 1, cacheType: 'f16' } as const;
const folder = temporaryFolder();
const source = join(folder, 'clerk-BF16.gguf');

let app: AppUnderTest;
let model: string;
beforeAll(async () => {
  copyFileSync(demoFile('BF16'), source);
  app = await startApp();
  await app.get('models.add_files', { paths: [source] });
  const [file] = await files();
  if (file === undefined) throw new Error('the model is not in the list');
  model = file.id;
});
afterAll(async () => {
  await app.close();
  expect(app.bugs).toEqual([]);
});

async function files() {
  const { rows } = await app.get('models.list_models', { memory, page: firstPage });
  // A registered plan brings models of its own.
  return rows.flatMap((group) => group.files).filter(({ path }) => path.startsWith(folder));
}
const ended = () =>
  until(
    async () => (await app.get('quantising.read_work', { model })).quantising,
    (work) => work?.state !== 'running',
  );
const start = (types: readonly (typeof quantisedTypes)[number][], where: string | null, replace = false) =>
  app.ask('quantising.start_work', { model, types, pure: false, folder: where, replace });

test('the types are listed with the sizes that their files come to have', async () => {
  const { versions, folder: beside } = await app.get('quantising.list_versions', { model, pure: false });
  expect(beside).toBe(folder);
  expect(versions.map(({ type }) => type)).toEqual([...quantisedTypes]);
  const sizeOf = (type: string): number => versions.find((version) => version.type === type)?.size ?? 0;
  // llama.cpp counts tensors only; the header of this small model is a fiftieth of it.
  for (const type of ['Q8_0', 'Q4_K_M', 'Q2_K'])
    expect(sizeOf(type) / statSync(demoFile(type)).size).toBeCloseTo(1, 1);
  expect(versions[0]).toMatchObject({ fileName: 'clerk-Q8_0.gguf', there: false });
});

test('versions are made in the background, come into the list, know where they are from, and make a ladder', async () => {
  const elsewhere = join(folder, 'elsewhere');
  mkdirSync(elsewhere);
  const started = await start(['Q2_K', 'Q8_0'], elsewhere);
  expect(started).toMatchObject({ ok: true, data: { quantising: { state: 'running', folder: elsewhere } } });
  // Nothing else has the machine meanwhile, and a second start is the same one.
  const comparison = await registerPlan(app, writeSmallPlan(2).path);
  expect(await app.ask('runs.start_run', { comparison })).toMatchObject({
    ok: false,
    error: { code: 'run_busy' },
  });
  expect(await start(['Q4_0'], null)).toMatchObject({
    ok: true,
    data: { quantising: { folder: elsewhere } },
  });
  expect(app.app.busyWith()).toBe('The making of quantised versions of clerk-BF16.gguf');
  const work = await ended();
  expect(app.app.busyWith()).toBeNull();
  expect(work).toMatchObject({ state: 'finished', problem: null });
  expect(work?.versions.map(({ type, state, done }) => [type, state, done])).toEqual([
    ['Q8_0', 'made', 1],
    ['Q2_K', 'made', 1],
  ]);
  const made = work?.versions.map((version) => version.model ?? '') ?? [];
  expect((await files()).map(({ id }) => id)).toEqual([model, ...made]);
  const { identity } = await app.get('models.read_model', { model: made[1] ?? '', memory });
  expect(identity.madeHere).toMatchObject({ from: source, release: 'v0.5.0' });
  const own = await app.get('models.read_model', { model, memory });
  expect(own.identity.madeHere).toBeNull();
  const { draft } = await app.get('plans.create_draft', { models: [model, ...made] });
  const { fields } = await app.get('plans.read_draft', { draft });
  expect(fields.candidates).toHaveLength(3);
});

test('what is in the way is said and stays; a type that fails leaves the others alone', async () => {
  const crowded = join(folder, 'crowded');
  mkdirSync(crowded);
  writeFileSync(join(crowded, 'clerk-Q4_0.gguf'), 'mine');
  await start(['Q4_0'], crowded);
  expect(await ended()).toMatchObject({
    state: 'failed',
    problem: { code: 'file_exists' },
    versions: [{ state: 'stopped', file: null }],
  });
  // A folder cannot be written over by a file.
  mkdirSync(join(crowded, 'clerk-Q2_K.gguf'));
  await start(['Q2_K', 'Q4_0'], crowded, true);
  expect(await ended()).toMatchObject({
    state: 'finished',
    versions: [
      { type: 'Q4_0', state: 'made' },
      { type: 'Q2_K', state: 'failed', problem: { code: 'file_unwritable' } },
    ],
  });
  expect(readdirSync(crowded).toSorted()).toEqual(['clerk-Q2_K.gguf', 'clerk-Q4_0.gguf']);
});

test('noise is measured condition by condition, kept with its settings, and stops when told to', async () => {
  const question = { model, prompts: 2, tokens: 4, context: 256, flashAttention: true, set: null };
  const read = () => app.get('noise.read_noise', { model });
  expect(await read()).toEqual({ measuring: null, report: null });
  await app.get('noise.start_noise', { ...question, tokens: 200 });
  expect(await start(['Q8_0'], null)).toMatchObject({ ok: false, error: { code: 'run_busy' } });
  await app.get('noise.stop_noise', { model });
  expect(await read()).toMatchObject({ measuring: { state: 'stopped', problem: null }, report: null });
  await app.get('noise.start_noise', question);
  const { measuring, report } = await until(read, (noise) => noise.measuring?.state !== 'running');
  expect(measuring).toMatchObject({ state: 'finished', problem: null });
  expect(report).toMatchObject({ prompts: 2, tokens: 4, context: 256, backend: 'cpu', set: null });
  // The other way round from what is usual on the CPU.
  expect(report?.flashAttention).toBe(true);
  expect(report?.conditions).toEqual(measuring?.conditions);
  expect(report?.conditions.map(({ condition }) => condition)).toEqual([...noiseConditions]);
  expect(report?.conditions[0]).toMatchObject({ differing: 0, largestLogitDifference: 0 });
  expect(
    await app.ask('noise.start_noise', { ...question, set: { name: 'none', version: 1 } }),
  ).toMatchObject({ ok: false, error: { code: 'item_set_unknown' } });
});

test('an app that closes while it makes versions leaves nothing half-written, and the noise outlives it', async () => {
  const late = join(folder, 'late');
  mkdirSync(late);
  await start(['Q6_K', 'Q5_K_M', 'Q3_K_M'], late);
  await app.close();
  expect(readdirSync(late).filter((name) => !/^clerk-Q\w+\.gguf$/.test(name))).toEqual([]);
  const again = await startApp(app.data);
  app = again;
  const kept = await again.get('noise.read_noise', { model });
  expect(kept).toMatchObject({ measuring: null, report: { prompts: 2 } });
});
