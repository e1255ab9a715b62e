/** The licences of what Noisefloor is made of: gathered from a checkout, or as the build of an installation left them. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { failure, success, type Result } from '../../contract/result.ts';
import { rendererFolder } from '../bundle/built-renderer.ts';
import { packageFolder } from '../version.ts';
import { gatherLicences, licencesFile, type LicenceText } from './gather-licences.ts';

/** Packages do not change under a process. */
let found: Promise<readonly LicenceText[]> | undefined;

/** Noisefloor itself first, then everything that it ships, by name. */
export function listLicences(): Promise<readonly LicenceText[]> {
  return (found ??= findLicences());
}

/** The text that the package carries, or a sentence where it carries none. */
export async function readLicence(id: string): Promise<Result<string>> {
  const licence = (await listLicences()).find((one) => one.id === id);
  if (!licence) return failure('file_not_found', 'There is no such package.', { next: 'Reload the list.' });
  return success(licence.text);
}

async function findLicences(): Promise<readonly LicenceText[]> {
  const pages = join(packageFolder(), 'src-renderer');
  if (existsSync(pages)) return gatherLicences(packageFolder(), pages);
  const text = await readFile(join(rendererFolder(), licencesFile), 'utf8');
  return JSON.parse(text) as readonly LicenceText[];
}
