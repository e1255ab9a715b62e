/**
 * A judge that cannot follow an instruction: the demo model as a file. What it says is of no worth, and every answer is
 * read all the same, because its form is forced.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { executePlan } from '../../../src-main/app/execute-plan.ts';
import { reviewPlan } from '../../../src-main/app/review-plan.ts';
import type { CheckOf } from '../../../src-main/contract/item.ts';
import { hasForm } from '../../../src-main/engine/answer-form.ts';
import { judgeForm, pairForm } from '../../../src-main/scoring/judge/form.ts';
import { openStore } from '../../../src-main/store/open.ts';
import { demoFile, temporaryFolder } from '../../fixtures/small-plan.ts';
import { good, never } from '../engine/llama/demo.ts';

const scales: readonly CheckOf<'judge'>['scale'][] = [['rude', 'plain', 'polite'], { min: 1, max: 10 }];
const items = Array.from({ length: 4 }, (_, place) => ({
  id: `item-${place}`,
  input: `Answer politely: what is ${place} plus ${place}?`,
  split: 'dev',
  check: { kind: 'judge', rubric: 'Is it polite?', scale: scales[place % 2] } as CheckOf<'judge'>,
}));

test('every answer of a judge whose form is forced has a grade or a choice, and its manifest says so', async () => {
  const folder = temporaryFolder();
  const planPath = join(folder, 'plan.yaml');
  const data = join(folder, 'data');
  writeFileSync(join(folder, 'items.jsonl'), items.map((item) => JSON.stringify(item)).join('\n'));
  writeFileSync(
    planPath,
    `decision: Force the judge
items: items.jsonl
split: dev
guard_rail: {margin: 0.05}
baseline: bf16
replicates: 1
resamples: 100
defaults: {max_tokens: 24, context: 512, parallel: 4, threads: 1, flash_attention: false}
judge: {gguf: ${demoFile('Q4_K_M')}, context: 2048, max_tokens: 64, threads: 1}
candidates:
  bf16: {gguf: ${demoFile('BF16')}}
  q2: {gguf: ${demoFile('Q2_K')}}
`,
  );
  const { registered } = good(
    await executePlan({ planPath, dataFolder: data, formats: [], report: () => undefined, signal: never }),
  );
  const store = good(openStore(data, { access: 'read' }));
  const { judge } = store.judging(registered.hash) ?? { judge: '' };
  let judged = 0;
  for (const candidate of ['bf16', 'q2']) {
    const key = { candidate, replicate: 1 };
    const scores = store.scores(registered.hash, key);
    expect(scores).toHaveLength(items.length);
    for (const { itemId, score } of scores) {
      const check = items.find(({ id }) => id === itemId)?.check;
      const judgement = store.judgement(registered.hash, key, itemId, 0, judge);
      // An empty answer is not sent to a judge.
      if (check === undefined || judgement === null) {
        expect(score.outcome).toBe('unparsed');
        continue;
      }
      judged += 1;
      expect(hasForm(judgeForm(check), judgement.text), judgement.text).toBe(true);
      expect(judgement.finish).toBe('end');
      expect(score.outcome).toBe('scored');
    }
  }
  expect(judged).toBeGreaterThan(items.length / 2);
  const [manifest] = store.judgeManifests(registered.hash, judge);
  const answerForm = { name: 'answerForm', requested: 'json', resolved: 'json', source: 'engine' };
  expect(manifest?.settings).toContainEqual(answerForm);
  store.close();

  const { judge: compared } = good(
    await reviewPlan(data, { plan: registered.hash }, null, {
      signal: never,
      items: 1,
      report: () => undefined,
    }),
  );
  const after = good(openStore(data, { access: 'read' }));
  const said = after.pairJudgements(registered.hash, compared?.judgeHash ?? '', (judgement) => judgement);
  expect(said).toHaveLength(2);
  for (const { text, finish } of said) {
    expect(hasForm(pairForm, text), text).toBe(true);
    expect(finish).toBe('end');
  }
  const [pair] = compared?.pairs ?? [];
  expect(pair).toMatchObject({ judgeErrors: 0, items: 1 });
  expect(after.judgeManifests(registered.hash, compared?.judgeHash ?? '')[0]?.settings).toContainEqual(
    answerForm,
  );
  after.close();
});
