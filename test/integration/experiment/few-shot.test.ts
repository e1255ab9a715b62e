/** Exemplars and prompt templates from the plan file to the prompts that the demo model was sent. */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { executePlan } from '../../../src-main/app/execute-plan.ts';
import { renderItem } from '../../../src-main/app/render-item.ts';
import { loadPlan } from '../../../src-main/experiment/plan/resolve-plan.ts';
import { planPrompts } from '../../../src-main/experiment/prompts/plan-prompts.ts';
import { differingSettingsOf } from '../../../src-main/report/report-view.ts';
import { openStore } from '../../../src-main/store/open.ts';
import type { Store } from '../../../src-main/store/store.ts';
import { demoFile, demoFolder, temporaryFolder } from '../../fixtures/small-plan.ts';

const template = `{% for e in exemplars %}
Question: {{ e.input }}
Answer: {{ e.answer }}
{% endfor %}
Question: {{ input }}`;

interface DemoItem {
  readonly id: string;
  readonly input: string;
  readonly split: string;
}

const demoItems = readFileSync(join(demoFolder, 'items.jsonl'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as DemoItem);
const heldOut = demoItems.find(({ split }) => split === 'held_out')?.id ?? '';

function writePlan(candidates: string, items = join(demoFolder, 'items.jsonl'), split = 'held_out') {
  const folder = temporaryFolder();
  const path = join(folder, 'plan.yaml');
  writeFileSync(
    path,
    `decision: Try exemplars
items: ${items}
split: ${split}
limit: 1
guard_rail: {margin: 0.02}
baseline: bf16
replicates: 1
resamples: 100
defaults: {max_tokens: 8, context: 1024, parallel: 4, threads: 1, flash_attention: false}
candidates:
${candidates}
`,
  );
  return { folder, path, data: join(folder, 'data') };
}

function storeIn(folder: string): Store {
  const store = openStore(folder);
  if (!store.ok) throw new Error(store.error.message);
  return store.data;
}

const bf16 = demoFile('BF16');
const few = 'few_shot: {count: 2, seed: 7}';

test('exemplars and a template reach the model, are written down, and make another input', async () => {
  const plan = writePlan(`  bf16: {gguf: ${bf16}, ${few}}
  same: {gguf: ${demoFile('Q8_0')}, ${few}}
  none: {gguf: ${bf16}}
  own: {gguf: ${bf16}, ${few}, prompt_template: own.jinja, accept: [prompt]}`);
  writeFileSync(join(plan.folder, 'own.jinja'), template);
  const executed = await executePlan({
    planPath: plan.path,
    dataFolder: plan.data,
    formats: ['md'],
    report: () => undefined,
    signal: new AbortController().signal,
  });
  if (!executed.ok) throw new Error(`${executed.error.message} ${executed.error.detail ?? ''}`);
  const { registered, report } = executed.data;
  expect(report.candidates.map(({ name, comparison }) => [name, comparison?.verdict])).toEqual([
    ['same', expect.not.stringMatching('not comparable')],
    ['none', 'not comparable'],
    ['own', expect.not.stringMatching('not comparable')],
  ]);
  const [same, none, own] = report.candidates;
  expect(same?.reason).toBeNull();
  expect(none?.reason).toMatch(
    /^few-shot is 2 drawn, seed 7 for bf16 and none for none: the rendered prompt differs, first on item /,
  );
  expect(own?.accepted[0]?.what).toMatch(
    /^the prompt template is none for bf16 and sha256 [0-9a-f]{12} for own: /,
  );
  expect(differingSettingsOf(report).filter(({ planned }) => planned)).toMatchObject([
    { name: 'promptTemplate', candidates: ['own'], touchesComparison: true },
    { name: 'fewShot', resolved: 'none', candidates: ['none'] },
  ]);

  const store = storeIn(plan.data);
  const { hash } = registered;
  const settings = store.sittings(hash, { candidate: 'own', replicate: 1 })[0]?.manifest.settings;
  const templateHash = createHash('sha256').update(template).digest('hex');
  expect(settings).toContainEqual({
    name: 'fewShot',
    requested: '2 drawn, seed 7',
    resolved: '2 drawn, seed 7',
    source: 'prompts',
  });
  expect(settings?.find(({ name }) => name === 'promptTemplate')?.resolved).toBe(
    `sha256 ${templateHash.slice(0, 12)}`,
  );
  const dev = new Map(demoItems.filter(({ split }) => split === 'dev').map((item) => [item.input, item.id]));
  for (const [candidate, count] of [
    ['bf16', 2],
    ['none', 0],
    ['own', 2],
  ] as const) {
    const outputs = store.outputs(hash, { candidate, replicate: 1 });
    expect(outputs).toHaveLength(8);
    for (const { itemId, promptHash } of outputs) {
      const prompt = store.prompt(promptHash) ?? '';
      const asked = demoItems.find(({ id }) => id === itemId);
      expect(prompt).toContain(asked?.input);
      // Inputs that begin another's count once: the longest that stands there.
      const shown = [...dev.keys()].filter(
        (input) => prompt.includes(`${input}\n`) || prompt.includes(`${input}<`),
      );
      expect(shown.length).toBeGreaterThanOrEqual(count);
      if (candidate === 'none') expect(shown).toEqual([]);
      if (candidate === 'own') expect(prompt.match(/^Answer: /gm)).toHaveLength(2);
    }
  }

  // What was registered is what was read then, whatever becomes of the file.
  writeFileSync(join(plan.folder, 'own.jinja'), `Now another one. ${template}`);
  const again = store.plan(hash);
  expect(again.ok && again.data.plan.candidates[3]?.promptTemplate).toEqual({
    text: template,
    hash: templateHash,
  });
  const reread = await loadPlan(plan.path, store, '2026-11-30T10:00:00.000Z', { machine });
  expect(reread.ok && reread.data.candidates[3]?.promptTemplate?.hash).not.toBe(templateHash);
  store.close();
});

const machine = { physicalCores: 1, logicalCores: 1, continuousIntegration: true };

describe('a plan is refused before it is registered', () => {
  const load = async (extra: string, more?: string, split = 'held_out') => {
    const plan = writePlan(`  bf16: {gguf: ${bf16}, ${extra}}\n  other: {gguf: ${bf16}}`, more, split);
    writeFileSync(join(plan.folder, 'broken.jinja'), 'Answer this.\n{% if input %}\n{{ input\n{% endif %}\n');
    writeFileSync(join(plan.folder, 'unknown.jinja'), 'Answer this.\n{{ question }}\n');
    const store = storeIn(plan.data);
    const loaded = await loadPlan(plan.path, store, '2026-11-30T10:00:00.000Z', { machine });
    const { length } = store.plans();
    store.close();
    expect(length).toBe(0);
    return loaded.ok ? null : loaded.error;
  };

  test('for a template that is broken, with the file and the line', async () => {
    const error = await load('prompt_template: broken.jinja');
    expect(error).toMatchObject({ code: 'template_broken', where: { line: 4 } });
    expect(error?.message).toMatch(/broken\.jinja, line 4: /);
    expect(error?.where?.file).toMatch(/broken\.jinja$/);
    expect(await load('prompt_template: nowhere.jinja')).toMatchObject({ code: 'file_not_found' });
  });

  test('for a template that reads what there is not, or nothing of the item', async () => {
    const error = await load('prompt_template: unknown.jinja');
    expect(error).toMatchObject({ code: 'template_broken', where: { line: 2 } });
    expect(error?.message).toContain('there is no variable question');
    expect(error?.next).toContain('exemplars');
    expect(await load('prompt_template: "{{ id }}"')).toMatchObject({
      code: 'template_broken',
      where: { field: 'candidates.bf16.prompt_template' },
    });
  });

  test('for exemplars that the dev split does not have', async () => {
    expect(await load('few_shot: {ids: [no-such-item]}')).toMatchObject({
      code: 'exemplars_missing',
      where: { item: 'no-such-item' },
    });
    expect(await load(`few_shot: {ids: [${heldOut}]}`)).toMatchObject({
      code: 'held_out_refused',
      where: { item: heldOut },
    });
    const tooMany = await load('few_shot: {count: 14, same_stratum: true}');
    expect(tooMany).toMatchObject({ code: 'exemplars_missing' });
    expect(tooMany?.message).toContain('14 exemplars of the stratum facts');
    expect(tooMany?.message).toContain('13 dev items');
  });

  test('for a set without dev items, and for one whose clusters leave too few', async () => {
    const file = join(temporaryFolder(), 'items.jsonl');
    const line = (id: string, split: string, cluster = id) =>
      JSON.stringify({ id, input: `Say ${id}.`, split, cluster, check: { kind: 'exact', answer: id } });
    writeFileSync(file, [line('a', 'held_out'), line('b', 'held_out')].join('\n'));
    expect(await load('few_shot: {count: 1}', file)).toMatchObject({ code: 'items_none' });
    writeFileSync(file, [line('a', 'dev', 'k'), line('b', 'dev', 'k'), line('c', 'dev')].join('\n'));
    const error = await load('few_shot: {count: 2}', file, 'dev');
    expect(error).toMatchObject({ code: 'exemplars_missing', where: { item: 'a' } });
    expect(error?.message).toContain('a needs 2 exemplars, and 3 dev items with an answer leave 1');
  });

  test('for settings that say two things', async () => {
    for (const written of ['{}', '{count: 2, ids: [a]}', '{ids: [a], seed: 1}', '{ids: [a, a]}'])
      expect(await load(`few_shot: ${written}`)).toMatchObject({
        code: 'plan_invalid',
        where: { field: expect.stringContaining('few_shot') as unknown },
      });
  });
});

test('fixed exemplars are left out of their own prompts, and the manifest says how many an item gets', async () => {
  const dev = demoItems.filter(({ split }) => split === 'dev').slice(0, 3);
  const file = join(temporaryFolder(), 'items.jsonl');
  writeFileSync(file, dev.map((item) => JSON.stringify(item)).join('\n'));
  const ids = dev.slice(0, 2).map(({ id }) => id);
  const plan = writePlan(
    `  bf16: {gguf: ${bf16}, few_shot: {ids: [${ids.join(', ')}]}}\n  other: {gguf: ${bf16}}`,
    file,
    'dev',
  );
  writeFileSync(plan.path, readFileSync(plan.path, 'utf8').replace('limit: 1', 'limit: 9'));
  const store = storeIn(plan.data);
  const loaded = await loadPlan(plan.path, store, '2026-11-30T10:00:00.000Z', { machine });
  if (!loaded.ok) throw new Error(loaded.error.message);
  const items = store.readDevItems(loaded.data.items);
  const prompts = planPrompts(loaded.data, items, store);
  const [baseline, other] = loaded.data.candidates;
  if (!prompts.ok || !baseline || !other) throw new Error('no prompts');
  expect(items.map((item) => prompts.data.messages(baseline, item).length)).toEqual([3, 3, 5]);
  expect(prompts.data.settings(baseline)).toEqual([
    { name: 'promptTemplate', requested: 'none', resolved: 'none', source: 'prompts' },
    {
      name: 'fewShot',
      requested: `2 fixed: ${ids.join(', ')}`,
      resolved: `2 fixed: ${ids.join(', ')} (1 to 2 an item)`,
      source: 'prompts',
    },
  ]);
  expect(prompts.data.settings(other)[1]).toMatchObject({ requested: 'none', resolved: 'none' });
  expect(items.map((item) => prompts.data.messages(other, item))).toEqual(
    items.map(({ messages }) => messages),
  );
  store.close();
});

test('a template that does not read exemplars gets none, and the manifest says so', async () => {
  const plan = writePlan(
    `  bf16: {gguf: ${bf16}, ${few}}\n  terse: {gguf: ${bf16}, ${few}, prompt_template: "Briefly: {{ input }}", accept: [prompt]}`,
    undefined,
    'dev',
  );
  const store = storeIn(plan.data);
  const loaded = await loadPlan(plan.path, store, '2026-11-30T10:00:00.000Z', { machine });
  if (!loaded.ok) throw new Error(loaded.error.message);
  const prompts = planPrompts(loaded.data, store.readDevItems(loaded.data.items), store);
  const [baseline, terse] = loaded.data.candidates;
  if (!prompts.ok || !baseline || !terse) throw new Error('no prompts');
  expect(prompts.data.settings(baseline)[1]).toMatchObject({ resolved: '2 drawn, seed 7' });
  expect(prompts.data.settings(terse)[1]).toEqual({
    name: 'fewShot',
    requested: '2 drawn, seed 7',
    resolved: 'none: the template does not read exemplars',
    source: 'prompts',
  });
  store.close();
  const rendered = await renderItem({ dataFolder: plan.data, planPath: plan.path, candidate: 'terse' });
  expect(rendered.ok && rendered.data.exemplars).toEqual([]);
});

test('the prompt of a dev item can be rendered before anything is registered; a held-out one’s cannot', async () => {
  const plan = writePlan(
    `  bf16: {gguf: ${bf16}, ${few}}\n  other: {gguf: ${bf16}, prompt_template: "Q: {{ input }}"}`,
  );
  const dev = demoItems.filter(({ split }) => split === 'dev');
  const first = dev[0];
  const request = { dataFolder: plan.data, planPath: plan.path };
  const rendered = await renderItem(request);
  if (!rendered.ok) throw new Error(rendered.error.message);
  expect(rendered.data).toMatchObject({ candidate: 'bf16', item: first?.id });
  const { exemplars, messages, prompt } = rendered.data;
  expect(exemplars).toHaveLength(2);
  expect(dev.map(({ id }) => id)).toEqual(expect.arrayContaining([...exemplars]));
  expect(exemplars).not.toContain(first?.id);
  expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user', 'assistant', 'user']);
  expect(prompt?.text).toContain(first?.input);
  expect(prompt?.tokens?.length).toBeGreaterThan(0);
  const other = await renderItem({ ...request, candidate: 'other' });
  expect(other.ok && other.data.messages).toEqual([{ role: 'user', content: `Q: ${first?.input ?? ''}` }]);
  expect(await renderItem({ ...request, item: heldOut })).toMatchObject({
    error: { code: 'held_out_refused' },
  });
  expect(await renderItem({ ...request, candidate: 'nobody' })).toMatchObject({ error: { code: 'usage' } });
});
