/** What the operating system says about processes. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** True while a process with this id runs; one that has ended and waits to be reaped does not. */
export function lives(processId: number): boolean {
  try {
    process.kill(processId, 0);
  } catch {
    return false;
  }
  if (process.platform !== 'linux') return true;
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${processId}/status`, 'utf8'));
  } catch {
    return false;
  }
}

/** Waits until the process is gone; throws after `limit` milliseconds. */
export async function gone(processId: number, limit = 20_000): Promise<void> {
  const end = performance.now() + limit;
  while (lives(processId)) {
    if (performance.now() > end) throw new Error(`process ${processId} still runs after ${limit} ms`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** The ids of a process's children. */
export function childrenOf(processId: number): readonly number[] {
  const listed = spawnSync('ps', ['-A', '-o', 'pid=,ppid=,comm='], { encoding: 'utf8' });
  return listed.stdout
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, parent, name]) => Number(parent) === processId && name !== 'ps')
    .map(([child]) => Number(child));
}
