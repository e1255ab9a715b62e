/** Physical cores on Linux, of those that this process may use. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** `0-3,8` -> 0, 1, 2, 3, 8. Empty for what is not such a list. */
export function parseCpuList(list: string): readonly number[] {
  const processors: number[] = [];
  for (const range of list.trim().split(',')) {
    const bounds = /^(\d+)(?:-(\d+))?$/.exec(range);
    if (bounds === null) return [];
    const first = Number(bounds[1]);
    const end = Number(bounds[2] ?? first);
    // The kernel itself knows no more than 8192 processors.
    if (end > 65_535) return [];
    for (let processor = first; processor <= end; processor++) processors.push(processor);
  }
  return processors;
}

/**
 * Counts the cores behind the processors that the scheduler may put this process on (a container or taskset narrows
 * them), siblings of one core once. Null where the kernel does not say.
 *
 * @param root the file system's root; another one in tests
 */
export async function countUsableCores(root = '/'): Promise<number | null> {
  try {
    const status = await readFile(join(root, 'proc/self/status'), 'utf8');
    const allowed = parseCpuList(/^Cpus_allowed_list:\s*(.+)$/m.exec(status)?.[1] ?? '');
    const cores = new Set<string>();
    for (const processor of allowed) {
      const siblings = join(root, `sys/devices/system/cpu/cpu${processor}/topology/thread_siblings_list`);
      try {
        cores.add((await readFile(siblings, 'utf8')).trim());
      } catch {
        // Listed as allowed and not there: a processor that is switched off.
      }
    }
    return cores.size > 0 ? cores.size : null;
  } catch {
    return null;
  }
}
