import { expect, test } from 'vitest';
import { contextNotices } from '../../../src-main/app/context-notices.ts';
import type { LlamaCandidate } from '../../../src-main/contract/candidate.ts';
import { defaultSampling, defaultSettings } from '../../../src-main/engine/llama/settings.ts';

/** The demo's model was trained for 512 tokens. */
const demo = (
  name: string,
  context: number,
  weights = 'resources/demo/desk-clerk-3m-Q8_0.gguf',
): LlamaCandidate => ({
  engine: 'llama',
  name,
  weights,
  weightsHashes: [],
  settings: {
    ...defaultSettings('cpu', { physicalCores: 2, logicalCores: 2, continuousIntegration: true }),
    context,
  },
  sampling: defaultSampling,
  accepted: [],
});

test('a context beyond what a model was trained for is said once for all of which it is true', async () => {
  expect(await contextNotices({ candidates: [demo('bf16', 512), demo('q8', 300)] })).toEqual([]);
  expect(
    await contextNotices({
      candidates: [demo('bf16', 4096), demo('short', 512), demo('q8', 4096)],
      judge: demo('judge', 513),
    }),
  ).toEqual([
    'bf16 and q8: The context is 4,096 tokens, and the model was trained for 512. It runs; what lies beyond them it has not learned to read.',
    'judge: The context is 513 tokens, and the model was trained for 512. It runs; what lies beyond them it has not learned to read.',
  ]);
});

test('a file that is gone, and a server, are not spoken of', async () => {
  const server = {
    engine: 'openai',
    name: 'server',
    endpoint: 'http://127.0.0.1:1/v1',
    model: 'any',
    settings: { parallel: 1, timeout: 1 },
    sampling: defaultSampling,
    accepted: [],
  } as const;
  expect(
    await contextNotices({ candidates: [demo('gone', 4096, 'resources/demo/gone.gguf'), server] }),
  ).toEqual([]);
});
