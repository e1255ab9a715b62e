import { execFile } from 'node:child_process';
import { hostname, totalmem } from 'node:os';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import type { MachineDescription } from '../../../src-main/contract/manifest.ts';
import { describeMachine } from '../../../src-main/machine/describe-machine.ts';
import { freeMemory, totalMemory } from '../../../src-main/machine/free-memory.ts';

function expectSound(machine: MachineDescription): void {
  expect(machine.hostname).toBe(hostname());
  for (const name of ['operatingSystem', 'kernel', 'architecture', 'processor'] as const) {
    expect(machine[name].trim()).not.toBe('');
    expect(machine[name]).not.toMatch(/unknown|undefined|null/);
  }
  expect(machine.physicalCores).toBeGreaterThanOrEqual(1);
  expect(machine.logicalCores).toBeGreaterThanOrEqual(machine.physicalCores);
  expect(machine.memoryTotal).toBeLessThanOrEqual(totalmem());
  expect(machine.memoryFree).toBeGreaterThan(0);
  expect(machine.memoryFree).toBeLessThan(machine.memoryTotal);
  for (const device of machine.graphics) expect(device.name).not.toBe('');
}

test('this machine is described', async () => {
  expectSound(await describeMachine());
});

test('only the free memory is asked again', async () => {
  const { memoryFree: first, ...lasting } = await describeMachine();
  const { memoryFree: second, ...again } = await describeMachine();
  expect(again).toEqual(lasting);
  expect(again.graphics).toBe(lasting.graphics);
  expect(Math.min(first, second)).toBeGreaterThan(0);
});

test('a process without any command on its path is told as much as there is', async () => {
  const script =
    "import { describeMachine } from './src-main/machine/describe-machine.ts'; process.stdout.write(JSON.stringify(await describeMachine()));";
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
    env: { PATH: '' },
  });
  expectSound(JSON.parse(stdout) as MachineDescription);
});

test('free memory is some of the memory', async () => {
  const total = await totalMemory();
  const free = await freeMemory();
  expect(free).toBeGreaterThan(total / 1000);
  expect(free).toBeLessThan(total);
});
