import { mkdir, rename, symlink, utimes, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { findModelFiles } from '../../../src-main/app/model-library/find-model-files.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';

async function folderWith(...files: readonly string[]): Promise<string> {
  const root = await temporaryFolder();
  for (const file of files) {
    await mkdir(dirname(join(root, file)), { recursive: true });
    await writeFile(join(root, file), file);
  }
  return root;
}
const under = (root: string, found: { readonly models: readonly { readonly path: string }[] }) =>
  found.models.map(({ path }) => relative(root, path));

test('files are found in folders within folders, whatever the case of their ending; others and hidden ones are not', async () => {
  const root = await folderWith('a.gguf', 'b/c/d.GGUF', 'notes.txt', '.hidden.gguf', '.cache/e.gguf', 'gguf');
  const found = await findModelFiles([root], []);
  expect(under(root, found)).toEqual(['a.gguf', 'b/c/d.GGUF']);
  expect(found.problems).toEqual([]);
});

test('links that lead round in a circle end, and a file counts once however it is reached', async () => {
  const root = await folderWith('models/a.gguf');
  await symlink(root, join(root, 'models', 'up'));
  await symlink(join(root, 'models'), join(root, 'same'));
  await symlink(join(root, 'models', 'a.gguf'), join(root, 'b.gguf'));
  await symlink(join(root, 'nowhere'), join(root, 'dangling.gguf'));
  const found = await findModelFiles(
    [root, join(root, 'models'), join(root, 'same')],
    [join(root, 'models', 'a.gguf')],
  );
  expect(found.models).toHaveLength(1);
  expect(found.problems).toEqual([]);
});

test('a linked file is found under the link’s name: its target has another one in a download cache', async () => {
  const root = await folderWith('blobs/0a1b2c');
  await mkdir(join(root, 'snapshot'));
  await symlink(join(root, 'blobs', '0a1b2c'), join(root, 'snapshot', 'model.gguf'));
  expect(under(root, await findModelFiles([root], []))).toEqual(['snapshot/model.gguf']);
});

test('looking ends at a depth, and at a number of files with a word about it', async () => {
  const root = await folderWith('1/2/3/deep.gguf', '1/2/near.gguf', 'a.gguf', 'b.gguf', 'c.gguf');
  const limits = { depth: 2, folders: 100, files: 100 };
  expect(under(root, await findModelFiles([root], [], limits))).not.toContain('1/2/3/deep.gguf');
  const few = await findModelFiles([root], [], { ...limits, files: 3 });
  expect(under(root, few)).toEqual(['a.gguf', 'b.gguf', 'c.gguf']);
  expect(few.problems).toMatchObject([{ path: root, problem: { code: 'file_too_large' } }]);
});

test('the parts of a split model are one, named after the first, and those that are missing leave it one', async () => {
  const root = await folderWith(
    'm-00001-of-00003.gguf',
    'm-00002-of-00003.gguf',
    'm-00003-of-00003.gguf',
    'n-00002-of-00002.gguf',
  );
  const found = await findModelFiles([root], [join(root, 'm-00002-of-00003.gguf')]);
  expect(under(root, found)).toEqual(['m-00001-of-00003.gguf', 'n-00001-of-00002.gguf']);
  expect(found.models.map(({ parts }) => parts.length)).toEqual([3, 1]);
  expect(found.models[0]?.size).toBe(3 * 'm-00001-of-00003.gguf'.length);
});

test('a fingerprint changes with size, time and parts, and with nothing else', async () => {
  const root = await folderWith('m-00001-of-00002.gguf', 'm-00002-of-00002.gguf');
  const print = async () => (await findModelFiles([root], [])).models[0]?.fingerprint;
  const first = await print();
  expect(await print()).toBe(first);
  await utimes(join(root, 'm-00002-of-00002.gguf'), 1000, 1000);
  const later = await print();
  expect(later).not.toBe(first);
  await rename(join(root, 'm-00002-of-00002.gguf'), join(root, 'gone'));
  expect(await print()).not.toBe(later);
});

test('a folder or file that is not there is named with what to do, and the others are found', async () => {
  const root = await folderWith('a.gguf');
  const found = await findModelFiles([join(root, 'gone'), root], [join(root, 'lost.gguf')]);
  expect(under(root, found)).toEqual(['a.gguf']);
  expect(found.problems.map(({ path, problem }) => [relative(root, path), problem.code])).toEqual([
    ['gone', 'file_not_found'],
    ['lost.gguf', 'file_not_found'],
  ]);
  expect(found.problems.every(({ problem }) => problem.next !== undefined)).toBe(true);
});

test('a folder that the system cannot open is named', async () => {
  const root = await folderWith('a.gguf');
  // A link to itself: not even the superuser gets anywhere with it.
  await symlink(join(root, 'ring'), join(root, 'ring'));
  const found = await findModelFiles([join(root, 'ring'), root], []);
  expect(under(root, found)).toEqual(['a.gguf']);
  expect(found.problems).toMatchObject([{ path: join(root, 'ring'), problem: { code: 'file_unreadable' } }]);
});
