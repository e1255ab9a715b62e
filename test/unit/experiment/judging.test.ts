import { describe, expect, test } from 'vitest';
import type { EndpointCandidate, LlamaCandidate } from '../../../src-main/contract/candidate.ts';
import type { EngineDescription } from '../../../src-main/contract/manifest.ts';
import type { Plan } from '../../../src-main/contract/plan.ts';
import { judgeName } from '../../../src-main/experiment/judging/calibrate.ts';
import { gradingOrder } from '../../../src-main/experiment/judging/grading-order.ts';
import { judgeHash } from '../../../src-main/experiment/judging/judge-hash.ts';
import { formPromptVersion } from '../../../src-main/scoring/judge/prompt.ts';

const sampling = { temperature: 0, topK: 0, topP: 1, minP: 0, seed: 0, maxTokens: 64, stops: [] };
const endpoint: EndpointCandidate = {
  engine: 'openai',
  name: 'judge',
  sampling,
  accepted: [],
  endpoint: 'http://127.0.0.1:8000/v1',
  model: 'large',
  settings: { parallel: 4, timeout: 60 },
};
const file: LlamaCandidate = {
  engine: 'llama',
  name: 'judge',
  sampling,
  accepted: [],
  weights: '/models/large.gguf',
  weightsHashes: ['aa'],
  settings: {
    backend: 'cpu',
    gpuLayers: 0,
    context: 4096,
    parallel: 1,
    batch: 512,
    threads: 1,
    flashAttention: false,
    cacheKeyType: 'f16',
    cacheValueType: 'f16',
    mmap: true,
  },
};
const served: EngineDescription = {
  engine: 'openai',
  endpoint: 'http://127.0.0.1:8000/v1',
  server: 'vllm',
  version: '0.32.0',
  fingerprint: 'a',
  root: null,
  context: 4096,
  sent: 'messages',
  facts: [],
};
const library: EngineDescription = {
  engine: 'llama',
  libraryVersion: '3',
  llamaCppRelease: 'b1',
  llamaCppCommit: null,
  buildType: 'prebuilt',
  backend: 'cpu',
  kernelVariant: null,
  devices: [],
  deviceMemory: null,
  libraryHashes: {},
  systemInfo: '',
};

describe('the hash of a judge', () => {
  test('is another one for whatever can change a grade', () => {
    const hashes = [
      judgeHash(endpoint, served),
      judgeHash(endpoint, served, formPromptVersion),
      judgeHash({ ...endpoint, model: 'larger' }, served),
      judgeHash({ ...endpoint, endpoint: 'http://127.0.0.1:9000/v1' }, served),
      judgeHash({ ...endpoint, sampling: { ...sampling, temperature: 0.5 } }, served),
      judgeHash({ ...endpoint, system: 'Be strict.' }, served),
      judgeHash(endpoint, { ...served, fingerprint: 'b' }),
      judgeHash(endpoint, { ...served, version: '0.33.0' }),
      judgeHash(file, library),
      judgeHash({ ...file, weightsHashes: ['bb'] }, library),
      judgeHash({ ...file, settings: { ...file.settings, cacheKeyType: 'q8_0' } }, library),
      judgeHash(file, { ...library, llamaCppRelease: 'b2' }),
    ];
    expect(new Set(hashes).size).toBe(hashes.length);
    for (const hash of hashes) expect(hash).toMatch(/^[0-9a-f]{64}$/);
  });

  test('is the same wherever its file lies and however many requests go out', () => {
    expect(judgeHash({ ...file, weights: '/elsewhere/large.gguf' }, library)).toBe(judgeHash(file, library));
    expect(
      judgeHash({ ...endpoint, settings: { parallel: 1, timeout: 5 }, keyVariable: 'KEY' }, served),
    ).toBe(judgeHash(endpoint, served));
  });
});

test('a judge is called by its file, or by its model and address', () => {
  expect(judgeName(file)).toBe('large.gguf');
  expect(judgeName({ ...file, weights: 'C:\\models\\large.gguf' })).toBe('large.gguf');
  expect(judgeName(endpoint)).toBe('large at http://127.0.0.1:8000/v1');
});

describe('the order of grading', () => {
  const ids = Array.from({ length: 200 }, (_, index) => `i${index}`);
  const registeredWith = (...names: readonly string[]) => ({
    plan: {
      seed: 3,
      baseline: 'bf16',
      candidates: names.map((name) => ({ ...file, name })),
    } as unknown as Plan,
  });
  const registered = registeredWith('bf16', 'q4');

  test('has both answers to every item, one after the other, in an order of their own', () => {
    const order = gradingOrder(registered, ids);
    expect(order).toHaveLength(400);
    const firsts = order.filter((_, turn) => turn % 2 === 0);
    for (const [index, first] of firsts.entries()) {
      const second = order[2 * index + 1];
      expect(second?.itemId).toBe(first.itemId);
      expect(new Set([first.key.candidate, second?.key.candidate])).toEqual(new Set(['bf16', 'q4']));
    }
    expect(firsts.map(({ itemId }) => itemId).toSorted()).toEqual(ids.toSorted());
    expect(firsts.map(({ itemId }) => itemId)).not.toEqual(ids);
    const baselineFirst = firsts.filter(({ key }) => key.candidate === 'bf16').length;
    // 100 expected; four standard deviations are 28.
    expect(Math.abs(baselineFirst - 100)).toBeLessThan(29);
  });

  test('has the answers of all candidates to an item together, each in every place', () => {
    const names = ['q2', 'bf16', 'q4'];
    const order = gradingOrder(registeredWith(...names), ids);
    expect(order).toHaveLength(600);
    const places = new Map(names.map((name) => [name, [0, 0, 0]]));
    for (let item = 0; item < ids.length; item += 1) {
      const turns = order.slice(3 * item, 3 * item + 3);
      expect(new Set(turns.map(({ itemId }) => itemId)).size).toBe(1);
      expect(turns.map(({ key }) => key.candidate).toSorted()).toEqual(names.toSorted());
      for (const [place, { key }] of turns.entries()) {
        const counts = places.get(key.candidate) ?? [];
        counts[place] = (counts[place] ?? 0) + 1;
      }
    }
    // 66.7 expected in each place; four standard deviations are 27.
    for (const count of [...places.values()].flat()) expect(Math.abs(count - 200 / 3)).toBeLessThan(28);
  });

  test('is the same again', () => {
    expect(gradingOrder(registered, ids)).toEqual(gradingOrder(registered, ids));
  });
});
