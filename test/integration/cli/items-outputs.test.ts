/** Old runs out of other tools' logs, taken to the comparison that they are wanted for. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { noisefloor } from '../../fixtures/command-line.ts';
import { temporaryFolder } from '../../fixtures/small-plan.ts';

const items = join(import.meta.dirname, '..', '..', 'fixtures', 'items');
const sums = join(items, 'samples_desk_sums_2026-01-05T10-00-00.123456.jsonl');
const rows = (path: string): readonly object[] =>
  readFileSync(path, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as object);

test('outputs and one of several marks come out of a log, and are compared', async () => {
  const folder = temporaryFolder();
  const [out, scores] = [join(folder, 'outputs.jsonl'), join(folder, 'scores.jsonl')];
  const named = ['--metric', 'exact_match,flexible-extract'];
  const taken = await noisefloor('items', 'outputs', sums, '--out', out, '--scores', scores, ...named);
  expect([taken.code, taken.stderr]).toEqual([0, '']);
  expect(rows(out)).toMatchObject([
    { id: 'desk_sums-0', output: 'It is 4.' },
    { id: 'desk_sums-1', output: 'It is 6.' },
  ]);
  expect(rows(scores)).toMatchObject([
    { id: 'desk_sums-0', score: 1 },
    { id: 'desk_sums-1', score: null },
  ]);
  const compared = await noisefloor('compare', '--baseline', scores, '--candidate', scores, '--json');
  expect(compared.code).toBe(0);
  // What has no mark is missing, and no pair.
  expect(JSON.parse(compared.stdout)).toMatchObject({ n: 1, dropped: 1, delta: 0 });

  const again = await noisefloor('items', 'outputs', sums, '--out', out);
  expect([again.code, again.stderr]).toEqual([64, expect.stringContaining(`${out} is there already`)]);
  const replaced = await noisefloor('items', 'outputs', sums, '--out', out, '--replace', '--json');
  expect(JSON.parse(replaced.stdout)).toMatchObject({ outputs: 2, scores: null, leftOut: 0 });
});

test('what cannot be taken is refused with what there is, and nothing is written', async () => {
  const folder = temporaryFolder();
  const [out, scores] = [join(folder, 'outputs.jsonl'), join(folder, 'scores.jsonl')];
  const bare = join(folder, 'bare.jsonl');
  writeFileSync(bare, readFileSync(join(items, 'gsm8k.jsonl')));
  const refusals = [
    [[sums, '--out', out, '--scores', scores], 64, 'exact_match,strict-match; exact_match,flexible-extract'],
    [[sums, '--out', out, '--scores', scores, '--metric', 'bleu'], 64, 'no mark called bleu'],
    [[sums, '--out', out, '--scores', out], 64, 'three files'],
    [[sums, '--out', sums, '--replace'], 64, 'three files'],
    [[bare, '--out', out], 65, 'holds no outputs'],
  ] as const;
  for (const [words, code, said] of refusals) {
    const refused = await noisefloor('items', 'outputs', ...words);
    expect([refused.code, refused.stderr]).toEqual([code, expect.stringContaining(said)]);
  }
  expect(() => readFileSync(out)).toThrow();
});
