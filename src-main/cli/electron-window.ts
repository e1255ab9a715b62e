/** The app in Electron, started from a checkout: whether it can be had here, and its process. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { electronPackage, electronProgram } from '../app/electron-version.ts';
import { packageFolder } from '../app/version.ts';
import { note } from './terminal.ts';

export type Found<T> =
  { readonly ok: true; readonly data: T } | { readonly ok: false; readonly reason: string };

/** What the decision hangs on, beside the program itself. */
export interface Surroundings {
  readonly platform: NodeJS.Platform;
  readonly environment: NodeJS.ProcessEnv;
  /** As `process.getuid`; undefined on Windows. */
  readonly user: number | undefined;
}

/** Why no window can be opened here, whatever is installed; null: one can. */
export function noWindowHere({ platform, environment, user }: Surroundings): string | null {
  if (platform !== 'linux') return null;
  if (!environment.DISPLAY && !environment.WAYLAND_DISPLAY)
    return 'there is no screen here (neither DISPLAY nor WAYLAND_DISPLAY is set)';
  // With --no-sandbox it would; a page that shows what models wrote does not get that.
  return user === 0 ? 'Electron keeps its sandbox and does not run as root' : null;
}

/** Electron's executable. Its npm package comes without it; what is not there is downloaded now, where that is possible. */
export async function findElectron(environment: NodeJS.ProcessEnv = process.env): Promise<Found<string>> {
  const there = electronProgram(environment);
  if (there) return { ok: true, data: there.path };
  const installer = join(electronPackage(), 'install.js');
  if (!existsSync(installer)) return { ok: false, reason: 'Electron is not installed with this copy' };
  const lacking = "Electron's program is not on this machine";
  const help =
    'set ELECTRON_OVERRIDE_DIST_PATH to a folder that has it, or ELECTRON_MIRROR to a server that does';
  if (environment.ELECTRON_OVERRIDE_DIST_PATH)
    return {
      ok: false,
      reason: `${environment.ELECTRON_OVERRIDE_DIST_PATH} does not hold Electron's program`,
    };
  if (environment.ELECTRON_SKIP_BINARY_DOWNLOAD) return { ok: false, reason: `${lacking} (${help})` };
  note("Electron's program is not on this machine yet: downloading it, about 120 MB, once.");
  const { code, stderr } = await run(installer);
  const had = electronProgram(environment);
  if (code === 0 && had) return { ok: true, data: had.path };
  const cause = /(?:ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|fetch failed|status code \d+)/.exec(
    stderr,
  )?.[0];
  return {
    ok: false,
    reason: `${lacking} and cannot be downloaded${cause === undefined ? '' : ` (${cause})`}; ${help}`,
  };
}

/** Builds what Electron runs, where it is not there yet. */
export async function buildForElectron(): Promise<Found<void>> {
  const folder = packageFolder();
  if (
    ['main/main.js', 'preload/preload.cjs', 'renderer/index.html'].every((file) =>
      existsSync(join(folder, 'out', file)),
    )
  )
    return { ok: true, data: undefined };
  note('The app is not built yet: building it, which takes some seconds.');
  const builder = join(folder, 'node_modules', 'electron-vite', 'bin', 'electron-vite.js');
  const { code, stderr } = await run(builder, ['build', '--logLevel', 'error']);
  if (code === 0) return { ok: true, data: undefined };
  return { ok: false, reason: `the app cannot be built for it: ${stderr.trim().split('\n')[0] ?? ''}` };
}

/** Milliseconds in which a program that dies of a signal has never shown a window. */
const startBudget = 15_000;

/** Runs it until its window is closed. Fails where the program cannot start here, as without a usable sandbox. */
export async function showInElectron(program: string, words: readonly string[]): Promise<Found<number>> {
  const began = performance.now();
  const child = spawn(program, [packageFolder(), ...words], { stdio: 'inherit' });
  const forward = (signal: NodeJS.Signals): void => void child.kill(signal);
  process.on('SIGINT', forward);
  process.on('SIGTERM', forward);
  const ended = await new Promise<{ code: number | null; cause: string }>((resolve) => {
    child.on('error', (error) => {
      resolve({ code: null, cause: error.message });
    });
    child.on('exit', (code, signal) => {
      resolve({ code, cause: `it ended by ${signal ?? 'itself'}` });
    });
  });
  process.off('SIGINT', forward);
  process.off('SIGTERM', forward);
  if (ended.code !== null) return { ok: true, data: ended.code };
  if (performance.now() - began > startBudget) return { ok: true, data: 1 };
  return { ok: false, reason: `Electron cannot start here (${ended.cause})` };
}

async function run(
  script: string,
  words: readonly string[] = [],
): Promise<{ readonly code: number | null; readonly stderr: string }> {
  const child = spawn(process.execPath, [script, ...words], {
    cwd: packageFolder(),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const code = await new Promise<number | null>((resolve) => {
    child.on('error', (error) => {
      stderr += error.message;
      resolve(null);
    });
    child.on('close', resolve);
  });
  return { code, stderr };
}
