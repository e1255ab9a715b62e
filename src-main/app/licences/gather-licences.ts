/** The licences of everything that the app is made of, with their texts, read from the packages themselves. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ownPackage, packageTree, type FoundPackage } from './package-tree.ts';
import { partsWithoutPackage, type PartLicence } from './parts-without-package.ts';

export interface LicenceText extends PartLicence {
  /** Of package and version: some packages are there in two versions. */
  readonly id: string;
}

/** Where the build leaves them, relative to the pages' folder: an installation has no sources to gather them from. */
export const licencesFile = '../licences.json';

/**
 * Noisefloor itself first, then all else by name.
 *
 * @param root the checkout
 * @param pages folder with the sources of its pages
 */
export async function gatherLicences(root: string, pages: string): Promise<readonly LicenceText[]> {
  const own = await licenceOf(await ownPackage(root));
  const packages = await Promise.all((await packageTree(root, pages)).map(licenceOf));
  const parts = await partsWithoutPackage(root);
  const rest = new Map([...packages, ...parts.map(withId)].map((one) => [one.id, one]));
  return [own, ...[...rest.values()].sort((one, other) => (one.id < other.id ? -1 : 1))];
}

async function licenceOf({ name, version, licence, folder }: FoundPackage): Promise<LicenceText> {
  const said = licence ?? 'not said';
  const text = await textIn(folder);
  return withId({
    package: name,
    version,
    licence: said,
    text:
      text === ''
        ? `${name} is under ${said}; its package carries no licence text.\n`
        : text + furtherTerms(name),
  });
}

/** Chromium's own list is several megabytes, and lies where Electron's program does. */
function furtherTerms(name: string): string {
  return name === 'electron'
    ? '\nChromium and all that it is made of: LICENSES.chromium.html, beside the program.\n'
    : '';
}

/** Names with a scope have signs that an identifier has not. */
function withId(licence: PartLicence): LicenceText {
  return { ...licence, id: `${licence.package}@${licence.version}`.replaceAll(/[^\w.:@-]/g, ':') };
}

/** All files with terms in them, one after another: some packages have one for each licence that can be chosen. */
async function textIn(folder: string): Promise<string> {
  const entries = await readdir(folder, { withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile() && /^(?:licen[cs]e|copying|notice)(?:[.-]|$)/i.test(entry.name))
    .map(({ name }) => name)
    .sort();
  const texts = await Promise.all(files.map((name) => readFile(join(folder, name), 'utf8')));
  return texts.map((text) => text.trim() + '\n').join('\n');
}
