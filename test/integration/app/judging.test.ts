/** A judge in the app: the run's last stage, stopped and gone on with, and the desk at which answers are graded blind. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  startFakeJudgeServer,
  type FakeJudgeServer,
  type Script,
} from '../../fixtures/endpoint-server/fake-judge-server.ts';
import { temporaryFolder } from '../../fixtures/small-plan.ts';
import { registerPlan, startApp, until, type AppUnderTest } from './app-under-test.ts';

const ids = Array.from({ length: 6 }, (_, index) => `j${index}`);
const isJudging = (prompt: string): boolean => prompt.startsWith('You grade the answer');

/** The judge finds every answer of q4 poor, and those of bf16 good. */
const kind: Script = (prompt, model) => {
  if (!isJudging(prompt)) return model === 'fake-q4' ? 'Well.' : 'Gladly.';
  return prompt.includes('BEGINS\nWell.') ? 'Too short. {"grade": 2}' : 'Polite. {"grade": 5}';
};

let server: FakeJudgeServer;
let app: AppUnderTest;
beforeAll(async () => {
  server = await startFakeJudgeServer(kind);
});
afterAll(() => server.close());
beforeEach(async () => {
  server.script = kind;
  server.asked.length = 0;
  app = await startApp();
});
afterEach(async () => {
  await app.close();
  expect(app.bugs).toEqual([]);
});

function planFile(judge = true, more: readonly string[] = []): string {
  const folder = temporaryFolder();
  const check = judge
    ? { kind: 'judge', rubric: 'Is it polite?', scale: { min: 1, max: 5 } }
    : { kind: 'exact', answer: 'Gladly.' };
  writeFileSync(
    join(folder, 'desk.jsonl'),
    ids.map((id) => JSON.stringify({ id, input: `Greet ${id}`, split: 'held_out', check })).join('\n'),
  );
  const path = join(folder, 'plan.yaml');
  const candidate = (model: string): string =>
    `{endpoint: ${server.url}, model: ${model}, accept: [prompt, tokens]}`;
  writeFileSync(
    path,
    `decision: Ship it
items: desk.jsonl
guard_rail: {margin: 0.02}
baseline: bf16
replicates: 1
resamples: 200
candidates:
  bf16: ${candidate('fake-bf16')}
  q4: ${candidate('fake-q4')}
${more.map((name) => `  ${name}: ${candidate('fake-q4')}\n`).join('')}${judge ? `judge: {endpoint: ${server.url}, model: fake-judge, parallel: 1}\n` : ''}`,
  );
  return path;
}

const progress = (comparison: string) => app.get('runs.read_progress', { comparison });
const finished = (comparison: string) =>
  until(
    () => progress(comparison),
    ({ state }) => state === 'finished',
  );

test('the judge is the last stage of a run: told, paused, gone on with, and then the results are there', async () => {
  let judged = 0;
  let pausing: Promise<unknown> | undefined;
  const comparison = await registerPlan(app, planFile());
  expect(await progress(comparison)).toMatchObject({ judging: { state: 'waiting', done: 0, total: null } });
  server.script = (prompt, model) => {
    if (isJudging(prompt) && ++judged === 4) pausing = app.get('runs.pause_run', { comparison });
    return kind(prompt, model);
  };
  await app.get('runs.start_run', { comparison });
  const paused = await until(
    () => progress(comparison),
    ({ state }) => state === 'paused',
  );
  await pausing;
  expect(paused).toMatchObject({ done: 12, total: 12, judging: { state: 'stopped', total: null } });
  const done = paused.judging?.done ?? 0;
  expect(done).toBeGreaterThanOrEqual(3);
  expect(done).toBeLessThan(12);
  expect(await app.ask('results.read_comparison', { comparison, peek: false })).toMatchObject({
    ok: false,
    error: { code: 'run_unfinished' },
  });
  server.asked.length = 0;
  await app.get('runs.start_run', { comparison });
  expect(await finished(comparison)).toMatchObject({
    judging: { state: 'complete', done: 12, total: 12, error: null },
  });
  expect(server.asked.filter(isJudging)).toHaveLength(12 - done);
  const results = await app.get('results.read_comparison', { comparison, peek: false });
  expect(results.candidates[0]?.overall).toMatchObject({ n: 6, delta: -0.75 });
  const told = app.events.flatMap((event) => (event.kind === 'progress' ? [event.event.kind] : []));
  expect(told).toContain('judging');
  // What the judge said stands beside the answer.
  const { output } = await app.get('reading.read_output', {
    comparison,
    key: { candidate: 'q4', replicate: 1 },
    item: 'j0',
    sample: 0,
  });
  expect(output?.score).toMatchObject({ value: 0.25, reason: "the judge's grade is 2: “Too short.”" });
  // The plan as a file names its judge again.
  const plan = await app.get('plans.read_plan', { comparison });
  expect(JSON.stringify(plan)).toContain('fake-judge');
});

test('answers are graded one by one, without a name and without the judge’s grade, and can be taken back', async () => {
  const comparison = await registerPlan(app, planFile());
  const desk = { comparison, rater: 'Ada' };
  expect(await app.ask('judging.read_next', desk)).toMatchObject({
    ok: false,
    error: { code: 'run_unfinished' },
  });
  await app.get('runs.start_run', { comparison });
  await finished(comparison);
  expect((await app.get('comparisons.read_comparison', { comparison })).views.judge).toMatchObject({
    available: true,
  });
  let place = await app.get('judging.read_next', desk);
  expect(place).toMatchObject({ done: 0, total: 12 });
  expect(JSON.stringify(place)).not.toMatch(/bf16|q4|Too short|Polite\. /);
  const seen: string[] = [];
  while (place.next !== null) {
    const { turn, text, grades } = place.next;
    expect(grades).toEqual(['1', '2', '3', '4', '5']);
    seen.push(text);
    place = await app.get('judging.grade_answer', { ...desk, turn, grade: text === 'Well.' ? '4' : '5' });
  }
  expect(seen.toSorted()).toEqual([...ids.map(() => 'Gladly.'), ...ids.map(() => 'Well.')]);
  expect(place).toEqual({ done: 12, total: 12, next: null });
  const { calibration } = await app.get('judging.read_calibration', { comparison });
  expect(calibration).toMatchObject({
    judge: `fake-judge at ${server.url}`,
    raters: [{ rater: 'Ada', labels: 12 }],
    scales: [{ measure: 'weighted kappa', labels: 12, agreement: { items: 6 } }],
    corrected: [{ candidate: 'q4', items: 6, judge: -0.75, labelled: 6 }],
  });
  // Every item is labelled: what people say is what remains.
  expect(calibration?.corrected[0]?.estimate).toBeCloseTo(-0.25, 12);
  const undone = await app.get('judging.undo_grade', desk);
  expect(undone.done).toBe(11);
  expect(undone.next?.turn).toBe(11);
  expect(await app.ask('judging.grade_answer', { ...desk, turn: 11, grade: '9' })).toMatchObject({
    ok: false,
  });
  // Another person begins at the beginning, in the same order.
  expect(await app.get('judging.read_next', { ...desk, rater: 'Bo' })).toMatchObject({
    done: 0,
    next: { turn: 0 },
  });
});

test('with a second candidate the desk stays blind, and its undo takes the last grade back', async () => {
  const comparison = await registerPlan(app, planFile(true, ['q3']));
  await app.get('runs.start_run', { comparison });
  await finished(comparison);
  const desk = { comparison, rater: 'Ada' };
  const texts: string[] = [];
  let place = await app.get('judging.read_next', desk);
  expect(place).toMatchObject({ done: 0, total: 18 });
  for (let turn = 0; turn < 9 && place.next !== null; turn += 1) {
    texts.push(place.next.text);
    place = await app.get('judging.grade_answer', { ...desk, turn: place.next.turn, grade: '4' });
  }
  // Three items, and of each the answers of all three.
  const { calibration } = await app.get('judging.read_calibration', { comparison });
  expect(calibration?.corrected).toMatchObject([
    { candidate: 'q4', labelled: 3, inDrawnOrder: true },
    { candidate: 'q3', labelled: 3, inDrawnOrder: true },
  ]);
  for (const item of [0, 1, 2])
    expect(texts.slice(3 * item, 3 * item + 3).toSorted()).toEqual(['Gladly.', 'Well.', 'Well.']);
  // Graded once more: then it is the last, wherever it stands in the order.
  await app.get('judging.grade_answer', { ...desk, turn: 2, grade: '5' });
  expect((await app.get('judging.undo_grade', desk)).next?.turn).toBe(2);
  expect((await app.get('judging.undo_grade', desk)).done).toBe(7);
});

test('a plan without a judge has no judge to look at', async () => {
  const comparison = await registerPlan(app, planFile(false));
  expect((await app.get('comparisons.read_comparison', { comparison })).views.judge).toBeNull();
  expect(await app.get('judging.read_calibration', { comparison })).toEqual({ calibration: null });
  expect((await progress(comparison)).judging).toBeNull();
});

test('a draft says that its items need a judge, takes one, and registers the plan that names it', async () => {
  const { draft } = await app.get('plans.import_plan', { path: planFile() });
  const imported = await app.get('plans.read_draft', { draft });
  expect(imported).toMatchObject({
    judgeItems: ids.length,
    problems: [],
    fields: { judge: { model: null, endpoint: { model: 'fake-judge' } } },
  });
  const endpoint = imported.fields.judge?.endpoint?.endpoint ?? '';
  let { revision } = imported;
  const change = async (fields: Partial<typeof imported.fields>) => {
    const changed = await app.get('plans.change_draft', { draft, revision, change: fields });
    ({ revision } = changed);
    return changed;
  };
  const problem = (message: string) => [
    { field: 'judge', message: expect.stringContaining(message) as unknown },
  ];
  const judgeAt = (model: string) => ({ model: null, endpoint: { endpoint, model } });
  expect((await change({ judge: null })).problems).toEqual(
    problem('6 held-out items have a judge as their check: choose a model that is no candidate.'),
  );
  expect(await app.ask('plans.register_plan', { draft, revision })).toMatchObject({
    ok: false,
    error: { code: 'plan_invalid', where: { field: 'judge' } },
  });
  expect((await change({ judge: judgeAt('fake-q4') })).problems).toEqual(problem('the model of q4'));
  expect(
    (await change({ judge: { model: null, endpoint: { endpoint: 'gone', model: 'm' } } })).problems,
  ).toEqual(problem('not among the models any more'));
  expect((await change({ judge: { model: 'f'.repeat(32), endpoint: null } })).problems).toEqual(
    problem('not among the models any more'),
  );
  expect((await change({ judge: judgeAt('another-judge') })).problems).toEqual([]);
  const { comparison } = await app.get('plans.register_plan', { draft, revision });
  const plan = await app.get('plans.read_plan', { comparison });
  expect(plan.fields.judge).toEqual(judgeAt('another-judge'));
  expect(plan.text).toContain('model: another-judge');
  // What the plan said of its first judge holds for the one that took its place.
  expect(plan.text).toMatch(/^judge:\n(?: {2}.*\n)*? {2}parallel: 1$/m);

  // A judge that nothing needs is said too.
  const copy = await app.get('plans.import_plan', { path: planFile(false) });
  const plain = await app.get('plans.read_draft', { draft: copy.draft });
  expect(plain).toMatchObject({ judgeItems: 0, problems: [], fields: { judge: null } });
  const needless = await app.get('plans.change_draft', {
    draft: copy.draft,
    revision: plain.revision,
    change: { judge: judgeAt('fake-judge') },
  });
  expect(needless.problems).toEqual(problem('No held-out item of desk@2 has a judge as its check'));
});
