import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { GgufDescription } from '../../../../src-main/engine/llama/gguf/description.ts';
import { inspectGguf, listTensors } from '../../../../src-main/engine/llama/gguf/inspect.ts';
import type { Failure } from '../../../../src-main/contract/result.ts';
import {
  bool,
  numbers,
  text,
  u32,
  writeGguf,
  type GgufSource,
  type GgufValue,
} from '../../../fixtures/gguf-writer.ts';
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts';
import { tinyLlama, tinyLlamaSource } from '../../../fixtures/tiny-llama.ts';

async function inspectSource(source: GgufSource): Promise<Awaited<ReturnType<typeof inspectGguf>>> {
  return inspectBytes(writeGguf(source).bytes);
}

async function inspectBytes(bytes: Uint8Array): Promise<Awaited<ReturnType<typeof inspectGguf>>> {
  const file = join(await temporaryFolder(), 'model.gguf');
  await writeFile(file, bytes);
  return inspectGguf(file);
}

async function described(source: GgufSource): Promise<GgufDescription> {
  const result = await inspectSource(source);
  if (!result.ok) throw new Error(result.error.message);
  return result.data;
}

async function refused(source: GgufSource): Promise<Failure> {
  const result = await inspectSource(source);
  if (result.ok) throw new Error('the file was taken');
  return result.error;
}

function withKey(key: string, value: GgufValue, source: GgufSource = tinyLlamaSource()): GgufSource {
  return { ...source, metadata: [...source.metadata.filter(([name]) => name !== key), [key, value]] };
}

function withoutKey(key: string, source: GgufSource = tinyLlamaSource()): GgufSource {
  return { ...source, metadata: source.metadata.filter(([name]) => name !== key) };
}

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

describe('no GGUF file at all', () => {
  test('an empty file, a missing one, a folder', async () => {
    const folder = await temporaryFolder();
    const missing = join(folder, 'missing.gguf');
    expect(await inspectBytes(Buffer.alloc(0))).toMatchObject({ error: { code: 'file_empty' } });
    expect(await inspectGguf(missing)).toMatchObject({
      error: { code: 'file_not_found', where: { file: missing } },
    });
    expect(await inspectGguf(join(missing, 'deeper.gguf'))).toMatchObject({
      error: { code: 'file_not_found' },
    });
    expect(await inspectGguf(folder)).toMatchObject({ error: { code: 'file_unreadable' } });
    expect(await inspectGguf('a\0b.gguf')).toMatchObject({ error: { code: 'file_unreadable' } });
  });

  test.runIf(process.platform === 'linux')('a device that never ends is not read', async () => {
    expect(await inspectGguf('/dev/zero')).toMatchObject({ error: { code: 'file_unreadable' } });
  });

  test.each([
    [
      'a Git LFS pointer',
      Buffer.from('version https://git-lfs.github.com/spec/v1\noid sha256:0\n'),
      'Git LFS pointer',
    ],
    ['a web page', Buffer.from('<!DOCTYPE html><html><body>404</body></html>'), 'web page'],
    ['a zip archive', Buffer.from('PK\u0003\u0004 and so on'), 'zip archive'],
    ['the older format', Buffer.from('tjgg and then numbers'), 'before GGUF'],
    ['safetensors', Buffer.from('\u0040\0\0\0\0\0\0\0{"__metadata__":{}}'), 'safetensors'],
    ['something else', Buffer.from('hello'), 'is not a GGUF file.'],
  ])('%s', async (_, bytes, words) => {
    const result = await inspectBytes(bytes);
    expect(result).toMatchObject({ error: { code: 'gguf_not_gguf' } });
    expect(result.ok ? '' : result.error.message).toContain(words);
  });

  test('a big-endian file and unknown versions', async () => {
    expect(await refused({ ...tinyLlamaSource(), version: 0x03000000 })).toMatchObject({
      code: 'gguf_unsupported',
    });
    expect((await refused({ ...tinyLlamaSource(), version: 0x03000000 })).message).toContain('big-endian');
    for (const version of [0, 1, 4, 99]) {
      const failure = await refused({ ...tinyLlamaSource(), version });
      expect(failure.code).toBe('gguf_unsupported');
      expect(failure.message).toContain(`version ${version};`);
    }
  });
});

describe('a file that lies', () => {
  const source = tinyLlamaSource();
  const liar = { name: 'liar.weight', type: 0, dimensions: [8], data: new Uint8Array(32) };
  const withTensor = (tensor: Partial<(typeof source.tensors)[number]>): GgufSource => ({
    ...source,
    tensors: [{ ...liar, ...tensor }],
  });
  const huge = 2n ** 62n;

  test.each<[string, GgufSource, string, string]>([
    ['number of tensors', { ...source, tensorCountLie: huge }, 'number of tensors', String(huge)],
    ['number of keys', { ...source, keyCountLie: huge }, 'number of metadata keys', String(huge)],
    [
      'string length',
      withKey('a', { type: 'string', value: 'x', lengthLie: huge }),
      'length of a',
      String(huge),
    ],
    [
      'array length',
      withKey('a', { ...numbers('u8', []), lengthLie: 2n ** 36n } as GgufValue),
      'length of a',
      String(2n ** 36n),
    ],
    [
      'length of strings',
      withKey('a', { type: 'array', of: 'string', values: ['x'], lengthLie: huge }),
      'length of a',
      String(huge),
    ],
    [
      'length beyond 2^63',
      withKey('a', { type: 'string', value: '', lengthLie: 2n ** 64n - 1n }),
      'length of a',
      String(2n ** 64n - 1n),
    ],
    ['element type', withKey('a', { type: 'array', of: 'u8', values: [], typeLie: 77 }), 'a', '77'],
    ['value type', withKey('a', { type: 'raw', code: 13, bytes: new Uint8Array(8) }), 'a', '13'],
    ['empty key', withKey('', u32(1)), 'metadata key', 'empty key'],
    ['alignment of zero', withKey('general.alignment', u32(0)), 'general.alignment', '0'],
    ['alignment of three', withKey('general.alignment', u32(3)), 'general.alignment', '3'],
    ['alignment as text', withKey('general.alignment', text('32')), 'general.alignment', '32'],
    ['name length', withTensor({ nameLengthLie: 64n }), 'name length of tensor 1 of 1', '64'],
    ['number of dimensions', withTensor({ dimensionCountLie: 5 }), 'liar.weight', '5 dimensions'],
    ['dimension of zero', withTensor({ dimensions: [0] }), 'dimension 1 of liar.weight', 'without elements'],
    ['dimension', withTensor({ dimensions: [2n ** 63n] }), 'dimension 1 of liar.weight', String(2n ** 63n)],
    [
      'product of dimensions',
      withTensor({ dimensions: [2n ** 40n, 2n ** 40n] }),
      'liar.weight',
      'elements in one tensor',
    ],
    ['bytes', withTensor({ dimensions: [2n ** 52n] }), 'liar.weight', 'bytes'],
    ['tensor type', withTensor({ type: 43 }), 'liar.weight', '43'],
    ['rows and blocks', withTensor({ type: 8 }), 'liar.weight', 'rows of 8 elements in blocks of 32 (Q8_0)'],
    ['offset', withTensor({ offsetLie: 64n }), 'offset of liar.weight', '64 where 0 is due'],
    ['offset beyond 2^53', withTensor({ offsetLie: huge }), 'offset of liar.weight', String(huge)],
    ['zero layers', withKey('llama.block_count', u32(0)), 'llama.block_count', 'declares 0'],
    ['zero width', withKey('llama.embedding_length', u32(0)), 'llama.embedding_length', 'declares 0'],
    ['zero context', withKey('llama.context_length', u32(0)), 'llama.context_length', 'declares 0'],
    ['zero heads', withKey('llama.attention.head_count', u32(0)), 'llama.attention.head_count', 'declares 0'],
    [
      'zero heads in every layer',
      withKey('llama.attention.head_count', numbers('u32', [0, 0])),
      'llama.attention.head_count',
      'declares 0',
    ],
    [
      'zero key heads',
      withKey('llama.attention.head_count_kv', u32(0)),
      'llama.attention.head_count_kv',
      'declares 0',
    ],
    [
      'negative heads',
      withKey('llama.attention.head_count', { type: 'i32', value: -4 }),
      'llama.attention.head_count',
      '-4',
    ],
    [
      'heads that are no number',
      withKey('llama.attention.head_count', text('four')),
      'llama.attention.head_count',
      'four',
    ],
    [
      'half a head',
      withKey('llama.attention.head_count', { type: 'f32', value: 0.5 }),
      'llama.attention.head_count',
      '0.5',
    ],
    [
      'more heads than width',
      withKey('llama.attention.head_count', u32(65)),
      'llama.attention.head_count',
      '65 heads',
    ],
    ['layers beyond what runs', withKey('llama.block_count', u32(513)), 'llama.block_count', '513'],
    [
      'add_bos that is no flag',
      withKey('tokenizer.ggml.add_bos_token', u32(1)),
      'tokenizer.ggml.add_bos_token',
      '1',
    ],
  ])('%s: the field and the number are named', async (_, lie, field, number) => {
    const failure = await refused(lie);
    expect(failure.code).toBe('gguf_hostile');
    expect(failure.message).toContain(number);
    expect(failure.where?.field).toContain(field);
    expect(failure.where?.file).toMatch(/model\.gguf$/);
    expect(failure.next).toBeDefined();
  });

  test('the same key, the same tensor twice', async () => {
    const twice = await refused({
      ...source,
      metadata: [...source.metadata, ['general.name', text('again')]],
    });
    expect(twice).toMatchObject({ code: 'gguf_hostile', where: { field: 'general.name' } });
    expect(await refused({ ...source, tensors: [liar, liar] })).toMatchObject({
      code: 'gguf_hostile',
      where: { field: 'liar.weight' },
    });
  });

  test('what llama.cpp has never read, or no longer reads, is unsupported', async () => {
    const nested = withKey('a', { type: 'array', of: 'array', values: [] });
    expect(await refused(nested)).toMatchObject({ code: 'gguf_unsupported', where: { field: 'a' } });
    const old = await refused(withTensor({ type: 31 }));
    expect(old.code).toBe('gguf_unsupported');
    expect(old.message).toContain('Q4_0_4_4');
    expect(await refused({ ...source, tensors: [] })).toMatchObject({ code: 'gguf_unsupported' });
    expect(await refused(withoutKey('general.architecture'))).toMatchObject({ code: 'gguf_unsupported' });
    expect(await refused(withKey('general.architecture', bool(true)))).toMatchObject({
      code: 'gguf_unsupported',
    });
  });

  test('recurrent and hybrid models may have zero heads', async () => {
    const renamed = (architecture: string): GgufSource => ({
      ...source,
      metadata: source.metadata.map(([key, value]) =>
        key === 'general.architecture'
          ? [key, text(architecture)]
          : [key.replace(/^llama\./, `${architecture}.`), value],
      ),
    });
    const mamba = withKey('mamba.attention.head_count', u32(0), renamed('mamba'));
    expect(await described(mamba)).toMatchObject({ headCount: 0 });
    const hybrid = withKey('lfm2.attention.head_count_kv', numbers('u32', [0, 2]), renamed('lfm2'));
    expect(await described(hybrid)).toMatchObject({ keyValueHeadCount: [0, 2] });
  });
});
