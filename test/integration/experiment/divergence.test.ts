/** Divergence of the real demo model's versions from it, along answers that it gave itself. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { copyFile, open, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { measurePlan, planDivergence } from '../../../src-main/app/divergence/measure-plan.ts';
import { executePlan } from '../../../src-main/app/execute-plan.ts';
import { createLlamaEngine } from '../../../src-main/engine/llama/llama-engine.ts';
import type { Tracer } from '../../../src-main/engine/tracer.ts';
import {
  followAnswers,
  marginAt,
  type FollowedAnswer,
  type FollowedItem,
} from '../../../src-main/experiment/divergence/measure-divergence.ts';
import {
  noPartings,
  summariseDivergence,
} from '../../../src-main/experiment/divergence/summarise-divergence.ts';
import { success } from '../../../src-main/contract/result.ts';
import { openStore } from '../../../src-main/store/open.ts';
import { writeSmallPlan } from '../../fixtures/small-plan.ts';
import { answers, candidate, demoItems, good, request, withOpen } from '../engine/llama/demo.ts';

const never = new AbortController().signal;
const engine = createLlamaEngine();
const folder = mkdtempSync(join(tmpdir(), 'noisefloor-follow-'));
const resampling = { resamples: 2000, seed: 1 };
const left = (): readonly string[] =>
  readdirSync(tmpdir()).filter((name) => name.startsWith('noisefloor-divergence-'));

let given: readonly FollowedAnswer[] = [];
let baseline: Tracer;

beforeAll(async () => {
  const requests = ['facts', 'extraction', 'multi_tool']
    .flatMap((stratum) => demoItems(stratum, 5))
    .map((item) => request(item));
  const outputs = await withOpen({}, (opened) => answers(opened, requests));
  given = requests.map(({ itemId, messages }, index) => ({
    itemId,
    baseline: messages,
    candidate: messages,
    tokens: outputs[index]?.tokens ?? [],
    parting: null,
  }));
  baseline = good(await engine.openTracer(candidate(), 1, never));
});

afterAll(async () => {
  await baseline.close();
  rmSync(folder, { recursive: true });
});

async function follow(weights: string | undefined, some: readonly FollowedAnswer[]) {
  const other = good(await engine.openTracer(candidate(weights === undefined ? {} : { weights }), 1, never));
  const before = left();
  const items: FollowedItem[] = [];
  const followed = await followAnswers('other', { baseline, candidate: other }, some, never, (item) => {
    items.push(item);
    return success(undefined);
  });
  await other.close();
  expect(left()).toEqual(before);
  good(followed);
  return items;
}

async function against(weights: string | undefined, some = given) {
  const items = await follow(weights, some);
  const summary = summariseDivergence(
    'other',
    items.map(({ itemId, sums }) => ({ itemId, stratum: itemId.slice(0, 4), sums })),
    Float32Array.from(items.flatMap(({ tokenKl }) => tokenKl)),
    noPartings('not asked for'),
    resampling,
  );
  if (summary === null) throw new Error('no answer has a token');
  return summary;
}

const version = (name: string): string =>
  join(import.meta.dirname, '../../../resources/demo', `desk-clerk-3m-${name}.gguf`);

test('each row of logits is the one that the answer’s token was drawn from', async () => {
  const file = join(folder, 'rows');
  const { vocabulary } = good(
    await baseline.follow(
      { answers: given.map(({ baseline: prompt, tokens }) => ({ prompt, tokens })), file },
      never,
    ),
  );
  const reader = await open(file);
  const row = new Float32Array(vocabulary);
  const tokens = given.flatMap((answer) => answer.tokens);
  expect((await reader.stat()).size).toBe(tokens.length * row.byteLength);
  let likeliest = 0;
  for (const token of tokens) {
    await reader.read(new Uint8Array(row.buffer));
    if (row.indexOf(Math.max(...row)) === token) likeliest += 1;
  }
  await reader.close();
  // Greedy answers; decoded in pieces here and one by one there, so that a tie may fall the other way.
  expect(likeliest).toBeGreaterThanOrEqual(tokens.length - 1);
});

describe('of a version from the baseline', () => {
  test('is nothing where it is the baseline itself', async () => {
    const same = await against(undefined);
    expect(same).toMatchObject({
      items: given.length,
      tokens: given.flatMap(({ tokens }) => tokens).length,
      kl: { mean: 0, interval: { lo: 0, hi: 0 } },
      sameTop: { mean: 1, interval: { method: 'wilson', hi: 1 } },
      change: { mean: { mean: 0 }, rootMeanSquare: { mean: 0, interval: { lo: 0, hi: 0 } } },
      perplexityRatio: { mean: 1, interval: { lo: 1, hi: 1 }, logError: 0 },
    });
  });

  test('grows with what the quantisation takes away', async () => {
    const [eight, two] = [await against(version('Q8_0')), await against(version('Q2_K-pure'))];
    expect(eight.kl.mean).toBeGreaterThan(0);
    expect(two.kl.mean).toBeGreaterThan(10 * eight.kl.mean);
    expect(two.klPercentiles.largest).toBeGreaterThanOrEqual(two.klPercentiles.p999);
    expect(two.klPercentiles.p99).toBeGreaterThanOrEqual(two.klPercentiles.median);
    expect(two.kl.interval?.lo).toBeLessThanOrEqual(two.kl.mean);
    expect(two.kl.interval?.hi).toBeGreaterThanOrEqual(two.kl.mean);
    expect(two.perplexityRatio.mean).toBeGreaterThan(1);
    expect(two.furthest[0]?.kl).toBeGreaterThanOrEqual(two.furthest[1]?.kl ?? 0);
  });

  test('has no interval from one item', async () => {
    const one = await against(version('Q8_0'), given.slice(0, 1));
    expect([one.kl.interval, one.sameTop.interval, one.perplexityRatio.logError]).toEqual([null, null, null]);
  });

  test('passes over an answer that does not fit the context: it is of no token', async () => {
    const small = good(await engine.openTracer(candidate({ settings: { context: 16 } }), 1, never));
    const items: FollowedItem[] = [];
    good(
      await followAnswers('small', { baseline, candidate: small }, given.slice(0, 2), never, (item) => {
        items.push(item);
        return success(undefined);
      }),
    );
    await small.close();
    expect(items.map(({ itemId, sums }) => [itemId, sums.tokens])).toEqual(
      given.slice(0, 2).map(({ itemId }) => [itemId, 0]),
    );
  });
});

/** One row of logits for each token of an answer, as 32-bit numbers. */
async function rowsOf(answer: FollowedAnswer, pieces: readonly (readonly [from: number, to: number])[]) {
  const file = join(folder, 'piece');
  const all: Buffer[] = [];
  for (const [from, to] of pieces) {
    const tokens = answer.tokens.slice(0, to);
    good(await baseline.follow({ answers: [{ prompt: answer.baseline, tokens, from }], file }, never));
    all.push(await readFile(file));
  }
  return Buffer.concat(all);
}

test('piece by piece an answer gives the same logits as at once, wherever the pieces come from', async () => {
  const long = given.toSorted((a, b) => b.tokens.length - a.tokens.length)[0];
  const short = given.find(({ itemId }) => itemId !== long?.itemId);
  if (long === undefined || short === undefined) throw new Error('no answers');
  const length = long.tokens.length;
  expect(length).toBeGreaterThan(16);
  const whole = await rowsOf(long, [[0, length]]);
  expect(
    await rowsOf(long, [
      [0, 16],
      [16, length],
    ]),
  ).toEqual(whole);
  // Another answer came between: what the sequence holds is not taken for this one's.
  const first = await rowsOf(long, [[0, 16]]);
  await rowsOf(short, [[0, short.tokens.length]]);
  const second = await rowsOf(long, [[16, length]]);
  const { length: bytes } = whole;
  expect(first.length + second.length).toBe(bytes);
  const close = new Float32Array(second.buffer.slice(second.byteOffset, second.byteOffset + second.length));
  const expected = new Float32Array(
    whole.buffer.slice(whole.byteOffset + first.length, whole.byteOffset + bytes),
  );
  // Decoded in other batches: not to the last bit.
  for (const [index, value] of close.entries())
    expect(Math.abs(value - (expected[index] ?? 0))).toBeLessThan(1e-3);
});

describe('where answers part', () => {
  test('the margin and the divergence are those of the row that the token was drawn from', async () => {
    const [answer] = given;
    if (answer === undefined) throw new Error('no answer');
    const place = Math.min(3, answer.tokens.length - 1);
    const items = await follow(version('Q2_K-pure'), [{ ...answer, parting: place }]);
    const [item] = items;
    expect(item?.parting).toMatchObject({ token: place, kl: item?.tokenKl[place] });
    const again = good(
      await marginAt(baseline, { prompt: answer.baseline, tokens: answer.tokens }, place, never),
    );
    expect(again).toBeCloseTo(item?.parting?.margin ?? Number.NaN, 3);
  });

  test('may be after the last token, and in an empty answer: the place is looked at, and counts for no mean', async () => {
    const [answer] = given;
    if (answer === undefined) throw new Error('no answer');
    const items = await follow(version('Q8_0'), [
      { ...answer, parting: answer.tokens.length },
      { ...answer, itemId: 'empty', tokens: [], parting: 0 },
      { ...answer, itemId: 'both empty', tokens: [], parting: null },
    ]);
    expect(items.map(({ sums, parting }) => [sums.tokens, parting?.token ?? null])).toEqual([
      [answer.tokens.length, answer.tokens.length],
      [0, 0],
      [0, null],
    ]);
    // The end came there in the baseline's own answer, so that it holds the end for the likeliest.
    expect(items[0]?.parting?.margin).toBeGreaterThan(0);
  });
});

test('a batch smaller than a piece, and a disk that takes nothing more, are no crash', async () => {
  const small = good(await engine.openTracer(candidate({ settings: { batch: 4 } }), 1, never));
  const [one] = given;
  if (one === undefined) throw new Error('no answer');
  const question = { answers: [{ prompt: one.baseline, tokens: one.tokens }] };
  const file = join(folder, 'small');
  good(await small.follow({ ...question, file }, never));
  expect((await stat(file)).size).toBeGreaterThan(0);
  for (const full of ['/dev/full', join(folder, 'no', 'such', 'folder')])
    expect(await small.follow({ ...question, file: full }, never)).toMatchObject({
      ok: false,
      error: { code: 'file_unwritable' },
    });
  // The process is still there.
  good(await small.follow({ ...question, file }, never));
  await small.close();
});

test('a signal that was given before is heard before anything is loaded', async () => {
  expect(await engine.openTracer(candidate(), 1, AbortSignal.abort())).toMatchObject({
    ok: false,
    error: { code: 'interrupted' },
  });
});

test('a plan that has run is measured from its stored answers, goes on where it stopped, and is read again', async () => {
  const plan = writeSmallPlan(2);
  const reference = { plan: plan.path };
  const dataFolder = join(plan.folder, 'data');
  const silent = () => undefined;
  expect(await planDivergence(dataFolder, reference, {}, never, silent)).toMatchObject({ ok: false });
  good(await executePlan({ planPath: plan.path, dataFolder, formats: [], report: silent, signal: never }));
  const told: string[] = [];
  const tell = ({ candidate: name, done, of }: { candidate: string; done: number; of: number }) =>
    told.push(`${name} ${done}/${of}`);
  const some = good(await planDivergence(dataFolder, reference, { most: 3 }, never, tell));
  expect(some.left).toEqual([]);
  expect(some.candidates.map(({ items }) => items)).toEqual([3]);
  expect(told.at(-1)).toMatch(/ 3\/3$/);

  const all = good(await planDivergence(dataFolder, reference, {}, never, tell));
  expect(all.candidates[0]?.items).toBeGreaterThan(3);
  const last = told.length;
  expect(good(await planDivergence(dataFolder, reference, {}, never, tell))).toEqual(all);
  // All of it was there.
  expect(told.length).toBe(last);
  // Measured anew, all at once, it comes out as it did in two sittings.
  const anew = good(await planDivergence(dataFolder, reference, { again: true }, never, tell));
  expect({ ...anew, measuredAt: '' }).toEqual({ ...all, measuredAt: '' });

  // Stopped after its first item, the candidate has new numbers alone, and the report is the one of before.
  const halfway = new AbortController();
  const stop = () => {
    halfway.abort();
  };
  expect(await planDivergence(dataFolder, reference, { again: true }, halfway.signal, stop)).toMatchObject({
    error: { code: 'interrupted' },
  });
  const store = good(openStore(dataFolder));
  const hash = store.plans()[0]?.hash ?? '';
  const key = { candidate: all.candidates[0]?.candidate ?? '', replicate: 1 };
  expect(store.itemDivergences(hash, key)).toHaveLength(1);
  expect(store.divergence(hash)?.report).toEqual(anew);
  store.close();
  const rest = good(await planDivergence(dataFolder, reference, {}, never, tell));
  expect({ ...rest, measuredAt: '' }).toEqual({ ...anew, measuredAt: '' });

  const stopped = AbortSignal.abort();
  expect(await planDivergence(dataFolder, reference, { again: true }, stopped, silent)).toMatchObject({
    error: { code: 'interrupted' },
  });
  // It never came to the baseline: nothing is lost.
  expect(good(await planDivergence(dataFolder, reference, {}, never, tell))).toEqual(rest);
});

test('measured again and stopped between two candidates, the report is made of what is there then', async () => {
  const plan = writeSmallPlan(1, { a: `{gguf: ${version('Q2_K')}}`, b: `{gguf: ${version('Q8_0')}}` });
  const dataFolder = join(plan.folder, 'data');
  const silent = () => undefined;
  const { registered } = good(
    await executePlan({ planPath: plan.path, dataFolder, formats: [], report: silent, signal: never }),
  );
  const { hash } = registered;
  const store = good(openStore(dataFolder));
  const work = { store, now: () => new Date().toISOString(), signal: never, progress: silent };
  const measure = async (scope: { most?: number; again?: boolean } = {}) =>
    good(await measurePlan(registered, scope, work));
  // Other numbers than this machine comes to, of either candidate, and a report over them.
  await measure({ most: 3 });
  for (const name of ['a', 'b']) {
    const key = { candidate: name, replicate: 1 };
    const other = store.itemDivergences(hash, key).map(({ itemId, ...sums }) => ({
      row: { ...sums, itemId, kl: sums.kl * 7 },
      tokenKl: Array.from({ length: sums.tokens }, () => (sums.kl * 7) / sums.tokens),
      parting: null,
    }));
    good(store.putFollowed(hash, key, other));
  }
  const old = await measure();
  const between = new AbortController();
  const progress = ({ candidate: name, done, of }: { candidate: string; done: number; of: number }) => {
    if (name === 'a' && done === of) between.abort();
  };
  expect(
    await measurePlan(registered, { again: true }, { ...work, signal: between.signal, progress }),
  ).toMatchObject({ error: { code: 'interrupted' } });
  expect(store.divergence(hash)?.report).toEqual(old);
  const mixed = await measure();
  expect(await measure()).toEqual(mixed);
  const anew = await measure({ again: true });
  expect(anew.candidates[1]?.kl.mean).toBeLessThan(old.candidates[1]?.kl.mean ?? 0);
  expect(mixed.candidates).toEqual([anew.candidates[0], old.candidates[1]]);

  // Stopped before the first candidate, it has the margins of reruns alone.
  const itemId = store.itemDivergences(hash, { candidate: 'a', replicate: 1 })[0]?.itemId ?? '';
  good(
    store.putParting(hash, { candidate: 'bf16', replicate: 2 }, { itemId, token: 0, margin: 9, kl: null }),
  );
  expect((await measure()).rerun.floor).toBe(9);
  store.close();
});

test('nothing is forgotten where a candidate’s file is gone: measuring again is refused by name', async () => {
  const weights = join(folder, 'taken-away.gguf');
  await copyFile(version('Q8_0'), weights);
  const plan = writeSmallPlan(1, { gone: `{gguf: ${weights}}`, there: `{gguf: ${version('Q2_K-pure')}}` });
  const dataFolder = join(plan.folder, 'data');
  const silent = () => undefined;
  const { registered } = good(
    await executePlan({ planPath: plan.path, dataFolder, formats: [], report: silent, signal: never }),
  );
  const stored = { plan: registered.hash };
  // Nothing of it was measured yet: it is left out, and the others are measured, and measured again.
  await rm(weights);
  for (const again of [false, true]) {
    const others = good(await planDivergence(dataFolder, stored, { most: 2, again }, never, silent));
    expect(others.candidates.map(({ candidate: name, items }) => [name, items])).toEqual([['there', 2]]);
    expect(others.left.map(({ candidate: name }) => name)).toEqual(['gone']);
  }
  await copyFile(version('Q8_0'), weights);
  const measured = good(await planDivergence(dataFolder, stored, {}, never, silent));
  expect(measured.candidates.map(({ candidate: name }) => name)).toEqual(['gone', 'there']);
  await rm(weights);
  expect(await planDivergence(dataFolder, stored, { again: true }, never, silent)).toMatchObject({
    ok: false,
    error: {
      code: 'file_not_found',
      message: expect.stringMatching(
        /^gone cannot be measured again, and what was measured stays\./,
      ) as string,
      where: { file: weights },
    },
  });
  expect(good(await planDivergence(dataFolder, stored, {}, never, silent))).toEqual(measured);
});

test('answers that do not fit a candidate’s context are tried once, counted, and told each time', async () => {
  const plan = writeSmallPlan(2, { small: `{gguf: ${version('Q8_0')}, context: 48, accept: [limits]}` });
  const reference = { plan: plan.path };
  const dataFolder = join(plan.folder, 'data');
  const silent = () => undefined;
  good(await executePlan({ planPath: plan.path, dataFolder, formats: [], report: silent, signal: never }));
  const measure = async (most?: number) =>
    good(await planDivergence(dataFolder, reference, { most }, never, silent));
  const some = await measure(8);
  expect(some.left).toMatchObject([{ candidate: 'small' }]);
  const [, count] = /^(\d+) of its items could not be followed/.exec(some.left[0]?.reason ?? '') ?? [];
  expect(Number(count) + (some.candidates[0]?.items ?? 0)).toBe(8);
  // A report of another moment would say so: nothing was tried again.
  expect(await measure(8)).toEqual(some);
  const all = await measure();
  expect(await measure()).toEqual(all);
});
