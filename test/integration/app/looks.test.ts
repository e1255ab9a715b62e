import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { reportPlan } from '../../../src-main/app/report-plan.ts';
import { temporaryFolder, writeSmallPlan } from '../../fixtures/small-plan.ts';
import { registerPlan, startApp, until, type AppUnderTest } from './app-under-test.ts';

const rule = 'looks: {spending: obrien_fleming}\n';

/** Runs until every run has some answers, and stops there. */
async function partly(app: AppUnderTest, more: string): Promise<string> {
  const comparison = await registerPlan(app, writeSmallPlan(20, undefined, more).path);
  await app.get('runs.start_run', { comparison });
  await until(
    () => app.get('runs.read_progress', { comparison }),
    ({ runs }) => runs.every(({ done }) => done > 0),
  );
  await app.get('runs.pause_run', { comparison });
  return comparison;
}

async function finished(app: AppUnderTest, comparison: string) {
  await app.get('runs.start_run', { comparison });
  await until(
    () => app.get('runs.read_progress', { comparison }),
    ({ state }) => state === 'finished',
  );
  return app.get('results.read_comparison', { comparison, peek: false });
}

/** The report's JSON, as the command line writes it. */
async function reported(data: string, plan: string) {
  const folder = join(temporaryFolder(), 'report');
  const written = await reportPlan(data, { plan }, ['json'], { folder });
  if (!written.ok) throw new Error(written.error.message);
  const [file = ''] = Object.values(written.data) as readonly string[];
  return JSON.parse(readFileSync(file, 'utf8')) as {
    readonly peeks: number;
    readonly candidates: readonly { readonly comparison: { readonly look?: unknown } | null }[];
  };
}

test('a look at an unfinished run widens its intervals and those of the end, in the app and in reports', async () => {
  const app = await startApp();
  const comparison = await partly(app, rule);
  const peek = await app.get('results.read_comparison', { comparison, peek: true });
  const [seen] = peek.candidates;
  const look = seen?.overall?.look;
  if (look === undefined) throw new Error('no look');
  expect(look.share).toBeGreaterThan(0);
  expect(look.share).toBeLessThan(1);
  expect(look.earlier).toEqual([]);
  expect(look.level).toBeGreaterThan(0.95);
  expect(seen?.overall?.interval?.level).toBe(look.level);
  expect(seen?.sentences.rest.join(' ')).toContain('This is a look at ');

  // The same answers again, here and at the command line, are the same look; the report is another showing of it.
  const again = await app.get('results.read_comparison', { comparison, peek: true });
  expect(again.candidates[0]?.overall?.look).toEqual(look);
  await app.close();
  expect(await reported(app.data, comparison)).toMatchObject({
    peeks: 2,
    candidates: [{ comparison: { look } }],
  });

  const next = await startApp(app.data);
  const end = await finished(next, comparison);
  const last = end.candidates[0]?.overall;
  expect(last?.look).toMatchObject({ share: 1, earlier: [look.share] });
  expect(last?.interval?.level).toBe(last?.look?.level);
  expect(last?.look?.level).toBeGreaterThan(0.95);
  expect(end.candidates[0]?.sentences.rest.join(' ')).toContain('It was looked at before the end, at ');
  expect(end).toMatchObject({ peeked: false, peeks: 2 });
  await next.close();
  expect(await reported(app.data, comparison)).toMatchObject({
    peeks: 2,
    candidates: [{ comparison: { look: last?.look } }],
  });
  expect([...app.bugs, ...next.bugs]).toEqual([]);
});

test('without the rule a look is counted, also one at the command line, and costs nothing', async () => {
  const app = await startApp();
  const comparison = await partly(app, '');
  await app.close();
  expect(await reported(app.data, comparison)).toMatchObject({ peeks: 1 });
  const next = await startApp(app.data);
  const peek = await next.get('results.read_comparison', { comparison, peek: true });
  expect(peek.candidates[0]?.overall?.look).toBeUndefined();
  expect(peek.peeks).toBe(2);
  const end = await finished(next, comparison);
  expect(end.candidates[0]?.overall?.interval?.level).toBe(0.95);
  expect(JSON.stringify(end)).not.toContain('looked at before the end');
  await next.close();
});

test('a plan that was looked at with the rule says so again when it is read back', async () => {
  const app = await startApp();
  const comparison = await registerPlan(app, writeSmallPlan(1, undefined, rule).path);
  expect((await app.get('plans.read_plan', { comparison })).text).toContain('spending: obrien_fleming');
  const { draft } = await app.get('plans.import_plan', { path: writeSmallPlan(1, undefined, rule).path });
  const { fields } = await app.get('plans.read_draft', { draft });
  expect(fields.looks).toEqual({ spending: 'obrien_fleming' });
  await app.close();
});
