/** Where the child's entry is: beside the sources, or beside the bundle. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The sources run as they are; the build puts the child into the main folder, and this module there or one below. */
const places = ['./worker/main.ts', './scoring-worker.js', '../scoring-worker.js'];

/** Absolute path of the child's entry module. Throws when the installation lacks it. */
export function entryPath(): string {
  const paths = places.map((place) => fileURLToPath(new URL(place, import.meta.url)));
  const found = paths.find((path) => existsSync(path));
  if (found === undefined) throw new Error(`The sandbox is not in this installation: ${paths.join(', ')}`);
  return found;
}
