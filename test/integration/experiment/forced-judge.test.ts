/**
 * A judge that cannot follow an instruction: the demo model as a file. What it says is of no worth, and every answer is
 * read all the same, because its form is forced.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { executePlan } from '../../../src-main/app/execute-plan.ts';
import type { CheckOf } from '../../../src-main/contract/item.ts';
import { hasForm } from '../../../src-main/engine/answer-form.ts';
import { judgeForm } from '../../../src-main/scoring/judge/form.ts';
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

test('every answer of a judge whose form is forced has a grade, and its manifest says so', async () => {
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
judge: {gguf: ${demoFile('Q4_K_M')}, context: 2048, max_tokens: 80}
candidates:
  bf16: {gguf: ${demoFile('BF16')}}
  q8: {gguf: ${demoFile('Q8_0')}}
`,
  );
  const { registered } = good(
    await executePlan({ planPath, dataFolder: data, formats: [], report: () => undefined, signal: never }),
  );
  const store = good(openStore(data, { access: 'read' }));
  const { judge } = store.judging(registered.hash) ?? { judge: '' };
  let judged = 0;
  for (const candidate of ['bf16', 'q8']) {
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
  expect(manifest?.settings).toContainEqual({
    name: 'answerForm',
    requested: 'json',
    resolved: 'json',
    source: 'engine',
  });
  store.close();
});
