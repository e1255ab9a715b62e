import { describe, expect, test } from 'vitest';
import { trainedContext } from '../../../../src-main/engine/llama/gguf/trained-context.ts';
import type { MetadataScalar } from '../../../../src-main/engine/llama/gguf/description.ts';

const trained = (trainContext: number | null, scaling: Readonly<Record<string, MetadataScalar>> = {}) =>
  trainedContext({
    architecture: 'qwen2',
    trainContext,
    metadata: Object.fromEntries(Object.entries(scaling).map(([key, value]) => [`qwen2.rope.${key}`, value])),
  });

describe('what a model was trained for', () => {
  test('is its context length where no scaling is asked for', () => {
    expect(trained(512)).toBe(512);
    expect(trained(null, { 'scaling.factor': 4 })).toBeNull();
    expect(trained(512, { 'scaling.type': 'none', 'scaling.factor': 4 })).toBe(512);
    for (const factor of [1, 0, -2, Number.NaN, 'four'])
      expect(trained(512, { 'scaling.type': 'linear', 'scaling.factor': factor })).toBe(512);
  });

  test('is what YaRN stretches the original to, whether the length is from before or after it', () => {
    const yarn = { 'scaling.type': 'yarn', 'scaling.factor': 4, 'scaling.original_context_length': 32_768 };
    expect(trained(32_768, yarn)).toBe(131_072);
    expect(trained(131_072, yarn)).toBe(131_072);
    // A model whose makers went on training it beyond that.
    expect(trained(163_840, yarn)).toBe(163_840);
    // As single-precision files have it.
    expect(
      trained(4096, { ...yarn, 'scaling.factor': Math.fround(40), 'scaling.original_context_length': 4096 }),
    ).toBe(163_840);
  });

  test('is stretched from the length itself where the file has no original one, also by the older key', () => {
    expect(trained(4096, { 'scaling.type': 'linear', 'scaling.factor': 4 })).toBe(16_384);
    expect(trained(4096, { scale_linear: 2 })).toBe(8192);
    // Phi's factors stand in tensors: its length is the one after scaling.
    expect(trained(131_072, { 'scaling.type': 'longrope', 'scaling.original_context_length': 4096 })).toBe(
      131_072,
    );
  });

  test('is read of its own architecture', () => {
    const metadata = { 'llama.rope.scaling.factor': 4 };
    expect(trainedContext({ architecture: 'qwen2', trainContext: 512, metadata })).toBe(512);
  });
});
