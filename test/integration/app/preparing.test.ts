import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { StepSettings } from '../../../src-main/contract/preparation.ts';
import { openStore } from '../../../src-main/store/open.ts';
import { temporaryFolder } from '../../fixtures/small-plan.ts';
import { firstPage, startApp, type AppUnderTest } from './app-under-test.ts';

let app: AppUnderTest;
const folder = temporaryFolder();
beforeAll(async () => {
  app = await startApp(join(folder, 'data'));
});
afterAll(async () => {
  await app.close();
  expect(app.bugs).toEqual([]);
});

const day = 24 * 60 * 60 * 1000;
const mapping = { id: 'ticket', input: 'text', answer: 'reply', time: 'at' };

/** Sixty tickets of two queues over six weeks, with an address in each; two prompts twice, four alike. */
function tickets(name: string): string {
  const texts = Array.from(
    { length: 60 },
    (_, index) => `User ada${index}@example.org asks what ${index} and 1 is`,
  );
  texts[10] = texts[11] = 'What is 7 and 1?';
  texts[20] = 'WHAT is  8 and 1?';
  texts[21] = 'What is 8 and 1?';
  for (const index of [30, 31, 32, 33])
    texts[index] = `A long story of a parcel that went from Oslo to Rome and never came to door ${index}`;
  const rows = texts.map((text, index) => {
    const at = new Date(Date.UTC(2026, 0, 5) + ((index * 7) % 42) * day).toISOString();
    return `T-${index},${text},${index === 21 ? 9 : index + 1},${index % 3 === 0 ? 'billing' : 'delivery'},${at}`;
  });
  const path = join(folder, name);
  writeFileSync(path, ['ticket,text,reply,queue,at', ...rows, ''].join('\n'));
  return path;
}

async function opened(name: string): Promise<string> {
  const { importing } = await app.get('items.open_import', { path: tickets(name) });
  await app.get('items.change_import', { importing, mapping });
  return importing;
}

async function take(importing: string, step: StepSettings) {
  await app.get('preparing.look_at_step', { importing, step });
  return app.get('preparing.take_step', { importing });
}

const scrub: StepSettings = { step: 'scrub', rules: ['email'], names: ['Oslo'] };

test('an import is scrubbed, thinned, sorted and sampled, and its version keeps the record', async () => {
  const importing = await opened('whole.csv');
  const before = await app.get('preparing.open_items', { importing, skipProblems: false });
  expect(before).toMatchObject({ items: 60, timed: 60, steps: [], looked: null });
  expect(before.columns).toContain('queue');

  const { looked } = await app.get('preparing.look_at_step', { importing, step: scrub });
  expect(looked).toMatchObject({
    before: 60,
    after: 60,
    byRule: { email: 52, name: 4 },
    changed: 56,
    names: 1,
  });
  const hits = await app.get('preparing.list_hits', { importing, rule: 'name', page: firstPage });
  expect(hits.total).toBe(4);
  expect(hits.rows[0]).toMatchObject({
    item: 'T-30',
    before: { lead: 'A long story of a parcel that went from ', found: 'Oslo' },
    after: { placeholder: '[NAME_1]' },
  });
  await app.get('preparing.take_step', { importing });

  await app.get('preparing.look_at_step', { importing, step: { step: 'exact_duplicates' } });
  const exact = await app.get('preparing.list_groups', { importing, page: firstPage });
  expect(exact.rows).toMatchObject([
    { group: 'T-10', items: 2, disagree: true, similarity: null },
    { group: 'T-20', items: 2, disagree: true, similarity: null },
  ]);
  expect(await app.get('preparing.take_step', { importing })).toMatchObject({ items: 58 });

  const near = { step: 'near_duplicates', threshold: 0.6, decision: 'keep_first', seed: 1 } as const;
  await app.get('preparing.look_at_step', { importing, step: near });
  const { rows } = await app.get('preparing.list_groups', { importing, page: firstPage });
  const story = rows.find(({ group }) => group === 'T-30');
  expect(story).toMatchObject({ items: 4, decision: 'keep_first' });
  expect(story?.similarity).toBeGreaterThanOrEqual(0.6);
  for (const { group } of rows)
    await app.get('preparing.decide_group', {
      importing,
      group,
      decision: group === 'T-30' ? 'cluster' : 'ignore',
    });
  const clustered = await app.get('preparing.take_step', { importing });
  expect(clustered.items).toBe(58);
  expect(clustered.steps[2]).toMatchObject({ clustered: 4, decisions: { cluster: 1, keep_first: 0 } });

  const sorted = await take(importing, {
    step: 'strata',
    stratumField: 'queue',
    rules: [{ stratum: 'stories', when: { matches: 'long story' } }],
  });
  expect(sorted.strata).toEqual([
    { stratum: 'billing', items: 17 },
    { stratum: 'delivery', items: 37 },
    { stratum: 'stories', items: 4 },
  ]);

  const sample = {
    step: 'sample',
    quotas: { strata: { stories: 4 }, others: 12 },
    overTime: true,
    seed: 3,
  } as const;
  await app.get('preparing.look_at_step', { importing, step: sample });
  const { weeks } = await app.get('preparing.read_histogram', { importing });
  expect(weeks).toHaveLength(6);
  const [there, drawn] = (['before', 'after'] as const).map((when) =>
    weeks.flatMap((week) => week[when] ?? []).reduce((sum, count) => sum + count, 0),
  );
  expect([there, drawn]).toEqual([58, 28]);
  const question = { importing, margin: 0.3, discordance: 0.1, heldOut: 0.5, seed: 1, page: firstPage };
  const after = await app.get('preparing.list_strata', { ...question, looked: true });
  // (1.959964 + 0.841621)^2 x 0.1 / 0.3^2 = 8.72
  const answers = after.rows.map(({ stratum, items, needed }) => [stratum, items, needed]);
  expect(answers.toSorted()).toEqual([
    ['billing', 12, 9],
    ['delivery', 12, 9],
    ['stories', 4, 9],
  ]);
  expect((await app.get('preparing.list_strata', { ...question, looked: false })).rows[0]?.items).toBe(17);
  await app.get('preparing.take_step', { importing });
  expect(await app.get('preparing.undo_step', { importing })).toMatchObject({ items: 58, looked: null });
  expect(await take(importing, sample)).toMatchObject({ items: 28 });

  const choices = { heldOut: 0, seed: 1, skipProblems: false, prepared: true };
  const frozen = await app.get('items.freeze_import', { importing, name: 'whole', ...choices });
  expect(frozen).toMatchObject({ version: 1, items: 28 });
  const set = { name: 'whole', version: 1 };
  const dev = await app.get('items.list_items', { set, page: firstPage });
  expect(dev.rows.filter(({ preview }) => /@|Oslo/.test(preview))).toEqual([]);
  expect(await app.get('items.read_item', { set, item: 'T-30' })).toMatchObject({ cluster: 'near:T-30' });

  const store = openStore(join(folder, 'data'), { access: 'read' });
  if (!store.ok) throw new Error(store.error.message);
  const record = store.data.preparation(set);
  store.data.close();
  expect(record).toMatchObject({
    form: 1,
    sources: [{ file: 'whole.csv', read: 60, leftOut: 0 }],
    items: 60,
    steps: [
      { step: 'scrub' },
      { step: 'exact_duplicates', before: 60, after: 58 },
      { step: 'near_duplicates' },
      { step: 'strata' },
      { step: 'sample', before: 58, after: 28 },
    ],
  });
  // Neither the names that were looked for nor anything that was found.
  expect(JSON.stringify(record)).not.toMatch(/Oslo|@/);
});

/** Looks at a pattern that comes to no end, and gives it up in the middle. */
async function lookInVain(importing: string): Promise<void> {
  const endless = { stratum: 'x', when: { matches: '^([a-z\\W]+)+\\d$' } };
  const step: StepSettings = { step: 'strata', rules: [endless] };
  const looking = app.router.answer('other', {
    id: 'l1',
    name: 'preparing.look_at_step',
    input: { importing, step },
  });
  // Long enough for the thread to be in the pattern, which is not over before two seconds are.
  await wait(400);
  app.router.abort('other', 'l1');
  expect(await looking).toMatchObject({ ok: false, error: { code: 'interrupted' } });
}

test('a look that is given up in the middle of a pattern leaves the steps before it', async () => {
  const importing = await opened('stopped.csv');
  await app.get('preparing.open_items', { importing, skipProblems: false });
  await take(importing, scrub);
  await lookInVain(importing);
  expect(await app.get('preparing.open_items', { importing, skipProblems: false })).toMatchObject({
    items: 60,
    steps: [{ step: 'scrub', changed: 56 }],
    looked: null,
  });
  const lists = { importing, page: firstPage };
  expect(await app.ask('preparing.list_hits', lists)).toMatchObject({ ok: false, error: { code: 'usage' } });
});

test('a look that fails leaves nothing to take, and what was taken outlives the thread', async () => {
  const importing = await opened('failed.csv');
  await app.get('preparing.open_items', { importing, skipProblems: false });
  await app.get('preparing.look_at_step', { importing, step: scrub });
  const senseless: StepSettings = { step: 'strata', rules: [{ stratum: 'a', when: { matches: '(' } }] };
  expect(await app.ask('preparing.look_at_step', { importing, step: senseless })).toMatchObject({
    ok: false,
  });
  expect(await app.ask('preparing.take_step', { importing })).toMatchObject({
    ok: false,
    error: { code: 'usage', message: 'No such step is being looked at.' },
  });
  const overview = () => app.get('preparing.open_items', { importing, skipProblems: false });
  expect(await overview()).toMatchObject({ steps: [], looked: null });
  // Taken while the look has no answer yet.
  await Promise.all([
    app.get('preparing.look_at_step', { importing, step: scrub }),
    app.get('preparing.take_step', { importing }),
  ]);
  await lookInVain(importing);
  expect(await overview()).toMatchObject({ steps: [{ step: 'scrub', changed: 56 }] });
});

test('settings that make no sense are refused, and the step with them', async () => {
  const importing = await opened('refused.csv');
  const step: StepSettings = { step: 'exact_duplicates' };
  expect(await app.ask('preparing.look_at_step', { importing, step })).toMatchObject({
    ok: false,
    error: { code: 'usage', message: 'That import is not being prepared.' },
  });
  await app.get('preparing.open_items', { importing, skipProblems: false });
  const refused: readonly StepSettings[] = [
    { step: 'scrub', rules: ['no such rule'], names: [] },
    { step: 'scrub', rules: [], names: [] },
    { step: 'strata', rules: [] },
    { step: 'strata', rules: [{ stratum: 'a', when: { matches: '(' } }] },
  ];
  for (const settings of refused)
    expect(await app.ask('preparing.look_at_step', { importing, step: settings })).toMatchObject({
      ok: false,
      error: { code: 'usage' },
    });
  const none: StepSettings = { step: 'sample', quotas: { strata: {} }, overTime: false, seed: 1 };
  await app.get('preparing.look_at_step', { importing, step: none });
  expect(await app.ask('preparing.take_step', { importing })).toMatchObject({
    ok: false,
    error: { code: 'items_none' },
  });
});

test('items are frozen only as they are seen: with the steps, or without any', async () => {
  const importing = await opened('seen.csv');
  const freeze = (name: string, prepared: boolean) =>
    app.ask('items.freeze_import', { importing, name, heldOut: 0, seed: 1, skipProblems: false, prepared });
  const stale = { ok: false, error: { code: 'draft_stale', next: expect.any(String) as unknown } };
  await app.get('preparing.open_items', { importing, skipProblems: false });
  expect(await freeze('seen', true)).toMatchObject(stale);
  await take(importing, scrub);
  expect(await freeze('seen', false)).toMatchObject(stale);
  // Read in another way and back again: the steps are gone.
  await app.get('items.change_import', { importing, mapping: { ...mapping, stratum: 'queue' } });
  await app.get('items.change_import', { importing, mapping });
  expect(await freeze('seen', true)).toMatchObject(stale);
  const { rows } = await app.get('items.list_sets', { page: firstPage });
  expect(rows.map(({ name }) => name)).not.toContain('seen');
  expect(await freeze('seen', false)).toMatchObject({ ok: true, data: { items: 60 } });
});

test('steps go with the way the file was read, and broken records refuse it as they do an import', async () => {
  const importing = await opened('read.csv');
  await app.get('preparing.open_items', { importing, skipProblems: false });
  await take(importing, scrub);
  await app.get('items.change_import', { importing, mapping: { ...mapping, stratum: 'queue' } });
  expect(await app.get('preparing.open_items', { importing, skipProblems: false })).toMatchObject({
    steps: [],
    strata: [
      { stratum: 'billing', items: 20 },
      { stratum: 'delivery', items: 40 },
    ],
  });
  const path = join(folder, 'broken.csv');
  writeFileSync(path, 'ticket,text,reply,at\nT-1,What?,1,\nT-1,Twice?,2,\n');
  const broken = await app.get('items.open_import', { path });
  await app.get('items.change_import', { importing: broken.importing, mapping });
  const ask = (skipProblems: boolean) =>
    app.ask('preparing.open_items', { importing: broken.importing, skipProblems });
  expect(await ask(false)).toMatchObject({ ok: false, error: { where: { line: 3 } } });
  expect(await ask(true)).toMatchObject({ ok: true, data: { items: 1 } });
});
