import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openStore } from '../../../src-main/store/open.ts';
import { noisefloor } from '../../fixtures/command-line.ts';
import { temporaryFolder } from '../../fixtures/small-plan.ts';

interface Row {
  readonly id: string;
  readonly stratum: string;
  readonly split?: string;
  readonly time?: string;
  readonly cluster?: string;
}

function rows(file: string): readonly Row[] {
  return readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Row);
}

/** Forty items, two of them dev, over four weeks; one prompt twice, with other checks. */
function items(folder: string): string {
  const lines = Array.from({ length: 40 }, (_, index) => ({
    id: `i${index}`,
    input: index < 2 ? 'What is 7 and 1?' : `Mail from ada${index}@example.org: how much is ${index} and 1?`,
    stratum: index % 4 === 0 ? 'rare' : 'usual',
    ...(index > 37 ? { split: 'dev' } : {}),
    time: new Date(Date.UTC(2026, 0, 5 + ((index * 3) % 28))).toISOString(),
    check: { kind: 'numeric', answer: index + 1 },
  }));
  const path = join(folder, 'desk.jsonl');
  writeFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  return path;
}

/** Ids of the first version of the set `desk`. */
function devItemsOf(data: string): string[] {
  const store = openStore(data, { access: 'read' });
  if (!store.ok) throw new Error(store.error.message);
  const dev = store.data.readDevItems({ name: 'desk', version: 1 }).map(({ id }) => id);
  store.data.close();
  return dev;
}

test('a file goes from step to step, and what is frozen in the end has the record of all of them', async () => {
  const folder = temporaryFolder();
  const data = join(folder, 'data');
  const source = items(folder);
  const at = (name: string) => join(folder, name);
  writeFileSync(at('names.txt'), 'Nobody Here\n');
  writeFileSync(at('rules.yaml'), '- band: mail\n  when: {matches: "^mail"}\n');

  const scrubbed = await noisefloor(
    'items', 'scrub', source, '--rules', 'email,phone', '--names', at('names.txt'), '--hits', at('hits.jsonl'), '--show', '1', '--out', at('1.jsonl'),
  ); // prettier-ignore
  expect(scrubbed).toMatchObject({ code: 0, stderr: '' });
  expect(scrubbed.stdout).toContain('- Mail from «ada2@example.org»: how much');
  expect(scrubbed.stdout).toContain('+ Mail from «[EMAIL_1]»: how much');
  expect(scrubbed.stdout).toContain('38 hits of 3 rules and 1 name replaced in 38 of 40 items: email 38.');
  expect(scrubbed.stdout).toContain('No rule table is complete');
  expect(readFileSync(at('hits.jsonl'), 'utf8').trim().split('\n')).toHaveLength(38);
  expect(statSync(at('hits.jsonl')).mode & 0o077).toBe(0);
  expect(readFileSync(at('1.jsonl'), 'utf8')).not.toContain('@');

  const exact = await noisefloor('items', 'duplicates', at('1.jsonl'), '--out', at('2.jsonl'), '--json');
  expect(JSON.parse(exact.stdout)).toMatchObject({
    record: { step: 'exact_duplicates', before: 40, after: 39, disagreeing: 1 },
    groups: [{ ids: ['i0', 'i1'], disagree: true }],
  });
  const near = await noisefloor(
    'items', 'duplicates', at('2.jsonl'), '--near', '--threshold', '0.3', '--keep', 'cluster', '--out', at('3.jsonl'),
  ); // prettier-ignore
  expect(near.stdout).toMatch(/kept as one cluster/);
  expect(new Set(rows(at('3.jsonl')).map(({ cluster }) => cluster)).size).toBeLessThan(39);
  const strata = await noisefloor(
    'items', 'strata', at('3.jsonl'), '--rules', at('rules.yaml'), '--margin', '20%', '--out', at('4.jsonl'),
  ); // prettier-ignore
  // (1.959964 + 0.841621)^2 x 0.1 / 0.2^2 = 19.6
  expect(strata.stdout).toMatch(/rare\s+10\s+\d+\s+20\s+no/);
  const sampled = await noisefloor(
    'items', 'sample', at('4.jsonl'), '--each', '8', '--quota', 'rare=4', '--over-time', '--seed', '5', '--out', at('5.jsonl'),
  ); // prettier-ignore
  expect(sampled.stdout).toContain('12 of 39 items drawn from 2 strata, within each stratum evenly');
  const kept = rows(at('5.jsonl'));
  expect(kept.filter(({ stratum }) => stratum === 'rare')).toHaveLength(4);
  expect(kept.every(({ time, split }) => time !== undefined && split !== 'held_out')).toBe(true);

  const beside = JSON.parse(readFileSync(at('5.record.json'), 'utf8')) as { sha256: string; record: unknown };
  expect(beside.sha256).toBe(
    createHash('sha256')
      .update(readFileSync(at('5.jsonl')))
      .digest('hex'),
  );
  expect(JSON.stringify(beside)).not.toMatch(/Nobody|@/);
  // Near-duplicates of a dev item are of its cluster, and take its side when the file is frozen as it is.
  const asItIs = await noisefloor('items', 'freeze', at('5.jsonl'), '--name', 'desk', '--data', at('other'));
  expect(asItIs).toMatchObject({ code: 0, stderr: '' });
  const devClusters = new Set(kept.filter(({ split }) => split === 'dev').map(({ cluster }) => cluster));
  expect(devClusters.size).toBeGreaterThan(0);
  expect(devClusters.has(undefined)).toBe(false);
  expect(devItemsOf(at('other')).toSorted()).toEqual(
    kept
      .filter(({ cluster }) => devClusters.has(cluster))
      .map(({ id }) => id)
      .toSorted(),
  );
  const frozen = await noisefloor('items', 'import', at('5.jsonl'), '--name', 'desk', '--data', data);
  expect(frozen.code).toBe(0);
  const store = openStore(data, { access: 'read' });
  if (!store.ok) throw new Error(store.error.message);
  const record = store.data.preparation({ name: 'desk', version: 1 });
  store.data.close();
  expect(record).toEqual(beside.record);
  expect(record).toMatchObject({
    sources: [{ file: 'desk.jsonl', read: 40, leftOut: 0 }],
    steps: [
      { step: 'scrub', names: 1 },
      { step: 'exact_duplicates' },
      { step: 'near_duplicates', decisions: { keep_first: 0, ignore: 0 } },
      { step: 'strata', rules: [{ band: 'mail' }] },
      { step: 'sample', before: 39, after: 12, seed: 5 },
    ],
  });

  appendFileSync(at('5.jsonl'), '\n');
  const refused = await noisefloor('items', 'freeze', at('5.jsonl'), '--data', data);
  expect(refused).toMatchObject({ code: 65, stdout: '' });
  expect(refused.stderr).toContain('it was changed afterwards');
});

test('what is found in names stays and is shown by place, in the terminal, in the record and among all hits', async () => {
  const folder = temporaryFolder();
  const source = join(folder, 'tickets.jsonl');
  const item = {
    id: 'ada@example.org/1',
    input: 'Mail from ada@example.org: how much is 1 and 1?',
    cluster: 'thread of bo@example.org',
    source: 'box of ada@example.org',
    check: { kind: 'numeric', answer: 2 },
  };
  writeFileSync(source, `${JSON.stringify(item)}\n`);
  const [out, hits] = [join(folder, 'out.jsonl'), join(folder, 'hits.jsonl')];
  const scrubbed = await noisefloor(
    'items',
    'scrub',
    source,
    '--rules',
    'email',
    '--hits',
    hits,
    '--out',
    out,
  );
  expect(scrubbed).toMatchObject({ code: 0, stderr: '' });
  expect(scrubbed.stdout).toMatch(/place\s+found and kept\nid\s+1\ncluster\s+1\n/);
  expect(scrubbed.stdout).toContain('= thread of «bo@example.org»');
  expect(scrubbed.stdout).toContain('+ box of «[EMAIL_1]»');
  expect(readFileSync(hits, 'utf8').trim().split('\n')).toHaveLength(4);
  expect(JSON.parse(readFileSync(out, 'utf8'))).toMatchObject({
    id: item.id,
    cluster: item.cluster,
    source: 'box of [EMAIL_1]',
    messages: [{ content: 'Mail from [EMAIL_1]: how much is 1 and 1?' }],
  });
  const { record } = JSON.parse(readFileSync(join(folder, 'out.record.json'), 'utf8')) as { record: unknown };
  expect(record).toMatchObject({
    steps: [{ byRule: { email: 2 }, kept: { id: 1, cluster: 1 }, changed: 1 }],
  });
});

test('nothing is written over a file that is there, or from a broken one', async () => {
  const folder = temporaryFolder();
  const source = items(folder);
  const out = join(folder, 'out.jsonl');
  writeFileSync(out, 'mine\n');
  const taken = await noisefloor('items', 'sample', source, '--each', '3', '--out', out);
  expect(taken.code).toBe(64);
  expect(taken.stderr).toContain('--replace');
  expect(readFileSync(out, 'utf8')).toBe('mine\n');
  appendFileSync(source, '{"id": "broken"\n');
  const broken = await noisefloor('items', 'duplicates', source, '--out', out, '--replace');
  expect(broken.code).toBe(65);
  expect(broken.stderr).toContain('line 41');
  expect(readFileSync(out, 'utf8')).toBe('mine\n');
  expect(existsSync(`${out}.partial`)).toBe(false);
});

test('the hits go over no file that the scrubbing reads or writes, and a refused scrubbing leaves none', async () => {
  const folder = temporaryFolder();
  const source = items(folder);
  const before = readFileSync(source, 'utf8');
  const out = join(folder, 'out.jsonl');
  for (const hits of [source, out, join(folder, 'out.record.json')]) {
    const refused = await noisefloor('items', 'scrub', source, '--out', out, '--hits', hits, '--replace');
    expect(refused.code).toBe(64);
    expect(refused.stderr).toContain('Write the hits to another file.');
  }
  expect(readFileSync(source, 'utf8')).toBe(before);
  expect(existsSync(out)).toBe(false);
  const hits = join(folder, 'hits.jsonl');
  writeFileSync(hits, 'mine\n');
  appendFileSync(source, '{"id": "broken"\n');
  const broken = await noisefloor('items', 'scrub', source, '--out', out, '--hits', hits, '--replace');
  expect(broken.code).toBe(65);
  expect(readFileSync(hits, 'utf8')).toBe('mine\n');
  expect(existsSync(`${hits}.partial`)).toBe(false);
});
