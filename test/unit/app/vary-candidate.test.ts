import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { DraftFields } from '../../../src-main/contract/calls/plans.ts';
import { settingsApart } from '../../../src-main/contract/presentation/ablation-words.ts';
import {
  variations,
  variationsOf,
  type Variation,
} from '../../../src-main/contract/presentation/variations.ts';
import { fileFromDraft } from '../../../src-main/app/plans/draft-and-file.ts';
import {
  changedDraft,
  nothingCarried,
  type DraftContent,
} from '../../../src-main/app/plans/draft-content.ts';
import { withVariation } from '../../../src-main/app/plans/vary-candidate.ts';
import { openStore } from '../../../src-main/store/open.ts';

const fields: DraftFields = {
  decision: 'Try one thing at a time',
  candidates: [{ name: 'bf16', model: 'm', endpoint: null, ownPrompt: null }],
  baseline: 'bf16',
  judge: null,
  items: null,
  split: 'dev',
  samples: 1,
  replicates: 2,
  margin: 0.02,
  strata: [],
  maxMissing: 0.02,
  repeatRule: null,
  looks: null,
  seed: 1,
  settings: {
    backend: 'cpu',
    gpuLayers: 0,
    context: 1024,
    parallel: 4,
    batch: 512,
    threads: 1,
    flashAttention: false,
    mode: 'fast',
    cacheType: 'f16',
    temperature: 0,
    topK: 0,
    topP: 1,
    minP: 0,
    maxTokens: 128,
    stops: [],
    system: 'Be brief.',
    promptTemplate: 'Q: {{ input }}',
    fewShot: null,
  },
};
const content: DraftContent = { fields, carried: nothingCarried, paths: {}, endpoints: {} };

const folder = mkdtempSync(join(tmpdir(), 'noisefloor-vary-'));
const opened = openStore(folder);
if (!opened.ok) throw new Error(opened.error.message);
const store = opened.data;
afterAll(() => {
  store.close();
  rmSync(folder, { recursive: true });
});

function varied(from: DraftContent, name: string, variation: Variation): DraftContent {
  const found = withVariation(from, name, variation);
  if (!found.ok) throw new Error(found.error.message);
  return found.data;
}

function ofPlan(from: DraftContent) {
  return fileFromDraft(from, store, (model) => `/models/${model}.gguf`).candidates;
}

test.each([
  ['without_template', 'bf16-no-template', 'the prompt template', ['prompt']],
  ['two_exemplars', 'bf16-2-exemplars', 'the exemplars', ['prompt']],
  ['without_system', 'bf16-no-system', 'the system prompt', ['prompt']],
  ['half_max_tokens', 'bf16-max-64', 'max tokens', ['limits']],
  ['double_max_tokens', 'bf16-max-256', 'max tokens', ['limits']],
  ['other_cache_type', 'bf16-kv-q8_0', 'the KV-cache type', ['cache']],
  ['other_flash_attention', 'bf16-flash', 'flash attention', []],
  ['other_parallel', 'bf16-parallel-1', 'answers at the same time', ['slots']],
  ['half_context', 'bf16-context-512', 'the context', ['limits']],
  ['double_context', 'bf16-context-2048', 'the context', ['limits']],
] as const)(
  '%s makes a candidate that differs in this alone, and accepts it',
  (variation, name, setting, accept) => {
    const candidates = ofPlan(varied(content, 'bf16', variation));
    expect(Object.keys(candidates)).toEqual(['bf16', name]);
    expect(settingsApart(candidates['bf16'] ?? {}, candidates[name] ?? {})).toEqual([setting]);
    expect(candidates[name]?.accept).toEqual(accept);
  },
);

test('what a candidate lacks cannot be taken out, and a server keeps its own settings', () => {
  const offered = (of: DraftFields) => variationsOf(of, 'bf16').map(({ variation }) => variation);
  expect(offered(fields)).toEqual(variations.filter((one) => one !== 'without_exemplars'));
  const remote = { name: 'bf16', model: null, endpoint: { endpoint: 'e', model: 'm' }, ownPrompt: null };
  expect(offered({ ...fields, candidates: [remote] })).toEqual([
    'without_template',
    'two_exemplars',
    'without_system',
    'half_max_tokens',
    'double_max_tokens',
  ]);
  expect(withVariation(content, 'bf16', 'without_exemplars')).toMatchObject({
    ok: false,
    error: { code: 'usage' },
  });
  expect(withVariation(content, 'nobody', 'half_context')).toMatchObject({
    ok: false,
    error: { code: 'usage' },
  });
});

test('a variation of a variation goes on from it; the same again gets a number; other changes keep both', () => {
  const once = varied(content, 'bf16', 'half_max_tokens');
  const twice = varied(once, 'bf16-max-64', 'half_max_tokens');
  const again = varied(twice, 'bf16', 'half_max_tokens');
  const kept = changedDraft(again, { decision: 'Something else' });
  const tokens = Object.entries(ofPlan(kept)).map(([name, { max_tokens }]) => [name, max_tokens]);
  expect(tokens).toEqual([
    ['bf16', 128],
    ['bf16-max-64', 64],
    ['bf16-max-64-max-32', 32],
    ['bf16-max-64-2', 64],
  ]);
});

test('with flash attention both halves of the cache change, without it the keys alone', () => {
  const flash = varied(content, 'bf16', 'other_flash_attention');
  const candidates = ofPlan(
    varied(varied(flash, 'bf16-flash', 'other_cache_type'), 'bf16', 'other_cache_type'),
  );
  const types = Object.values(candidates).map(({ cache_key_type, cache_value_type }) => [
    cache_key_type,
    cache_value_type,
  ]);
  expect(types).toEqual([
    ['f16', 'f16'],
    ['f16', 'f16'],
    ['q8_0', 'q8_0'],
    ['q8_0', 'f16'],
  ]);
});
