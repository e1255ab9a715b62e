import Sqlite from 'better-sqlite3';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { compareInBackground } from '../../../src-main/app/comparing/compare-in-background.ts';
import { comparePlan, compareReplicates } from '../../../src-main/experiment/compare-plan.ts';
import { openStore } from '../../../src-main/store/open.ts';
import { writeSmallPlan } from '../../fixtures/small-plan.ts';
import { firstPage, registerPlan, startApp, until } from './app-under-test.ts';

test('a run is compared beside the app, with the numbers of the command line, and also after a kill in between', async () => {
  let app = await startApp();
  const comparison = await registerPlan(app, writeSmallPlan(3).path);
  await app.get('runs.start_run', { comparison });
  await until(
    () => app.get('runs.read_progress', { comparison }),
    ({ state }) => state === 'finished',
  );
  await app.close();

  const store = openStore(app.data, { access: 'read' });
  if (!store.ok) throw new Error(store.error.message);
  const registered = store.data.plan(comparison);
  if (!registered.ok) throw new Error(registered.error.message);
  const expected = comparePlan(store.data, registered.data);
  expect(store.data.comparisons(comparison).map((one) => one.comparison)).toEqual(
    expected.map((one) => one.comparison),
  );
  const rerun = compareReplicates(store.data, registered.data);
  store.data.close();
  expect(rerun?.n).toBeGreaterThan(0);
  const task = { folder: app.data, hash: comparison, rerun: true };
  expect(await compareInBackground(task, new AbortController().signal)).toEqual({
    ok: true,
    data: { candidates: expected, rerun },
  });
  const stopped = await compareInBackground(task, AbortSignal.abort());
  expect(stopped).toMatchObject({ ok: false, error: { code: 'interrupted' } });

  // As a process leaves it that is killed between the last output and the comparison.
  const database = new Sqlite(join(app.data, 'noisefloor.sqlite'));
  database.exec('DELETE FROM comparison; DELETE FROM score;');
  database.close();
  app = await startApp(app.data);
  const { rows } = await until(
    () => app.get('comparisons.list_comparisons', { page: firstPage }),
    (list) => list.rows[0]?.sentence !== null,
  );
  const [result] = expected;
  expect(rows[0]).toMatchObject({
    state: 'finished',
    candidates: [{ candidate: 'bf16' }, { candidate: 'q2_k', result: { delta: result?.comparison?.delta } }],
  });
  expect(await app.get('results.read_comparison', { comparison, peek: false })).toMatchObject({
    peeked: false,
  });
  await app.close();
  expect(app.bugs).toEqual([]);
});
