/** Compares a plan in a thread of its own. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { failure, type Result } from '../../contract/result.ts';
import type { ComparedOnBasis } from '../../experiment/compare-plan.ts';
import type { ComparingTask } from './compare-worker.ts';

/** The sources run as they are; the build puts the thread into the main folder, and this module there or one below. */
const places = ['./compare-worker.ts', './compare-worker.js', '../compare-worker.js'];

/** @param signal ends the thread; the answer is then `interrupted` */
export async function compareInBackground(
  task: ComparingTask,
  signal: AbortSignal,
): Promise<Result<ComparedOnBasis>> {
  if (signal.aborted) return stopped();
  const worker = new Worker(workerFile(), { workerData: task, execArgv: [] });
  const end = (): void => void worker.terminate();
  signal.addEventListener('abort', end, { once: true });
  try {
    return await new Promise((resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', reject);
      worker.once('exit', () => {
        if (signal.aborted) resolve(stopped());
        else reject(new Error('the comparing thread ended without an answer'));
      });
    });
  } finally {
    signal.removeEventListener('abort', end);
    await worker.terminate();
  }
}

function workerFile(): string {
  const paths = places.map((place) => fileURLToPath(new URL(place, import.meta.url)));
  const found = paths.find((path) => existsSync(path));
  if (found === undefined)
    throw new Error(`The comparing thread is not in this installation: ${paths.join(', ')}`);
  return found;
}

function stopped() {
  return failure('interrupted', 'Stopped before the comparison was there; every output is kept.', {
    next: 'It is compared at the next start.',
  });
}
