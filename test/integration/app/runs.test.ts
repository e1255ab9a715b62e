import { copyFileSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { demoFile, temporaryFolder, writeSmallPlan } from '../../fixtures/small-plan.ts';
import { firstPage, registerPlan, startApp, until, type AppUnderTest } from './app-under-test.ts';

const candidates = 3;
const strata = 8;

let app: AppUnderTest;
beforeEach(async () => {
  app = await startApp();
});
afterEach(async () => {
  await app.close();
  expect(app.bugs).toEqual([]);
});

const progress = (comparison: string) => app.get('runs.read_progress', { comparison });

async function started(limit: number): Promise<string> {
  const comparison = await registerPlan(app, writeSmallPlan(limit).path);
  await app.get('runs.start_run', { comparison });
  return comparison;
}

test('a registered draft runs to its end and is then read out at home, on the run screen and in the results', async () => {
  const comparison = await registerPlan(app, writeSmallPlan(3).path);
  const total = candidates * strata * 3;
  expect(await progress(comparison)).toMatchObject({ state: 'registered', done: 0, total, startedAt: null });
  const head = () => app.get('comparisons.read_comparison', { comparison });
  expect((await head()).views).toMatchObject({
    plan: { available: true },
    run: { available: true },
    results: { available: false, reason: 'Results come when the run ends.' },
    read: { available: false },
    report: { available: false },
  });

  await app.get('runs.start_run', { comparison });
  const ended = await until(
    () => progress(comparison),
    ({ state }) => state === 'finished',
  );
  expect(ended).toMatchObject({ done: total, total, loading: null });
  expect(
    ended.runs.map(({ key, isBaseline, state, done, secondsLeft }) => [
      key,
      isBaseline,
      state,
      done,
      secondsLeft,
    ]),
  ).toEqual([
    [{ candidate: 'bf16', replicate: 1 }, true, 'complete', 24, 0],
    [{ candidate: 'bf16', replicate: 2 }, true, 'complete', 24, 0],
    [{ candidate: 'q2_k', replicate: 1 }, false, 'complete', 24, 0],
  ]);
  for (const run of ended.runs) {
    expect(run.memory).toBeGreaterThan(1e6);
    expect(run.tokensPerSecond).toBeGreaterThan(0);
  }
  expect(ended.startedAt && ended.finishedAt && ended.startedAt < ended.finishedAt).toBe(true);
  expect((await head()).views.results).toEqual({ available: true, reason: null });

  const { rows } = await app.get('comparisons.list_comparisons', { page: firstPage });
  const results = await app.get('results.read_comparison', { comparison, peek: false });
  const overall = results.candidates[0]?.overall;
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatchObject({
    id: comparison,
    state: 'finished',
    sentence: results.candidates[0]?.sentences.first,
    items: { name: 'items', version: 1, items: 24, split: 'held_out' },
    margin: 0.02,
    finishedAt: ended.finishedAt,
    candidates: [
      { candidate: 'bf16', replicates: 2, isBaseline: true, result: null, progress: null },
      {
        candidate: 'q2_k',
        result: {
          delta: overall?.delta,
          interval: overall?.interval,
          halfWidth: overall?.noise?.halfWidth,
          verdict: overall?.verdict,
          plan: overall?.plan,
        },
      },
    ],
  });

  // The course of the run, from the store alone.
  const tracks = await app.get('runs.read_tracks', { comparison });
  for (const { blocks } of tracks.tracks) {
    expect(blocks.length).toBeGreaterThan(0);
    for (const { from, to, live } of blocks)
      expect(tracks.from <= from && from <= to && to <= tracks.to && !live).toBe(true);
  }
  expect(tracks.itemsPerBlock).toBeGreaterThan(0);
  expect(tracks.stops).toEqual([]);
  expect(tracks.memory.most).toBeGreaterThan(1e6);
  const latest = await app.get('runs.list_latest_outputs', { comparison, limit: 10 });
  expect(latest.rows).toHaveLength(10);
  expect(latest.rows.map(({ at }) => at)).toEqual(
    latest.rows
      .map(({ at }) => at)
      .toSorted()
      .reverse(),
  );

  const key = { candidate: 'q2_k', replicate: 1 };
  const sittings = await app.get('runs.list_sittings', { comparison, key, page: firstPage });
  expect(sittings.rows).toMatchObject([{ sitting: 1, resumed: false, generation: 1 }]);
  // The engine has opened the baseline twice: neither was a crash of the other.
  const second = { candidate: 'bf16', replicate: 2 };
  const rerun = await app.get('runs.list_sittings', { comparison, key: second, page: firstPage });
  expect(rerun.rows).toMatchObject([{ generation: 1 }]);
  expect(sittings.rows[0]?.facts.map(({ label }) => label)).toContain('Quantisation');
  const log = await app.get('runs.read_load_log', { comparison, key, sitting: 1, page: firstPage });
  expect(log.total).toBeGreaterThan(10);
  expect(await app.ask('runs.read_load_log', { comparison, key, sitting: 2, page: firstPage })).toMatchObject(
    { ok: false },
  );

  // What was told on the way: how far it was, and that lists have to be read again.
  const told = app.events.flatMap((event) => (event.kind === 'progress' ? [event.event.kind] : []));
  for (const kind of ['loading', 'loaded', 'progress'] as const) expect(told).toContain(kind);
  expect(app.events).toContainEqual({ kind: 'store_changed', change: { of: 'results', comparison } });
});

test('paused and gone on with, in two windows at once, a run loses nothing and does nothing twice', async () => {
  const comparison = await started(10);
  // The second window starts what runs already.
  await app.get('runs.start_run', { comparison });
  await until(
    () => progress(comparison),
    ({ done }) => done > 0,
  );
  const running = await progress(comparison);
  expect(running.state).toBe('running');
  const other = await registerPlan(app, writeSmallPlan(2).path);
  expect(await app.ask('runs.start_run', { comparison: other })).toMatchObject({
    ok: false,
    error: { code: 'run_busy' },
  });

  // Both windows pause, and one of them is at once sorry for it.
  const [, , resumed] = await Promise.all([
    app.get('runs.pause_run', { comparison }),
    app.get('runs.pause_run', { comparison }),
    app.get('runs.start_run', { comparison }),
  ]);
  expect(resumed).toEqual({});
  await until(
    () => progress(comparison),
    ({ state, done }) => state === 'running' && done > running.done,
  );
  await app.get('runs.pause_run', { comparison });
  const paused = await progress(comparison);
  expect(paused.state).toBe('paused');
  expect(paused.revision).toBeGreaterThan(running.revision);
  const { rows } = await app.get('comparisons.list_comparisons', { page: firstPage });
  expect(rows.find(({ id }) => id === comparison)).toMatchObject({ state: 'paused' });
  expect(rows.find(({ id }) => id === comparison)?.remark).toMatch(/^Paused\. [\d,]+ outputs are safe\.$/);
  const { stops } = await app.get('runs.read_tracks', { comparison });
  expect(stops.at(-1)).toMatchObject({ to: null, reason: 'stopped' });

  await app.get('runs.start_run', { comparison });
  const ended = await until(
    () => progress(comparison),
    ({ state }) => state === 'finished',
  );
  expect(ended.runs.map(({ done }) => done)).toEqual([80, 80, 80]);
  const key = { candidate: 'bf16', replicate: 1 };
  const sittings = await app.get('runs.list_sittings', { comparison, key, page: firstPage });
  expect(sittings.rows.length).toBeGreaterThan(1);
  expect(sittings.rows.at(-1)?.resumed).toBe(true);
});

test('a cancelled run stays readable, does not start again, and its duplicate goes on where it was', async () => {
  const comparison = await started(20);
  await until(
    () => progress(comparison),
    ({ done }) => done > 0,
  );
  await app.get('runs.cancel_run', { comparison });
  const cancelled = await progress(comparison);
  expect(cancelled.state).toBe('cancelled');
  expect(cancelled.done).toBeGreaterThan(0);
  expect(await app.ask('runs.start_run', { comparison })).toMatchObject({
    ok: false,
    error: { code: 'run_cancelled' },
  });
  const { rows } = await app.get('comparisons.list_comparisons', { page: firstPage });
  expect(rows[0]).toMatchObject({
    state: 'stopped',
    remark: expect.stringMatching(/^Cancelled\./) as string,
  });
  expect(await app.ask('results.read_comparison', { comparison, peek: false })).toMatchObject({
    ok: false,
    error: { code: 'run_unfinished' },
  });

  const copy = await app.get('comparisons.duplicate_comparison', { comparison });
  const { revision } = await app.get('plans.read_draft', { draft: copy.comparison });
  await app.get('plans.register_plan', { draft: copy.comparison, revision });
  await app.get('runs.start_run', { comparison });
  expect((await progress(comparison)).done).toBeGreaterThanOrEqual(cancelled.done);
  await app.get('runs.pause_run', { comparison });
});

test('deleting what runs pauses it, and undo brings it back as it was', async () => {
  const comparison = await started(20);
  await until(
    () => progress(comparison),
    ({ done }) => done > 0,
  );
  await app.get('comparisons.delete_comparison', { comparison });
  expect((await app.get('comparisons.list_comparisons', { page: firstPage })).total).toBe(0);
  expect(await app.ask('runs.read_progress', { comparison })).toMatchObject({
    ok: false,
    error: { code: 'comparison_unknown' },
  });
  await app.get('comparisons.restore_comparison', { comparison });
  expect(await progress(comparison)).toMatchObject({ state: 'paused' });
});

test('a candidate that cannot be loaded fails alone, and home says which and why', async () => {
  const folder = temporaryFolder();
  const broken = join(folder, 'broken.gguf');
  copyFileSync(demoFile('Q8_0'), broken);
  const plan = writeSmallPlan(2, { q2_k: `{gguf: ${demoFile('Q2_K')}}`, broken: `{gguf: ${broken}}` });
  const comparison = await registerPlan(app, plan.path);
  truncateSync(broken, 100_000);
  await app.get('runs.start_run', { comparison });
  const ended = await until(
    () => progress(comparison),
    ({ state }) => state === 'finished',
  );
  const failed = ended.runs.find(({ key }) => key.candidate === 'broken');
  expect(failed).toMatchObject({ state: 'failed', done: 0, error: { code: 'gguf_cut_off' } });
  const { rows } = await app.get('comparisons.list_comparisons', { page: firstPage });
  expect(rows[0]?.remark).toMatch(/^broken failed: /);
  expect(rows[0]?.candidates.map(({ candidate, result }) => [candidate, result === null])).toEqual([
    ['bf16', true],
    ['q2_k', false],
    ['broken', true],
  ]);
});

test('settings that resolved to something else are listed with whom they concern, and accepted by name', async () => {
  const plan = writeSmallPlan(1, { q2_k: `{gguf: ${demoFile('Q2_K')}, context: 500}` });
  const comparison = await registerPlan(app, plan.path);
  await app.get('runs.start_run', { comparison });
  const ended = await until(
    () => progress(comparison),
    ({ state }) => state === 'finished',
  );
  const difference = ended.differences.find(({ setting }) => setting === 'context');
  expect(difference).toMatchObject({
    candidates: ['q2_k'],
    everywhere: false,
    requested: '500',
    resolved: '512',
    // The baseline asked for 512 and got it.
    touchesComparison: false,
    meaning: 'The same as bf16 got.',
    acceptedAt: null,
  });
  const setting = 'context';
  for (const wrong of [
    { candidate: 'bf16', setting },
    { candidate: 'q2_k', setting: 'threads' },
  ])
    expect(await app.ask('runs.accept_setting', { comparison, ...wrong })).toMatchObject({ ok: false });
  const { acceptedAt } = await app.get('runs.accept_setting', { comparison, candidate: 'q2_k', setting });
  // Accepted once more, it stays accepted since the first time.
  expect(await app.get('runs.accept_setting', { comparison, candidate: 'q2_k', setting })).toEqual({
    acceptedAt,
  });
  const after = await progress(comparison);
  expect(after.differences.find((one) => one.setting === setting)?.acceptedAt).toBe(acceptedAt);
  expect(after.revision).toBeGreaterThan(ended.revision);
});
