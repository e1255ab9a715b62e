import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { noisefloor } from '../../fixtures/command-line.ts';
import { temporaryFolder } from '../../fixtures/small-plan.ts';

const gsm8k = join(import.meta.dirname, '..', '..', 'fixtures', 'items', 'gsm8k.jsonl');

function rows(folder: string, broken = ''): string {
  const path = join(folder, 'questions.csv');
  const good = Array.from({ length: 20 }, (_, index) => `q${index},What is ${index} and 1?,${index + 1}`);
  writeFileSync(path, `${['key;text;gold', ...good].join('\n').replaceAll(',', ';')}\n${broken}`);
  return path;
}

const map = ['--map', 'id=key', '--map', 'input=text', '--map', 'answer=gold'];

interface Frozen {
  readonly version: { readonly name: string; readonly version: number; readonly counts: object };
  readonly leftOut: number;
}

test('a file of a known shape becomes a set without a question, and its dev items can be exported', async () => {
  const data = join(temporaryFolder(), 'data');
  const imported = await noisefloor(
    'items', 'import', gsm8k, '--name', 'sums', '--held-out', '0', '--data', data,
  ); // prettier-ignore
  expect(imported.code).toBe(0);
  expect(imported.stdout).toContain('sums@1: ');
  const out = join(data, 'sums.jsonl');
  const exported = await noisefloor('items', 'export', 'sums@1', '--out', out, '--data', data);
  expect(exported.code).toBe(0);
  expect(exported.stdout).toContain('dev items');
  const [first] = readFileSync(out, 'utf8').split('\n');
  expect(JSON.parse(first ?? '')).toMatchObject({ split: 'dev', check: { kind: 'numeric', answer: 12 } });
});

test('an unknown shape asks for a mapping, and with one is split by share and seed', async () => {
  const folder = temporaryFolder();
  const data = join(folder, 'data');
  const path = rows(folder);
  const asked = await noisefloor('items', 'import', path, '--data', data);
  expect(asked.code).toBe(65);
  expect(asked.stderr).toContain('no known shape');
  const both = await noisefloor('items', 'import', path, ...map, '--format', 'gsm8k', '--data', data);
  expect(both.code).toBe(64);
  const options = ['--held-out', '0.75', '--seed', '3', '--name', 'desk', '--data', data];
  const imported = await noisefloor('items', 'import', path, ...map, ...options, '--json');
  expect(imported.code).toBe(0);
  expect((JSON.parse(imported.stdout) as Frozen).version).toMatchObject({
    name: 'desk',
    version: 1,
    counts: { items: 20, dev: 5, heldOut: 15 },
  });
  const again = await noisefloor('items', 'import', path, ...map, ...options, '--json');
  expect(JSON.parse(again.stdout)).toEqual(JSON.parse(imported.stdout));

  const out = join(folder, 'desk.jsonl');
  const exported = await noisefloor('items', 'export', 'desk@1', '--out', out, '--data', data);
  expect(exported.stdout).toContain('15 held-out items are not in it');
  expect(readFileSync(out, 'utf8').trim().split('\n')).toHaveLength(5);
});

test('a broken row refuses the import with its line, or is left out and named', async () => {
  const folder = temporaryFolder();
  const data = join(folder, 'data');
  const path = rows(folder, 'q20;;21\n');
  const refused = await noisefloor('items', 'import', path, ...map, '--data', data);
  expect(refused.code).toBe(65);
  expect(refused.stderr).toContain('line 22');
  expect(existsSync(data)).toBe(false);
  const skipped = await noisefloor('items', 'import', path, ...map, '--skip-broken', '--data', data);
  expect(skipped.code).toBe(0);
  expect(skipped.stdout).toContain('questions@1: 20 items of 21 records');
  expect(skipped.stdout).toMatch(/Left out: 1 records?\.\n.*line 22/);
});

test('several files become one set under a name, and an id that both have is refused', async () => {
  const folder = temporaryFolder();
  const data = join(folder, 'data');
  const unnamed = await noisefloor('items', 'import', gsm8k, gsm8k, '--data', data);
  expect(unnamed.code).toBe(64);
  expect(unnamed.stderr).toContain('--name');
  const twice = await noisefloor('items', 'import', gsm8k, gsm8k, '--name', 'both', '--data', data);
  expect(twice.code).toBe(65);
  expect(twice.stderr).toContain('both have an item');
});

test('a file whose cluster has items of both splits is not frozen as it is, one that names a single split is', async () => {
  const folder = temporaryFolder();
  const file = join(folder, 'desk.jsonl');
  const line = (id: string, more: object) =>
    JSON.stringify({
      id,
      input: 'One and one?',
      cluster: 'doc',
      check: { kind: 'numeric', answer: 2 },
      ...more,
    });
  writeFileSync(file, `${line('a', { split: 'dev' })}\n${line('b', { split: 'held_out' })}\n`);
  const freeze = () => noisefloor('items', 'freeze', file, '--data', join(folder, 'data'));
  const frozen = await freeze();
  expect(frozen.code).toBe(65);
  expect(frozen.stderr).toContain('"b" is held out and "a" is dev, and both are of the cluster "doc".');
  // An import puts the whole cluster on the safe side of a mistake: it is looked at, and not measured.
  const imported = await noisefloor('items', 'import', file, '--data', join(folder, 'data'), '--json');
  expect(JSON.parse(imported.stdout)).toMatchObject({ version: { counts: { dev: 2, heldOut: 0 } } });
  writeFileSync(file, `${line('a', { split: 'dev' })}\n${line('b', {})}\n${line('c', {})}\n`);
  const followed = await freeze();
  expect(followed).toMatchObject({ code: 0 });
  expect(followed.stdout).toContain(
    'desk@2 (3 items) is the next version of the set desk: before it is desk@1',
  );
  // What names no split went with `a`, which is taken out now.
  writeFileSync(file, `${line('b', {})}\n`);
  const { stdout } = await freeze();
  expect(stdout).toContain('desk@3: 1 item, sha256');
  expect(stdout).toContain('1 item that was dev in desk@2 is held out now.');
});

test('an export of what is not there says what to do', async () => {
  const folder = temporaryFolder();
  const data = join(folder, 'data');
  await noisefloor('items', 'import', gsm8k, '--data', data);
  const out = join(folder, 'out.parquet');
  const parameters = ['--format', 'parquet', '--out', out, '--data', data];
  const misspelt = await noisefloor('items', 'export', 'gsm8k', ...parameters);
  expect(misspelt.code).toBe(64);
  const unknown = await noisefloor('items', 'export', 'gsm8k@4', ...parameters);
  expect(unknown.code).toBe(65);
  expect(unknown.stderr).toContain('no item set gsm8k@4');
  expect(existsSync(out)).toBe(false);

  writeFileSync(out, 'mine');
  const known = ['items', 'export', 'gsm8k@1', ...parameters] as const;
  const refused = await noisefloor(...known);
  expect(refused.code).toBe(64);
  expect(refused.stderr).toContain('--replace');
  expect(readFileSync(out, 'utf8')).toBe('mine');
  expect((await noisefloor(...known, '--replace')).code).toBe(0);
  expect(readFileSync(out, 'latin1')).toMatch(/^PAR1/);
});

test('dev items of a version, or all of a file, are looked for in texts', async () => {
  const folder = temporaryFolder();
  const data = join(folder, 'data');
  await noisefloor('items', 'import', gsm8k, '--name', 'sums', '--held-out', '0', '--data', data);
  const [record] = readFileSync(gsm8k, 'utf8').split('\n');
  const { question } = JSON.parse(record ?? '') as { readonly question: string };
  const texts = join(folder, 'texts.md');
  writeFileSync(texts, `# Sums\n\nSome say: ${question.toUpperCase()}\n`);
  const found = await noisefloor('items', 'contamination', 'sums@1', '--texts', texts, '--data', data);
  expect(found.code).toBe(0);
  expect(found.stdout).toContain('sums@1: 1 of ');
  expect(found.stdout).toContain(`${texts}, line 3`);
  expect(found.stdout).toContain('The canary of the set stands in none of them.');
  const file = await noisefloor('items', 'contamination', gsm8k, '--texts', texts, '--n', '8', '--json');
  expect(JSON.parse(file.stdout)).toMatchObject({
    version: null,
    contaminated: 1,
    options: { runWords: 8, threshold: 0.5 },
    overlaps: [{ share: 1, passages: [{ file: texts, line: 3 }] }],
  });
  const gaps = join(folder, 'gaps.jsonl');
  const row = (id: string) => JSON.stringify({ id, input: question, check: { kind: 'numeric', answer: 1 } });
  writeFileSync(gaps, [row('a'), row('a'), '{"id": "broken"', ''].join('\n'));
  const some = await noisefloor('items', 'contamination', gaps, '--texts', texts);
  expect(some.stdout).toContain('1 of 1 items');
  expect(some.stdout).toContain('2 records made no item and were not looked for.');
  const counted = await noisefloor('items', 'contamination', gaps, '--texts', texts, '--json');
  expect(JSON.parse(counted.stdout)).toMatchObject({ checked: 1, leftOut: 2 });
  const nowhere = await noisefloor('items', 'contamination', 'sums@2', '--texts', texts, '--data', data);
  expect(nowhere.code).toBe(65);

  const out = join(folder, 'sums.jsonl');
  const exported = await noisefloor('items', 'export', 'sums@1', '--out', out, '--data', data);
  expect(exported.stdout).toContain(`${out}.card.md`);
  expect(readFileSync(`${out}.card.md`, 'utf8')).toContain('| gsm8k.jsonl |');
  const seen = await noisefloor('items', 'contamination', 'sums@1', '--texts', out, '--data', data);
  expect(seen.stdout).toContain('The canary of the set stands in:');
});
