/**
 * Scoring: 100,000 stored outputs scored again, the same number of outputs of every kind in memory, patterns in their
 * process, and programs in their sandboxes. Run with
 *   ./node_modules/.bin/node bench/scoring.ts [--outputs N] [--programs N]
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { itemSchema, type Check, type CheckOf } from '../src-main/contract/item.ts';
import type { Score } from '../src-main/contract/output.ts';
import { scoreRun } from '../src-main/experiment/score-outputs.ts';
import { runKeys } from '../src-main/experiment/schedule.ts';
import { referenceAnswer } from '../src-main/scoring/registry.ts';
import { openScoring } from '../src-main/scoring/sandbox/open-scoring.ts';
import type { Scoring } from '../src-main/scoring/scoring.ts';
import { openStore } from '../src-main/store/open.ts';
import { writeLargeComparison } from './app/large-comparison.ts';

const { values } = parseArgs({
  options: {
    outputs: { type: 'string', default: '100000' },
    programs: { type: 'string', default: '40' },
  },
});
const outputs = Number(values.outputs);
const programs = Number(values.programs);
/** Of the large comparison: a baseline that ran twice, and four candidates. */
const runs = 6;

function tell(what: string, count: number, milliseconds: number): void {
  const rate = (count / milliseconds) * 1000;
  const rounded = rate < 100 ? rate.toFixed(1) : Math.round(rate).toLocaleString('en');
  console.log(
    `${what}: ${count.toLocaleString('en')} in ${(milliseconds / 1000).toFixed(2)} s, ${rounded} a second`,
  );
}

async function timed(what: string, count: number, work: () => Promise<void>): Promise<void> {
  const since = performance.now();
  await work();
  tell(what, count, performance.now() - since);
}

async function scoreAll(
  scoring: Scoring,
  given: readonly { readonly check: Check; readonly text: string }[],
): Promise<void> {
  const scores = given.map(({ check, text }) => scoring.score(check, { text, finish: 'end' }));
  for (const pending of scores) right(await pending);
}

/** A benchmark of wrong answers would measure something else. */
function right(scored: Awaited<ReturnType<Scoring['score']>>): Score {
  if (!scored.ok) throw new Error(`${scored.error.message} ${scored.error.detail ?? ''}`);
  if (scored.data.value !== 1) throw new Error(scored.data.reason);
  return scored.data;
}

async function stored(scoring: Scoring): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'noisefloor-bench-'));
  try {
    const { hash } = await writeLargeComparison(folder, Math.ceil(outputs / runs));
    const store = openStore(folder);
    if (!store.ok) throw new Error(store.error.message);
    const items = store.data.readPlanItems(hash, '2026-01-01T00:00:00.000Z');
    const registered = store.data.plan(hash);
    if (!items.ok || !registered.ok) throw new Error('the comparison is not there');
    const { plan } = registered.data;
    const names = plan.candidates.map(({ name }) => name);
    const keys = runKeys(names, plan.baseline, plan.replicates);
    const task = { store: store.data, scoring, planHash: hash, items: items.data };
    const count = items.data.length * keys.length;
    await timed('stored outputs read alone', count, () => {
      for (const key of keys) store.data.outputs(hash, key);
      return Promise.resolve();
    });
    await timed('stored outputs scored again, scores stored', count, async () => {
      for (const key of keys) await scoreRun(task, key);
    });
    store.data.close();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function everyKind(scoring: Scoring): Promise<void> {
  const file = new URL('../resources/demo/items.jsonl', import.meta.url);
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  const answers = lines.map((line) => {
    const { check } = itemSchema.parse(JSON.parse(line));
    return { check, text: referenceAnswer(check) ?? '' };
  });
  const kinds = Map.groupBy(answers, ({ check }) => check.kind);
  for (const [kind, own] of kinds) {
    const many = Array.from({ length: outputs / kinds.size }, (_, index) => own[index % own.length]);
    const given = many.filter((one) => one !== undefined);
    await timed(`${kind}, in memory`, given.length, () => scoreAll(scoring, given));
  }
}

async function patterns(scoring: Scoring): Promise<void> {
  const check: Check = { kind: 'regex', pattern: String.raw`total: (\d+)`, answer: '42' };
  const given = Array.from({ length: Math.ceil(outputs / 10) }, (_, index) => ({
    check,
    text: `Item ${index}. It comes to a total: 42 in the end.`,
  }));
  await scoreAll(scoring, given.slice(0, 10));
  await timed('patterns, in their process', given.length, () => scoreAll(scoring, given));
}

const python: CheckOf<'code'> = {
  kind: 'code',
  language: 'python',
  tests: 'assert [fib(n) for n in range(10)] == [0, 1, 1, 2, 3, 5, 8, 13, 21, 34]\n',
  entry_point: 'fib',
};
const inPython =
  'from typing import List\ndef fib(n):\n    a, b = 0, 1\n    for _ in range(n):\n        a, b = b, a + b\n    return a\n';
const javascript: CheckOf<'code'> = {
  kind: 'code',
  language: 'javascript',
  tests: 'assert.deepEqual([...Array(10).keys()].map(fib), [0, 1, 1, 2, 3, 5, 8, 13, 21, 34])',
  entry_point: 'fib',
};
const inJavaScript =
  'function fib(n) { let [a, b] = [0, 1]; for (let i = 0; i < n; i++) [a, b] = [b, a + b]; return a }';

async function code(scoring: Scoring, check: CheckOf<'code'>, text: string, count: number): Promise<void> {
  const one = [{ check, text }];
  await timed(`${check.language}, the first answer`, 1, () => scoreAll(scoring, one));
  const many = Array.from({ length: count }, () => ({ check, text }));
  await timed(`${check.language}, a fresh interpreter each`, count, () => scoreAll(scoring, many));
}

/** The usual way, without a sandbox: a process of the system's interpreter for each answer, one after another. */
function unprotected(command: string, program: string, count: number): void {
  if (spawnSync(command, ['--version']).status !== 0) return;
  const since = performance.now();
  for (let index = 0; index < count; index += 1) {
    const flag = command === 'python3' ? '-c' : '-e';
    if (spawnSync(command, [flag, program]).status !== 0) throw new Error(`${command} failed`);
  }
  tell(`${command}, a process each and no sandbox`, count, performance.now() - since);
}

console.log(`${availableParallelism()} processors, Node ${process.versions.node}`);
const scoring = openScoring();
try {
  await stored(scoring);
  await everyKind(scoring);
  await patterns(scoring);
  await code(scoring, javascript, inJavaScript, 10 * programs);
  unprotected(process.execPath, `${inJavaScript}; require('assert').deepEqual(fib(9), 34)`, programs);
  await code(scoring, python, inPython, programs);
  unprotected('python3', inPython + python.tests, programs);
} finally {
  await scoring.close();
}
