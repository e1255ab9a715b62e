/** Our reader against node-llama-cpp's, field by field, and against what the loaded model says. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { GgmlType, GgufFileType, readGgufFileInfo } from 'node-llama-cpp';
import { describe, expect, test } from 'vitest';
import { inspectGguf, listTensors } from '../../../../src-main/engine/llama/gguf/inspect.ts';
import { writeGguf } from '../../../fixtures/gguf-writer.ts';
import { withLlamaLibrary } from '../../../fixtures/llama-library.ts';
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts';
import { tinyLlamaSource, type TinyLlama } from '../../../fixtures/tiny-llama.ts';

const library = withLlamaLibrary();

const demo = ['BF16', 'Q8_0', 'Q4_K_M', 'Q2_K', 'Q2_K-pure'].map<[string, string]>((name) => [
  name,
  `resources/demo/desk-clerk-3m-${name}.gguf`,
]);

/** `{general: {name: 'x'}}` -> `general.name`: 'x', scalars alone. */
function flatten(value: unknown, prefix = ''): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { [prefix]: value };
  const parts = Object.entries(value).map(([key, inner]) =>
    flatten(inner, prefix === '' ? key : `${prefix}.${key}`),
  );
  return Object.assign({}, ...parts) as Record<string, unknown>;
}

async function expectEqualReadings(file: string): Promise<void> {
  const ours = await inspectGguf(file);
  const tensors = await listTensors(file);
  if (!ours.ok || !tensors.ok) throw new Error(`not read: ${file}`);
  const theirs = await readGgufFileInfo(file, { sourceType: 'filesystem' });

  expect(ours.data.version).toBe(theirs.version);
  const scalars = Object.entries(flatten(theirs.metadata)).filter(
    ([key, value]) => !Array.isArray(value) && key !== 'tokenizer.chat_template',
  );
  const numbers = Object.fromEntries(
    scalars.map(([key, value]) => [key, typeof value === 'bigint' ? Number(value) : value]),
  );
  expect(ours.data.metadata).toEqual(numbers);
  expect(ours.data.template).toBe(theirs.metadata.tokenizer.chat_template ?? null);

  expect(
    tensors.data.map(({ name, type, dimensions, offset }) => ({ name, type, dimensions, offset })),
  ).toEqual(
    (theirs.fullTensorInfo ?? []).map(({ name, ggmlType, dimensions, offset }) => ({
      name,
      type: GgmlType[ggmlType],
      dimensions: dimensions.map(Number),
      offset: Number(offset),
    })),
  );
  const { file_type: type } = theirs.metadata.general;
  if (type === undefined) throw new Error('the file has no type');
  expect(ours.data.quantisation).toBe(GgufFileType[type].replace(/^(MOSTLY|ALL)_/, ''));
  const tokens = theirs.metadata.tokenizer.ggml.tokens;
  expect(ours.data.vocabularySize).toBe(tokens.length);
  expect(ours.data.bos?.text).toBe(tokens[ours.data.bos?.id ?? -1]);
  expect(ours.data.eos?.text).toBe(tokens[ours.data.eos?.id ?? -1]);
}

describe('the demo models', () => {
  test.each(demo)('%s is read as the library reads it', async (name, file) => {
    await expectEqualReadings(file);
    const ours = await inspectGguf(file);
    if (!ours.ok) throw new Error(ours.error.message);
    expect(ours.data.quantisation).toBe(name.replace('-pure', ''));
    expect(ours.data.warnings).toEqual([]);
    expect(ours.data.parameters).toBe(2_820_352);
  });

  test.each(demo)('%s says of itself, loaded, what its header says', async (_, file) => {
    const ours = await inspectGguf(file);
    if (!ours.ok) throw new Error(ours.error.message);
    const model = await library().loadModel({ modelPath: file, gpuLayers: 0 });
    try {
      expect(model.size).toBe(ours.data.weightBytes.total);
      expect(model.trainContextSize).toBe(ours.data.trainContext);
      expect(model.embeddingVectorSize).toBe(ours.data.embeddingLength);
      expect(model.tokens.bos).toBe(ours.data.bos?.id);
      expect(model.tokens.eos).toBe(ours.data.eos?.id);
      expect(model.tokens.shouldPrependBosToken).toBe(ours.data.addBos);
      expect(model.fileInsights.totalLayers).toBe((ours.data.blockCount ?? 0) + 1);
    } finally {
      await model.dispose();
    }
  });
});

describe('models that the test writer makes', () => {
  const firstTokens = async (weights: TinyLlama['weights']): Promise<readonly number[]> => {
    const file = join(await temporaryFolder(), `tiny-${weights}.gguf`);
    await writeFile(file, writeGguf(tinyLlamaSource({ weights })).bytes);
    await expectEqualReadings(file);
    const model = await library().loadModel({ modelPath: file, gpuLayers: 0, checkTensors: true });
    const context = await model.createContext({ contextSize: 256, flashAttention: false, threads: 1 });
    try {
      const generated: number[] = [];
      const prompt = model.tokenize('<s>hello', true);
      for await (const token of context.getSequence().evaluate(prompt, { temperature: 0 })) {
        generated.push(token);
        if (generated.length === 4) break;
      }
      return generated;
    } finally {
      await context.dispose();
      await model.dispose();
    }
  };

  test('load, and generate the same in every type, so the weights are encoded as the library reads them', async () => {
    const exact = await firstTokens('F32');
    expect(exact).toHaveLength(4);
    for (const weights of ['F16', 'BF16', 'Q8_0'] as const) expect(await firstTokens(weights)).toEqual(exact);
  });
});
