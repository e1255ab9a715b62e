import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { containerLimit } from '../../../src-main/machine/free-memory.ts';
import { countUsableCores, parseCpuList } from '../../../src-main/machine/linux-cores.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';

/** A file tree as the kernel shows it under / . */
async function root(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await temporaryFolder();
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
  return folder;
}

const mebibyte = 1024 * 1024;

describe('the memory limit of a container', () => {
  test('version 2: the page cache counts as free', async () => {
    const folder = await root({
      'proc/self/cgroup': '0::/\n',
      'sys/fs/cgroup/memory.max': `${512 * mebibyte}\n`,
      'sys/fs/cgroup/memory.current': `${300 * mebibyte}\n`,
      'sys/fs/cgroup/memory.stat': `anon 1\nfile 2\ninactive_file ${90 * mebibyte}\nactive_file ${10 * mebibyte}\n`,
    });
    expect(await containerLimit(folder)).toEqual({ limit: 512 * mebibyte, free: 312 * mebibyte });
  });

  test('version 2: the tightest group on the way up counts', async () => {
    const group = (limit: string, used: number): Record<'max' | 'current' | 'stat', string> => ({
      max: limit,
      current: String(used * mebibyte),
      stat: 'anon 0\n',
    });
    const groups = {
      'a/b': group('max', 10),
      a: group(String(64 * mebibyte), 60),
      '': group(String(128 * mebibyte), 70),
    };
    const files = Object.entries(groups).flatMap(([name, values]) =>
      Object.entries(values).map(
        ([file, value]) => [join('sys/fs/cgroup', name, `memory.${file}`), value] as const,
      ),
    );
    const folder = await root({ 'proc/self/cgroup': '0::/a/b\n', ...Object.fromEntries(files) });
    expect(await containerLimit(folder)).toEqual({ limit: 64 * mebibyte, free: 4 * mebibyte });
  });

  test('version 1', async () => {
    const folder = await root({
      'proc/self/cgroup': '9:name=systemd:/\n4:cpu,memory:/docker/abc\n3:cpuset:/\n',
      'sys/fs/cgroup/memory/docker/abc/memory.limit_in_bytes': `${100 * mebibyte}\n`,
      'sys/fs/cgroup/memory/docker/abc/memory.usage_in_bytes': `${120 * mebibyte}\n`,
      'sys/fs/cgroup/memory/docker/abc/memory.stat': `total_inactive_file ${25 * mebibyte}\ninactive_file 1\n`,
    });
    expect(await containerLimit(folder)).toEqual({ limit: 100 * mebibyte, free: 5 * mebibyte });
  });

  test.each([
    ['no limit in version 2', { 'proc/self/cgroup': '0::/\n', 'sys/fs/cgroup/memory.max': 'max\n' }],
    [
      'no limit in version 1',
      {
        'proc/self/cgroup': '4:memory:/\n',
        'sys/fs/cgroup/memory/memory.limit_in_bytes': '9223372036854771712\n',
        'sys/fs/cgroup/memory/memory.usage_in_bytes': '1\n',
        'sys/fs/cgroup/memory/memory.stat': '',
      },
    ],
    ['half of the files missing', { 'proc/self/cgroup': '0::/\n', 'sys/fs/cgroup/memory.max': '1000\n' }],
    ['no Linux', {}],
  ])('%s: none', async (_, files) => {
    expect(await containerLimit(await root(files as Record<string, string>))).toBeNull();
  });
});

describe('cores', () => {
  test('the kernel writes lists of processors', () => {
    expect(parseCpuList('0-3,8,10-11\n')).toEqual([0, 1, 2, 3, 8, 10, 11]);
    expect(parseCpuList('5')).toEqual([5]);
    for (const broken of ['', 'a', '1-b', '0-99999999999']) expect(parseCpuList(broken)).toEqual([]);
  });

  const siblings = (processor: number, list: string): Record<string, string> => ({
    [`sys/devices/system/cpu/cpu${processor}/topology/thread_siblings_list`]: `${list}\n`,
  });
  const eight = Object.assign(
    {},
    ...Array.from({ length: 8 }, (_, n) => siblings(n, `${n % 4},${(n % 4) + 4}`)),
  ) as Record<string, string>;

  test('two threads of one core count once, and only what is allowed counts', async () => {
    const allowed = (list: string): Promise<string> =>
      root({ 'proc/self/status': `Name:\tnode\nCpus_allowed_list:\t${list}\n`, ...eight });
    expect(await countUsableCores(await allowed('0-7'))).toBe(4);
    expect(await countUsableCores(await allowed('0,4'))).toBe(1);
    expect(await countUsableCores(await allowed('0-1,6'))).toBe(3);
    // Processors that are switched off are allowed and have no folder.
    expect(await countUsableCores(await allowed('0-63'))).toBe(4);
  });

  test('null where the kernel does not say', async () => {
    expect(await countUsableCores(await root({}))).toBeNull();
    expect(
      await countUsableCores(await root({ 'proc/self/status': 'Cpus_allowed_list:\t0-1\n' })),
    ).toBeNull();
    expect(await countUsableCores(await root({ 'proc/self/status': 'Name:\tnode\n' }))).toBeNull();
  });
});
