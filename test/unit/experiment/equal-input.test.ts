import { expect, test } from 'vitest';
import type { EndpointCandidate, LlamaCandidate, Sampling } from '../../../src-main/contract/candidate.ts';
import { findInputDifferences, type SentPrompt } from '../../../src-main/experiment/equal-input.ts';

const sampling: Sampling = {
  temperature: 0,
  topK: 0,
  topP: 1,
  minP: 0,
  seed: 0,
  maxTokens: 64,
  stops: [],
};
const here: LlamaCandidate = {
  engine: 'llama',
  name: 'here',
  weights: '/models/a.gguf',
  weightsHashes: [],
  settings: {
    backend: 'cpu',
    gpuLayers: 0,
    context: 512,
    parallel: 1,
    batch: 512,
    threads: 1,
    flashAttention: false,
    cacheKeyType: 'f16',
    cacheValueType: 'f16',
    mmap: true,
  },
  sampling,
  accepted: [],
};
const there: EndpointCandidate = {
  engine: 'openai',
  name: 'there',
  endpoint: 'http://127.0.0.1:8000/v1',
  model: 'a',
  settings: { parallel: 4, timeout: 300 },
  sampling,
  accepted: [],
};

function sent(more: Partial<SentPrompt> = {}): SentPrompt {
  return {
    itemId: 'one',
    sample: 0,
    promptHash: 'text',
    tokenHash: 'ids',
    promptTokens: 12,
    finish: 'end',
    ...more,
  };
}

function found(
  baseline: Partial<SentPrompt>,
  candidate: Partial<SentPrompt>,
  texts: Record<string, string> = {},
) {
  return findInputDifferences(
    { candidate: here, sent: [sent(baseline)] },
    { candidate: there, sent: [sent(candidate)] },
    (hash) => texts[hash] ?? null,
  );
}

test('the same token ids are the same input, whatever is known of the text; a context of the server’s own is none', () => {
  expect(found({}, {})).toEqual([]);
  expect(found({}, { promptHash: '' })).toEqual([]);
  expect(found({}, { promptHash: 'with the BOS written out' })).toEqual([]);
});

test('without ids the same text that was read as the same number of tokens is the same input', () => {
  expect(found({}, { tokenHash: '' })).toEqual([]);
  expect(found({}, { tokenHash: '', promptTokens: 13 })).toMatchObject([
    { kind: 'tokens', items: 1, words: expect.stringContaining('12 tokens and 13 tokens') as unknown },
  ]);
});

test('where two texts part is shown with what stands there on both sides', () => {
  const texts = { left: `${'x'.repeat(30)}<user>Hello`, right: `${'x'.repeat(30)}[INST]Hello` };
  expect(found({ promptHash: 'left' }, { promptHash: 'right', tokenHash: 'others' }, texts)).toEqual([
    {
      kind: 'prompt',
      items: 1,
      words: `the rendered prompt differs, first on item one, from character 31 on: "…${'x'.repeat(20)}<user>Hello" and "…${'x'.repeat(20)}[INST]Hello"`,
    },
  ]);
});

test('other ids of an unknown text, and nothing known at all, are differences of the prompt', () => {
  expect(found({}, { promptHash: '', tokenHash: 'others', promptTokens: 14 })).toMatchObject([
    {
      kind: 'prompt',
      words: 'the token ids of the prompt differ, first on item one: 12 tokens and 14 tokens',
    },
  ]);
  expect(found({}, { promptHash: '', tokenHash: '' })).toMatchObject([
    { kind: 'prompt', words: expect.stringContaining('there does not tell') as unknown },
  ]);
});

test('a prompt that fits one side only is a difference of limits; one whose request failed is none', () => {
  expect(found({}, { finish: 'overlong' })).toMatchObject([
    { kind: 'limits', words: expect.stringContaining('does not fit the context of there') as unknown },
  ]);
  expect(found({}, { finish: 'error', promptHash: '', tokenHash: '' })).toEqual([]);
});
