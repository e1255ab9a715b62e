import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { listTensors } from '../../../../src-main/engine/llama/gguf/inspect.ts';
import {
  numbers,
  text,
  u32,
  writeGguf,
  type GgufSource,
  type GgufValue,
} from '../../../fixtures/gguf-writer.ts';
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts';
import { tinyLlama, tinyLlamaSource } from '../../../fixtures/tiny-llama.ts';
import { inspectBytes, described, withKey, withoutKey } from './inspected.ts';

describe('a sound file', () => {
  test('is described field by field', async () => {
    const model = { layers: 3, embedding: 96, heads: 6, keyValueHeads: 3, feedForward: 160, vocabulary: 300 };
    const description = await described(tinyLlamaSource({ ...model, weights: 'BF16' }));
    const matrices = 96 * 96 * 2 + 96 * 48 * 2 + 96 * 160 * 3;
    const parameters = 2 * 96 * 300 + 96 + 3 * (matrices + 2 * 96);
    expect(description).toMatchObject({
      version: 3,
      architecture: 'llama',
      architectureKnown: true,
      name: 'Tiny llama',
      parameters,
      quantisation: 'BF16',
      tensorTypes: { BF16: 2 + 3 * 7, F32: 1 + 3 * 2 },
      trainContext: 512,
      blockCount: 3,
      embeddingLength: 96,
      headCount: 6,
      keyValueHeadCount: 3,
      keyLength: 16,
      valueLength: 16,
      feedForwardLength: 160,
      slidingWindow: null,
      vocabularySize: 300,
      template: tinyLlama.template,
      namedTemplates: {},
      bos: { id: 1, text: '<s>' },
      eos: { id: 2, text: '</s>' },
      addBos: true,
      tokenizer: 'llama',
      warnings: [],
    });
    const layer = 2 * matrices + 4 * 2 * 96;
    expect(description.weightBytes).toEqual({
      total: 3 * layer + 2 * 2 * 96 * 300 + 4 * 96,
      layers: [layer, layer, layer],
      others: 2 * 2 * 96 * 300 + 4 * 96,
      byType: { BF16: 3 * 2 * matrices + 2 * 2 * 96 * 300, F32: 3 * 4 * 2 * 96 + 4 * 96 },
      tied: null,
    });
  });

  test('keeps scalars of every type exactly, and integers beyond 2^53 as text', async () => {
    const values: [string, GgufValue, string | number | boolean][] = [
      ['a.u8', { type: 'u8', value: 255 }, 255],
      ['a.i8', { type: 'i8', value: -128 }, -128],
      ['a.u16', { type: 'u16', value: 65535 }, 65535],
      ['a.i16', { type: 'i16', value: -32768 }, -32768],
      ['a.u32', { type: 'u32', value: 4294967295 }, 4294967295],
      ['a.i32', { type: 'i32', value: -2147483648 }, -2147483648],
      ['a.f32', { type: 'f32', value: 0.5 }, 0.5],
      ['a.f64', { type: 'f64', value: 0.1 }, 0.1],
      ['a.false', { type: 'bool', value: false }, false],
      ['a.true', { type: 'bool', value: true }, true],
      ['a.u64', { type: 'u64', value: 2n ** 53n - 1n }, 2 ** 53 - 1],
      ['a.huge', { type: 'u64', value: 2n ** 64n - 1n }, '18446744073709551615'],
      ['a.deep', { type: 'i64', value: -(2n ** 63n) }, '-9223372036854775808'],
      ['a.text', { type: 'string', value: 'Grüße, 世界 🌍' }, 'Grüße, 世界 🌍'],
      ['a.empty', { type: 'string', value: '' }, ''],
    ];
    const source = tinyLlamaSource();
    const metadata = [...source.metadata, ...values.map(([key, value]) => [key, value] as const)];
    const description = await described({ ...source, metadata });
    expect(description.metadata).toMatchObject(
      Object.fromEntries(values.map(([key, , value]) => [key, value])),
    );
  });

  test('keeps short numeric arrays and leaves the tokenizer and long texts out', async () => {
    const description = await described(
      withKey('a.long', text('x'.repeat(9000)), withKey('llama.rope.sections', numbers('u32', [1, 2, 3]))),
    );
    expect(description.arrays).toEqual({ 'llama.rope.sections': [1, 2, 3] });
    expect(description.metadata).not.toHaveProperty('a.long');
    expect(description.metadata).not.toHaveProperty(['tokenizer.chat_template']);
  });

  test('gives named templates, heads for each layer and a sliding window', async () => {
    let source = withKey('tokenizer.chat_template.tool_use', text('{{ tools }}'));
    source = withKey('llama.attention.head_count', numbers('u32', [4, 8]), source);
    source = withKey('llama.attention.head_count_kv', numbers('i32', [2, 4]), source);
    source = withKey('llama.attention.key_length', u32(32), source);
    source = withKey('llama.attention.sliding_window', u32(128), source);
    expect(await described(source)).toMatchObject({
      namedTemplates: { tool_use: '{{ tools }}' },
      headCount: [4, 8],
      keyValueHeadCount: [2, 4],
      keyLength: 32,
      valueLength: 8,
      slidingWindow: 128,
    });
  });

  test('reads a special token from anywhere in the vocabulary, and from before it', async () => {
    const vocabulary = 5000;
    for (const id of [0, 511, 512, 513, 4999]) {
      const source = withKey('tokenizer.ggml.eos_token_id', u32(id), tinyLlamaSource({ vocabulary }));
      const first = { ...source, metadata: [...source.metadata].reverse() };
      for (const order of [source, first]) {
        const { eos } = await described(order);
        const byte = id - 3;
        expect(eos).toEqual({
          id,
          text:
            id === 0
              ? '<unk>'
              : byte < 256
                ? `<0x${byte.toString(16).toUpperCase().padStart(2, '0')}>`
                : `\u2581w${id}`,
        });
      }
    }
  });

  test('may be version 2, aligned otherwise, or quantised in blocks', async () => {
    const aligned = {
      ...withKey('general.alignment', u32(128), tinyLlamaSource({ weights: 'Q8_0' })),
      alignment: 128,
    };
    const description = await described({ ...aligned, version: 2 });
    expect(description).toMatchObject({ version: 2, quantisation: 'Q8_0' });
    expect(description.warnings.map(({ code }) => code)).toEqual(['old_version']);
  });

  test('lists its tensors in order', async () => {
    const file = join(await temporaryFolder(), 'model.gguf');
    await writeFile(file, writeGguf(tinyLlamaSource({ weights: 'Q8_0' })).bytes);
    const tensors = await listTensors(file);
    if (!tensors.ok) throw new Error(tensors.error.message);
    expect(tensors.data.slice(0, 3)).toEqual([
      {
        name: 'token_embd.weight',
        type: 'Q8_0',
        dimensions: [64, 288],
        elements: 18432,
        bytes: 19584,
        offset: 0,
      },
      { name: 'output_norm.weight', type: 'F32', dimensions: [64], elements: 64, bytes: 256, offset: 19584 },
      {
        name: 'output.weight',
        type: 'Q8_0',
        dimensions: [64, 288],
        elements: 18432,
        bytes: 19584,
        offset: 19840,
      },
    ]);
  });
});

describe('warnings', () => {
  const codes = async (source: GgufSource): Promise<readonly string[]> =>
    (await described(source)).warnings.map(({ code }) => code);

  test('tell what a person should know', async () => {
    expect(await codes(withoutKey('general.file_type'))).toEqual(['file_type_missing']);
    expect(await codes(withKey('general.file_type', u32(15)))).toEqual(['file_type_differs']);
    expect(await codes(withKey('general.file_type', u32(999)))).toEqual(['file_type_unknown']);
    expect(await codes(tinyLlamaSource({ weights: 'F16' }))).toEqual(['half_precision_overflow']);
    expect(await codes(tinyLlamaSource({ template: null }))).toEqual(['template_missing']);
    expect(await codes(withKey('tokenizer.ggml.bos_token_id', u32(288)))).toEqual(['token_out_of_range']);
    expect(await codes(withoutKey('llama.context_length'))).toEqual(['essential_missing']);
    const broken = { type: 'string', value: new Uint8Array([0x61, 0xff]) } as const;
    expect(await codes(withKey('general.name', broken))).toEqual(['text_not_utf8']);
    expect(await codes(withKey('general.architecture', text('never-heard-of')))).toContain(
      'architecture_unknown',
    );
  });

  test('take the bit that marks a guessed file type as no difference', async () => {
    expect(
      await described(withKey('general.file_type', u32(1024 + 32), tinyLlamaSource({ weights: 'BF16' }))),
    ).toMatchObject({
      quantisation: 'BF16',
      warnings: [],
    });
  });

  test('name bytes behind the last weight', async () => {
    const result = await inspectBytes(Buffer.concat([writeGguf(tinyLlamaSource()).bytes, Buffer.alloc(5)]));
    if (!result.ok) throw new Error(result.error.message);
    expect(result.data.warnings).toMatchObject([{ code: 'bytes_after_tensors' }]);
    expect(result.data.warnings[0]?.message).toContain('5 bytes');
  });
});
