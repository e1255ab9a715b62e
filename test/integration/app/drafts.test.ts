import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { modelIdentifier } from '../../../src-main/app/model-library/model-identifier.ts';
import { parsePlanFile } from '../../../src-main/experiment/plan/plan-file.ts';
import { loadPlan } from '../../../src-main/experiment/plan/resolve-plan.ts';
import { planHash } from '../../../src-main/store/hash.ts';
import { openStore } from '../../../src-main/store/open.ts';
import { demoFile, demoFolder, writeSmallPlan } from '../../fixtures/small-plan.ts';
import { firstPage, registerPlan, startApp, type AppUnderTest } from './app-under-test.ts';

let app: AppUnderTest;
beforeEach(async () => {
  app = await startApp();
});
afterEach(async () => {
  await app.close();
  expect(app.bugs).toEqual([]);
});

const now = '2026-11-29T10:00:00.000Z';
const machine = { physicalCores: 2, logicalCores: 2, continuousIntegration: true };

/** The hash that the command line registers a file under. */
async function hashOfFile(path: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'noisefloor-plan-'));
  const store = openStore(folder);
  if (!store.ok) throw new Error(store.error.message);
  const plan = await loadPlan(path, store.data, now, { machine });
  store.data.close();
  if (!plan.ok) throw new Error(plan.error.message);
  return planHash(plan.data);
}

test('an empty draft says what it waits for, field by field', async () => {
  const { draft } = await app.get('plans.create_draft', { models: [] });
  const { fields, problems, revision } = await app.get('plans.read_draft', { draft });
  expect(fields).toMatchObject({ margin: null, maxMissing: 0.02, replicates: 2, samples: 1, items: null });
  expect(fields.settings).toMatchObject({ backend: 'cpu', temperature: 0, flashAttention: false });
  expect(problems.map(({ field }) => field)).toEqual([
    'decision',
    'items',
    'candidates',
    'baseline',
    'margin',
  ]);
  expect(await app.ask('plans.register_plan', { draft, revision })).toMatchObject({
    ok: false,
    error: { code: 'plan_invalid', where: { field: 'decision' } },
  });
  expect(await app.get('plans.read_sizing', { draft, discordance: null, power: 0.8 })).toMatchObject({
    there: 0,
    needed: null,
    detects: null,
    discordance: 0.1,
    discordanceFrom: 'assumed',
    ways: [],
  });
});

test('a change that names an older revision is refused, and nothing of it is kept', async () => {
  const { draft } = await app.get('plans.create_draft', { models: [] });
  const first = await app.get('plans.change_draft', { draft, revision: 1, change: { decision: 'one' } });
  expect(first.revision).toBe(2);
  expect(
    await app.ask('plans.change_draft', { draft, revision: 1, change: { decision: 'two' } }),
  ).toMatchObject({
    ok: false,
    error: { code: 'draft_stale' },
  });
  expect((await app.get('plans.read_draft', { draft })).fields.decision).toBe('one');
});

test('an imported plan file becomes the plan that the command line would register', async () => {
  const path = join(demoFolder, 'plan.yaml');
  const { draft } = await app.get('plans.import_plan', { path });
  const { fields, problems } = await app.get('plans.read_draft', { draft });
  expect(problems).toEqual([]);
  expect(fields).toMatchObject({
    baseline: 'bf16',
    items: { name: 'items', version: 1 },
    margin: 0.02,
    settings: { context: 512, parallel: 4, threads: 1, maxTokens: 128 },
  });
  expect(fields.candidates.map(({ model }) => model)).toContain(modelIdentifier(demoFile('Q4_K_M')));
  expect(fields.strata).toHaveLength(8);
  expect(fields.strata.every(({ mustPass, margin }) => mustPass && margin === 0.04)).toBe(true);
  const comparison = await registerPlan(app, path);
  expect(comparison).toBe(await hashOfFile(path));
});

const particular = {
  q2_k: `{gguf: ${demoFile('Q2_K')}, cache_value_type: q8_0, flash_attention: true, accept: [sampling], temperature: 0.7}`,
  'q4.x': `{gguf: ${demoFile('Q4_K_M')}, system: "Be brief: 'yes' or \\"no\\"", template: own.jinja, seed: 9}`,
};

test('what a plan says beyond the fields is kept from import to registration, said in words, and readable again', async () => {
  const plan = writeSmallPlan(3, particular, 'seed: 77\nsamples: 2\nrepeat_rule: {deviations: 2}\n');
  writeFileSync(join(plan.folder, 'own.jinja'), '{{ messages[0].content }}\n');
  const { draft } = await app.get('plans.import_plan', { path: plan.path });
  expect((await app.get('plans.read_draft', { draft })).fields).toMatchObject({
    repeatRule: { kind: 'deviations', z: 2 },
    looks: null,
  });
  const { checks } = await app.get('plans.check_draft', { draft });
  const settings = checks.find(({ name }) => name === 'settings');
  expect(settings?.state).toBe('unknown');
  for (const word of [
    'at most 3 items of each stratum',
    'q2_k has temperature 0.7',
    'cache_value_type',
    'sampling',
  ])
    expect(settings?.text).toContain(word);
  const comparison = await registerPlan(app, plan.path);
  expect(comparison).toBe(await hashOfFile(plan.path));

  // The text that is shown is a plan file, and the command line makes the same plan of it.
  const view = await app.get('plans.read_plan', { comparison });
  const parsed = parsePlanFile(view.text, 'shown.yaml');
  expect(parsed).toMatchObject({ ok: true, data: { limit: 3, samples: 2, seed: 77, baseline: 'bf16' } });
  await app.close();
  const shown = join(plan.folder, 'shown.yaml');
  writeFileSync(shown, view.text);
  const store = openStore(app.data);
  if (!store.ok) throw new Error(store.error.message);
  const again = await loadPlan(shown, store.data, now, { machine });
  store.data.close();
  if (!again.ok) throw new Error(again.error.message);
  expect(planHash(again.data)).toBe(comparison);
});

test('rules that are chosen in the fields register as the plan file that has them', async () => {
  const { draft } = await app.get('plans.import_plan', { path: writeSmallPlan(3).path });
  const { fields } = await app.get('plans.read_draft', { draft });
  expect(fields).toMatchObject({ looks: null, repeatRule: null });
  const chosen = {
    looks: { spending: 'obrien_fleming' },
    repeatRule: { kind: 'deviations', z: 1.5 },
  } as const;
  const alone = await app.get('plans.change_draft', {
    draft,
    revision: 1,
    change: { ...chosen, replicates: 1 },
  });
  expect(alone.problems).toEqual([
    { field: 'repeatRule', message: expect.stringContaining('no spread') as unknown },
  ]);
  expect(await app.ask('plans.register_plan', { draft, revision: alone.revision })).toMatchObject({
    ok: false,
    error: { code: 'plan_invalid', where: { field: 'repeatRule' } },
  });
  const { revision, problems } = await app.get('plans.change_draft', {
    draft,
    revision: alone.revision,
    change: { replicates: 2 },
  });
  expect(problems).toEqual([]);
  const { comparison } = await app.get('plans.register_plan', { draft, revision });
  const written = 'looks: {spending: obrien_fleming}\nrepeat_rule: {deviations: 1.5}\n';
  expect(comparison).toBe(await hashOfFile(writeSmallPlan(3, undefined, written).path));
  const view = await app.get('plans.read_plan', { comparison });
  expect(view.fields).toMatchObject(chosen);
  expect(view.text).toContain('spending: obrien_fleming');

  // The range is a rule of its own, and without either it is the plan without them.
  const copy = await app.get('comparisons.duplicate_comparison', { comparison });
  const changed = await app.get('plans.change_draft', {
    draft: copy.comparison,
    revision: 1,
    change: { looks: null, repeatRule: { kind: 'range' } },
  });
  const other = await app.get('plans.register_plan', { draft: copy.comparison, revision: changed.revision });
  expect(other.hash).toBe(await hashOfFile(writeSmallPlan(3, undefined, 'repeat_rule: range\n').path));
});

test('a registered plan duplicates into a draft that registers as the same plan', async () => {
  const plan = writeSmallPlan(3, particular);
  writeFileSync(join(plan.folder, 'own.jinja'), '{{ messages[0].content }}');
  const comparison = await registerPlan(app, plan.path);
  const copy = await app.get('comparisons.duplicate_comparison', { comparison });
  const { revision, problems } = await app.get('plans.read_draft', { draft: copy.comparison });
  expect(problems).toEqual([]);
  const again = await app.get('plans.register_plan', { draft: copy.comparison, revision });
  expect(again.comparison).toBe(comparison);
  expect(await app.ask('plans.read_draft', { draft: copy.comparison })).toMatchObject({
    ok: false,
    error: { code: 'comparison_unknown' },
  });
  expect((await app.get('comparisons.list_comparisons', { page: firstPage })).total).toBe(1);

  // To be measured again: the same, with a third run of the baseline.
  const third = await app.get('comparisons.duplicate_comparison', { comparison, replicates: 3 });
  const { fields } = await app.get('plans.read_draft', { draft: third.comparison });
  expect(fields).toMatchObject({ baseline: 'bf16', replicates: 3 });
});

test('prompt templates and exemplars are kept from import to registration, whatever becomes of their files', async () => {
  const items = readFileSync(join(demoFolder, 'items.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map(
      (line) => JSON.parse(line) as { readonly id: string; readonly input: string; readonly split: string },
    );
  const devItems = items.filter(({ split }) => split === 'dev');
  const ids = devItems.slice(0, 2).map(({ id }) => id);
  const plan = writeSmallPlan(3, {
    q2_k: `{gguf: ${demoFile('Q2_K')}, few_shot: {ids: [${ids.join(', ')}]}, accept: [stops, prompt]}`,
    q4: `{gguf: ${demoFile('Q4_K_M')}, prompt_template: short.jinja}`,
  });
  const template = 'Briefly: {{ input }}\n';
  writeFileSync(join(plan.folder, 'short.jinja'), template);
  const hash = await hashOfFile(plan.path);
  const { draft } = await app.get('plans.import_plan', { path: plan.path });
  writeFileSync(join(plan.folder, 'short.jinja'), '{{ broken');
  const { fields, problems } = await app.get('plans.read_draft', { draft });
  expect(problems).toEqual([]);
  expect(fields.settings).toMatchObject({ promptTemplate: null, fewShot: null });
  expect(fields.candidates.map(({ ownPrompt }) => ownPrompt)).toEqual([
    null,
    { promptTemplate: null, fewShot: { from: 'fixed', ids }, accepted: true },
    { promptTemplate: template, fewShot: null, accepted: false },
  ]);
  const { checks } = await app.get('plans.check_draft', { draft });
  expect(checks.find(({ name }) => name === 'same_prompts')).toMatchObject({
    state: 'bad',
    text: expect.stringContaining('q4 has a prompt of its own') as unknown,
  });

  if (!fields.items) throw new Error('no items');
  const drawn = { from: 'drawn', count: 2, seed: 3, sameStratum: true } as const;
  const preview = await app.get('plans.preview_prompt', {
    set: fields.items,
    system: 'Be brief.',
    composition: { promptTemplate: template, fewShot: drawn },
    place: 1_000_000,
  });
  // The template does not read them, so there are none.
  expect(preview.exemplars).toEqual([]);
  const shown = await app.get('plans.preview_prompt', {
    set: fields.items,
    system: null,
    composition: { promptTemplate: null, fewShot: drawn },
    place: 1_000_000,
  });
  const last = devItems.at(-1);
  expect(preview).toMatchObject({ item: last?.id, place: devItems.length - 1, dev: devItems.length });
  expect(preview.messages).toEqual([
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: `Briefly: ${last?.input ?? ''}` },
  ]);
  expect(shown.exemplars).toHaveLength(2);
  expect(shown.exemplars).not.toContain(last?.id);

  const [baseline, q2, q4] = fields.candidates;
  if (!baseline || !q2 || !q4?.ownPrompt) throw new Error('candidates are missing');
  const broken = { ...q4, ownPrompt: { ...q4.ownPrompt, promptTemplate: 'x\n{{ question }}' } };
  const changed = await app.get('plans.change_draft', {
    draft,
    revision: 1,
    change: {
      candidates: [baseline, q2, broken],
      settings: { ...fields.settings, fewShot: { ...drawn, count: 90 } },
    },
  });
  expect(changed.problems).toEqual([
    { field: 'settings.prompt', message: expect.stringContaining('90 exemplars') as unknown },
    { field: 'candidates.2.ownPrompt', message: expect.stringContaining('line 2: there is no') as unknown },
  ]);
  const { revision } = await app.get('plans.change_draft', {
    draft,
    revision: 2,
    change: { candidates: fields.candidates, settings: fields.settings },
  });
  const registered = await app.get('plans.register_plan', { draft, revision });
  expect(registered.hash).toBe(hash);
  const copy = await app.get('comparisons.duplicate_comparison', { comparison: hash });
  const again = await app.get('plans.read_draft', { draft: copy.comparison });
  expect(again.fields.candidates.map(({ ownPrompt }) => ownPrompt)).toEqual(
    fields.candidates.map(({ ownPrompt }) => ownPrompt),
  );
});

test('what was particular to a candidate goes along with a new name and leaves with the candidate', async () => {
  const plan = writeSmallPlan(3, { q2_k: particular.q2_k });
  const { draft } = await app.get('plans.import_plan', { path: plan.path });
  const { fields } = await app.get('plans.read_draft', { draft });
  const renamed = fields.candidates.map((one) => (one.name === 'q2_k' ? { ...one, name: 'tiny' } : one));
  await app.get('plans.change_draft', { draft, revision: 1, change: { candidates: renamed } });
  const said = async () =>
    (await app.get('plans.check_draft', { draft })).checks.find(({ name }) => name === 'settings')?.text;
  expect(await said()).toContain('tiny has temperature 0.7');
  const without = renamed.filter(({ name }) => name !== 'tiny');
  await app.get('plans.change_draft', { draft, revision: 2, change: { candidates: without } });
  expect(await said()).not.toContain('temperature');
});

test('a judge’s file is looked at with the candidates’: whether it fits, and what it runs on', async () => {
  const judge = `judge: {gguf: ${demoFile('Q4_K_M')}, compares: true, context: 100000000}\n`;
  const { draft } = await app.get('plans.import_plan', { path: writeSmallPlan(3, undefined, judge).path });
  const said = async (check: string) =>
    (await app.get('plans.check_draft', { draft })).checks.find(({ name }) => name === check);
  expect(await said('memory')).toMatchObject({
    state: 'bad',
    text: expect.stringMatching(/^The judge does not fit: the judge takes about /) as unknown,
  });
  const { fields, planJudge } = await app.get('plans.read_draft', { draft });
  // Whatever is chosen later, the plan's own can be named again.
  expect(planJudge).toEqual({ judge: fields.judge, compares: true });
  const settings = { ...fields.settings, backend: 'cuda', gpuLayers: 99, flashAttention: true } as const;
  await app.get('plans.change_draft', { draft, revision: 1, change: { settings } });
  // What the plan brought along stays where the plan has it.
  expect((await said('settings'))?.text).toContain('the judge has backend "cpu"');
  const other = await app.get('plans.import_plan', {
    path: writeSmallPlan(3, { q8: `{gguf: ${demoFile('Q8_0')}}` }).path,
  });
  const [, q8] = (await app.get('plans.read_draft', { draft: other.draft })).fields.candidates;
  if (!q8) throw new Error('no candidate');
  const changed = await app.get('plans.change_draft', {
    draft,
    revision: 2,
    change: { judge: { model: q8.model, endpoint: null } },
  });
  expect(changed.problems.filter(({ field }) => field === 'judge')).toEqual([]);
  expect((await said('settings'))?.text).not.toContain('the judge');
});

test('every wrong field is named where it is', async () => {
  const { draft } = await app.get('plans.import_plan', { path: writeSmallPlan(3).path });
  const { fields } = await app.get('plans.read_draft', { draft });
  const [bf16, other] = fields.candidates;
  if (!bf16 || !other) throw new Error('no candidates');
  const problems = async (revision: number, change: Partial<typeof fields>) =>
    (await app.get('plans.change_draft', { draft, revision, change })).problems.map(({ field }) => field);
  expect(
    await problems(1, {
      decision: '  ',
      candidates: [
        { ...bf16, name: 'is free text' },
        { name: 'q2_k', model: null, endpoint: null, ownPrompt: null },
        { name: 'q2_k', model: 'f'.repeat(32), endpoint: null, ownPrompt: null },
        { name: 'far', model: null, endpoint: { endpoint: 'e', model: 'm' }, ownPrompt: null },
      ],
      strata: [{ stratum: 'no such stratum', margin: 0.1, mustPass: true }],
      settings: { ...fields.settings, context: 64, maxTokens: 64, topP: 0, parallel: 300, batch: 299 },
      replicates: 30,
    }),
  ).toEqual([
    'decision',
    'candidates.0.name',
    'candidates.1.model',
    'candidates.2.name',
    'candidates.2.model',
    'candidates.3.endpoint',
    'baseline',
    'strata.0.stratum',
    'settings.maxTokens',
    'settings.parallel',
    'settings.batch',
    'settings.topP',
    'replicates',
  ]);
  expect(await problems(2, { items: { name: 'items', version: 9 } })).toContain('items');
});
