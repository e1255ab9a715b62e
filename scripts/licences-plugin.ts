/** A step of the pages' build: leaves the licences of everything that the app ships beside the pages, for installations. */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Plugin } from 'vite';
import { gatherLicences, licencesFile } from '../src-main/app/licences/gather-licences.ts';

export function licencesPlugin(root: string, pages: string): Plugin {
  return {
    name: 'licences',
    apply: 'build',
    async writeBundle({ dir }) {
      const file = join(resolve(root, dir ?? 'out/renderer'), licencesFile);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, JSON.stringify(await gatherLicences(root, pages)));
    },
  };
}
