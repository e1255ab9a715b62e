/** Memory that this process may still take. */
import { readFile } from 'node:fs/promises';
import { freemem, platform, totalmem } from 'node:os';
import { join } from 'node:path';
import systeminformation from 'systeminformation';
import { timeBox } from './time-box.ts';

const patience = 2000;

interface MemoryLimit {
  readonly limit: number;
  /** Of the limit, not in use or given back at once when asked for (the page cache). */
  readonly free: number;
}

/** Bytes free for this process: what the system can give, and no more than its container allows. Never throws. */
export async function freeMemory(): Promise<number> {
  const system = await systemFree();
  const container = await containerLimit();
  return Math.min(system, container?.free ?? Infinity);
}

/** Bytes of memory in all, or the container's limit where that is lower. Never throws. */
export async function totalMemory(): Promise<number> {
  const container = await containerLimit();
  return Math.min(totalmem(), container?.limit ?? Infinity);
}

async function systemFree(): Promise<number> {
  // Node's own figure on Linux is the kernel's MemAvailable; elsewhere it leaves out what could be given back.
  if (platform() === 'linux') return freemem();
  const found = await timeBox(patience, systeminformation.mem(), null);
  return found !== null && found.available > 0 ? found.available : freemem();
}

/**
 * The tightest memory limit among the control groups that the process is in (versions 1 and 2); null without one.
 *
 * @param root the file system's root; another one in tests
 */
export async function containerLimit(root = '/'): Promise<MemoryLimit | null> {
  let groups: string;
  try {
    groups = await readFile(join(root, 'proc/self/cgroup'), 'utf8');
  } catch {
    return null;
  }
  let tightest: MemoryLimit | null = null;
  for (const line of groups.split('\n')) {
    const [, controllers, ...rest] = line.split(':');
    const version =
      controllers === '' ? version2 : controllers?.split(',').includes('memory') ? version1 : null;
    if (version === null) continue;
    for (const folder of withParents(rest.join(':'))) {
      const found = await readLimit(join(root, version.folder, folder), version);
      if (found !== null && (tightest === null || found.free < tightest.free)) tightest = found;
    }
  }
  return tightest;
}

interface GroupVersion {
  readonly folder: string;
  readonly limit: string;
  readonly usage: string;
  /** Lines of memory.stat whose bytes are page cache. */
  readonly cached: readonly string[];
}

const version2: GroupVersion = {
  folder: 'sys/fs/cgroup',
  limit: 'memory.max',
  usage: 'memory.current',
  cached: ['active_file', 'inactive_file'],
};
const version1: GroupVersion = {
  folder: 'sys/fs/cgroup/memory',
  limit: 'memory.limit_in_bytes',
  usage: 'memory.usage_in_bytes',
  cached: ['total_active_file', 'total_inactive_file'],
};

/** `/a/b` -> `/a/b`, `/a`, `/`. */
function withParents(path: string): readonly string[] {
  const names = path.split('/').filter((name) => name !== '' && name !== '..');
  return Array.from({ length: names.length + 1 }, (_, index) =>
    names.slice(0, names.length - index).join('/'),
  );
}

async function readLimit(folder: string, version: GroupVersion): Promise<MemoryLimit | null> {
  try {
    const limit = Number(await readFile(join(folder, version.limit), 'utf8'));
    // `max` in version 2 (not a number), a number beyond the memory in version 1: no limit.
    if (!Number.isFinite(limit) || limit <= 0 || limit >= totalmem()) return null;
    const usage = Number(await readFile(join(folder, version.usage), 'utf8'));
    const statistics = await readFile(join(folder, 'memory.stat'), 'utf8');
    const cached = version.cached.reduce(
      (sum, name) => sum + Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(statistics)?.[1] ?? 0),
      0,
    );
    return { limit, free: Math.max(0, Math.min(limit, limit - usage + cached)) };
  } catch {
    return null;
  }
}
