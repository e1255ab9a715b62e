/** What this machine has, for a person who wonders why something does not run. */
import { accessSync, constants, mkdirSync } from 'node:fs';
import type { MachineDescription } from '../contract/manifest.ts';
import { createLlamaEngine, type BackendReport } from '../engine/llama/llama-engine.ts';
import { describeMachine } from '../machine/describe-machine.ts';
import { electronVersion } from './electron-version.ts';
import { version } from './version.ts';

export interface Diagnosis {
  readonly noisefloor: string;
  readonly node: string;
  readonly machine: MachineDescription;
  readonly backends: readonly BackendReport[];
  readonly dataFolder: { readonly path: string; readonly writable: boolean; readonly reason: string | null };
  /** Null: Electron's program is not there; the app is served in a browser instead. */
  readonly electron: string | null;
}

export async function diagnose(dataFolder: string): Promise<Diagnosis> {
  const [machine, backends] = await Promise.all([describeMachine(), createLlamaEngine().probeBackends()]);
  return {
    noisefloor: version(),
    node: process.version,
    machine,
    backends,
    dataFolder: checkFolder(dataFolder),
    electron: electronVersion(),
  };
}

function checkFolder(path: string): Diagnosis['dataFolder'] {
  try {
    mkdirSync(path, { recursive: true });
    accessSync(path, constants.W_OK);
    return { path, writable: true, reason: null };
  } catch (error) {
    return { path, writable: false, reason: (error as NodeJS.ErrnoException).code ?? String(error) };
  }
}
