import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import type { GgufDescription } from '../../../../src-main/engine/llama/gguf/description.ts';
import { inspectGguf } from '../../../../src-main/engine/llama/gguf/inspect.ts';
import {
  checkMemory,
  estimateMemory,
  fits,
  type MemorySettings,
} from '../../../../src-main/engine/llama/gguf/memory.ts';
import { writeGguf } from '../../../fixtures/gguf-writer.ts';
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts';
import { tinyLlamaSource } from '../../../fixtures/tiny-llama.ts';

const settings: MemorySettings = {
  backend: 'cpu',
  context: 512,
  parallel: 2,
  batch: 512,
  flashAttention: false,
  cacheKeyType: 'f16',
  cacheValueType: 'f16',
  mmap: true,
};

let model: GgufDescription;
beforeAll(async () => {
  const file = 'resources/demo/desk-clerk-3m-BF16.gguf';
  const result = await inspectGguf(file);
  if (!result.ok) throw new Error(result.error.message);
  model = result.data;
});

describe('the cache', () => {
  test('is cells x sequences x layers x heads x (key + value) x bytes, contexts rounded up to 256', () => {
    // 4 layers, 4 heads of 64, 2 bytes each, keys and values.
    expect(estimateMemory(model, settings).cache).toBe(512 * 2 * 4 * 4 * 64 * 2 * 2);
    expect(estimateMemory(model, { ...settings, context: 257 }).cache).toBe(512 * 2 * 4 * 4 * 64 * 2 * 2);
    const q8 = { ...settings, flashAttention: true, cacheKeyType: 'q8_0', cacheValueType: 'q4_0' } as const;
    expect(estimateMemory(model, q8).cache).toBe(512 * 2 * 4 * 4 * 64 * (34 / 32 + 18 / 32));
  });

  test('counts key-value heads, layer by layer', () => {
    const grouped = { ...model, keyValueHeadCount: [2, 0, 1, 1] };
    expect(estimateMemory(grouped, settings).cache).toBe(512 * 2 * 4 * 64 * 2 * 2);
  });

  test('is cut to the window where layers are known to have one', () => {
    const long = { ...settings, context: 8192, parallel: 1, batch: 256 };
    const full = estimateMemory(model, long).cache / 4;
    const windowed = full * ((256 + 256) / 8192);
    const gemma = { ...model, architecture: 'gemma2', slidingWindow: 256 };
    // Every second layer sees all.
    expect(estimateMemory(gemma, long).cache).toBe(2 * full + 2 * windowed);
    const key = 'gemma2.attention.sliding_window_pattern';
    expect(estimateMemory({ ...gemma, arrays: { [key]: [1, 1, 1, 0] } }, long).cache).toBe(
      full + 3 * windowed,
    );
    expect(estimateMemory({ ...gemma, metadata: { [key]: 4 } }, long).cache).toBe(full + 3 * windowed);
    // An architecture that is not known to use its window is counted in full.
    expect(estimateMemory({ ...model, slidingWindow: 256 }, long).cache).toBe(4 * full);
  });
});

describe('the estimate', () => {
  test('adds up, and never falls when a setting grows', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 100_000 }),
        fc.integer({ min: 1, max: 64 }),
        fc.integer({ min: 1, max: 4096 }),
        fc.boolean(),
        (context, parallel, batch, flashAttention) => {
          const base = { ...settings, context, parallel, batch, flashAttention };
          const estimate = estimateMemory(model, base);
          expect(estimate.total).toBe(estimate.model + estimate.cache + estimate.compute);
          for (const more of [{ context: context + 256 }, { parallel: parallel + 1 }, { batch: batch * 2 }]) {
            expect(estimateMemory(model, { ...base, ...more }).total).toBeGreaterThanOrEqual(estimate.total);
          }
        },
      ),
    );
  });

  test('says where it is a guess', async () => {
    expect(estimateMemory(model, settings).reliable).toBe(true);
    expect(estimateMemory({ ...model, architecture: 'mamba' }, settings).reliable).toBe(false);
    expect(estimateMemory({ ...model, keyLength: null, valueLength: null }, settings).reliable).toBe(false);
    const file = join(await temporaryFolder(), 'bare.gguf');
    await writeFile(
      file,
      writeGguf({
        ...tinyLlamaSource(),
        metadata: [['general.architecture', { type: 'string', value: 'unheard-of' }]],
      }).bytes,
    );
    const bare = await inspectGguf(file);
    if (!bare.ok) throw new Error(bare.error.message);
    const estimate = estimateMemory(bare.data, settings);
    expect(estimate).toMatchObject({ reliable: false, cache: 0, model: bare.data.weightBytes.total });
  });

  test('fits to the byte', () => {
    const estimate = estimateMemory(model, settings);
    expect(fits(estimate, estimate.total)).toBe(true);
    expect(fits(estimate, estimate.total - 1)).toBe(false);
  });
});

describe('what would fit otherwise', () => {
  const wide = { ...settings, context: 4096, parallel: 8 };
  const needs = (change: Partial<MemorySettings>): number =>
    estimateMemory(model, { ...wide, ...change }).total;

  test('fewer sequences first', () => {
    expect(checkMemory(model, wide, needs({}))).toMatchObject({ ok: true });
    const three = checkMemory(model, wide, needs({ parallel: 3 }));
    expect(three).toMatchObject({
      ok: false,
      error: { code: 'memory_insufficient', next: '3 sequences fit with this context: set parallel to 3.' },
    });
    expect(checkMemory(model, wide, needs({ parallel: 1 }))).toMatchObject({
      error: { next: '1 sequence fits with this context: set parallel to 1.' },
    });
  });

  test('then a shorter context, and then nothing', () => {
    const short = needs({ parallel: 1, context: 1024 });
    expect(checkMemory(model, wide, short)).toMatchObject({
      error: {
        next: 'One sequence with a context of 1024 tokens fits: set parallel to 1 and context to 1024.',
      },
    });
    expect(checkMemory(model, wide, 1_000_000)).toMatchObject({
      error: {
        next: 'No context fits: close other programs, or take a smaller quantisation or another machine.',
        where: { file: 'resources/demo/desk-clerk-3m-BF16.gguf' },
      },
    });
  });
});
