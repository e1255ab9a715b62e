import { copyFileSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { demoFile, demoFolder, temporaryFolder, writeSmallPlan } from '../../fixtures/small-plan.ts';
import { registerPlan, startApp, until, type AppUnderTest } from './app-under-test.ts';

let app: AppUnderTest;
beforeEach(async () => {
  app = await startApp();
});
afterEach(async () => {
  await app.close();
  expect(app.bugs).toEqual([]);
});

const pilot = (draft: string) => app.get('plans.read_pilot', { draft });

test('a pilot reads dev items only, tells how long the plan takes, and gives the sizing its flips', async () => {
  const { draft } = await app.get('plans.import_plan', { path: writeSmallPlan(10).path });
  expect(await pilot(draft)).toMatchObject({ state: 'none', seconds: null, answers: 240, discordance: null });
  expect(await app.get('plans.start_pilot', { draft, items: 12 })).toMatchObject({
    state: 'running',
    items: 12,
  });
  // Neither a plan nor another pilot runs beside it.
  const other = await registerPlan(app, writeSmallPlan(2).path);
  expect(await app.ask('runs.start_run', { comparison: other })).toMatchObject({
    ok: false,
    error: { code: 'run_busy' },
  });
  const ended = await until(
    () => pilot(draft),
    ({ state }) => state !== 'running',
  );
  expect(ended).toMatchObject({ state: 'finished', items: 12, done: 12, answers: 240, problem: null });
  expect(ended.seconds).toBeGreaterThan(0);
  expect(ended.discordance).toBeGreaterThanOrEqual(0);
  const sizing = await app.get('plans.read_sizing', { draft, discordance: null, power: 0.8 });
  const flips = Math.round((ended.discordance ?? 0) * 12);
  expect(sizing).toMatchObject({ discordanceFrom: 'pilot', discordance: (flips + 1) / 14 });
  expect(sizing.discordanceSource).toContain(`${flips} of 12 dev items`);
  // Events come in batches, a little later than the state that they tell of.
  const last = await until(
    () => Promise.resolve(app.events.findLast(({ kind }) => kind === 'pilot')),
    (event) => event?.kind === 'pilot' && event.done === 12,
  );
  expect(last).toEqual({ kind: 'pilot', draft, done: 12, total: 12 });
  const { fields, revision } = await app.get('plans.read_draft', { draft });

  // Twice as many answers take twice as long, but for the loading; other settings take nobody knows how long.
  const samples = await app.get('plans.change_draft', { draft, revision, change: { samples: 2 } });
  expect((await pilot(draft)).seconds).toBeGreaterThan(ended.seconds ?? 0);
  const settings = { ...fields.settings, parallel: 1 };
  await app.get('plans.change_draft', { draft, revision: samples.revision, change: { settings } });
  expect(await pilot(draft)).toMatchObject({
    state: 'finished',
    seconds: null,
    discordance: ended.discordance,
  });

  const registered = await registerPlan(app, join(demoFolder, 'plan.yaml'));
  expect((await app.get('plans.read_plan', { comparison: registered })).heldOutReadings).toBe(0);
});

test('a pilot that is cancelled leaves nothing behind and gives the machine back', async () => {
  const { draft } = await app.get('plans.import_plan', { path: writeSmallPlan(10).path });
  await app.get('plans.start_pilot', { draft, items: 400 });
  await app.get('plans.cancel_pilot', { draft });
  expect(await pilot(draft)).toMatchObject({ state: 'none', problem: null });
  const { revision } = await app.get('plans.read_draft', { draft });
  const { comparison } = await app.get('plans.register_plan', { draft, revision });
  await app.get('runs.start_run', { comparison });
  // And the other way round: a pilot does not begin while a plan runs.
  const other = await app.get('plans.import_plan', { path: writeSmallPlan(2).path });
  expect(await app.ask('plans.start_pilot', { draft: other.draft, items: 4 })).toMatchObject({
    ok: false,
    error: { code: 'run_busy' },
  });
  await app.get('runs.pause_run', { comparison });
});

test('a pilot that cannot load its model says so where it stands, and can be started again', async () => {
  const broken = join(temporaryFolder(), 'broken.gguf');
  copyFileSync(demoFile('Q2_K'), broken);
  const { path } = writeSmallPlan(2, { tiny: `{gguf: ${broken}}` });
  const { draft } = await app.get('plans.import_plan', { path });
  truncateSync(broken, 100_000);
  await app.get('plans.start_pilot', { draft, items: 2 });
  const ended = await until(
    () => pilot(draft),
    ({ state }) => state !== 'running',
  );
  expect(ended).toMatchObject({ state: 'failed', seconds: null, problem: { code: 'gguf_cut_off' } });
  copyFileSync(demoFile('Q2_K'), broken);
  await app.get('plans.start_pilot', { draft, items: 2 });
  const again = await until(
    () => pilot(draft),
    ({ state }) => state !== 'running',
  );
  expect(again).toMatchObject({ state: 'finished', done: 2, problem: null });
  // What it found stays where another one fails.
  truncateSync(broken, 100_000);
  await app.get('plans.start_pilot', { draft, items: 2 });
  const later = await until(
    () => pilot(draft),
    ({ state }) => state !== 'running',
  );
  expect(later).toEqual({ ...again, problem: later.problem });
  expect(later.problem).toMatchObject({ code: 'gguf_cut_off' });
});
