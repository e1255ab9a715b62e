import { mkdir, rename, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { inspectGguf } from '../../../../src-main/engine/llama/gguf/inspect.ts';
import { u32, writeGguf, type GgufSource } from '../../../fixtures/gguf-writer.ts';
import { splitGguf, u16 } from '../../../fixtures/split-gguf.ts';
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts';
import { tinyLlamaSource } from '../../../fixtures/tiny-llama.ts';

const whole = tinyLlamaSource();

function split(change?: (part: GgufSource, index: number) => GgufSource): Buffer[] {
  return splitGguf(whole, change);
}

async function placed(parts: readonly Buffer[]): Promise<string[]> {
  const folder = join(await temporaryFolder(), 'a folder-00001-of-00009');
  await mkdir(folder);
  const paths = parts.map((_, index) => join(folder, `model-0000${index + 1}-of-00003.gguf`));
  await Promise.all(parts.map((bytes, index) => writeFile(paths[index] ?? '', bytes)));
  return paths;
}

async function failureOf(path: string | undefined): Promise<{ code: string; message: string }> {
  const result = await inspectGguf(path ?? '');
  if (result.ok) throw new Error('taken');
  return result.error;
}

describe('a split model', () => {
  test('counts as one file, whichever part is given', async () => {
    const parts = split();
    const paths = await placed(parts);
    const single = join(await temporaryFolder(), 'model.gguf');
    await writeFile(single, writeGguf(whole).bytes);
    const expected = await inspectGguf(single);
    if (!expected.ok) throw new Error(expected.error.message);
    for (const path of paths) {
      const result = await inspectGguf(path);
      if (!result.ok) throw new Error(result.error.message);
      const { files, size, metadata, ...rest } = result.data;
      expect(files).toEqual(paths);
      expect(size).toBe(parts.reduce((sum, bytes) => sum + bytes.length, 0));
      expect(metadata).toMatchObject(expected.data.metadata);
      expect(expected.data).toMatchObject(rest);
    }
  });

  test('with parts missing names each of them', async () => {
    const [first, second, third] = await placed(split());
    await rm(second ?? '');
    const one = await failureOf(first);
    expect(one.code).toBe('file_not_found');
    expect(one.message).toContain('model-00002-of-00003.gguf');
    expect(one.message).not.toContain('model-00003');
    await rm(third ?? '');
    expect((await failureOf(first)).message).toContain(
      'model-00002-of-00003.gguf, model-00003-of-00003.gguf',
    );
  });

  test('with a part cut off names that part', async () => {
    const parts = split();
    const paths = await placed(parts);
    await truncate(paths[2] ?? '', (parts[2]?.length ?? 0) - 10);
    const failure = await failureOf(paths[0]);
    expect(failure.code).toBe('gguf_cut_off');
    expect(failure.message).toContain('model-00003-of-00003.gguf is cut off: 10 bytes');
  });

  test('whose parts were mixed up is refused', async () => {
    const paths = await placed(split());
    await rename(paths[1] ?? '', `${paths[1]}.away`);
    await rename(paths[2] ?? '', paths[1] ?? '');
    await rename(`${paths[1]}.away`, paths[2] ?? '');
    expect(await failureOf(paths[0])).toMatchObject({ code: 'gguf_hostile' });
  });

  test('with a tensor in two parts, or tensors too few, is refused', async () => {
    const [extra] = whole.tensors;
    if (extra === undefined) throw new Error('no tensors');
    const twice = split((part, index) =>
      index === 2 ? { ...part, tensors: [...part.tensors, extra] } : part,
    );
    expect(await failureOf((await placed(twice))[0])).toMatchObject({ code: 'gguf_hostile' });
    const fewer = split((part, index) => (index === 2 ? { ...part, tensors: part.tensors.slice(1) } : part));
    expect(await failureOf((await placed(fewer))[0])).toMatchObject({ code: 'gguf_cut_off' });
  });

  test('whose part was renamed is refused with the reason', async () => {
    const file = join(await temporaryFolder(), 'renamed.gguf');
    await writeFile(file, split()[0] ?? '');
    const failure = await failureOf(file);
    expect(failure.code).toBe('gguf_unsupported');
    expect(failure.message).toContain('a part of 3');
  });

  test('of one part, and a name with impossible numbers, are single files', async () => {
    const folder = await temporaryFolder();
    const one = {
      ...whole,
      metadata: [...whole.metadata, ['split.count', u16(1)], ['split.no', u16(0)]],
    } as GgufSource;
    for (const name of [
      'model-00001-of-00001.gguf',
      'model-00007-of-00003.gguf',
      'model-00000-of-00000.gguf',
    ]) {
      await writeFile(join(folder, name), writeGguf(one).bytes);
      expect(await inspectGguf(join(folder, name))).toMatchObject({ ok: true });
    }
  });

  test('named like a part of three and holding a whole model is refused', async () => {
    const paths = await placed([whole, whole, whole].map((source) => writeGguf(source).bytes));
    expect(await failureOf(paths[0])).toMatchObject({ code: 'gguf_unsupported' });
  });
});

test('a folder name with a number in it is no split', async () => {
  const folder = join(await temporaryFolder(), 'x-00001-of-00002.gguf');
  await mkdir(folder);
  const file = join(folder, 'model.gguf');
  await writeFile(file, writeGguf({ ...whole, metadata: [...whole.metadata, ['a', u32(1)]] }).bytes);
  expect(await inspectGguf(file)).toMatchObject({ ok: true, data: { files: [file] } });
});
