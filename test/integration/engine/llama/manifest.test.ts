/** What the engine says it ran, on the real library. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { differingSettings } from '../../../../src-main/contract/manifest.ts';
import type { LlamaSettings } from '../../../../src-main/contract/candidate.ts';
import { createLlamaEngine } from '../../../../src-main/engine/llama/llama-engine.ts';
import { demoModel, sha256, withOpen } from './demo.ts';

async function manifestFor(settings: Partial<LlamaSettings>) {
  return withOpen({ settings }, (open) => Promise.resolve(open.manifest));
}

async function differing(settings: Partial<LlamaSettings>): Promise<readonly string[]> {
  const manifest = await manifestFor(settings);
  return differingSettings(manifest).map((one) => `${one.name}: ${one.requested} -> ${one.resolved}`);
}

test('on the CPU every setting comes out as it was asked for, and each is read back', async () => {
  const manifest = await manifestFor({ parallel: 4, batch: 256 });
  expect(differingSettings(manifest)).toEqual([]);
  const open = manifest.settings.filter((one) => one.resolved === null).map((one) => one.name);
  expect(open).toEqual(['checkTensors']);
});

test('so do flash attention, cache types and reading without mmap', async () => {
  const settings = {
    flashAttention: true,
    cacheKeyType: 'q8_0',
    cacheValueType: 'q4_0',
    mmap: false,
  } as const;
  expect(await differing(settings)).toEqual([]);
});

test('a context that was rounded up differs', async () => {
  expect(await differing({ context: 300 })).toEqual(['context: 300 -> 512']);
});

test('a context beyond what the model was trained for is remarked on, and taken', async () => {
  expect((await manifestFor({})).remarks).toBeUndefined();
  const manifest = await manifestFor({ context: 768 });
  expect(manifest.remarks).toEqual([
    'The context is 768 tokens, and the model was trained for 512. It runs; what lies beyond them it has not learned to read.',
  ]);
  expect(differingSettings(manifest)).toEqual([]);
});

test('layers asked of a GPU that is not there differ', async () => {
  expect(await differing({ gpuLayers: 5 })).toEqual(['gpuLayers: 5 -> 0']);
});

test('it names library, kernels, model and template with their hashes', async () => {
  const { engine, model, template, bos, memory, ...rest } = await manifestFor({});
  const packageFile = new URL(
    'package.json',
    import.meta.resolve('node-llama-cpp').replace('dist/index.js', ''),
  );
  const { version } = JSON.parse(readFileSync(packageFile, 'utf8')) as { version: string };
  expect(engine).toMatchObject({
    engine: 'llama',
    libraryVersion: version,
    backend: 'cpu',
  });
  // A library that was compiled here comes before the one of the package.
  expect(engine.buildType).toMatch(/^(prebuilt|localBuild)$/);
  expect(engine.llamaCppRelease).toMatch(/^[bv]\d/);
  expect(engine.llamaCppCommit).toMatch(/^[0-9a-f]{40}$/);
  expect(engine.devices).toEqual([]);
  expect(engine.deviceMemory).toBeNull();
  expect(Object.keys(engine.libraryHashes)).toContain('llama-addon.node');
  for (const hash of Object.values(engine.libraryHashes)) expect(hash).toMatch(/^[0-9a-f]{64}$/);
  expect(Object.keys(engine.libraryHashes)).toContain(engine.kernelVariant);
  expect(model).toMatchObject({
    files: ['desk-clerk-3m-BF16.gguf'],
    hashes: [sha256(demoModel)],
    architecture: 'llama',
    parameters: 2_820_352,
    quantisation: 'BF16',
    trainContext: 512,
  });
  const own =
    '{{ bos_token }}{% for message in messages %}<|{{ message.role }}|>{{ message.content }}<|end|>{% endfor %}{% if add_generation_prompt %}<|assistant|>{% endif %}';
  const hash = createHash('sha256').update(own).digest('hex');
  expect(template).toEqual({ hash, from: 'model', renderer: 'huggingface-jinja' });
  expect(bos).toEqual({ modelAddsBos: true, templateWritesBos: true, applied: 'template' });
  expect(memory.model).toBeGreaterThan(5_000_000);
  expect(memory.context).toBeGreaterThan(1_000_000);
  expect(rest.loadSeconds).toBeGreaterThan(0);
  expect(rest.loadLog.some((line) => line.startsWith('llama_kv_cache: size'))).toBe(true);
  expect(rest.loadLog.filter((line) => /^[.\s]*$/.test(line))).toEqual([]);
});

test('a choice of devices is part of it', async () => {
  const engine = createLlamaEngine({ environment: { ...process.env, CUDA_VISIBLE_DEVICES: '3' } });
  const manifest = await withOpen({}, (open) => Promise.resolve(open.manifest), engine);
  expect(manifest.settings).toContainEqual({
    name: 'CUDA_VISIBLE_DEVICES',
    requested: '3',
    resolved: null,
    source: 'none',
  });
});
