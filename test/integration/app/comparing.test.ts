import Sqlite from 'better-sqlite3';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { compareInBackground } from '../../../src-main/app/comparing/compare-in-background.ts';
import type { ComparedPlan } from '../../../src-main/contract/compared-plan.ts';
import type { RegisteredPlan } from '../../../src-main/contract/plan.ts';
import {
  comparePlan,
  compareReplicates,
  storedComparison,
} from '../../../src-main/experiment/compare-plan.ts';
import { openStore } from '../../../src-main/store/open.ts';
import type { Store } from '../../../src-main/store/store.ts';
import { writeSmallPlan } from '../../fixtures/small-plan.ts';
import { firstPage, registerPlan, startApp, until } from './app-under-test.ts';

let data = '';
let comparison = '';

beforeAll(async () => {
  const app = await startApp();
  data = app.data;
  comparison = await registerPlan(app, writeSmallPlan(3).path);
  await app.get('runs.start_run', { comparison });
  await until(
    () => app.get('runs.read_progress', { comparison }),
    ({ state }) => state === 'finished',
  );
  await app.close();
});

async function withStore<T>(work: (store: Store, registered: RegisteredPlan) => T | Promise<T>): Promise<T> {
  const store = openStore(data);
  if (!store.ok) throw new Error(store.error.message);
  try {
    const registered = store.data.plan(comparison);
    if (!registered.ok) throw new Error(registered.error.message);
    return await work(store.data, registered.data);
  } finally {
    store.data.close();
  }
}

/** Worked out anew from the scores that are stored. */
function workedOut(): Promise<ComparedPlan> {
  return withStore(async (store, registered) => ({
    candidates: await comparePlan(store, registered),
    rerun: compareReplicates(store, registered),
  }));
}

function changeFile(statements: string): void {
  const database = new Sqlite(join(data, 'noisefloor.sqlite'));
  database.exec(statements);
  database.close();
}

/** What a process that is started now shows in Results. */
async function shown() {
  const app = await startApp(data);
  const { candidates, rerun } = await app.get('results.read_comparison', { comparison, peek: false });
  await app.close();
  expect(app.bugs).toEqual([]);
  return { candidate: candidates[0]?.overall, rerun };
}

test('a run is compared beside the app, with the numbers of the command line', async () => {
  const expected = await workedOut();
  expect(expected.rerun?.n).toBeGreaterThan(0);
  await withStore((store, registered) => {
    expect(storedComparison(store, registered)).toEqual(expected);
    expect(store.comparisons(comparison).map((one) => one.comparison)).toEqual(
      expected.candidates.map((one) => one.comparison),
    );
  });
  const task = { folder: data, hash: comparison };
  expect(await compareInBackground(task, new AbortController().signal)).toMatchObject({
    ok: true,
    data: { compared: expected },
  });
  const stopped = await compareInBackground(task, AbortSignal.abort());
  expect(stopped).toMatchObject({ ok: false, error: { code: 'interrupted' } });
});

test('a second process shows what is stored, until the statistics or a score are others', async () => {
  const mark = `UPDATE comparison SET json = json_set(json, '$.reason', 'as stored');
    UPDATE compared_plan SET rerun = json_set(rerun, '$.reason', 'as stored')`;
  const marked = { candidate: { reason: 'as stored' }, rerun: { reason: 'as stored' } };
  const expected = await workedOut();
  const real = {
    candidate: { reason: expected.candidates[0]?.comparison?.reason },
    rerun: { reason: expected.rerun?.reason },
  };
  changeFile(mark);
  expect(await shown()).toMatchObject(marked);

  changeFile(`UPDATE compared_plan SET method = 'comparison 0'`);
  expect(await shown()).toMatchObject(real);
  changeFile(mark);
  expect(await shown()).toMatchObject(marked);

  // Another scorer says the opposite of every answer of the baseline.
  const before = await shown();
  await withStore((store) => {
    const key = { candidate: 'bf16', replicate: 1 };
    const rows = store.scores(comparison, key).map(({ itemId, sample, score }) => ({
      itemId,
      sample,
      score: { ...score, outcome: 'scored' as const, value: 1 - (score.value ?? 0) },
    }));
    const put = store.putScores(comparison, key, 'another@1', rows);
    if (!put.ok) throw new Error(put.error.message);
  });
  const rescored = await workedOut();
  const after = await shown();
  expect(after.candidate).toMatchObject({
    delta: rescored.candidates[0]?.comparison?.delta,
    baseline: rescored.candidates[0]?.comparison?.baseline,
  });
  expect(after.candidate?.baseline.mean).not.toBe(before.candidate?.baseline.mean);
  expect(after.rerun).toMatchObject({ delta: rescored.rerun?.delta, reason: rescored.rerun?.reason });
  await withStore((store, registered) => {
    expect(storedComparison(store, registered)).toEqual(rescored);
  });
});

test('what a killed process left unscored or uncompared is brought up to date at the next start', async () => {
  for (const left of [
    'DELETE FROM score; DELETE FROM comparison; DELETE FROM compared_plan',
    'DELETE FROM score',
  ]) {
    changeFile(left);
    const app = await startApp(data);
    const { rows } = await until(
      () => app.get('comparisons.list_comparisons', { page: firstPage }),
      (list) => list.rows[0]?.sentence !== null,
    );
    expect(rows[0]).toMatchObject({ state: 'finished', remark: null });
    expect(await app.get('results.read_comparison', { comparison, peek: false })).toMatchObject({
      peeked: false,
    });
    await app.close();
    expect(app.bugs).toEqual([]);
    const expected = await workedOut();
    expect(expected.candidates[0]?.comparison?.n).toBeGreaterThan(0);
    await withStore((store, registered) => {
      expect(storedComparison(store, registered)).toEqual(expected);
    });
  }
});
