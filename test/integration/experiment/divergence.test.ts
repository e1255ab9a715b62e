/** Divergence of the real demo model's versions from it, along answers that it gave itself. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { planDivergence } from '../../../src-main/app/divergence.ts';
import { executePlan } from '../../../src-main/app/execute-plan.ts';
import { createLlamaEngine } from '../../../src-main/engine/llama/llama-engine.ts';
import type { Tracer } from '../../../src-main/engine/tracer.ts';
import {
  measureDivergence,
  type FollowedAnswer,
} from '../../../src-main/experiment/divergence/measure-divergence.ts';
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
  }));
  baseline = good(await engine.openTracer(candidate(), 1, never));
});

afterAll(async () => {
  await baseline.close();
  rmSync(folder, { recursive: true });
});

async function against(weights: string | undefined, some = given) {
  const other = good(await engine.openTracer(candidate(weights === undefined ? {} : { weights }), 1, never));
  const before = left();
  const measured = good(
    await measureDivergence('other', { baseline, candidate: other }, some, resampling, never),
  );
  await other.close();
  expect(left()).toEqual(before);
  return measured;
}

const version = (name: string): string =>
  join(import.meta.dirname, '../../../resources/demo', `desk-clerk-3m-${name}.gguf`);

test('each row of logits is the one that the answer’s token was drawn from', async () => {
  const file = join(folder, 'rows');
  const { vocabulary } = good(
    await baseline.follow(
      { answers: given.map(({ baseline: messages, tokens }) => ({ messages, tokens })), file },
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
      sameTop: { mean: 1, interval: { lo: 1, hi: 1 } },
      change: { mean: 0, rootMeanSquare: 0 },
      perplexityRatio: { ratio: 1, logError: 0 },
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
    expect(two.perplexityRatio.ratio).toBeGreaterThan(1);
    expect(two.furthest[0]?.kl).toBeGreaterThanOrEqual(two.furthest[1]?.kl ?? 0);
  });

  test('has no interval from one item', async () => {
    const one = await against(version('Q8_0'), given.slice(0, 1));
    expect([one.kl.interval, one.sameTop.interval, one.perplexityRatio.logError]).toEqual([null, null, null]);
  });

  test('an answer that does not fit the context is refused', async () => {
    const small = good(await engine.openTracer(candidate({ settings: { context: 16 } }), 1, never));
    const refused = await measureDivergence(
      'small',
      { baseline, candidate: small },
      given,
      resampling,
      never,
    );
    await small.close();
    expect(refused).toMatchObject({ ok: false, error: { code: 'usage' } });
  });
});

test('a batch smaller than a piece, and a disk that takes nothing more, are no crash', async () => {
  const small = good(await engine.openTracer(candidate({ settings: { batch: 4 } }), 1, never));
  const [one] = given;
  if (one === undefined) throw new Error('no answer');
  const question = { answers: [{ messages: one.baseline, tokens: one.tokens }] };
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

test('a plan that has run is measured from its stored answers; one that has not says what is missing', async () => {
  const plan = writeSmallPlan(2);
  const reference = { plan: plan.path };
  const dataFolder = join(plan.folder, 'data');
  expect(await planDivergence(dataFolder, reference, undefined, never, () => undefined)).toMatchObject({
    ok: false,
  });
  good(
    await executePlan({
      planPath: plan.path,
      dataFolder,
      formats: [],
      report: () => undefined,
      signal: never,
    }),
  );
  const told: string[] = [];
  const measured = good(
    await planDivergence(dataFolder, reference, 3, never, ({ candidate: name, done, of }) =>
      told.push(`${name} ${done}/${of}`),
    ),
  );
  expect(measured.left).toEqual([]);
  expect(measured.candidates.map(({ items }) => items)).toEqual([3]);
  expect(told.at(-1)).toMatch(/ 3\/3$/);
});
