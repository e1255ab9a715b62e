import { describe, expect, test } from 'vitest';
import type { EndpointCandidate, LlamaCandidate } from '../../../../src-main/contract/candidate.ts';
import {
  ablationOf,
  ablationSentences,
  settingsApart,
  settingsByName,
} from '../../../../src-main/contract/presentation/ablation-words.ts';

const sampling = { temperature: 0, topK: 0, topP: 1, minP: 0, seed: 0, maxTokens: 128, stops: [] };

function llama(name: string, hash: string, changes: Partial<LlamaCandidate> = {}): LlamaCandidate {
  return {
    engine: 'llama',
    name,
    weights: `/models/${name}.gguf`,
    weightsHashes: [hash],
    accepted: [],
    sampling,
    settings: {
      backend: 'cpu',
      gpuLayers: 0,
      context: 512,
      parallel: 4,
      batch: 512,
      threads: 1,
      flashAttention: false,
      cacheKeyType: 'f16',
      cacheValueType: 'f16',
      mmap: true,
      mode: 'fast',
    },
    ...changes,
  };
}

const baseline = llama('bf16', 'aa');

function apart(other: LlamaCandidate | EndpointCandidate): readonly string[] {
  return settingsApart(settingsByName(baseline), settingsByName(other));
}

describe('settings that differ', () => {
  test('another quantisation is one: another file, another hash, another name', () => {
    expect(apart(llama('q4', 'bb'))).toEqual(['the model']);
    expect(ablationSentences({ candidates: [baseline, llama('q4', 'bb')], baseline: 'bf16' })).toEqual([]);
  });

  test.each([
    [
      'the KV-cache type',
      { settings: { ...baseline.settings, cacheKeyType: 'q8_0', cacheValueType: 'q8_0' } },
    ],
    ['flash attention', { settings: { ...baseline.settings, flashAttention: true } }],
    ['the context', { settings: { ...baseline.settings, context: 1024 } }],
    ['answers at the same time', { settings: { ...baseline.settings, parallel: 1 } }],
    ['the device', { settings: { ...baseline.settings, backend: 'cuda', gpuLayers: 99 } }],
    ['max tokens', { sampling: { ...sampling, maxTokens: 64 } }],
    ['the system prompt', { system: 'Be brief.' }],
    ['the exemplars', { fewShot: { from: 'drawn', count: 2, seed: 1, sameStratum: false } }],
    ['the prompt template', { promptTemplate: { text: '{{ input }}', hash: 'cc' } }],
  ] as const)('one setting is one, by its name: %s', (name, changes) => {
    expect(apart(llama('other', 'aa', changes))).toEqual([name]);
  });

  test('what greedy answers do not use is none; where answers are drawn it is', () => {
    const seeded = { ...sampling, seed: 5, topK: 40 };
    expect(apart(llama('other', 'aa', { sampling: seeded }))).toEqual([]);
    const hot = llama('hot', 'aa', { sampling: { ...sampling, temperature: 1 } });
    const seededHot = llama('other', 'aa', { sampling: { ...seeded, temperature: 1 } });
    expect(settingsApart(settingsByName(hot), settingsByName(seededHot))).toEqual(['top k', 'the seed']);
  });
});

describe('what is said of a plan', () => {
  const both = llama('q4-short', 'bb', {
    sampling: { ...sampling, maxTokens: 64 },
    settings: { ...baseline.settings, cacheKeyType: 'q8_0', cacheValueType: 'q8_0' },
  });
  const plan = { candidates: [baseline, llama('q4', 'bb'), both], baseline: 'bf16' };

  test('a candidate that differs in several is named with them', () => {
    const sentence =
      'q4-short and bf16 differ in 3 settings: the model, max tokens and the KV-cache type. A change cannot be put down to one of them.';
    expect(ablationSentences(plan)).toEqual([sentence]);
    expect(ablationOf(plan, 'q4-short')).toBe(sentence);
  });

  test('of the baseline, of a candidate with one difference and of one that there is not, nothing is', () => {
    for (const name of ['bf16', 'q4', 'none']) expect(ablationOf(plan, name)).toBeNull();
  });
});
