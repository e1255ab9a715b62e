/** The packages that end up in the app, found where Node would find them. */
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';

const names = z.record(z.string(), z.string()).catch({});
/** Of package.json, what matters here. Old packages say `licenses`, and objects where others have words. */
const packageFile = z.object({
  name: z.string(),
  version: z.string(),
  license: z.union([z.string(), z.object({ type: z.string() })]).optional(),
  licenses: z.array(z.object({ type: z.string() })).optional(),
  dependencies: names,
  optionalDependencies: names,
});

/**
 * Shipped without what they depend on: Electron's dependencies fetch its program when it is installed, and of the two
 * that build the pages a few helping lines are in the pages.
 */
const withoutDependencies = ['electron', 'rolldown', 'vite'];

export interface FoundPackage {
  readonly name: string;
  readonly version: string;
  /** As the package says it; null where it does not. */
  readonly licence: string | null;
  readonly folder: string;
}

/**
 * Every package that `root` ships: its dependencies and theirs, all the way down; those that the pages import, which
 * are built into them, and theirs; and Electron itself. What is not installed, such as a build for another system, is
 * left out. Each folder is there once.
 *
 * @param pages folder with the sources of the pages
 */
export async function packageTree(root: string, pages: string): Promise<readonly FoundPackage[]> {
  const own = await readPackageFile(root);
  const found = new Map<string, FoundPackage>();
  const walk = async (name: string, from: string): Promise<void> => {
    const folder = folderOf(name, from);
    if (folder === null || found.has(folder)) return;
    const read = await readPackageFile(folder);
    found.set(folder, describe(read, folder));
    for (const needed of Object.keys({ ...read.dependencies, ...read.optionalDependencies }))
      await walk(needed, folder);
  };
  for (const name of [...Object.keys(own.dependencies), ...(await importedPackages(pages))])
    await walk(name, root);
  for (const name of withoutDependencies) {
    const folder = folderOf(name, root);
    if (folder !== null) found.set(folder, describe(await readPackageFile(folder), folder));
  }
  return [...found.values()];
}

/** The package at the root itself. */
export async function ownPackage(root: string): Promise<FoundPackage> {
  return describe(await readPackageFile(root), root);
}

function describe({ name, version, license, licenses }: z.infer<typeof packageFile>, folder: string) {
  const words = typeof license === 'object' ? license.type : license;
  const licence = words ?? licenses?.map(({ type }) => type).join(' OR ') ?? null;
  return { name, version, licence, folder };
}

async function readPackageFile(folder: string) {
  return packageFile.parse(JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')));
}

function folderOf(name: string, from: string): string | null {
  for (let place = from; ; place = dirname(place)) {
    const folder = join(place, 'node_modules', ...name.split('/'));
    if (existsSync(join(folder, 'package.json'))) return folder;
    if (place === dirname(place)) return null;
  }
}

/** Names of the packages that the sources under a folder import. */
async function importedPackages(folder: string): Promise<readonly string[]> {
  const files = (await readdir(folder, { recursive: true })).filter((name) => /\.tsx?$/.test(name));
  const texts = await Promise.all(files.map((name) => readFile(join(folder, name), 'utf8')));
  const imported = texts.flatMap((text) =>
    [...text.matchAll(/^(?:import|export)\b(?:[^'"]*\bfrom)?\s*['"]([^'".][^'"]*)['"]/gm)].map(
      ([, name = '']) => name,
    ),
  );
  return [...new Set(imported.map((name) => /^(?:@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name))].sort();
}
