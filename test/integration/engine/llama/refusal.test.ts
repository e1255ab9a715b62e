/** Models, templates and settings that cannot be used: each is refused by name, and leaves no process behind. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import type { LlamaCandidate } from '../../../../src-main/contract/candidate.ts';
import type { Failure } from '../../../../src-main/contract/result.ts';
import { engineEnvironment } from '../../../../src-main/engine/llama/environment.ts';
import { createLlamaEngine } from '../../../../src-main/engine/llama/llama-engine.ts';
import { ProcessHost } from '../../../../src-main/engine/llama/process-host.ts';
import { workerPath } from '../../../../src-main/engine/llama/worker-path.ts';
import { writeGguf } from '../../../fixtures/gguf-writer.ts';
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts';
import { tinyLlamaSource } from '../../../fixtures/tiny-llama.ts';
import { answers, candidate, demoModel, never, request, withOpen, type CandidateChanges } from './demo.ts';
import { childrenOf } from '../../../fixtures/processes.ts';

/** A copy of the demo model, damaged by `harm`. */
async function damaged(name: string, harm: (bytes: Buffer) => Buffer): Promise<string> {
  const file = join(await temporaryFolder(), `${name}.gguf`);
  writeFileSync(file, harm(readFileSync(demoModel)));
  return file;
}

/** Writes a number over the 32-bit value of a metadata key. */
const setNumber = (key: string, value: number) => (bytes: Buffer) => {
  bytes.writeUInt32LE(value, bytes.indexOf(key) + key.length + 4);
  return bytes;
};

async function refusal(changes: CandidateChanges): Promise<Failure> {
  const opened = await createLlamaEngine().open(candidate(changes), never);
  if (opened.ok) {
    await opened.data.close();
    throw new Error('it was opened');
  }
  return opened.error;
}

/** What the process itself says, without the look into the file that comes before. */
async function workerRefusal(given: LlamaCandidate): Promise<Failure> {
  const environment = engineEnvironment(process.env);
  const host = new ProcessHost({ entry: workerPath(), generation: 1, environment, stopBudget: 5000 });
  const loaded = await host.call('load', { candidate: given });
  await host.close();
  if (loaded.ok) throw new Error('it was loaded');
  return loaded.error;
}

afterEach(() => {
  expect(childrenOf(process.pid)).toEqual([]);
});

describe('a file', () => {
  test('of random bytes is no GGUF file', async () => {
    const weights = await damaged(
      'random',
      (bytes) => bytes.map((byte, index) => (byte * 31 + index * 7 + 5) % 256) as Buffer,
    );
    expect((await refusal({ weights })).code).toBe('gguf_not_gguf');
    expect((await workerRefusal(candidate({ weights }))).code).toBe('gguf_not_gguf');
  });

  test('whose last tensors are missing is cut off', async () => {
    const weights = await damaged('cut', (bytes) => bytes.subarray(0, bytes.length - 100_000));
    const found = await refusal({ weights });
    expect(found.code).toBe('gguf_cut_off');
    expect(found.message).toContain(weights);
    expect((await workerRefusal(candidate({ weights }))).code).toBe('gguf_cut_off');
  });

  test('that is not there is not found', async () => {
    const weights = join(await temporaryFolder(), 'nothing.gguf');
    expect((await refusal({ weights, weightsHashes: [] })).code).toBe('file_not_found');
  });

  test('that makes the native library abort is refused before it, and survived without', async () => {
    const weights = await damaged('no-heads', setNumber('llama.attention.head_count', 0));
    expect((await refusal({ weights })).code).toMatch(/^gguf_/);
    const crashed = await workerRefusal(candidate({ weights }));
    expect(crashed.code).toBe('engine_crashed');
    expect(crashed.message).toContain('GGML_ASSERT');
  });

  test('of an unknown architecture is unsupported, by its name', async () => {
    const weights = await damaged('quark', (bytes) => {
      bytes.write('quark', bytes.indexOf('general.architecture') + 'general.architecture'.length + 12);
      return bytes;
    });
    const found = await workerRefusal(candidate({ weights }));
    expect(found.code).toBe('gguf_unsupported');
    expect(found.message).toContain("'quark'");
  });

  test('with weights that are not numbers is refused, with the name of the tensor', async () => {
    const weights = await damaged('not-numbers', (bytes) => bytes.fill(0xff, bytes.length - 64));
    const found = await refusal({ weights });
    expect(found.code).toBe('model_load_failed');
    expect(found.message).toMatch(/tensor 'blk\.3\.\S+'/);
    expect(found.where).toEqual({ file: weights });
  });

  test('with contradicting dimensions is refused in the words of the library', async () => {
    const weights = await damaged('dimensions', setNumber('llama.rope.dimension_count', 32));
    const found = await workerRefusal(candidate({ weights }));
    expect(found.code).toBe('model_load_failed');
    expect(found.message).toContain('n_rot');
  });

  test('that was changed since the plan was registered is refused', async () => {
    const found = await refusal({ weightsHashes: ['0'.repeat(64)] });
    expect(found.code).toBe('plan_invalid');
    expect(found.message).toContain(demoModel);
  });
});

describe('settings', () => {
  test('for more context than there is memory are refused as such', async () => {
    const found = await refusal({ settings: { context: 40_000_000 } });
    expect(found.code).toBe('memory_insufficient');
    expect(found.next).toContain('context');
  });

  test('for a quantised value cache without flash attention say what is missing', async () => {
    const found = await refusal({ settings: { cacheValueType: 'q8_0' } });
    expect(found.message).toContain('flash attention');
  });

  test('for a backend that this platform never has are refused', async () => {
    const backend = process.platform === 'darwin' ? 'cuda' : 'metal';
    const found = await refusal({ settings: { backend, gpuLayers: 5 } });
    expect(found.code).toBe('backend_unavailable');
    expect(found.message).toContain(backend);
  });
});

describe('a template', () => {
  test('that the model lacks is asked for, and none is put in its place', async () => {
    const weights = join(await temporaryFolder(), 'plain.gguf');
    writeFileSync(weights, writeGguf(tinyLlamaSource({ template: null })).bytes);
    const found = await refusal({ weights });
    expect(found.code).toBe('template_missing');
    expect(found.next).toContain('template');
    const template = '{{ messages[0].content }}';
    await withOpen({ weights, template }, (open) => {
      expect(open.manifest.template).toMatchObject({ from: 'plan', renderer: 'huggingface-jinja' });
      return Promise.resolve();
    });
  });

  test('that neither engine renders is refused with both reasons', async () => {
    const found = await refusal({ template: '{{ messages[0].content | no_such_filter }}' });
    expect(found.code).toBe('template_broken');
    expect(found.detail).toMatch(/huggingface-jinja: .*no_such_filter/);
    expect(found.detail).toMatch(/llama\.cpp-jinja: [^]*no_such_filter/);
  });

  test("that only llama.cpp's own engine renders is rendered by it, and the manifest says so", async () => {
    await withOpen({ template: "{{ bos_token }}{{ {1: 'one'}[1] }}" }, (open) => {
      expect(open.manifest.template.renderer).toBe('llama.cpp-jinja');
      return Promise.resolve();
    });
  });

  test('that writes BOS twice is refused', async () => {
    const found = await refusal({ template: '{{ bos_token }}{{ bos_token }}{{ messages[0].content }}' });
    expect(found.code).toBe('bos_doubled');
  });

  test('that writes none gets the one that the model asks for', async () => {
    await withOpen({ template: '{{ messages[0].content }}' }, (open) => {
      expect(open.manifest.bos).toEqual({
        modelAddsBos: true,
        templateWritesBos: false,
        applied: 'prepended',
      });
      return Promise.resolve();
    });
  });

  test('that refuses one item fails that item alone', async () => {
    const template =
      "{{ bos_token }}{% if 'forbidden' in messages[0].content %}{{ raise_exception('not this one') }}{% endif %}{{ messages[0].content }}";
    const asked = [
      { id: 'a', input: 'allowed' },
      { id: 'b', input: 'forbidden' },
      { id: 'c', input: 'allowed too' },
    ];
    const outputs = await withOpen({ template, sampling: { maxTokens: 4 } }, (open) =>
      answers(
        open,
        asked.map((item) => request(item)),
      ),
    );
    expect(outputs.map((output) => output.finish === 'error')).toEqual([false, true, false]);
    expect(outputs[1]?.error?.code).toBe('template_broken');
    expect(outputs[1]?.error?.message).toContain('not this one');
  });

  test('that doubles BOS in one item fails that item alone', async () => {
    const template = '{{ bos_token }}{{ messages[0].content }}';
    const asked = [
      { id: 'plain', input: 'Good morning' },
      { id: 'doubling', input: '<s>Good morning' },
    ];
    const outputs = await withOpen({ template, sampling: { maxTokens: 4 } }, (open) =>
      answers(
        open,
        asked.map((item) => request(item)),
      ),
    );
    expect(outputs[0]?.error).toBeUndefined();
    expect(outputs[1]).toMatchObject({ finish: 'error', error: { code: 'bos_doubled' } });
  });
});
