/** Items whose options are weighed, beside items that ask for a text: from the plan file to scores, through a stop. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { executePlan } from '../../../src-main/app/execute-plan.ts';
import type { RunKey } from '../../../src-main/contract/plan.ts';
import { openStore } from '../../../src-main/store/open.ts';
import type { Store } from '../../../src-main/store/store.ts';
import { demoFile, demoFolder, temporaryFolder } from '../../fixtures/small-plan.ts';

interface DemoItem {
  readonly id: string;
  readonly input: string;
  readonly stratum: string;
  readonly check: Readonly<Record<string, unknown>>;
}

const choices = readFileSync(join(demoFolder, 'items.jsonl'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as DemoItem)
  .filter(({ stratum }) => stratum === 'multiple_choice')
  .slice(0, 4);
const items = choices.flatMap(({ id, input, check }) => [
  { id: `${id}-letter`, input, stratum: 'letter', check: { ...check, by: 'logprob' } },
  { id: `${id}-read`, input, stratum: 'read', check },
  {
    id: `${id}-text`,
    input: input.split('\n')[0],
    stratum: 'text',
    check: { ...check, by: 'logprob', normalise: 'bytes' },
  },
]);

function storeIn(folder: string): Store {
  const store = openStore(folder);
  if (!store.ok) throw new Error(store.error.message);
  return store.data;
}

test('a plan with both kinds of items stops, goes on, and scores each by its kind', async () => {
  const folder = temporaryFolder();
  const planPath = join(folder, 'plan.yaml');
  const data = join(folder, 'data');
  writeFileSync(
    join(folder, 'items.jsonl'),
    items.map((item) => JSON.stringify({ ...item, split: 'dev' })).join('\n'),
  );
  writeFileSync(
    planPath,
    `decision: Weigh options
items: items.jsonl
split: dev
guard_rail: {margin: 0.05}
baseline: bf16
replicates: 1
resamples: 100
defaults: {max_tokens: 16, context: 512, parallel: 4, threads: 1, flash_attention: false, few_shot: {count: 1, seed: 3}}
candidates:
  bf16: {gguf: ${demoFile('BF16')}}
  q8_0: {gguf: ${demoFile('Q8_0')}}
`,
  );
  const stop = new AbortController();
  const request = { planPath, dataFolder: data, formats: ['md' as const] };
  const stopped = await executePlan({
    ...request,
    report: ({ kind }) => {
      if (kind === 'loaded') stop.abort();
    },
    signal: stop.signal,
  });
  expect(stopped).toMatchObject({ ok: false, error: { code: 'interrupted' } });
  const going = { report: () => undefined, signal: new AbortController().signal };
  const executed = await executePlan({ ...request, ...going });
  if (!executed.ok) throw new Error(executed.error.message);
  const { hash } = executed.data.registered;

  const store = storeIn(data);
  const key: RunKey = { candidate: 'q8_0', replicate: 1 };
  const outputs = store.outputs(hash, key);
  const scores = new Map(store.scores(hash, key).map((row) => [row.itemId, row.score]));
  expect(outputs).toHaveLength(items.length);
  for (const { itemId, text, options, promptHash } of outputs) {
    const weighed = !itemId.endsWith('-read');
    expect([itemId, text === '', options === undefined]).toEqual([itemId, weighed, !weighed]);
    expect(scores.get(itemId)?.outcome).toBe('scored');
    if (!weighed) continue;
    // Exemplars are answered as the options are weighed: by a letter, or in words.
    const prompt = store.prompt(promptHash) ?? '';
    const continuations = options?.measured?.map(({ continuation }) => continuation) ?? [];
    expect(itemId.endsWith('-letter') ? ['A', 'B', 'C', 'D'] : continuations).toEqual(continuations);
    expect(prompt.split('Which city').length).toBe(3);
  }
  store.close();
  const report = readFileSync(executed.data.files.md ?? '', 'utf8');
  expect(report).toContain('Weigh options');
});
