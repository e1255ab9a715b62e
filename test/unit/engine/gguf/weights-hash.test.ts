import { createHash } from 'node:crypto';
import { readFile, utimes, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hashWeights, type HashProgress } from '../../../../src-main/engine/llama/gguf/weights-hash.ts';
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts';

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

async function files(...contents: readonly Uint8Array[]): Promise<string[]> {
  const folder = await temporaryFolder();
  const paths = contents.map((_, index) => join(folder, `part-${index}.gguf`));
  await Promise.all(contents.map((bytes, index) => writeFile(paths[index] ?? '', bytes)));
  return paths;
}

test('gives the hashes that were published with the demo models', async () => {
  const list = await readFile('resources/demo/SHA256SUMS', 'utf8');
  const published = list
    .trim()
    .split('\n')
    .map((line) => line.split(/\s+/))
    .filter(([, name]) => name?.endsWith('.gguf'));
  expect(published).toHaveLength(5);
  const result = await hashWeights(published.map(([, name]) => `resources/demo/${name ?? ''}`));
  expect(result).toEqual({ ok: true, data: published.map(([hash]) => hash) });
});

test('tells of its progress over all files, up to the last byte', async () => {
  const large = Buffer.alloc(9 * 1024 * 1024 + 1, 7);
  const paths = await files(large, Buffer.alloc(0), Buffer.from('abc'));
  const seen: HashProgress[] = [];
  const result = await hashWeights(paths, { onProgress: (progress) => seen.push(progress) });
  expect(result).toEqual({
    ok: true,
    data: [sha256(large), sha256(Buffer.alloc(0)), sha256(Buffer.from('abc'))],
  });
  const done = seen.map((progress) => progress.done);
  expect(done).toEqual([...done].sort((a, b) => a - b));
  expect(seen.length).toBeGreaterThanOrEqual(4);
  expect(seen.at(-1)).toEqual({ file: paths[2], done: large.length + 3, total: large.length + 3 });
});

test('remembers a file until anything about it changes', async () => {
  const [path = ''] = await files(Buffer.from('first'));
  const cache = new Map<string, string>();
  await hashWeights([path], { cache });
  expect(cache.size).toBe(1);
  // A remembered value is taken without reading: put another one there to see it.
  for (const key of cache.keys()) cache.set(key, 'remembered');
  expect(await hashWeights([path], { cache })).toEqual({ ok: true, data: ['remembered'] });
  // The same size and the same modification time, and other bytes.
  const { atime, mtime } = await stat(path);
  await writeFile(path, 'other');
  await utimes(path, atime, mtime);
  expect(await hashWeights([path], { cache })).toEqual({ ok: true, data: [sha256(Buffer.from('other'))] });
});

test('can be stopped, and says which file it was at', async () => {
  const [path = ''] = await files(Buffer.alloc(20 * 1024 * 1024));
  const stop = new AbortController();
  const cache = new Map<string, string>();
  const result = await hashWeights([path], {
    cache,
    signal: stop.signal,
    onProgress: () => {
      stop.abort();
    },
  });
  expect(result).toMatchObject({ ok: false, error: { code: 'interrupted', where: { file: path } } });
  expect(cache.size).toBe(0);
});

test('a file that changes while it is read has no hash', async () => {
  const [path = ''] = await files(Buffer.alloc(9 * 1024 * 1024));
  let written: Promise<void> | undefined;
  const result = await hashWeights([path], {
    onProgress: () => {
      written ??= writeFile(path, 'x', { flag: 'a' });
    },
  });
  await written;
  expect(result).toMatchObject({ ok: false, error: { code: 'file_unreadable' } });
});

test('a missing file and a folder are failures', async () => {
  const folder = await temporaryFolder();
  expect(await hashWeights([join(folder, 'none.gguf')])).toMatchObject({ error: { code: 'file_not_found' } });
  expect(await hashWeights([folder])).toMatchObject({ error: { code: 'file_unreadable' } });
  expect(await hashWeights([])).toEqual({ ok: true, data: [] });
});
