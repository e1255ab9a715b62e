import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { importItems, planImport } from '../../../src-main/items/import/import-file.ts';
import { collectImport, ImportCounter, refusalOf } from '../../../src-main/items/import/import-report.ts';
import { previewImport } from '../../../src-main/items/import/preview.ts';
import { openScoring } from '../../../src-main/scoring/sandbox/open-scoring.ts';
import { temporaryFiles } from './temporary-files.ts';

const files = temporaryFiles();
const scoring = openScoring();
afterAll(() => scoring.close());
const fixture = (name: string): string =>
  fileURLToPath(new URL(`../../fixtures/items/${name}`, import.meta.url));

describe('a preview', () => {
  it.each([
    'gsm8k.jsonl',
    'high_school_gardening_test.csv',
    'mmlu.jsonl',
    'mmlu-pro.jsonl',
    'arc.jsonl',
    'hellaswag.jsonl',
    'TruthfulQA.csv',
    'mc_task.json',
    'openai-chat.jsonl',
    'sharegpt.json',
    'alpaca.json',
    'suite.yaml',
    'flat.jsonl',
    'items.jsonl',
    // Programs: the solutions that come with them are run.
    'humaneval.jsonl',
    'mbpp.jsonl',
  ])('of %s finds that every reference answer scores 1', async (name) => {
    const preview = await previewImport(fixture(name), scoring);
    if (!preview.ok) throw new Error(preview.error.message);
    expect(preview.data.items.length).toBeGreaterThan(0);
    expect(preview.data.items.map(({ tried, score, fault }) => [typeof tried, score?.value, fault])).toEqual(
      preview.data.items.map(() => ['string', 1, null]),
    );
  });

  it('shows what a wrong mapping does to the score', async () => {
    const file = await files.write(
      'rows.jsonl',
      '{"q":"What is 6 x 7?","gold":"forty-two (42)","sure":0.9}\n',
    );
    const preview = await previewImport(file, scoring, {
      mapping: { input: 'q', answer: 'sure', scorer: 'choice', options: 'gold' },
    });
    if (!preview.ok) throw new Error(preview.error.message);
    expect(preview.data.items).toEqual([]);
    expect(preview.data.failures).toMatchObject([{ code: 'item_broken', where: { line: 1 } }]);
    expect(preview.data.columns).toEqual(['q', 'gold', 'sure']);
  });

  it('of a suite says how its author weighs the categories', async () => {
    const preview = await previewImport(fixture('suite.yaml'), scoring);
    expect(preview.ok && preview.data.categories).toEqual([
      { stratum: 'billing', weight: 2, minimumScore: 0.9 },
      { stratum: 'tone', weight: 1, minimumScore: 0.5 },
    ]);
  });
});

describe('a whole import', () => {
  const collect = async (name: string, content: string, policy?: 'refuse' | 'skip') => {
    const plan = await planImport(await files.write(name, content));
    return plan.ok ? collectImport(plan.data, policy) : plan;
  };
  const good = (id: string): string =>
    `{"id":"${id}","input":"Say yes.","check":{"kind":"exact","answer":"yes"}}\n`;

  it('is refused by one broken record or doubled id, with the place', async () => {
    expect(await collect('a.jsonl', `${good('1')}{"id":\n${good('2')}`)).toMatchObject({
      error: { code: 'item_broken', where: { line: 2 } },
    });
    expect(await collect('b.jsonl', `${good('1')}${good('1')}${good('1')}`)).toMatchObject({
      error: {
        code: 'item_duplicate',
        where: { line: 2 },
        message: expect.stringContaining('1 more records are wrong') as unknown,
      },
    });
  });

  it('leaves them out and counts them where it is told to', async () => {
    const collected = await collect('c.jsonl', `${good('1')}{"id":\n${good('1')}${good('2')}`, 'skip');
    if (!collected.ok) throw new Error(collected.error.message);
    expect(collected.data.items.map(({ item }) => item.id)).toEqual(['1', '2']);
    expect(collected.data.report).toMatchObject({
      read: 4,
      kept: 2,
      broken: 1,
      duplicates: 1,
      unanswered: 0,
    });
  });

  it('can be counted while it streams, and judged at its end', async () => {
    const file = await files.write('e.jsonl', `${good('1')}{"id":\n${good('2')}`);
    const plan = await planImport(file);
    if (!plan.ok) throw new Error(plan.error.message);
    const counter = new ImportCounter(file);
    for await (const batch of importItems(plan.data)) for (const result of batch) counter.add(result);
    expect(counter.report()).toMatchObject({ read: 3, kept: 2, broken: 1 });
    expect(refusalOf(counter.report(), 'refuse')).toMatchObject({ code: 'item_broken', where: { line: 2 } });
    expect(refusalOf(counter.report(), 'skip')).toBeNull();
  });

  it('of records without answers alone is refused', async () => {
    const plan = await planImport(
      await files.write('d.jsonl', '{"ctx":"a","endings":["b","c"],"label":""}\n'.repeat(2)),
    );
    expect(plan.ok && (await collectImport(plan.data))).toMatchObject({ error: { code: 'items_none' } });
  });
});
