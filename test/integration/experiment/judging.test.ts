/** A judge's way through a plan: run, stop, go on, score, drift, calibration. The judge is a script (see the fake's own file). */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { calibratePlan } from '../../../src-main/app/calibrate-plan.ts';
import { executePlan } from '../../../src-main/app/execute-plan.ts';
import { rescorePlan } from '../../../src-main/app/rescore.ts';
import type { ProgressEvent } from '../../../src-main/contract/progress.ts';
import type { RunKey } from '../../../src-main/contract/plan.ts';
import { openStore } from '../../../src-main/store/open.ts';
import {
  startFakeJudgeServer,
  type FakeJudgeServer,
  type Script,
} from '../../fixtures/endpoint-server/fake-judge-server.ts';
import { demoFile } from '../../fixtures/small-plan.ts';
import { good, never } from '../engine/llama/demo.ts';

const folder = mkdtempSync(join(tmpdir(), 'noisefloor-judging-'));
let server: FakeJudgeServer;
beforeAll(async () => {
  server = await startFakeJudgeServer(kind);
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => {
  server.script = kind;
  server.fingerprint = 'fake-1';
  server.root = null;
  server.asked.length = 0;
});

const itemCount = 12;
const ids = Array.from({ length: itemCount }, (_, index) => `j${String(index).padStart(2, '0')}`);
const isJudging = (prompt: string): boolean => prompt.startsWith('You grade the answer');
const judgedText = (prompt: string): string =>
  /ANSWER [0-9a-f]{32} BEGINS\n([^]*?)\nANSWER/.exec(prompt)?.[1] ?? '';

/** q4 is brusque on every third item, and the judge sees it. */
const kind: Script = (prompt, model) => {
  if (isJudging(prompt))
    return `It is ${judgedText(prompt)}.\n{"grade": "${judgedText(prompt).includes('Go away') ? 'rude' : 'polite'}"}`;
  return model === 'fake-q4' && /item \d*[0369]$/.test(prompt) ? 'Go away.' : 'Gladly.';
};

interface Made {
  readonly planPath: string;
  readonly data: string;
}

let made = 0;
function planFile(judge: string | null, items = itemLines(), more = ''): Made {
  const own = join(folder, String((made += 1)));
  writeFileSync(`${own}.jsonl`, items.map((item) => JSON.stringify(item)).join('\n'));
  const candidate = (model: string): string =>
    `{endpoint: ${server.url}, model: ${model}, accept: [prompt, tokens]}`;
  writeFileSync(
    `${own}.yaml`,
    `decision: Ship it
items: ${own}.jsonl
guard_rail: {margin: 0.02, max_missing: 0.5}
baseline: bf16
replicates: 1
resamples: 400
candidates:
  bf16: ${candidate('fake-bf16')}
  q4: ${candidate('fake-q4')}
${judge === null ? '' : `judge: ${judge}\n`}${more}`,
  );
  return { planPath: `${own}.yaml`, data: `${own}-data` };
}

function itemLines(): object[] {
  return ids.map((id) => ({
    id,
    input: `Answer politely, item ${Number(id.slice(1))}`,
    split: 'held_out',
    check: { kind: 'judge', rubric: 'Is it polite?', scale: ['rude', 'polite'] },
  }));
}

const fakeJudge = (): string => `{endpoint: ${server.url}, model: fake-judge}`;

function execute({ planPath, data }: Made, signal: AbortSignal = never, events: ProgressEvent[] = []) {
  return executePlan({
    planPath,
    dataFolder: data,
    formats: ['html', 'md', 'json'],
    report: (event) => events.push(event),
    signal,
  });
}

const q4: RunKey = { candidate: 'q4', replicate: 1 };

function scoresOf({ data }: Made, hash: string, key: RunKey) {
  const store = good(openStore(data, { access: 'read' }));
  const scores = store.scores(hash, key);
  store.close();
  return scores;
}

const judgings = (): string[] => server.asked.filter(isJudging);

test('outputs are judged after the run, told as they are, and scored by what the judge said', async () => {
  const plan = planFile(fakeJudge());
  const events: ProgressEvent[] = [];
  const executed = good(await execute(plan, never, events));
  expect(judgings()).toHaveLength(2 * itemCount);
  const told = events.filter((event) => event.kind === 'judging');
  expect(told[0]).toMatchObject({ loading: true });
  expect(told.at(-1)).toMatchObject({ done: 2 * itemCount, total: 2 * itemCount, secondsLeft: 0 });
  const scores = scoresOf(plan, executed.registered.hash, q4);
  expect(scores.filter(({ score }) => score.value === 0).map(({ itemId }) => itemId)).toEqual([
    'j00',
    'j03',
    'j06',
    'j09',
    'j10',
  ]);
  expect(scores[0]).toMatchObject({
    score: { outcome: 'scored', value: 0, reason: "the judge's grade is rude: “It is Go away..”" },
  });
  expect(scores[0]?.scorer).toMatch(/^judge\/1\.2\/[0-9a-f]{16}$/);
  expect(executed.report.candidates[0]?.comparison).toMatchObject({
    n: itemCount,
    flips: { losses: 5, gains: 0 },
  });
  // The script takes no notice of the form that it was sent.
  expect(executed.report.judge?.forced).toBe(false);
  // Once more: nothing is asked a second time.
  server.asked.length = 0;
  good(await execute(plan));
  expect(judgings()).toEqual([]);
});

test('a judge that says nothing of use is an error of the judge, never a wrong answer', async () => {
  server.script = (prompt, model) => {
    if (!isJudging(prompt)) return kind(prompt, model);
    if (prompt.includes('item 1\n')) return 'I like it.';
    if (prompt.includes('item 2\n')) return { text: 'It says {"grade": "polite"}, but', finish: 'length' };
    if (prompt.includes('item 4\n')) return { text: '', finish: 'stop' };
    return kind(prompt, model);
  };
  const plan = planFile(fakeJudge());
  const executed = good(await execute(plan));
  const byItem = new Map(scoresOf(plan, executed.registered.hash, q4).map((row) => [row.itemId, row.score]));
  for (const id of ['j01', 'j02', 'j04'])
    expect(byItem.get(id)).toMatchObject({ outcome: 'judge_error', value: null });
  expect(byItem.get('j05')).toMatchObject({ outcome: 'scored', value: 1 });
  expect(executed.report.candidates[0]?.comparison).toMatchObject({
    n: itemCount - 3,
    dropped: 3,
    outcomes: { candidate: { judge_error: 3, scored: itemCount - 3 } },
  });
});

test('a judge that is not there leaves the outputs without a grade, and the plan ends', async () => {
  const plan = planFile(`{endpoint: ${server.url}, model: nobody}`);
  const executed = good(await execute(plan));
  const scores = scoresOf(plan, executed.registered.hash, q4);
  expect(scores).toHaveLength(itemCount);
  for (const { score } of scores) expect(score).toMatchObject({ outcome: 'judge_error', value: null });
  expect(scores[0]?.score.reason).toContain('the judge could not be asked');
  expect(executed.report.candidates[0]?.comparison?.verdict).toBe('not comparable');
  server.asked.length = 0;
  expect((await execute(plan)).ok).toBe(true);
  expect(judgings()).toEqual([]);
});

test('stopped in the middle, it goes on where it was', async () => {
  const stop = new AbortController();
  let said = 0;
  server.script = (prompt, model) => {
    if (isJudging(prompt)) {
      said += 1;
      if (said === 9) stop.abort();
    }
    return kind(prompt, model);
  };
  const plan = planFile(`{endpoint: ${server.url}, model: fake-judge, parallel: 1}`);
  expect(await execute(plan, stop.signal)).toMatchObject({ ok: false, error: { code: 'interrupted' } });
  const store = good(openStore(plan.data, { access: 'read' }));
  const [summary] = store.plans();
  const hash = summary?.hash ?? '';
  expect(store.judging(hash)).toMatchObject({ state: 'stopped' });
  const judge = store.judging(hash)?.judge ?? '';
  const kept = store.runs(hash).reduce((sum, { key }) => sum + store.judgedKeys(hash, key, judge).size, 0);
  store.close();
  expect(kept).toBeGreaterThanOrEqual(8);
  expect(kept).toBeLessThan(2 * itemCount);
  server.asked.length = 0;
  good(await execute(plan));
  expect(judgings()).toHaveLength(2 * itemCount - kept);
});

test('what the judge gave no answer about is asked again, and nothing else', async () => {
  server.script = (prompt, model) =>
    isJudging(prompt) && prompt.includes('item 1\n') ? 500 : kind(prompt, model);
  const plan = planFile(fakeJudge());
  const { hash } = good(await execute(plan)).registered;
  const outcomes = () => scoresOf(plan, hash, q4).map(({ score }) => score.outcome);
  expect(outcomes().filter((outcome) => outcome === 'judge_error')).toHaveLength(1);
  server.script = kind;
  server.asked.length = 0;
  const again = { signal: never, report: (): void => undefined };
  expect(good(await rescorePlan(plan.data, { plan: hash }, again))).toMatchObject({
    changedScores: 2,
    judgeDrift: null,
  });
  expect(judgings()).toHaveLength(2);
  expect(new Set(outcomes())).toEqual(new Set(['scored']));
  // An answer that is there is never replaced.
  const store = good(openStore(plan.data));
  const judge = store.judging(hash)?.judge ?? '';
  const said = store.judgement(hash, q4, 'j01', 0, judge);
  expect(said?.finish).toBe('end');
  if (said) expect(store.appendJudgements(hash, q4, judge, [said])).toMatchObject({ ok: false });
  store.close();
});

test('another judge judges everything anew, and the drift is told', async () => {
  const plan = planFile(fakeJudge());
  const first = good(await execute(plan));
  const reference = { plan: first.registered.hash };
  const asked: ProgressEvent[] = [];
  const again = { signal: never, report: (event: ProgressEvent) => asked.push(event) };
  // Read again: the same judge is not asked, and nothing changes.
  server.asked.length = 0;
  expect(good(await rescorePlan(plan.data, reference))).toMatchObject({ changedScores: 0, judgeDrift: null });
  expect(good(await rescorePlan(plan.data, reference, again))).toMatchObject({
    changedScores: 0,
    judgeDrift: null,
  });
  expect(judgings()).toEqual([]);
  // The server was updated, and its model has grown strict with short answers.
  server.fingerprint = 'fake-2';
  server.script = (prompt, model) =>
    isJudging(prompt) && prompt.includes('item 1\n') ? '{"grade": "rude"}' : kind(prompt, model);
  const rescored = good(await rescorePlan(plan.data, reference, again));
  expect(judgings()).toHaveLength(2 * itemCount);
  expect(rescored).toMatchObject({ changedScores: 2, judgeDrift: { outputs: 2 * itemCount, different: 2 } });
  expect(rescored.judgeDrift?.before).not.toBe(rescored.judgeDrift?.after);
});

test('until another judge has read everything, the grades and the verdict are those of the one before', async () => {
  const plan = planFile(`{endpoint: ${server.url}, model: fake-judge, parallel: 1}`);
  const { hash } = good(await execute(plan)).registered;
  const judgingOf = () => {
    const store = good(openStore(plan.data, { access: 'read' }));
    const record = store.judging(hash);
    store.close();
    return record;
  };
  const before = judgingOf();
  server.fingerprint = 'fake-2';
  const strict: Script = (prompt, model) =>
    isJudging(prompt) && prompt.includes('item 1\n') ? '{"grade": "rude"}' : kind(prompt, model);
  const stop = new AbortController();
  server.asked.length = 0;
  server.script = (prompt, model) => {
    if (judgings().length === 4) stop.abort();
    return strict(prompt, model);
  };
  const report = (): void => undefined;
  expect(await rescorePlan(plan.data, { plan: hash }, { signal: stop.signal, report })).toMatchObject({
    ok: false,
    error: { code: 'interrupted' },
  });
  expect(judgingOf()).toEqual(before);
  expect(good(await rescorePlan(plan.data, { plan: hash }))).toMatchObject({
    changedScores: 0,
    changedVerdicts: [],
  });
  // It becomes another one once more while it judges, and cannot go on.
  server.asked.length = 0;
  server.script = (prompt, model) => {
    if (judgings().length === 3) server.fingerprint = 'fake-3';
    return strict(prompt, model);
  };
  expect(await rescorePlan(plan.data, { plan: hash }, { signal: never, report })).toMatchObject({
    ok: false,
    error: { code: 'endpoint_changed' },
  });
  expect(judgingOf()).toEqual(before);
  // As it was at first: it goes on where it was.
  server.fingerprint = 'fake-2';
  server.asked.length = 0;
  server.script = strict;
  const rescored = good(await rescorePlan(plan.data, { plan: hash }, { signal: never, report }));
  expect(judgings().length).toBeLessThan(2 * itemCount);
  expect(rescored).toMatchObject({ changedScores: 2, judgeDrift: { outputs: 2 * itemCount, different: 2 } });
  expect(judgingOf()).toMatchObject({ state: 'complete', judge: rescored.judgeDrift?.after });
});

test('labels tell how far the judge agrees with people, and correct the difference', async () => {
  const plan = planFile(fakeJudge());
  const { registered } = good(await execute(plan));
  const labels = join(folder, 'labels.jsonl');
  // Ada graded both answers to nine items, and does not find the brusque answers to items 3 and 6 rude.
  const graded = ids.slice(0, 9).flatMap((id) => [
    { id, candidate: 'bf16', grade: 'polite', rater: 'Ada' },
    { id, candidate: 'q4', grade: id === 'j00' ? 'Rude' : 'polite', rater: 'Ada' },
  ]);
  writeFileSync(labels, graded.map((label) => JSON.stringify(label)).join('\n'));
  const found = good(await calibratePlan(plan.data, { plan: registered.hash }, labels));
  expect(found).toMatchObject({
    judge: `fake-judge at ${server.url}`,
    raters: [{ rater: 'Ada', labels: 18 }],
    scales: [{ grades: ['rude', 'polite'], measure: 'kappa', labels: 18, ungraded: 0, people: null }],
  });
  // Rows people, columns the judge: 1 rude by both, 2 rude by the judge alone, 15 polite by both.
  // kappa = (16/18 - (1*3 + 17*15)/18^2) / (1 - (1*3 + 17*15)/18^2) = 5/11.
  expect(found.scales[0]?.table).toEqual([
    [1, 0],
    [2, 15],
  ]);
  expect(found.scales[0]?.agreement.value).toBeCloseTo(5 / 11, 12);
  // The judge's drop is 5 of 12. On the labelled nine it is off by 2/9; on the others it says -2/3.
  expect(found.corrected[0]).toMatchObject({ candidate: 'q4', items: itemCount, labelled: 9 });
  // The first nine of the file are not the first nine of the order that is drawn.
  expect(found.corrected[0]?.inDrawnOrder).toBe(false);
  expect(found.corrected[0]?.judge).toBeCloseTo(-5 / 12, 12);
  expect(found.corrected[0]?.estimate).toBeCloseTo(-2 / 3 + 2 / 9, 12);
  // A second rater, with some labels missing.
  const more = ids.slice(0, 4).map((id) => ({ id, candidate: 'q4', grade: 'polite', rater: 'Bo' }));
  writeFileSync(labels, more.map((label) => JSON.stringify(label)).join('\n'));
  const two = good(await calibratePlan(plan.data, { plan: registered.hash }, labels));
  expect(two.raters).toEqual([
    { rater: 'Ada', labels: 18 },
    { rater: 'Bo', labels: 4 },
  ]);
  // Two people count half each: Bo finds item 0 polite, where Ada and the judge find it rude.
  expect(two.corrected[0]?.estimate).toBeCloseTo(-2 / 3 + 2.5 / 9, 12);
  expect(two.scales[0]?.people).toMatchObject({ items: 4 });
  // Both answers to an item belong together.
  expect(two.scales[0]?.everyone).toMatchObject({ items: 9 });
  // A label for nothing takes none of the file's in.
  writeFileSync(labels, `${JSON.stringify(more[0])}\n{"id": "j01", "candidate": "q4", "grade": "so-so"}`);
  expect(await calibratePlan(plan.data, { plan: registered.hash }, labels)).toMatchObject({
    ok: false,
    error: { code: 'outputs_broken', where: { line: 2, item: 'j01' } },
  });
});

test('a plan without a judge, with one for nothing, or with a candidate as its judge is refused before it runs', async () => {
  const refused = async (plan: Made): Promise<string> => {
    const executed = await execute(plan);
    return executed.ok ? 'it ran' : `${executed.error.code}: ${executed.error.message}`;
  };
  expect(await refused(planFile(null))).toMatch(/^plan_invalid: .*12 held_out items that a judge must read/);
  expect(await refused(planFile(`{endpoint: ${server.url}/, model: fake-q4}`))).toMatch(
    /^plan_invalid: .*the model of the candidate q4/,
  );
  // The same server by another of this machine's names.
  const elsewhere = server.url.replace('127.0.0.1', 'localhost');
  expect(await refused(planFile(`{endpoint: ${elsewhere}, model: fake-q4}`))).toMatch(
    /^plan_invalid: .*the model of the candidate q4/,
  );
  const other = [
    { id: 'n', input: 'What is 1 + 1?', split: 'held_out', check: { kind: 'numeric', answer: 2 } },
  ];
  expect(await refused(planFile(fakeJudge(), other))).toMatch(/^plan_invalid: .*no held_out item/);
  expect(
    await refused(planFile(`{endpoint: ${server.url}, model: fake-judge, few_shot: {count: 2}}`)),
  ).toMatch(/judge\.few_shot is wrong: is no setting of a judge/);
  expect(server.asked).toEqual([]);
});

test('a judge that is a candidate by another name is found before anything is generated, where its server can be asked then', async () => {
  server.root = '/models/one';
  expect(await execute(planFile(fakeJudge()))).toMatchObject({
    ok: false,
    error: {
      code: 'plan_invalid',
      message: expect.stringContaining('The judge is the model of the candidate bf16') as string,
      where: { field: 'judge' },
    },
  });
  // Not even the questions by which a server is got to know.
  expect(server.asked).toEqual([]);

  // A server that cannot be asked yet is asked when the judge is opened, and what is there by then stays.
  server.loading = 1;
  const plan = planFile(fakeJudge());
  const { registered, outcome } = good(await execute(plan));
  expect(outcome).toMatchObject({ complete: true, added: 2 * itemCount });
  expect(judgings()).toEqual([]);
  // With outputs there, the run goes on as well.
  good(await execute(plan));
  const store = good(openStore(plan.data, { access: 'read' }));
  expect(store.judging(registered.hash)).toMatchObject({
    state: 'failed',
    failure: { code: 'plan_invalid', where: { field: 'judge' } },
  });
  store.close();
});

test('a small model of our own as the judge: every answer has an outcome, and the manifest is kept', async () => {
  const plan = planFile(
    `{gguf: ${demoFile('BF16')}, context: 1024, max_tokens: 48, threads: 1, parallel: 2, flash_attention: false}`,
    itemLines().slice(0, 3),
  );
  const executed = good(await execute(plan));
  const store = good(openStore(plan.data, { access: 'read' }));
  const { hash } = executed.registered;
  const judging = store.judging(hash);
  expect(judging).toMatchObject({ state: 'complete', failure: null });
  for (const id of ids.slice(0, 3)) {
    const said = store.judgement(hash, q4, id, 0, judging?.judge ?? '');
    expect(said?.promptTokens).toBeGreaterThan(100);
    expect(said?.promptHash).toMatch(/^[0-9a-f]{64}$/);
  }
  expect(store.judgeManifests(hash, judging?.judge ?? '')[0]?.model.files).toEqual([
    'desk-clerk-3m-BF16.gguf',
  ]);
  for (const { score } of store.scores(hash, q4)) expect(['scored', 'judge_error']).toContain(score.outcome);
  expect(executed.report.judge?.forced).toBe(true);
  expect(executed.report.judge?.ranOn).toMatch(/^BF16, llama\.cpp \S+, cpu$/);
  store.close();
});
