/** A plan's judge compares answers in pairs: asked, stopped, gone on with, beside people. The judge is a script. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { executePlan } from '../../../src-main/app/execute-plan.ts';
import { planAsFile } from '../../../src-main/app/plans/plan-as-file.ts';
import { reviewPlan } from '../../../src-main/app/review-plan.ts';
import type { ProgressEvent } from '../../../src-main/contract/progress.ts';
import { openStore } from '../../../src-main/store/open.ts';
import {
  startFakeJudgeServer,
  type FakeJudgeServer,
  type Script,
} from '../../fixtures/endpoint-server/fake-judge-server.ts';
import { good, never } from '../engine/llama/demo.ts';

const folder = mkdtempSync(join(tmpdir(), 'noisefloor-pairs-'));
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

const isComparing = (prompt: string): boolean => prompt.startsWith('You compare two answers');
const answerIn = (prompt: string, place: 1 | 2): string =>
  new RegExp(`ANSWER ${place} [0-9a-f]{32} BEGINS\\n([^]*?)\\nANSWER`).exec(prompt)?.[1] ?? '';
const comparings = (): string[] => server.asked.filter(isComparing);

/** q4 answers differently on items 0 to 5, nothing on item 6, and as the baseline does on 7 to 9. */
function answerOf(prompt: string, model: string): string {
  const item = Number(/item (\d)/.exec(prompt)?.[1]);
  if (model === 'fake-q4' && item === 6) return '<think>Well';
  // Another way of thinking, the same answer: nothing to choose between.
  if (item === 7) return `<think>As ${model}.</think>Gladly.`;
  return model === 'fake-q4' && item < 6 ? 'Go away.' : 'Gladly.';
}

/** It is for the polite answer on items 0 to 2, for whatever stands first on 3 and 4, and lost for words on 5. */
const kind: Script = (prompt, model) => {
  if (!isComparing(prompt)) return answerOf(prompt, model);
  const item = Number(/item (\d)/.exec(prompt)?.[1]);
  if (item === 5) return answerIn(prompt, 1) === 'Gladly.' ? 'Hard to say.' : '{"choice": "2"}';
  if (item > 2) return 'The first. {"choice": "1"}';
  return `Kinder.\n{"choice": "${answerIn(prompt, 1) === 'Gladly.' ? 1 : 2}"}`;
};

let made = 0;
async function ran(judge = `{endpoint: ${server.url}, model: fake-judge, parallel: 1, compares: true}`) {
  const own = join(folder, String((made += 1)));
  const lines = Array.from({ length: 10 }, (_, index) =>
    JSON.stringify({
      id: `p${index}`,
      input: `Greet item ${index}`,
      split: 'held_out',
      check: { kind: 'exact', answer: 'Gladly.' },
    }),
  );
  writeFileSync(`${own}.jsonl`, lines.join('\n'));
  const candidate = (model: string): string =>
    `{endpoint: ${server.url}, model: ${model}, accept: [prompt, tokens]}`;
  writeFileSync(
    `${own}.yaml`,
    `decision: Ship it
items: ${own}.jsonl
guard_rail: {margin: 0.02, max_missing: 0.5}
baseline: bf16
replicates: 1
resamples: 300
candidates:
  bf16: ${candidate('fake-bf16')}
  q4: ${candidate('fake-q4')}
judge: ${judge}
`,
  );
  const data = `${own}-data`;
  const executed = await executePlan({
    planPath: `${own}.yaml`,
    dataFolder: data,
    formats: ['json'],
    report: () => undefined,
    signal: never,
  });
  return { executed, data, planPath: `${own}.yaml` };
}

interface Options {
  readonly items?: number;
  readonly candidate?: string;
  readonly signal?: AbortSignal;
  readonly report?: (event: ProgressEvent) => void;
}

const ask = (data: string, plan: string, options: Options = {}) =>
  reviewPlan(data, { plan }, null, { signal: never, report: () => undefined, ...options });

test('both orders are asked, disagreement is a tie, the unreadable is left out, and the same is not asked', async () => {
  const { executed, data } = await ran();
  const { registered } = good(executed);
  const { hash } = registered;
  // Comparing is asked for: the run does not do it, and no judge grades anything.
  expect(comparings()).toEqual([]);
  expect(await reviewPlan(data, { plan: hash }, null)).toMatchObject({
    ok: false,
    error: { code: 'ratings_none' },
  });
  const events: ProgressEvent[] = [];
  const found = good(await ask(data, hash, { report: (event) => events.push(event) }));
  expect(comparings()).toHaveLength(12);
  expect(events.at(-1)).toMatchObject({ kind: 'judging', done: 12, total: 12, secondsLeft: 0 });
  expect(events).toContainEqual({
    kind: 'notice',
    text: `Network: judge is asked at ${server.url}`,
  });
  expect(found.review).toBeNull();
  expect(found.judge).toMatchObject({
    judge: `fake-judge at ${server.url}`,
    agreement: null,
    pairs: [
      {
        one: 'bf16',
        other: 'q4',
        items: 5,
        preferredOne: 3,
        ties: 2,
        preferredOther: 0,
        inconsistent: 2,
        share: 0.2,
        judgeErrors: 1,
        same: 3,
        unanswered: 1,
        decided: 10,
        first: 7,
      },
    ],
  });
  // What it said is kept word by word, with what it ran on.
  const store = good(openStore(data, { access: 'read' }));
  const judge = store.pairJudge(hash) ?? '';
  expect(judge).toBe(found.judge?.judgeHash);
  const said = store.pairJudgements(hash, judge, ({ itemId, swapped, text }) => ({ itemId, swapped, text }));
  expect(said).toHaveLength(12);
  expect(said).toContainEqual({ itemId: 'p0', swapped: true, text: 'Kinder.\n{"choice": "2"}' });
  expect(store.judgeManifests(hash, judge)).toHaveLength(1);
  expect(store.judging(hash)).toBeNull();
  // As a file again, the plan is the same one.
  expect(good(planAsFile(registered.plan, store.folder)).judge).toMatchObject({
    model: 'fake-judge',
    compares: true,
  });
  store.close();
  // Its words as a file.
  const { exportedJudge } = good(
    await reviewPlan(data, { plan: hash }, { format: 'jsonl', folder: join(data, 'out') }),
  );
  expect(exportedJudge?.answers).toBe(12);
  const rows = readFileSync(exportedJudge?.path ?? '', 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, string>);
  expect(rows).toContainEqual({
    judge: `fake-judge at ${server.url}`,
    item: 'p0',
    one: 'bf16',
    other: 'q4',
    shown_first: 'q4',
    choice: 'one',
    preferred: 'bf16',
    finish: 'end',
    text: 'Kinder.\n{"choice": "2"}',
  });
  expect(rows).toContainEqual(
    expect.objectContaining({ item: 'p5', choice: 'judge_error', text: 'Hard to say.' }),
  );
  // Once more: nothing is asked a second time.
  server.asked.length = 0;
  expect(good(await ask(data, hash)).judge).toEqual(found.judge);
  expect(comparings()).toEqual([]);
});

test('a server that keeps to a form is held to it, and is then another judge', async () => {
  const { executed, data } = await ran();
  const { hash } = good(executed).registered;
  const free = good(await ask(data, hash)).judge;
  server.script = (prompt, model, isForced) =>
    isForced
      ? '{"reasons": "It says {\\"choice\\": \\"2\\"}.", "choice": "1"}'
      : kind(prompt, model, isForced);
  server.asked.length = 0;
  const forced = good(await ask(data, hash)).judge;
  expect(comparings()).toHaveLength(12);
  for (const prompt of comparings()) expect(prompt.endsWith('{"reasons": "…", "choice": "tie"}')).toBe(true);
  expect(forced?.judgeHash).not.toBe(free?.judgeHash);
  expect(forced?.pairs).toMatchObject([
    { items: 6, judgeErrors: 0, inconsistent: 6, decided: 12, first: 12 },
  ]);
  const store = good(openStore(data, { access: 'read' }));
  const answerForm = (judge = ''): (string | null | undefined)[] =>
    store
      .judgeManifests(hash, judge)
      .map(({ settings }) => settings.find(({ name }) => name === 'answerForm')?.resolved);
  expect(answerForm(free?.judgeHash)).toEqual(['sent, not honoured']);
  expect(answerForm(forced?.judgeHash)).toEqual(['json']);
  store.close();
});

test('stopped in the middle, it goes on where it was', async () => {
  const { executed, data } = await ran();
  const { hash } = good(executed).registered;
  const stop = new AbortController();
  let said = 0;
  server.script = (prompt, model) => {
    if (isComparing(prompt) && (said += 1) === 5) stop.abort();
    return kind(prompt, model);
  };
  expect(await ask(data, hash, { signal: stop.signal })).toMatchObject({
    ok: false,
    error: { code: 'interrupted' },
  });
  const store = good(openStore(data, { access: 'read' }));
  const kept = store.pairJudgements(hash, store.pairJudge(hash) ?? '', ({ itemId }) => itemId).length;
  store.close();
  expect(kept).toBeGreaterThanOrEqual(4);
  expect(kept).toBeLessThan(12);
  server.script = kind;
  server.asked.length = 0;
  const found = good(await ask(data, hash));
  expect(comparings()).toHaveLength(12 - kept);
  expect(found.judge?.pairs).toMatchObject([{ items: 5, inconsistent: 2, judgeErrors: 1 }]);
});

test('what a failing server kept from being said is asked again, and only that', async () => {
  const { executed, data } = await ran();
  const { hash } = good(executed).registered;
  server.script = (prompt, model) =>
    isComparing(prompt) && prompt.includes('item 1') && answerIn(prompt, 1) === 'Gladly.'
      ? 500
      : kind(prompt, model);
  expect(good(await ask(data, hash)).judge?.pairs).toMatchObject([{ items: 4, judgeErrors: 2 }]);
  server.script = kind;
  server.asked.length = 0;
  expect(good(await ask(data, hash)).judge?.pairs).toMatchObject([{ items: 5, judgeErrors: 1 }]);
  expect(comparings()).toHaveLength(1);
  // In its place: nothing of the error is left, and what was said stays as it is.
  const store = good(openStore(data));
  const judge = store.pairJudge(hash) ?? '';
  const said = store.pairJudgements(hash, judge, (judgement) => judgement);
  expect(said.map(({ finish }) => finish)).toEqual(Array.from({ length: 12 }, () => 'end'));
  expect(said.some(({ error }) => error !== undefined)).toBe(false);
  expect(store.appendPairJudgements(hash, judge, said.slice(0, 1))).toMatchObject({
    error: { code: 'internal' },
  });
  store.close();
});

test('a judge that stopped early hides none that compared more', async () => {
  const { executed, data } = await ran();
  const { hash } = good(executed).registered;
  const complete = good(await ask(data, hash)).judge;
  server.fingerprint = 'fake-2';
  const stop = new AbortController();
  let said = 0;
  server.script = (prompt, model) => {
    if (isComparing(prompt) && (said += 1) === 3) stop.abort();
    return kind(prompt, model);
  };
  expect(await ask(data, hash, { signal: stop.signal })).toMatchObject({
    error: { code: 'interrupted' },
  });
  expect(good(await reviewPlan(data, { plan: hash }, null)).judge).toEqual(complete);
  // It takes the other's place once it got as far.
  server.script = kind;
  const after = good(await ask(data, hash)).judge;
  expect(after?.judgeHash).not.toBe(complete?.judgeHash);
  expect(after?.pairs).toEqual(complete?.pairs);
});

test('so many items are drawn by the plan, and more of them go on from there', async () => {
  const { executed, data } = await ran();
  const { hash } = good(executed).registered;
  const few = good(await ask(data, hash, { items: 4, candidate: 'q4' })).judge?.pairs[0];
  const settled = (few?.items ?? 0) + (few?.judgeErrors ?? 0) + (few?.same ?? 0) + (few?.unanswered ?? 0);
  expect(settled).toBe(4);
  const before = comparings().length;
  good(await ask(data, hash));
  expect(comparings()).toHaveLength(12);
  expect(before).toBeLessThan(12);
  expect(await ask(data, hash, { candidate: 'bf16' })).toMatchObject({ ok: false, error: { code: 'usage' } });
});

test('another judge compares everything anew, and people stand beside it', async () => {
  const { executed, data } = await ran();
  const { hash } = good(executed).registered;
  const before = good(await ask(data, hash)).judge?.judgeHash;
  const store = good(openStore(data));
  for (const [item, choice] of [
    ['p0', 'one'],
    ['p1', 'other'],
    ['p3', 'tie'],
  ] as const)
    good(
      store.putRating(hash, {
        rater: 'Ada',
        item,
        one: 'bf16',
        other: 'q4',
        turn: 0,
        swapped: false,
        choice,
        at: '2026-11-30T09:00:00.000Z',
      }),
    );
  store.close();
  server.fingerprint = 'fake-2';
  server.asked.length = 0;
  const found = good(await ask(data, hash));
  expect(comparings()).toHaveLength(12);
  expect(found.judge?.judgeHash).not.toBe(before);
  // The judge is no person: people's figures know of their own three choices only.
  expect(found.review).toMatchObject({ overall: { ratings: 3 }, raters: [{ rater: 'Ada' }] });
  // People 0 2 1, the judge 0 0 1. Seen 4 / 3; by chance (0 0 1 + 4 4 1 + 1 1 0) / 9 = 4 / 3.
  expect(found.judge?.agreement).toMatchObject({ pairs: 3, items: 3 });
  expect(found.judge?.agreement?.value).toBeCloseTo(0, 12);
});

test('a judge for nothing, a candidate as the judge, and a judge that is not there are refused', async () => {
  const refused = async (judge: string): Promise<string> => {
    const { executed } = await ran(judge);
    return executed.ok ? 'it ran' : executed.error.message;
  };
  expect(await refused(`{endpoint: ${server.url}, model: fake-judge}`)).toMatch(/no held_out item/);
  expect(await refused(`{endpoint: ${server.url}, model: fake-judge, compares: false}`)).toMatch(
    /write true, or leave it out/,
  );
  expect(await refused(`{endpoint: ${server.url}, model: fake-q4, compares: true}`)).toMatch(
    /the model of the candidate q4/,
  );
  // Another name for what a candidate is, and only its server knows: it is asked nothing.
  server.root = '/models/one';
  const alias = await ran();
  expect(await ask(alias.data, good(alias.executed).registered.hash)).toMatchObject({
    ok: false,
    error: { code: 'plan_invalid', message: expect.stringContaining('the candidate bf16') as string },
  });
  server.root = null;
  const { executed, data } = await ran(`{endpoint: ${server.url}, model: nobody, compares: true}`);
  const asked = await ask(data, good(executed).registered.hash);
  expect(asked.ok).toBe(false);
  expect(comparings()).toEqual([]);
});
