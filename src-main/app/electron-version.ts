/** Whether Electron's program is on this machine: its npm package brings it in a download of its own. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageFolder } from './version.ts';

/** @returns its version, or null where the program is not there */
export function electronVersion(environment: NodeJS.ProcessEnv = process.env): string | null {
  const folder = join(packageFolder(), 'node_modules', 'electron');
  try {
    const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string };
    const program = readFileSync(join(folder, 'path.txt'), 'utf8').trim();
    const distribution = environment.ELECTRON_OVERRIDE_DIST_PATH ?? join(folder, 'dist');
    return existsSync(join(distribution, program)) ? version : null;
  } catch {
    return null;
  }
}
