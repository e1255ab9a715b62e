/** Whether Electron's program is on this machine: its npm package brings it in a download of its own. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageFolder } from './version.ts';

export interface ElectronProgram {
  readonly version: string;
  /** Absolute path of the executable. */
  readonly path: string;
}

/** The folder of Electron's npm package. */
export function electronPackage(): string {
  return join(packageFolder(), 'node_modules', 'electron');
}

/** @returns its version, or null where the program is not there */
export function electronVersion(environment: NodeJS.ProcessEnv = process.env): string | null {
  if ('electron' in process.versions) return process.versions.electron;
  return electronProgram(environment)?.version ?? null;
}

/**
 * Looks where Electron's own package looks: in the folder that `ELECTRON_OVERRIDE_DIST_PATH` names, else in its own
 * `dist`. A program that a person put there by hand counts too.
 */
export function electronProgram(environment: NodeJS.ProcessEnv = process.env): ElectronProgram | null {
  const folder = electronPackage();
  try {
    const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string };
    const path = join(environment.ELECTRON_OVERRIDE_DIST_PATH || join(folder, 'dist'), programName(folder));
    return existsSync(path) ? { version, path } : null;
  } catch {
    return null;
  }
}

function programName(folder: string): string {
  const written = join(folder, 'path.txt');
  if (existsSync(written)) return readFileSync(written, 'utf8').trim();
  if (process.platform === 'darwin') return 'Electron.app/Contents/MacOS/Electron';
  return process.platform === 'win32' ? 'electron.exe' : 'electron';
}
