import { describe, expect, test } from 'vitest';
import type { LlamaSettings } from '../../../../src-main/contract/candidate.ts';
import { differingSettings } from '../../../../src-main/contract/manifest.ts';
import { parseLoadLog } from '../../../../src-main/engine/llama/load-log.ts';
import { formSetting, resolvedSettings } from '../../../../src-main/engine/llama/manifest.ts';
import { defaultSettings } from '../../../../src-main/engine/llama/settings.ts';

const desk = { physicalCores: 8, logicalCores: 16, continuousIntegration: false };
const settings: LlamaSettings = defaultSettings('cuda', desk);
const readings = {
  backend: 'cuda',
  gpuLayers: 999,
  threads: 8,
  batch: 512,
  parallel: 4,
  mmap: true,
} as const;

function differing(log: readonly string[], requested = settings, read = {}): readonly string[] {
  const resolved = resolvedSettings(requested, { ...readings, ...read }, parseLoadLog(log));
  return differingSettings({ settings: resolved }).map(
    (one) => `${one.name}: ${one.requested} -> ${one.resolved}`,
  );
}

describe('resolvedSettings', () => {
  test('a request that came true differs in nothing', () => {
    const log = [
      'load_tensors: offloaded 33/33 layers to GPU',
      'llama_context: n_ctx_seq             = 4096',
      'llama_context: n_ubatch              = 512',
      'llama_context: flash_attn            = enabled',
    ];
    expect(differing(log, { ...settings, gpuLayers: 33 })).toEqual([]);
  });

  test('the log outranks what the library reads back', () => {
    expect(
      differing(['load_tensors: offloaded 20/33 layers to GPU'], { ...settings, gpuLayers: 33 }),
    ).toEqual(['gpuLayers: 33 -> 20']);
  });

  test('every setting that came out otherwise is listed', () => {
    const log = [
      'load_tensors: loading model tensors, this can take a while... (load_mode = none)',
      'llama_context: n_seq_max             = 2',
      'llama_context: n_ctx_seq             = 4352',
      'llama_context: n_batch               = 256',
      'llama_context: n_ubatch              = 128',
      'llama_context: flash_attn            = disabled',
      'llama_context: kv_unified            = true',
      'llama_kv_cache: size = 1.00 MiB ( 512 cells, 4 layers, 2/2 seqs), K (q8_0): 0.50 MiB, V (q4_0): 0.50 MiB',
    ];
    expect(differing(log, settings, { backend: 'cpu', gpuLayers: 0, threads: 4 })).toEqual([
      'backend: cuda -> cpu',
      'gpuLayers: 999 -> 0',
      'context: 4096 -> 4352',
      'parallel: 4 -> 2',
      'batch: 512 -> 256',
      'microBatch: 512 -> 128',
      'threads: 8 -> 4',
      'flashAttention: true -> false',
      'cacheKeyType: f16 -> q8_0',
      'cacheValueType: f16 -> q4_0',
      'unifiedCache: false -> true',
      'mmap: true -> false',
    ]);
  });

  test('what nobody says is open, not equal', () => {
    const open = resolvedSettings(settings, readings, parseLoadLog([])).filter(
      (one) => one.source === 'none',
    );
    expect(open.map((one) => one.name)).toContain('flashAttention');
    expect(open.every((one) => one.resolved === null)).toBe(true);
  });
});

test('answers are forced into a form in the direct lane only, and anywhere else the manifest says that they are not', () => {
  const of = (lane?: Parameters<typeof formSetting>[0]) =>
    differingSettings({ settings: [formSetting(lane)] });
  expect(of({ name: 'direct', reason: null })).toEqual([]);
  for (const lane of [{ name: 'classes', reason: 'the release is another one' } as const, undefined])
    expect(of(lane)).toMatchObject([
      { name: 'answerForm', requested: 'json', resolved: 'sent, not honoured' },
    ]);
});
