/** The command line as a script meets it: what is printed, what it ends with. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Comparison } from '../../../src-main/contract/comparison.ts';
import { noisefloor, startNoisefloor, type Ended } from '../../fixtures/command-line.ts';
import { hasCommitted } from '../../fixtures/committed.ts';
import { demoFile, demoFolder, temporaryFolder, writeSmallPlan } from '../../fixtures/small-plan.ts';

const json = (ended: Ended): unknown => JSON.parse(ended.stdout);

/** Scores of n items, wrong where the index is among the named ones. */
function scoreFile(folder: string, name: string, wrong: (index: number) => boolean, n = 300): string {
  const path = join(folder, name);
  const rows = Array.from({ length: n }, (_, index) =>
    JSON.stringify({
      id: `i${index}`,
      score: wrong(index) ? 0 : 1,
      stratum: index % 2 === 0 ? 'even' : 'odd',
    }),
  );
  writeFileSync(path, `${rows.join('\n')}\n`);
  return path;
}

describe('compare', () => {
  const folder = temporaryFolder();
  const baseline = scoreFile(folder, 'baseline.jsonl', () => false);
  const rerun = scoreFile(folder, 'rerun.jsonl', (index) => index === 7);
  const worse = scoreFile(folder, 'worse.jsonl', (index) => index % 5 === 0);

  test('prints the document of its documentation, and ends by the verdict', async () => {
    const ended = await noisefloor(
      'compare',
      ...['--baseline', baseline, '--candidate', worse, '--rerun', rerun, '--margin', '0.02', '--json'],
    );
    expect(ended.code).toBe(1);
    const comparison = json(ended) as Comparison;
    expect(comparison).toMatchObject({
      n: 300,
      dropped: 0,
      delta: -0.2,
      flips: { losses: 60, gains: 0, rate: 0.2 },
      standsOut: true,
      verdict: 'worse',
      margin: 0.02,
      noise: { n: 300, flips: { losses: 1, gains: 0 } },
      seed: 1,
    });
    expect(comparison.strata.map(({ stratum, n }) => [stratum, n])).toEqual([
      ['even', 150],
      ['odd', 150],
    ]);
    for (const name of [
      'interval',
      'intervals',
      'p',
      'excessFlips',
      'bounds',
      'needed',
      'reason',
      'generator',
    ])
      expect(comparison).toHaveProperty(name);
  });

  test('passes the same against itself where there are items enough, and cannot tell where there are few', async () => {
    const same = await noisefloor(
      'compare',
      '--baseline',
      baseline,
      '--candidate',
      baseline,
      '--margin',
      '2%',
    );
    expect(same.code).toBe(0);
    expect(same.stdout).toContain('passes');
    const few = scoreFile(folder, 'few.jsonl', () => false, 20);
    const open = await noisefloor('compare', '--baseline', few, '--candidate', few, '--margin', '0.02');
    expect(open.code).toBe(2);
    expect(open.stdout).toContain('cannot be told yet');
  });

  test('the same seed gives the same bytes', async () => {
    const once = await noisefloor(
      'compare',
      '--baseline',
      baseline,
      '--candidate',
      worse,
      '--seed',
      '9',
      '--json',
    );
    const again = await noisefloor(
      'compare',
      '--baseline',
      baseline,
      '--candidate',
      worse,
      '--seed',
      '9',
      '--json',
    );
    expect(again.stdout).toBe(once.stdout);
  });

  test('a score file with a broken line is named with it', async () => {
    const broken = join(folder, 'broken.jsonl');
    writeFileSync(broken, '{"id":"a","score":1}\n{"id":"b","score":7}\n');
    const ended = await noisefloor('compare', '--baseline', baseline, '--candidate', broken);
    expect(ended.code).toBe(65);
    expect(ended.stderr).toContain('broken.jsonl, line 2');
  });
});

describe('usage', () => {
  test.each([
    [['compare']],
    [['no-such-command']],
    [['size', '--margin', 'much']],
    [['run']],
    [['items', 'frobnicate']],
    [['report', 'x', '--format', 'docx']],
  ])('%j is wrong usage', async (words) => {
    const ended = await noisefloor(...words);
    expect(ended.code).toBe(64);
    expect(ended.stderr).not.toBe('');
    expect(ended.stdout).toBe('');
  });

  test.each([
    [['--help']],
    [['run', '--help']],
    [['items', 'check', '--help']],
    [['models', 'render', '--help']],
  ])('%j is an answer', async (words) => {
    const ended = await noisefloor(...words);
    expect(ended.code).toBe(0);
    expect(ended.stdout).toContain('Usage:');
  });
});

test('size says how many items a margin needs', async () => {
  const ended = await noisefloor('size', '--margin', '0.02', '--discordance', '0.10', '--json');
  expect(json(ended)).toMatchObject({ items: 1963, power: 0.8, tests: 1, itemsAmong: 1963 });
  // Python: ceil((NormalDist().inv_cdf(1 - 0.05 / 8) + NormalDist().inv_cdf(0.8)) ** 2 * 0.1 / 0.02 ** 2)
  const among = await noisefloor('size', '--margin', '0.02', '--discordance', '0.10', '--tests', '4');
  expect(among.stdout).toContain('2,788 items, so that each of 4 tests');
  // The same with 2.03103, the last of five boundaries in test/oracles/alpha-spending.json, in place of 1.95996.
  const looked = await noisefloor('size', '--margin', '0.02', '--discordance', '0.10', '--looks', '4');
  expect(looked.stdout).toContain('2,064 items rule out');
  expect(looked.stdout).toContain('the interval at the end is then a 95.8 % one');
});

test('score reads outputs that were made elsewhere', async () => {
  const folder = temporaryFolder();
  const items = join(folder, 'items.jsonl');
  const outputs = join(folder, 'outputs.jsonl');
  writeFileSync(
    items,
    '{"id":"a","input":"6 x 7?","check":{"kind":"numeric","answer":42}}\n{"id":"b","input":"Capital of Norway?","check":{"kind":"exact","answer":"Oslo"}}\n',
  );
  writeFileSync(outputs, '{"id":"a","output":"Answer: 42"}\n{"id":"b","error":"timed out"}\n');
  const ended = await noisefloor('score', items, outputs);
  expect(ended.code).toBe(0);
  expect(
    ended.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown),
  ).toMatchObject([
    { id: 'a', sample: 0, outcome: 'scored', score: 1 },
    { id: 'b', sample: 0, outcome: 'failed', score: null },
  ]);
});

test('models inspect and models render say what a file is and what it will see', async () => {
  const inspected = await noisefloor('models', 'inspect', demoFile('Q4_K_M'), '--json', '--hash');
  expect(json(inspected)).toMatchObject([
    {
      description: { architecture: 'llama', quantisation: 'Q4_K_M', parameters: 2_820_352 },
      hashes: ['56ac905ad472f4b4a8757d5d63b73658fb2f4fb7f8dd1b546ca720268c4fdc51'],
      tooLarge: null,
    },
  ]);
  const rendered = await noisefloor('models', 'render', demoFile('BF16'), '--json');
  expect(json(rendered)).toMatchObject({
    text: '<s><|user|>Hello<|end|><|assistant|>',
    renderer: 'huggingface-jinja',
    bos: { applied: 'template' },
  });
  expect((json(rendered) as { tokens: number[] }).tokens).toHaveLength(7);
});

describe('a plan that ran', () => {
  const plan = writeSmallPlan(6, { q2_k_pure: `{gguf: ${demoFile('Q2_K-pure')}}` });
  let first: Ended;

  beforeAll(async () => {
    first = await noisefloor('run', plan.path, '--data', plan.data, '--json');
  });

  test('prints every comparison with noise from a real second run, and writes four reports', () => {
    const document = json(first) as {
      candidates: Record<string, Comparison>;
      runs: { candidate: string; replicate: number; state: string }[];
      report: Record<string, string>;
    };
    expect(first.code).toBe(2);
    const { q2_k_pure: comparison } = document.candidates;
    expect(comparison?.n).toBe(48);
    expect(comparison?.noise).toMatchObject({ n: 48, replicates: 2, flips: { losses: 0, gains: 0 } });
    expect(comparison?.strata).toHaveLength(8);
    expect(document.runs.map(({ candidate, replicate, state }) => [candidate, replicate, state])).toEqual([
      ['bf16', 1, 'complete'],
      ['bf16', 2, 'complete'],
      ['q2_k_pure', 1, 'complete'],
    ]);
    const page = readFileSync(document.report.html ?? '', 'utf8');
    expect(page).toContain('Try a quantised version');
    expect(page).not.toMatch(/(?:src|href)\s*=\s*"https?:/);
    expect(Object.keys(document.report).sort()).toEqual(['csv', 'html', 'json', 'md']);
  });

  test('started again, it runs nothing and says the same', async () => {
    const again = await noisefloor('run', plan.path, '--data', plan.data, '--json');
    expect((json(again) as { candidates: unknown }).candidates).toEqual(
      (json(first) as { candidates: unknown }).candidates,
    );
    expect(again.code).toBe(first.code);
  });

  test('can be scored and reported again, by its file or the beginning of its hash', async () => {
    const { plan: registered } = json(first) as { plan: { hash: string } };
    const rescored = await noisefloor(
      ...['rescore', registered.hash.slice(0, 8), '--data', plan.data, '--json'],
    );
    expect(json(rescored)).toMatchObject({ outputs: 144, changedScores: 0, changedVerdicts: [] });
    const out = join(plan.folder, 'again');
    mkdirSync(out);
    const reported = await noisefloor(
      ...['report', plan.path, '--data', plan.data, '--out', out, '--format', 'md,csv'],
    );
    expect(reported.code).toBe(0);
    expect(readFileSync(join(out, 'report.md'), 'utf8')).toContain('q2_k_pure');
    // The same plan's report is renewed; anything else of that name keeps its place.
    writeFileSync(join(out, 'report.csv'), 'mine\n');
    const words = ['report', plan.path, '--data', plan.data, '--out', out, '--format', 'md,csv'];
    const refused = await noisefloor(...words);
    expect(refused.code).toBe(64);
    expect(refused.stderr).toContain('--force');
    expect(readFileSync(join(out, 'report.csv'), 'utf8')).toBe('mine\n');
    expect((await noisefloor(...words, '--force')).code).toBe(0);
    expect(readFileSync(join(out, 'report.csv'), 'utf8')).toContain(registered.hash);
  });

  test('writes no report over what is not its own, unless it is told to', async () => {
    const { plan: registered } = json(first) as { plan: { hash: string } };
    const out = join(plan.folder, 'taken');
    mkdirSync(out);
    writeFileSync(join(out, 'report.html'), 'mine\n');
    const words = ['run', plan.path, '--data', plan.data, '--out', out];
    // Another plan: it is not even registered.
    const other = await noisefloor(...words, '--limit', '3');
    expect([other.code, other.stderr.includes('--force')]).toEqual([64, true]);
    expect(await noisefloor('report', plan.path, '--limit', '3', '--data', plan.data)).not.toMatchObject({
      code: 0,
    });
    expect((await noisefloor(...words)).code).toBe(64);
    expect(readFileSync(join(out, 'report.html'), 'utf8')).toBe('mine\n');
    expect(existsSync(join(out, 'report.md'))).toBe(false);
    expect((await noisefloor(...words, '--force')).code).toBe(first.code);
    expect(readFileSync(join(out, 'report.html'), 'utf8')).toContain(registered.hash);
  });

  test('logs each reading of its held-out items', async () => {
    const listed = await noisefloor('items', 'list', '--data', plan.data, '--json');
    const [set] = json(listed) as { heldOutReadings: number; counts: { heldOut: number } }[];
    expect(set?.counts.heldOut).toBe(1617);
    expect(set?.heldOutReadings).toBeGreaterThanOrEqual(3);
  });
});

test('a second process on the same data folder is refused by name, and let in afterwards', async () => {
  const plan = writeSmallPlan(40);
  const started = startNoisefloor('run', plan.path, '--data', plan.data);
  try {
    // It has the folder by then.
    expect(await hasCommitted(started, plan.data, 0)).toBe(true);
    const refused = await noisefloor('run', plan.path, '--data', plan.data);
    expect(refused.code).toBe(70);
    expect(refused.stderr).toContain(String(started.process.pid));
  } finally {
    await started.end('SIGINT');
  }
  const listed = await noisefloor('items', 'list', '--data', plan.data);
  expect(listed.code).toBe(0);
});

test('the demo plan is the one that its documentation describes', () => {
  const text = readFileSync(join(demoFolder, 'plan.yaml'), 'utf8');
  expect(text).toContain('margin: 0.02, each_stratum: 0.04');
  for (const name of ['q8_0', 'q4_k_m', 'q2_k', 'q2_k_pure']) expect(text).toContain(`${name}:`);
});
