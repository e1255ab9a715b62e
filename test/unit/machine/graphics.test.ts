import { chmod, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import type { GraphicsDevice } from '../../../src-main/contract/manifest.ts';
import { parseNvidiaList } from '../../../src-main/machine/graphics.ts';
import { timeBox } from '../../../src-main/machine/time-box.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';

test('the list of NVIDIA devices is read, with what it leaves open as null', () => {
  const answer = [
    'NVIDIA H200, 143771, 570.86.15',
    'NVIDIA GeForce RTX 4090, 24564, 570.86.15',
    'NVIDIA GB10, [N/A], 580.95.05',
    'Tesla K80, 11441, [N/A]',
    'NVIDIA-SMI has failed because it could not communicate with the NVIDIA driver.',
    '',
  ].join('\r\n');
  expect(parseNvidiaList(answer)).toEqual([
    { name: 'NVIDIA H200', memoryTotal: 143771 * 1024 * 1024, driver: '570.86.15' },
    { name: 'NVIDIA GeForce RTX 4090', memoryTotal: 24564 * 1024 * 1024, driver: '570.86.15' },
    { name: 'NVIDIA GB10', memoryTotal: null, driver: '580.95.05' },
    { name: 'Tesla K80', memoryTotal: 11441 * 1024 * 1024, driver: null },
  ]);
});

/** Lists the devices in a process that finds a tool of this text as its nvidia-smi. */
async function devicesWithTool(text: string): Promise<readonly GraphicsDevice[]> {
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'nvidia-smi'), `#!/bin/sh\n${text}\n`);
  await chmod(join(folder, 'nvidia-smi'), 0o755);
  const script =
    "import { describeGraphics } from './src-main/machine/graphics.ts'; process.stdout.write(JSON.stringify(await describeGraphics()));";
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
    env: { PATH: [folder, '/usr/bin', '/bin'].join(delimiter) },
  });
  return JSON.parse(stdout) as GraphicsDevice[];
}

test.runIf(process.platform === 'linux')('the devices that the NVIDIA tool names are listed', async () => {
  const devices = await devicesWithTool('echo "NVIDIA L4, 23034, 550.54.14"');
  expect(devices[0]).toEqual({ name: 'NVIDIA L4', memoryTotal: 23034 * 1024 * 1024, driver: '550.54.14' });
});

test.runIf(process.platform === 'linux')('a tool that fails names none', async () => {
  const devices = await devicesWithTool('echo "NVIDIA-SMI has failed, no, driver"; exit 9');
  expect(devices.filter(({ name }) => /nvidia/i.test(name))).toEqual([]);
});

test('a time box gives the value, or the fallback when it is late or broken', async () => {
  const never = new Promise<string>(() => undefined);
  expect(await timeBox(10_000, Promise.resolve('value'), 'fallback')).toBe('value');
  expect(await timeBox(5, never, 'fallback')).toBe('fallback');
  expect(await timeBox(10_000, Promise.reject(new Error('broken')), 'fallback')).toBe('fallback');
});
