import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { defaultSettings, defaultThreads, sampleSeed } from '../../../../src-main/engine/llama/settings.ts';

const desk = { physicalCores: 8, logicalCores: 16, continuousIntegration: false };

describe('defaultThreads', () => {
  test('is the number of physical cores', () => {
    expect(defaultThreads(desk)).toBe(8);
  });

  test('is never more than the machine shows, as in a container that is given part of it', () => {
    expect(defaultThreads({ ...desk, logicalCores: 2 })).toBe(2);
  });

  test('is 1 on a build machine, and at least 1 where nothing is known', () => {
    expect(defaultThreads({ ...desk, continuousIntegration: true })).toBe(1);
    expect(defaultThreads({ physicalCores: 0, logicalCores: 0, continuousIntegration: false })).toBe(1);
  });
});

describe('defaultSettings', () => {
  test('keeps flash attention and layers off the CPU', () => {
    expect(defaultSettings('cpu', desk)).toEqual({
      backend: 'cpu',
      gpuLayers: 0,
      context: 4096,
      parallel: 4,
      batch: 512,
      threads: 8,
      flashAttention: false,
      cacheKeyType: 'f16',
      cacheValueType: 'f16',
      mmap: true,
      mode: 'fast',
    });
  });

  test('puts every layer on a GPU, with flash attention', () => {
    const settings = defaultSettings('cuda', desk);
    expect(settings.gpuLayers).toBeGreaterThan(200);
    expect(settings.flashAttention).toBe(true);
  });
});

describe('sampleSeed', () => {
  test('counts up from the seed', () => {
    expect([0, 1, 2].map((sample) => sampleSeed(41, sample))).toEqual([41, 42, 43]);
  });

  test('never gives the value that llama.cpp reads as "random"', () => {
    fc.assert(
      fc.property(fc.nat(0xffffffff), fc.nat(1000), (seed, sample) => {
        const value = sampleSeed(seed, sample);
        expect(value).toBeGreaterThanOrEqual(0);
        expect(value).toBeLessThan(0xffffffff);
      }),
    );
  });
});
