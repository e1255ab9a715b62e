/** Starts store-child.ts and reads what it tells. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { within } from '../../fixtures/within.ts';

const program = fileURLToPath(new URL('store-child.ts', import.meta.url));

export interface StoreChild {
  readonly process: ChildProcess;
  /** Lines told up to now. */
  readonly told: readonly string[];
  /** Resolves once a line for which `is` holds was told, or the child ended: false then. */
  until(is: (line: string) => boolean): Promise<boolean>;
  /** SIGKILL, and wait until it is gone and all it told was read. */
  kill(): Promise<void>;
  /** Resolves when it ended by itself: its exit code, null after a signal. */
  ended(): Promise<number | null>;
}

/** @param fileBlocks limit on the size of every file it writes, in the shell's blocks (`ulimit -f`) */
export function startChild(
  task: string,
  folder: string,
  planHash = '',
  fileBlocks: number | null = null,
): StoreChild {
  const command = [process.execPath, program, task, folder, planHash];
  const child =
    fileBlocks === null
      ? spawn(command[0] ?? '', command.slice(1), { stdio: ['ignore', 'pipe', 'inherit'] })
      : spawn('sh', ['-c', `ulimit -f ${fileBlocks}; exec "$@"`, 'sh', ...command], {
          stdio: ['ignore', 'pipe', 'inherit'],
        });
  const told: string[] = [];
  let closed = false;
  const waiting = new Set<() => void>();
  const wake = () => {
    for (const check of [...waiting]) check();
  };
  createInterface({ input: child.stdout }).on('line', (line) => {
    told.push(line);
    wake();
  });
  const gone = once(child, 'close').then(([code]: unknown[]) => {
    closed = true;
    wake();
    return typeof code === 'number' ? code : null;
  });
  return {
    process: child,
    told,
    until(is) {
      const come = new Promise<boolean>((resolve) => {
        const check = () => {
          const seen = told.some(is);
          if (!seen && !closed) return;
          waiting.delete(check);
          resolve(seen);
        };
        waiting.add(check);
        check();
      });
      return within(come, () => `a line of the child that does “${task}”, which told: ${told.join(', ')}`);
    },
    async kill() {
      child.kill('SIGKILL');
      await within(gone, () => `the end of the child that does “${task}”`);
    },
    ended: () =>
      within(gone, () => `the end of the child that does “${task}”, which told: ${told.join(', ')}`),
  };
}
