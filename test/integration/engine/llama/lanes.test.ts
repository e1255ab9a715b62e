/** The two lanes to llama.cpp, side by side in this process, where each can be looked into and broken on purpose. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { Output } from '../../../../src-main/contract/output.ts';
import type { GenerationRequest } from '../../../../src-main/engine/engine.ts';
import { ClassesGenerator } from '../../../../src-main/engine/llama/worker/classes-generator.ts';
import { bindLibrary } from '../../../../src-main/engine/llama/worker/direct/bind.ts';
import { DirectGenerator } from '../../../../src-main/engine/llama/worker/direct/direct-generator.ts';
import { loadCandidate, type Loading } from '../../../../src-main/engine/llama/worker/load.ts';
import { NativeLog } from '../../../../src-main/engine/llama/worker/native-log.ts';
import { writeGguf, type GgufSource } from '../../../fixtures/gguf-writer.ts';
import { recurrentSource, slidingWindowSource } from '../../../fixtures/other-caches.ts';
import { tinyLlamaSource } from '../../../fixtures/tiny-llama.ts';
import { answers, candidate, demoItems, good, request, withOpen, type CandidateChanges } from './demo.ts';

const folder = mkdtempSync(join(tmpdir(), 'noisefloor-lanes-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const strata = ['facts', 'arithmetic', 'extraction', 'multi_tool', 'sorting', 'multiple_choice'];
const requests = strata.flatMap((stratum) => demoItems(stratum, 5)).map((item) => request(item));

async function load(changes: CandidateChanges, classesOnly: boolean): Promise<Loading> {
  return good(await loadCandidate(candidate(changes), new NativeLog(() => undefined), { classesOnly }));
}

async function answerAll({ ready }: Loading, asked: readonly GenerationRequest[]) {
  const outputs: Output[] = [];
  const generator =
    ready.lane.name === 'direct'
      ? new DirectGenerator(ready, ready.lane.context)
      : new ClassesGenerator(ready, ready.lane.context);
  const { failure } = await generator.answer(
    asked,
    (output) => outputs.push(output),
    () => false,
  );
  const order = new Map(asked.map(({ itemId, sample }, index) => [`${itemId} ${sample}`, index]));
  const place = ({ itemId, sample }: Output): number => order.get(`${itemId} ${sample}`) ?? -1;
  return { failure, outputs: outputs.toSorted((a, b) => place(a) - place(b)) };
}

/** Everything but the times. */
const content = (outputs: readonly Output[]) =>
  outputs.map((output) => ({ ...output, firstTokenMs: null, totalMs: 0 }));

describe('both lanes give the same token ids, texts and endings', () => {
  test.each<[string, CandidateChanges]>([
    ['one sequence, greedy, in mode strict', { settings: { mode: 'strict' } }],
    ['four sequences, greedy', { settings: { parallel: 4 } }],
    [
      'sampled with a seed',
      { sampling: { temperature: 0.9, topK: 40, topP: 0.9, minP: 0.05, seed: 4_294_967_290 } },
    ],
    ['sampled from the whole vocabulary', { sampling: { temperature: 1.3, seed: 3 } }],
    [
      'stop strings, a small batch and a small context',
      { settings: { batch: 16, context: 256 }, sampling: { stops: ['e', '}'], maxTokens: 40 } },
    ],
    [
      'a batch larger than the context, three sequences',
      { settings: { context: 200, parallel: 3, batch: 2048 } },
    ],
  ])('%s', async (_name, changes) => {
    const direct = await load(changes, false);
    const classes = await load(changes, true);
    expect([direct.facts.lane.name, classes.facts.lane.name]).toEqual(['direct', 'classes']);
    const asked = requests.flatMap((one) => [one, { ...one, sample: 1 }]);
    const [a, b] = [await answerAll(direct, asked), await answerAll(classes, asked)];
    expect(a.outputs.length).toBe(asked.length);
    expect(content(a.outputs)).toEqual(content(b.outputs));
    // The classes repeat the batch that they asked for; the library cuts it to the context.
    const { batch } = direct.facts.readings;
    expect(batch).toBeLessThanOrEqual(classes.facts.readings.batch);
    expect(direct.facts.readings).toEqual({ ...classes.facts.readings, batch });
    // The log rounds each buffer to a hundredth of a MiB.
    for (const part of ['model', 'context'] as const)
      expect(Math.abs((direct.facts.memory[part] ?? 0) - (classes.facts.memory[part] ?? 0))).toBeLessThan(
        2 ** 20 / 20,
      );
  });
});

describe('the direct lane', () => {
  test('is the one that an opened candidate runs in, and its manifest says so', async () => {
    await withOpen({}, async (open) => {
      expect(open.manifest.engine.lane).toEqual({ name: 'direct', reason: null });
      expect((await answers(open, requests.slice(0, 1)))[0]?.finish).toBe('end');
    });
  });

  test('is left for the classes, with the reason, where the release or its structures are others', async () => {
    const { library } = (await load({}, false)).facts;
    const bound = bindLibrary(library.llamaCppRelease, library.libraries);
    expect(bound.ok).toBe(true);
    expect(bindLibrary('v0.6.0', library.libraries)).toEqual({
      ok: false,
      reason: 'llama.cpp is v0.6.0; the direct calls are written for v0.5.0',
    });
    expect(bindLibrary(library.llamaCppRelease, ['/nowhere/libggml.so'])).toMatchObject({ ok: false });
    expect(bindLibrary(library.llamaCppRelease, [join(folder, 'libllama.so')])).toMatchObject({ ok: false });
  });

  test('its library is found by its name in the builds for every backend', () => {
    const reasonOf = (name: string) => {
      const bound = bindLibrary('v0.5.0', [join(folder, 'libllama-common.so'), join(folder, name)]);
      return bound.ok ? '' : bound.reason;
    };
    const unknown = 'the loaded library was not found by its name';
    for (const name of [
      'libllama.v0.5.0.so',
      'libllama.vulkan.v0.5.0.so',
      'libllama.cuda.v0.5.0.so',
      'llama.dll',
    ])
      expect(reasonOf(name)).toContain('Failed to load shared library');
    for (const name of ['libggml.vulkan.v0.5.0.so', 'libggml-vulkan.so'])
      expect(reasonOf(name)).toBe(unknown);
  });

  test('a library that refuses to decode ends the sitting: no item is blamed, the rest stays unanswered', async () => {
    const { ready } = await load({ settings: { parallel: 3 } }, false);
    const { lane } = ready;
    if (lane.name !== 'direct') throw new Error('the classes came up');
    const delivered: Output[] = [];
    const { delivered: count, failure } = await new DirectGenerator(ready, lane.context).answer(
      requests,
      (output) => {
        delivered.push(output);
        // The sequences are made to hold one token only, so that the next positions do not follow on what is there.
        // Nothing is decoded for it: on a slow machine that goes on beside what follows, and llama.cpp breaks.
        if (delivered.length === 2) for (const sequence of [0, 1, 2]) lane.context.keep(sequence, 1);
      },
      () => false,
    );
    expect(failure).toMatchObject({ code: 'engine_failed' });
    expect(failure?.message).toContain('llama_decode returned -1');
    expect(count).toBe(delivered.length);
    expect(count).toBeLessThan(requests.length);
    expect(delivered.map(({ finish }) => finish)).toEqual(delivered.map(() => 'end'));
    lane.context.free();
  });

  test('logits that are not numbers fail the one output, greedy and sampled', async () => {
    const weights = join(folder, 'overflowing.gguf');
    const source = tinyLlamaSource();
    const tensors = source.tensors.map((tensor) =>
      tensor.name === 'output_norm.weight'
        ? { ...tensor, data: Buffer.from(new Float32Array(tensor.data.length / 4).fill(3e38).buffer) }
        : tensor,
    );
    writeFileSync(weights, writeGguf({ ...source, tensors }).bytes);
    for (const temperature of [0, 1]) {
      const loading = await load({ weights, sampling: { temperature } }, false);
      const asked = requests.slice(0, 2);
      const { failure, outputs } = await answerAll(loading, asked);
      expect(failure).toBeUndefined();
      expect(outputs.map(({ finish, generatedTokens }) => ({ finish, generatedTokens }))).toEqual(
        asked.map(() => ({ finish: 'error', generatedTokens: 0 })),
      );
      expect(outputs[0]?.error?.message).toContain('not numbers');
      expect(outputs[0]?.promptTokens).toBeGreaterThan(0);
    }
  });

  test('goes on with the next call where it was stopped', async () => {
    const { ready } = await load({ settings: { parallel: 2 } }, false);
    if (ready.lane.name !== 'direct') throw new Error('the classes came up');
    const generator = new DirectGenerator(ready, ready.lane.context);
    const first: Output[] = [];
    const stopped = await generator.answer(
      requests,
      (output) => first.push(output),
      () => first.length >= 3,
    );
    expect(stopped.failure).toBeUndefined();
    expect(stopped.delivered).toBeLessThan(requests.length);
    const rest: Output[] = [];
    const done = new Set(first.map(({ itemId }) => itemId));
    const missing = requests.filter(({ itemId }) => !done.has(itemId));
    await generator.answer(
      missing,
      (output) => rest.push(output),
      () => false,
    );
    expect([...first, ...rest].map(({ itemId }) => itemId).toSorted()).toEqual(
      requests.map(({ itemId }) => itemId).toSorted(),
    );
  });

  test('in mode fast a long shared beginning is decoded once and copied, in mode strict it is decoded every time', async () => {
    const system = 'You are the clerk of a small office. Answer in one line, and say nothing else. '.repeat(
      4,
    );
    const asked = requests.slice(0, 12);
    const said: (readonly string[])[] = [];
    const prompts: number[] = [];
    for (const mode of ['strict', 'fast'] as const) {
      const loading = await load({ system, settings: { mode, parallel: 4, context: 1024 } }, false);
      const counted = countDecoded(loading);
      const { outputs } = await answerAll(loading, asked);
      said.push(outputs.map(({ text }) => text));
      prompts.push(counted.tokens - outputs.reduce((sum, { tokens: ids = [] }) => sum + ids.length, 0));
      const whole = outputs.reduce((sum, { promptTokens }) => sum + promptTokens, 0);
      // The token that ends an answer is never decoded again.
      if (mode === 'strict') expect(prompts).toEqual([whole]);
      // One of twelve prompts in full, and of the others what is their own: no sequence decodes the system message anew.
      else expect(prompts[1]).toBeLessThan(whole / 4);
      // Three sequences take it from the first; at the end, answers move down where others have ended.
      expect(counted.copies).toBe(mode === 'fast' ? 3 + counted.moves : 0);
      expect(counted.moves > 0).toBe(mode === 'fast');
    }
    expect(said[0]).toEqual(said[1]);
  });

  test('in mode fast the first prompts of all sequences share a batch, as many as it holds; in mode strict none does', async () => {
    const asked = demoItems('sorting', 8).map((item) => request(item));
    const said: (readonly string[])[] = [];
    let small = 512;
    for (const [mode, together] of [
      ['strict', 1],
      ['fast', 4],
      ['fast', 2],
    ] as const) {
      const batch = said.length === 2 ? small : 512;
      const loading = await load({ settings: { mode, batch, parallel: 4 } }, false);
      const counted = countDecoded(loading);
      const { outputs } = await answerAll(loading, asked);
      expect(counted.prompts[0]).toBe(together);
      said.push(outputs.map(({ text }) => text));
      const lengths = outputs.map(({ promptTokens }) => promptTokens);
      small = 2 * Math.max(...lengths);
      // What the last round stands on: no three prompts fit into the small batch.
      expect(3 * Math.min(...lengths)).toBeGreaterThan(small);
    }
    expect(said[1]).toEqual(said[0]);
    expect(said[2]).toEqual(said[0]);
  });

  test.each<[string, GgufSource]>([
    ['a model with a sliding window', slidingWindowSource()],
    ['a model that keeps a state in place of tokens', recurrentSource()],
  ])('%s takes no beginning over, and says the same in mode fast', async (name, source) => {
    const weights = join(folder, `${name.replaceAll(' ', '-')}.gguf`);
    writeFileSync(weights, writeGguf(source).bytes);
    const asked = requests.slice(0, 8);
    const said: unknown[] = [];
    for (const mode of ['strict', 'fast'] as const) {
      const settings = { mode, parallel: mode === 'fast' ? 3 : 1, context: 512 };
      const loading = await load(
        { weights, system: 'Answer in one line. '.repeat(6), settings, sampling: { maxTokens: 12 } },
        false,
      );
      if (loading.ready.lane.name !== 'direct') throw new Error('the classes came up');
      expect(loading.ready.lane.context.copies).toBe(false);
      const counted = countDecoded(loading);
      const { outputs, failure } = await answerAll(loading, asked);
      expect(failure).toBeUndefined();
      expect(counted.copies).toBe(0);
      said.push(outputs.map(({ tokens }) => tokens));
    }
    expect(said[1]).toEqual(said[0]);
  });
});

/**
 * How many tokens a loaded candidate decodes from now on, how often a sequence is copied, and how many sequences each
 * batch with prompts holds.
 */
function countDecoded({ ready }: Loading) {
  const { lane } = ready;
  if (lane.name !== 'direct') throw new Error('the classes came up');
  const counted = { tokens: 0, copies: 0, moves: 0, prompts: [] as number[] };
  const { context } = lane;
  const decode = context.decode.bind(context);
  context.decode = (batch) => {
    counted.tokens += batch.length;
    const sequences = new Set(batch.map(({ sequence }) => sequence)).size;
    if (batch.length > sequences) counted.prompts.push(sequences);
    return decode(batch);
  };
  const copy = context.copy.bind(context);
  context.copy = (from, to) => {
    counted.copies += 1;
    // An answer that goes on elsewhere moves down.
    if (from > to) counted.moves += 1;
    copy(from, to);
  };
  return counted;
}
