/** A loaded Python as the bytes of its memory: every answer gets a new one from it, in a process of its own. */
import { spawn } from 'node:child_process';
import { failure, success, type Result } from '../../contract/result.ts';
import { childSettings } from './child-settings.ts';

/** Milliseconds; it takes two seconds on a common machine. */
const limit = 300_000;

/** Fails with `sandbox_failed`. */
export async function pythonImage(entry: string): Promise<Result<Buffer>> {
  const { env, execArgv, cwd } = childSettings('python-image');
  const child = spawn(process.execPath, [...execArgv, entry, 'python-image', '1'], {
    env,
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: limit,
    killSignal: 'SIGKILL',
  });
  const parts: Buffer[] = [];
  let stderr = '';
  child.stdout.on('data', (part: Buffer) => parts.push(part));
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr = (stderr + text).slice(-4000);
  });
  const how = await new Promise<string | null>((resolve) => {
    child.once('error', (error) => {
      resolve(error.message);
    });
    child.once('close', (code, signal) => {
      resolve(code === 0 ? null : (signal ?? `exit code ${code ?? 'unknown'}`));
    });
  });
  if (how === null && parts.length > 0) return success(Buffer.concat(parts));
  return failure('sandbox_failed', 'The Python that answers are run in did not start.', {
    next: 'Outputs are kept and can be scored later with `noisefloor rescore`.',
    detail: [how ?? 'no bytes', stderr].join('\n'),
  });
}
