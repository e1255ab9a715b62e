/** The licences of what Noisefloor is made of, read from the packages themselves. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Licence } from '../contract/calls/settings.ts';
import { failure, success, type Result } from '../contract/result.ts';
import { packageFolder } from './version.ts';

const packageSchema = z.object({
  name: z.string(),
  version: z.string(),
  license: z
    .union([z.string(), z.object({ type: z.string() }).transform(({ type }) => type)])
    .catch('not said'),
});

/** Noisefloor itself first, then its direct dependencies by name. */
export async function listLicences(): Promise<readonly Licence[]> {
  const own = z
    .object({
      name: z.string(),
      version: z.string(),
      license: z.string(),
      dependencies: z.record(z.string(), z.string()),
    })
    .parse(JSON.parse(await readFile(join(packageFolder(), 'package.json'), 'utf8')));
  const found = await Promise.all(
    Object.keys(own.dependencies)
      .sort()
      .map(async (name) => {
        const read = await readPackage(name);
        return read === null ? [] : [read];
      }),
  );
  return [
    { package: own.name, version: own.version, licence: own.license, id: idOf(own.name) },
    ...found.flat(),
  ];
}

/** The text that the package carries. Fails where it carries none. */
export async function readLicence(id: string): Promise<Result<string>> {
  const licence = (await listLicences()).find((one) => one.id === id);
  if (!licence) return failure('file_not_found', 'There is no such package.', { next: 'Reload the list.' });
  const folder = licence.id === idOf('noisefloor') ? packageFolder() : folderOf(licence.package);
  const names = await readdir(folder).catch(() => []);
  const file = names.find((name) => /^licen[cs]e/i.test(name));
  if (file === undefined)
    return success(`${licence.package} is under ${licence.licence}; its package carries no licence text.`);
  return success(await readFile(join(folder, file), 'utf8'));
}

function folderOf(name: string): string {
  return join(packageFolder(), 'node_modules', ...name.split('/'));
}

/** Names with a scope have signs that an identifier has not. */
function idOf(name: string): string {
  return name.replace('/', ':');
}

async function readPackage(name: string): Promise<Licence | null> {
  try {
    const text = await readFile(join(folderOf(name), 'package.json'), 'utf8');
    const { version, license } = packageSchema.parse(JSON.parse(text));
    return { package: name, version, licence: license, id: idOf(name) };
  } catch {
    return null;
  }
}
