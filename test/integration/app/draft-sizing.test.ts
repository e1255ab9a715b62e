/** What a draft over the demo's items comes to: how many it has and needs, and whether they go through. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  discordanceVariance,
  powerWith,
  requiredItems,
  requiredItemsAmong,
  smallestDifference,
} from '../../../src-main/statistics/sample-size.ts';
import { demoFolder } from '../../fixtures/small-plan.ts';
import { firstPage, registerPlan, startApp, type AppUnderTest } from './app-under-test.ts';

let app: AppUnderTest;
beforeEach(async () => {
  app = await startApp();
});
afterEach(async () => {
  await app.close();
  expect(app.bugs).toEqual([]);
});

test('sizing says what the statistics say, overall and for each stratum', async () => {
  const { draft } = await app.get('plans.import_plan', { path: join(demoFolder, 'plan.yaml') });
  const power = 0.9;
  const sizing = await app.get('plans.read_sizing', { draft, discordance: 0.17, power });
  const demand = { variance: discordanceVariance(0.17), alpha: 0.05, power };
  const lines = readFileSync(join(demoFolder, 'items.jsonl'), 'utf8').trim().split('\n');
  const items = lines.map((line) => JSON.parse(line) as { split?: string; stratum: string });
  const heldOut = items.filter(({ split }) => split === 'held_out');
  expect(sizing.there).toBe(heldOut.length);
  expect(sizing.needed).toBe(requiredItems(demand, 0.02));
  expect(sizing.detects).toBe(smallestDifference(demand, heldOut.length));
  expect(sizing).toMatchObject({ discordanceFrom: 'typed', discordance: 0.17, power });
  const strata = new Set(heldOut.map(({ stratum }) => stratum)).size;
  const others = (await app.get('plans.read_draft', { draft })).fields.candidates.length - 1;
  expect(sizing.strataTested).toBe(strata);
  expect(sizing.amongCandidates).toEqual(
    others < 2 ? null : { tests: others, needed: requiredItemsAmong(demand, 0.02, others) },
  );
  for (const { stratum, there, needed, neededAmong, chance, detects } of sizing.strata) {
    const own = heldOut.filter((item) => item.stratum === stratum).length;
    expect({ stratum, there, needed, neededAmong, chance, detects }).toEqual({
      stratum,
      there: own,
      needed: requiredItems(demand, 0.04),
      neededAmong: requiredItemsAmong(demand, 0.04, strata),
      chance: powerWith(demand, 0.04, own),
      detects: smallestDifference(demand, own),
    });
  }
  for (const { items: count, detects } of sizing.curve)
    expect(detects).toBe(Math.min(1, smallestDifference(demand, count)));
  const more = sizing.ways.find(({ kind }) => kind === 'accept_more');
  if (sizing.there < (sizing.needed ?? 0)) {
    // What is offered suffices, and a tenth of a point less would not.
    expect(requiredItems(demand, more?.margin ?? 0)).toBeLessThanOrEqual(sizing.there);
    expect(requiredItems(demand, (more?.margin ?? 0) - 0.001)).toBeGreaterThan(sizing.there);
  } else expect(more).toBeUndefined();

  // Looks that widen the intervals have their price: the level that four of them leave for the end.
  expect(sizing.looks).toBeNull();
  const change = { looks: { spending: 'obrien_fleming' } } as const;
  const { revision } = await app.get('plans.read_draft', { draft });
  await app.get('plans.change_draft', { draft, revision, change });
  const paid = await app.get('plans.read_sizing', { draft, discordance: 0.17, power });
  const { before, level } = paid.looks ?? { before: 0, level: 0 };
  expect([before, level > 0.957 && level < 0.958]).toEqual([4, true]);
  const atEnd = { ...demand, alpha: 1 - level };
  expect(paid.needed).toBe(requiredItems(atEnd, 0.02));
  expect(paid.needed).toBeGreaterThan(sizing.needed ?? Number.POSITIVE_INFINITY);
  expect(paid.detects).toBeCloseTo(smallestDifference(atEnd, heldOut.length), 12);
});

test('strata are counted by split without a reading of held-out items', async () => {
  const { draft } = await app.get('plans.import_plan', { path: join(demoFolder, 'plan.yaml') });
  const set = { name: 'items', version: 1 };
  const heldOut = await app.get('plans.list_strata', { set, split: 'held_out', page: firstPage });
  const dev = await app.get('plans.list_strata', { set, split: 'dev', page: firstPage });
  expect(heldOut.rows).toHaveLength(8);
  expect(dev.rows.every(({ items }) => items > 0)).toBe(true);
  await app.get('plans.check_draft', { draft });
  await app.get('plans.read_sizing', { draft, discordance: null, power: 0.8 });
  const comparison = await registerPlan(app, join(demoFolder, 'plan.yaml'));
  expect((await app.get('plans.read_plan', { comparison })).heldOutReadings).toBe(0);
});

test('checks tell a good draft of the demo model from one whose context is too small', async () => {
  const { draft } = await app.get('plans.import_plan', { path: join(demoFolder, 'plan.yaml') });
  const good = await app.get('plans.check_draft', { draft });
  expect(good.checks.map(({ name, state }) => [name, state])).toEqual([
    ['same_prompts', 'good'],
    ['overlong', 'good'],
    ['memory', 'good'],
    ['settings', 'good'],
    ['template', 'good'],
  ]);
  const { fields } = await app.get('plans.read_draft', { draft });
  await app.get('plans.change_draft', {
    draft,
    revision: 1,
    change: { settings: { ...fields.settings, context: 130, maxTokens: 128, parallel: 1024 } },
  });
  const { checks } = await app.get('plans.check_draft', { draft });
  expect(checks.find(({ name }) => name === 'overlong')).toMatchObject({ state: 'bad' });
});
