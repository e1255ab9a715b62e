import Sqlite from 'better-sqlite3';
import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { demoFolder, writeSmallPlan } from '../../fixtures/small-plan.ts';
import { firstPage, registerPlan, startApp, until, type AppUnderTest } from './app-under-test.ts';

let app: AppUnderTest;
beforeEach(async () => {
  app = await startApp();
});
afterEach(async () => {
  await app.close();
  expect(app.bugs).toEqual([]);
});

const list = (search?: string) =>
  app.get('comparisons.list_comparisons', {
    page: firstPage,
    ...(search === undefined ? {} : { search }),
  });

/** Reaches under the app into its file, as a broken disk would. */
function damage(statement: string): void {
  const database = new Sqlite(join(app.data, 'noisefloor.sqlite'));
  database.exec(statement);
  database.close();
}

test('drafts and plans stand in one list, newest first, found by their words, in pages', async () => {
  const comparison = await registerPlan(app, writeSmallPlan(2).path);
  for (const decision of ['alpha', 'beta', 'gamma']) {
    const { draft } = await app.get('plans.create_draft', { models: [] });
    await app.get('plans.change_draft', { draft, revision: 1, change: { decision } });
  }
  const all = await list();
  expect(all.rows.map(({ decision }) => decision)).toEqual([
    'gamma',
    'beta',
    'alpha',
    'Try a quantised version',
  ]);
  const times = all.rows.map(({ changedAt }) => changedAt);
  expect(times).toEqual(times.toSorted().reverse());
  const page = await app.get('comparisons.list_comparisons', { page: { offset: 1, limit: 2 } });
  expect(page).toMatchObject({ total: 4, offset: 1, rows: [{ decision: 'beta' }, { decision: 'alpha' }] });
  expect((await list('BETA')).rows).toMatchObject([{ decision: 'beta' }]);
  expect((await list('desk clerk')).rows.map(({ id }) => id)).toEqual([comparison]);
  expect((await list('items')).total).toBeGreaterThan(0);
  expect((await list('nothing like it')).rows).toEqual([]);
  expect(all.rows.at(-1)).toMatchObject({
    state: 'registered',
    remark: null,
    sentence: null,
    itemsNeeded: null,
  });
});

test('a draft shows what it needs, and is deleted and brought back', async () => {
  const { draft } = await app.get('plans.import_plan', { path: join(demoFolder, 'plan.yaml') });
  const sizing = await app.get('plans.read_sizing', { draft, discordance: null, power: 0.8 });
  expect((await list()).rows[0]).toMatchObject({
    id: draft,
    state: 'draft',
    itemsNeeded: sizing.needed,
    margin: 0.02,
  });
  expect(await app.get('comparisons.read_comparison', { comparison: draft })).toMatchObject({
    state: 'draft',
    baseline: 'bf16',
    views: {
      plan: { available: true },
      run: { available: false, reason: 'The plan is not registered yet.' },
    },
  });
  const copy = await app.get('comparisons.duplicate_comparison', { comparison: draft });
  await app.get('comparisons.delete_comparison', { comparison: draft });
  expect((await list()).rows.map(({ id }) => id)).toEqual([copy.comparison]);
  expect(await app.ask('comparisons.delete_comparison', { comparison: draft })).toMatchObject({
    ok: false,
    error: { code: 'comparison_unknown' },
  });
  await app.get('comparisons.restore_comparison', { comparison: draft });
  expect((await list()).total).toBe(2);
  await app.get('plans.discard_draft', { draft });
  expect((await list()).total).toBe(1);
});

test('what is not there is said to be unknown, whatever is asked of it', async () => {
  for (const comparison of ['draft:99', 'nothing', 'f'.repeat(64), 'abc']) {
    for (const name of [
      'comparisons.read_comparison',
      'comparisons.duplicate_comparison',
      'comparisons.delete_comparison',
      'comparisons.restore_comparison',
      'plans.read_plan',
      'runs.start_run',
      'runs.pause_run',
      'runs.cancel_run',
      'runs.read_progress',
      'runs.read_tracks',
    ] as const)
      expect([name, await app.ask(name, { comparison })]).toMatchObject([
        name,
        { ok: false, error: { code: 'comparison_unknown' } },
      ]);
  }
});

test('a damaged comparison keeps its row and says what is wrong, and the others stay as they are', async () => {
  const good = await registerPlan(app, writeSmallPlan(2).path);
  const bad = await registerPlan(app, writeSmallPlan(3).path);
  const worse = await registerPlan(app, writeSmallPlan(4).path);
  damage(`UPDATE plan SET json = replace(json, '0.02', '0.2') WHERE hash = '${bad}'`);
  damage(`UPDATE plan SET json = substr(json, 1, 100) WHERE hash = '${worse}'`);
  damage(
    `INSERT INTO draft (revision, fields, saved_at) VALUES (1, '{"fields": 7}', '2026-01-01T00:00:00.000Z')`,
  );
  const { rows } = await list();
  const states = new Map(rows.map(({ id, state }) => [id, state]));
  expect(rows).toHaveLength(4);
  expect(states.get(good)).toBe('registered');
  for (const id of [bad, worse, 'draft:4'])
    expect(rows.find((row) => row.id === id)).toMatchObject({
      state: 'damaged',
      problem: { code: 'store_damaged' },
    });
  expect(await app.get('comparisons.read_comparison', { comparison: bad })).toMatchObject({
    state: 'damaged',
    views: { plan: { available: false }, results: { available: false } },
  });
  for (const name of ['runs.start_run', 'runs.read_progress', 'plans.read_plan'] as const)
    expect(await app.ask(name, { comparison: bad })).toMatchObject({
      ok: false,
      error: { code: 'store_damaged' },
    });
  await app.get('comparisons.delete_comparison', { comparison: bad });
  expect((await list()).total).toBe(3);
});

test('a file with a damaged page answers with that where the page is met, and only there', async () => {
  const comparison = await registerPlan(app, writeSmallPlan(2).path);
  const { draft } = await app.get('plans.create_draft', { models: [] });
  await app.close();
  const file = join(app.data, 'noisefloor.sqlite');
  const database = new Sqlite(file);
  const page = database.prepare(`SELECT rootpage FROM sqlite_schema WHERE name = 'draft'`).pluck().get();
  const size = Number(database.pragma('page_size', { simple: true }));
  database.close();
  const handle = openSync(file, 'r+');
  writeSync(handle, Buffer.alloc(size, 0x5a), 0, size, (Number(page) - 1) * size);
  closeSync(handle);

  app = await startApp(app.data);
  const damaged = { ok: false, error: { code: 'store_damaged', where: { file } } };
  expect(await app.ask('comparisons.list_comparisons', { page: firstPage })).toMatchObject(damaged);
  expect(await app.ask('plans.read_draft', { draft })).toMatchObject(damaged);
  expect(await app.ask('plans.create_draft', { models: [] })).toMatchObject(damaged);
  expect(await app.get('runs.read_progress', { comparison })).toMatchObject({ state: 'registered' });
});

test('the demo registers, runs, and is shown again when it is asked for again', async () => {
  const { comparison } = await app.get('comparisons.start_demo', { quick: true });
  expect(await app.get('comparisons.start_demo', { quick: true })).toEqual({ comparison });
  const running = await until(
    () => app.get('runs.read_progress', { comparison }),
    ({ done }) => done > 0,
  );
  expect(running).toMatchObject({ state: 'running', total: 6 * 320 });
  const { rows } = await list();
  expect(rows[0]).toMatchObject({ id: comparison, state: 'running', model: expect.any(String) as string });
  await app.get('runs.pause_run', { comparison });
  const paused = await app.get('runs.read_progress', { comparison });
  expect(await app.get('comparisons.start_demo', { quick: true })).toEqual({ comparison });
  const again = await app.get('runs.read_progress', { comparison });
  expect(again.state).toBe('running');
  expect(again.done).toBeGreaterThanOrEqual(paused.done);
});
