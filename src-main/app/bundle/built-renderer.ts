/** Where the built pages of the app lie, and how a checkout that lacks them gets them. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { failure, success, type Result } from '../../contract/result.ts';
import { packageFolder } from '../version.ts';

export function rendererFolder(): string {
  return join(packageFolder(), 'out', 'renderer');
}

/** Builds the pages with the checkout's own vite. Fails with `file_not_found` where this is no checkout. */
export async function buildRenderer(): Promise<Result<void>> {
  const folder = packageFolder();
  const vite = join(folder, 'node_modules', 'vite', 'bin', 'vite.js');
  if (!existsSync(vite) || !existsSync(join(folder, 'src-renderer')))
    return failure('file_not_found', `The app's pages are not in ${rendererFolder()}.`, {
      next: 'Install Noisefloor again, or run `npm run build` in a checkout of it.',
      where: { file: rendererFolder() },
    });
  const child = spawn(process.execPath, [vite, 'build', '--logLevel', 'error'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
  const code = await new Promise<number | null>((resolve) => {
    child.on('error', (error) => {
      said += error.message;
      resolve(null);
    });
    child.on('close', resolve);
  });
  if (code === 0) return success(undefined);
  return failure('internal', "The app's pages cannot be built.", {
    next: 'Run `npm run build` and see what it says.',
    detail: said.trim(),
  });
}
