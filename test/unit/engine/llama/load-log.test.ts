/** The logs in test/fixtures/load-logs are those of real loads of the demo model; only the folder in them was changed. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseDecodeTime, parseLoadLog } from '../../../../src-main/engine/llama/load-log.ts';

function logOf(name: string): readonly string[] {
  const file = join(import.meta.dirname, '../../../fixtures/load-logs', `${name}.txt`);
  return readFileSync(file, 'utf8').trimEnd().split('\n');
}

describe('parseLoadLog', () => {
  test('BF16 on the CPU, four sequences, a context that was rounded up', () => {
    expect(parseLoadLog(logOf('cpu-bf16-four-sequences'))).toEqual({
      offloaded: null,
      contextPerSequence: 512,
      contextTotal: 2048,
      parallel: 4,
      batch: 512,
      microBatch: 512,
      flashAttention: false,
      unifiedCache: false,
      cacheKeyType: 'f16',
      cacheValueType: 'f16',
      loadMode: 'mmap',
      cpuBackend: 'libggml-cpu-zen4.so',
      backends: ['libggml-cpu-zen4.so'],
      repacked: false,
      fileType: 'BF16',
      // 5.38; 0.01 + 8.00 + 8.51 MiB.
      modelBytes: 5_641_339,
      contextBytes: 10_486 + 8_388_608 + 8_923_382,
    });
  });

  test('Q4_K_M rearranged for the processor, flash attention, a quantised value cache, no mmap', () => {
    expect(parseLoadLog(logOf('cpu-q4-repacked-flash'))).toMatchObject({
      contextPerSequence: 512,
      parallel: 1,
      batch: 128,
      microBatch: 128,
      flashAttention: true,
      cacheKeyType: 'f16',
      cacheValueType: 'q8_0',
      loadMode: 'none',
      repacked: true,
      fileType: 'Q4_K - Medium',
    });
  });

  test('Vulkan with three of five layers', () => {
    expect(parseLoadLog(logOf('vulkan-q8'))).toMatchObject({
      offloaded: { layers: 3, of: 5 },
      contextPerSequence: 512,
      contextTotal: 1024,
      parallel: 2,
      flashAttention: true,
      cpuBackend: 'libggml-cpu-zen4.so',
      backends: ['libggml-vulkan.so', 'libggml-cpu-zen4.so'],
    });
  });

  test('flash attention left to the library is settled by a later line', () => {
    const asked = 'llama_context: flash_attn            = auto';
    expect(parseLoadLog([asked]).flashAttention).toBeNull();
    expect(parseLoadLog([asked, 'resolve_fused_ops: Flash Attention enabled']).flashAttention).toBe(true);
  });

  test('a path of Windows is cut to its file name as well', () => {
    const line = 'load_backend: loaded CPU backend from C:\\Program Files\\noisefloor\\ggml-cpu-haswell.dll';
    expect(parseLoadLog([line]).cpuBackend).toBe('ggml-cpu-haswell.dll');
  });

  test('a log that says nothing leaves everything open', () => {
    const nothing = parseLoadLog(['llama_context: n_ctx = many']);
    expect(Object.values(nothing).filter((value) => value !== null)).toEqual([[], false]);
  });
});

test('parseDecodeTime adds up prompts and single tokens, and nothing else', () => {
  const timings = [
    'llama_perf_context_print:        load time =      88.89 ms',
    'llama_perf_context_print: prompt eval time =       2.97 ms /    15 tokens (    0.20 ms per token,  5048.81 tokens per second)',
    'llama_perf_context_print:        eval time =       2.93 ms /     5 runs   (    0.59 ms per token,  1706.48 tokens per second)',
    'llama_perf_context_print:       total time =     102.20 ms /    20 tokens',
    'llama_perf_context_print:    graphs reused =          4',
  ];
  expect(parseDecodeTime(timings)).toBeCloseTo(5.9, 10);
});
