import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { licencesPlugin } from '../../../scripts/licences-plugin.ts';
import { gatherLicences } from '../../../src-main/app/licences/gather-licences.ts';
import { identifier } from '../../../src-main/contract/calls/shapes.ts';
import { temporaryFolder } from '../../fixtures/small-plan.ts';

const root = join(import.meta.dirname, '..', '..', '..');
const licences = await gatherLicences(root, join(root, 'src-renderer'));
const listed = new Map(licences.map((licence) => [`${licence.package}@${licence.version}`, licence]));
const names = new Set(licences.map((licence) => licence.package));

interface Locked {
  readonly version?: string;
  readonly dev?: boolean;
  readonly devOptional?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
}
const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
  packages: Readonly<Record<string, Locked>>;
};
const nameOf = (path: string): string => path.slice(path.lastIndexOf('node_modules/') + 13);

/** Where the lock file has the package that is found by this name from that place. */
function placeOf(name: string, from: string): string {
  const own = `${from === '' ? '' : `${from}/`}node_modules/${name}`;
  if (own in lock.packages || from === '') return own;
  return placeOf(
    name,
    from.includes('/node_modules/') ? from.slice(0, from.lastIndexOf('/node_modules/')) : '',
  );
}

/** Packages that the sources under a folder import, as the compiler reads them. */
function importedBy(folder: string): ReadonlySet<string> {
  const files = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' });
  const imported = files
    .filter((file) => /\.tsx?$/.test(file))
    .flatMap((file) => ts.preProcessFile(readFileSync(join(root, folder, file), 'utf8')).importedFiles)
    .map(({ fileName }) => fileName)
    .filter((name) => !name.startsWith('.') && !name.startsWith('node:'));
  return new Set(imported.map((name) => name.split('/', name.startsWith('@') ? 2 : 1).join('/')));
}

test('everything that the lock file holds for an installation, and that is installed, is listed', () => {
  const shipped = Object.entries(lock.packages).filter(
    ([path, { dev, devOptional }]) =>
      path !== '' && dev !== true && devOptional !== true && existsSync(join(root, path, 'package.json')),
  );
  expect(shipped.length).toBeGreaterThan(100);
  const missing = shipped.filter(([path, { version = '' }]) => !listed.has(`${nameOf(path)}@${version}`));
  expect(missing.map(([path]) => path)).toEqual([]);
});

test('everything that the sources import is listed, and what that needs', () => {
  const [pages, main] = [importedBy('src-renderer'), importedBy('src-main')];
  expect([...pages].sort()).toEqual(expect.arrayContaining(['chart.js', 'react', 'react-dom', 'zustand']));
  expect([...main].sort()).toEqual(expect.arrayContaining(['better-sqlite3', 'electron', 'hono', 'koffi']));
  const needed = new Set([...pages, ...main].map((name) => placeOf(name, '')));
  for (const place of needed) {
    if (place === 'node_modules/electron') continue;
    for (const name of Object.keys(lock.packages[place]?.dependencies ?? {}))
      needed.add(placeOf(name, place));
  }
  expect(needed).toContain('node_modules/scheduler');
  const versions = [...needed].map((place) => `${nameOf(place)}@${lock.packages[place]?.version ?? ''}`);
  expect(versions.filter((version) => !listed.has(version))).toEqual([]);
});

test('tools that build and check the app are not listed', () => {
  for (const tool of ['vitest', 'eslint', 'prettier', 'knip', 'playwright-core', 'electron-builder'])
    expect([tool, names.has(tool)]).toEqual([tool, false]);
});

test('each has its text, and an identifier of its own', () => {
  expect(licences[0]).toMatchObject({ package: 'noisefloor', licence: 'MIT' });
  expect(licences[0]?.text).toBe(readFileSync(join(root, 'LICENSE'), 'utf8').trim() + '\n');
  expect(new Set(licences.map(({ id }) => id)).size).toBe(licences.length);
  for (const { id, text, licence } of licences) {
    expect(identifier.safeParse(id).success).toBe(true);
    expect(licence).not.toBe('');
    expect([id, text.trim().length > 30]).toEqual([id, true]);
  }
  for (const name of ['react', '@kurkle/color', 'llama.cpp', 'node-llama-cpp'])
    expect(licences.find((licence) => licence.package === name)?.text).toMatch(
      /permission is hereby granted/i,
    );
  const without = licences.filter(({ text }) => text.includes('carries no licence text'));
  expect(without.length).toBeLessThan(licences.length / 10);
});

test('a build of the pages leaves them beside the pages, where an installation reads them', async () => {
  const folder = temporaryFolder();
  const { writeBundle } = licencesPlugin(root, join(root, 'src-renderer'));
  await (writeBundle as (options: { readonly dir: string }) => Promise<void>)({
    dir: join(folder, 'renderer'),
  });
  expect(JSON.parse(readFileSync(join(folder, 'licences.json'), 'utf8'))).toEqual(licences);
});
