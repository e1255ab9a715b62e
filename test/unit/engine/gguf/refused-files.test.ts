import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { inspectGguf } from '../../../../src-main/engine/llama/gguf/inspect.ts';
import { bool, numbers, text, u32, type GgufSource, type GgufValue } from '../../../fixtures/gguf-writer.ts';
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts';
import { tinyLlamaSource } from '../../../fixtures/tiny-llama.ts';
import { inspectBytes, described, refused, withKey, withoutKey } from './inspected.ts';

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
