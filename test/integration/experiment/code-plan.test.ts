/** Plans whose items are programs and patterns, from the plan file to pass@k, over the demo model. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { executePlan } from '../../../src-main/app/execute-plan.ts';
import type { ProgressEvent } from '../../../src-main/contract/progress.ts';
import { scoreRun } from '../../../src-main/experiment/score-outputs.ts';
import { openScoring } from '../../../src-main/scoring/sandbox/open-scoring.ts';
import type { Scoring } from '../../../src-main/scoring/scoring.ts';
import { openStore } from '../../../src-main/store/open.ts';
import { demoFile, temporaryFolder } from '../../fixtures/small-plan.ts';
import { good, never } from '../engine/llama/demo.ts';
import { sampleManifest, sampleOutput } from '../store/sample-plan.ts';

/** Python takes seconds to begin; sandbox.test.ts has it. */
const javascript = { kind: 'code', language: 'javascript', tests: 'assert.equal(f(1), 2)', entry_point: 'f' };
const items = [
  { id: 'first', check: javascript },
  { id: 'second', check: { ...javascript, timeout: 60 } },
  { id: 'pattern', check: { kind: 'regex', pattern: '[a-z]' } },
  { id: 'text', check: { kind: 'exact', answer: 'Oslo' } },
];

function planOver(all: readonly object[]) {
  const folder = temporaryFolder();
  const file = join(folder, 'items.jsonl');
  writeFileSync(file, all.map((item) => JSON.stringify({ input: 'Write f.', ...item })).join('\n'));
  const planPath = join(folder, 'plan.yaml');
  writeFileSync(
    planPath,
    `decision: Try code
items: ${file}
guard_rail: {margin: 0.02}
baseline: bf16
replicates: 1
samples: 2
resamples: 500
defaults: {backend: cpu, max_tokens: 8, temperature: 0, context: 256, parallel: 2, threads: 1, flash_attention: false}
candidates:
  bf16: {gguf: ${demoFile('BF16')}}
  q8_0: {gguf: ${demoFile('Q8_0')}}
`,
  );
  return { planPath, dataFolder: join(folder, 'data'), formats: ['md'] as const, signal: never };
}

/** Asks the real one, and counts what a process is asked. */
function counting(scoring: Scoring): Scoring & { asked: number } {
  const counted = {
    ...scoring,
    asked: 0,
    score: (...given: Parameters<Scoring['score']>) => {
      const scored = scoring.score(...given);
      if (scored instanceof Promise) counted.asked += 1;
      return scored;
    },
  };
  return counted;
}

test('tests that cannot be read fail the plan before anything is generated', async () => {
  const events: ProgressEvent[] = [];
  const broken = [
    { id: 'readable', check: { ...javascript, tests: 'assert(f(1))' } },
    { id: 'unreadable', check: { ...javascript, tests: 'assert(f(1)' } },
  ];
  const executed = await executePlan({
    ...planOver(broken),
    report: (event) => events.push(event),
  });
  expect(executed).toMatchObject({
    ok: false,
    error: { code: 'item_broken', where: { item: 'unreadable' } },
  });
  expect(events.map(({ kind }) => kind)).not.toContain('loading');
});

test('tests that no answer can fail are refused before the first output, and a notice afterwards', async () => {
  const uncalled = 'function check(candidate) { assert.equal(candidate(1), 2) }';
  const plan = planOver([
    { id: 'sound', check: javascript },
    { id: 'uncalled', check: { ...javascript, tests: uncalled } },
  ]);
  const refused = await executePlan({ ...plan, report: () => undefined });
  expect(refused).toMatchObject({ ok: false, error: { code: 'item_broken', where: { item: 'uncalled' } } });
  // An output that is there already.
  const store = good(openStore(plan.dataFolder));
  const hash = store.plans()[0]?.hash ?? '';
  const key = { candidate: 'bf16', replicate: 1 };
  const sitting = good(store.beginSitting(hash, key, sampleManifest('2026-11-30T09:00:00.000Z')));
  good(store.appendOutputs(hash, key, sitting, [sampleOutput('sound')], 1));
  store.close();
  const events: ProgressEvent[] = [];
  const { registered } = good(await executePlan({ ...plan, report: (event) => events.push(event) }));
  expect(registered.hash).toBe(hash);
  expect(events).toContainEqual({
    kind: 'notice',
    text: expect.stringMatching(/^No answer can fail the tests of uncalled: .*Mend them/u) as string,
  });
  const after = good(openStore(plan.dataFolder, { access: 'read' }));
  expect([...after.deliveredKeys(hash, key)]).toHaveLength(4);
  after.close();
});

test('programs are run once, kept while their scorer is the same, and told as pass@k', async () => {
  const plan = planOver(items);
  const { report, registered } = good(await executePlan({ ...plan, report: () => undefined }));
  // Two samples at a temperature of 0 are copies.
  expect(report.passAtK).toMatchObject([
    {
      candidate: 'bf16',
      copies: true,
      rates: [
        { k: 1, n: 4 },
        { k: 2, n: 4 },
      ],
    },
    {
      candidate: 'q8_0',
      copies: true,
      rates: [
        { k: 1, n: 4 },
        { k: 2, n: 4 },
      ],
    },
  ]);
  const store = good(openStore(plan.dataFolder));
  const { hash } = registered;
  const key = { candidate: 'bf16', replicate: 1 };
  const scores = store.scores(hash, key);
  expect(scores.map(({ itemId, score }) => [itemId, score.outcome])).toEqual(
    items.flatMap(({ id }) => [
      [id, 'scored'],
      [id, 'scored'],
    ]),
  );
  const before = new Map(scores.map(({ itemId, score }) => [itemId, score.value]));
  // A model of three million weights writes no program; it writes letters.
  expect([before.get('first'), before.get('second'), before.get('pattern')]).toEqual([0, 0, 1]);
  const scoring = openScoring();
  const plain = { store, planHash: hash, items: good(store.readPlanItems(hash, '2026-11-30T00:00:00.000Z')) };
  const again = counting(scoring);
  expect(await scoreRun({ ...plain, scoring: again }, key)).toEqual({ ok: true, data: 8 });
  expect(again.asked).toBe(0);
  const anew = counting(scoring);
  expect(await scoreRun({ ...plain, scoring: anew, anew: true }, key)).toEqual({ ok: true, data: 8 });
  expect(anew.asked).toBe(6);
  expect(store.scores(hash, key)).toEqual(scores);
  // Nothing is stored of what was stopped.
  await scoring.close();
  expect(await scoreRun({ ...plain, scoring, anew: true }, key)).toMatchObject({
    error: { code: 'interrupted' },
  });
  expect(store.scores(hash, key)).toEqual(scores);
  store.close();
});
