/** What a child of the sandbox is given: as little as it can start with. */
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Lane } from '../scoring.ts';
import { nativeStack } from './stack-size.ts';

export interface ChildSettings {
  readonly env: Record<string, string>;
  readonly execArgv: string[];
  readonly cwd: string;
}

/** Megabytes of objects of JavaScript's own; an interpreter's memory is WebAssembly's and limited in the child. */
const heap = 512;

export function childSettings(lane: Lane | 'python-image'): ChildSettings {
  const electron = 'electron' in process.versions;
  return {
    env: {
      // Windows' own libraries are found by it.
      ...(process.env.SYSTEMROOT === undefined ? {} : { SYSTEMROOT: process.env.SYSTEMROOT }),
      // Under Electron the program that is forked is Electron: this makes it behave as Node.
      ...(electron ? { ELECTRON_RUN_AS_NODE: '1' } : {}),
    },
    execArgv: [
      `--max-old-space-size=${heap}`,
      // Ajv makes its validators from text; no foreign code runs in that lane.
      ...(lane === 'pattern' ? [] : ['--disallow-code-generation-from-strings']),
      // Electron reads its archive beside Node's own files, where the permissions do not let it.
      ...(electron ? [] : ['--permission', `--allow-fs-read=${join(root, '*')}`]),
      ...(lane === 'javascript' && nativeStack !== null ? [`--stack-size=${nativeStack}`] : []),
      '--no-warnings',
    ],
    cwd: dirname(process.execPath),
  };
}

/** The folder with package.json and node_modules: this module is in src-main/scoring/sandbox/, or built, in out/main/. */
const root = rootOf(dirname(fileURLToPath(import.meta.url)));

function rootOf(folder: string): string {
  const own = /^(.*?)[\\/](?:src-main[\\/]scoring[\\/]sandbox|out[\\/]main(?:[\\/].*)?)$/u.exec(folder)?.[1];
  return own ?? folder;
}
