/** How much memory processes hold. */
import { readFile } from 'node:fs/promises';
import { platform } from 'node:os';

/**
 * Bytes of main memory that processes hold together; pages of one file that two of them have mapped count twice.
 * Null where the system does not say it cheaply (only Linux does). A process that is gone counts as nothing.
 * Never throws.
 */
export async function residentMemory(processIds: readonly number[]): Promise<number | null> {
  if (platform() !== 'linux') return null;
  const sizes = await Promise.all(processIds.map(residentSize));
  return sizes.reduce((sum, size) => sum + size, 0);
}

async function residentSize(processId: number): Promise<number> {
  try {
    const status = await readFile(`/proc/${processId}/status`, 'utf8');
    return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024;
  } catch {
    return 0;
  }
}
