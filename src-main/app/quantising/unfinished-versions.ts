/** Files under a name of their own until they are whole, and what a process that was killed left of them. */
import { createHash } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';

/** Of this machine: a process of another one that writes into the same folder cannot be asked after from here. */
const machine = createHash('sha256').update(hostname()).digest('hex').slice(0, 8);

/** `model-Q4_0.gguf` becomes `model-Q4_0.gguf.3f2a9c1e-4711.part`: by which process of which machine it is written. */
export function unfinishedName(target: string, writer: number = process.pid): string {
  return `${target}.${machine}-${writer}.part`;
}

/**
 * Deletes what processes of this machine that are no more left of these versions. Everything else stays: a file that a
 * living process may be writing, one of another machine, one that only ends in `.part`. What cannot be deleted stays too.
 *
 * @param names the versions' file names, without their folder
 */
export async function sweepUnfinished(folder: string, names: readonly string[]): Promise<void> {
  const versions = new Set(names);
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  for (const entry of entries) {
    const [, version = '', of, writer = ''] = /^(.+)\.([0-9a-f]{8})-(\d{1,10})\.part$/.exec(entry.name) ?? [];
    if (!entry.isFile() || of !== machine || !versions.has(version) || isAlive(Number(writer))) continue;
    await rm(join(folder, entry.name), { force: true }).catch(() => undefined);
  }
}

/** Also where it belongs to somebody else, or where that cannot be told. */
function isAlive(writer: number): boolean {
  try {
    process.kill(writer, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}
