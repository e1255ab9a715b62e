/** Graphics devices: NVIDIA's from its own tool, the others as the operating system lists them. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import systeminformation from 'systeminformation';
import type { GraphicsDevice } from '../contract/manifest.ts';
import { timeBox } from './time-box.ts';

const run = promisify(execFile);
const patience = 5000;
const mebibyte = 1024 * 1024;

/** The tool's usual places: on WSL and Windows it is often not on the path. */
const nvidiaTools = ['nvidia-smi', '/usr/lib/wsl/lib/nvidia-smi', 'C:\\Windows\\System32\\nvidia-smi.exe'];

/** Empty where nothing could be learned. Never throws; ends within some ten seconds. */
export async function describeGraphics(): Promise<readonly GraphicsDevice[]> {
  const nvidia = await nvidiaDevices();
  const listed = await timeBox(patience, systeminformation.graphics(), null);
  const others = (listed?.controllers ?? [])
    .filter(({ vendor, model }) => nvidia.length === 0 || !/nvidia/i.test(`${vendor} ${model}`))
    .filter(({ vendor, model }) => `${vendor}${model}`.trim() !== '')
    .map(({ vendor, model, vram, driverVersion }): GraphicsDevice => ({
      name: model === '' ? vendor : model,
      memoryTotal: typeof vram === 'number' && vram > 0 ? vram * mebibyte : null,
      driver: driverVersion === undefined || driverVersion === '' ? null : driverVersion,
    }));
  return [...nvidia, ...others];
}

async function nvidiaDevices(): Promise<readonly GraphicsDevice[]> {
  const query = ['--query-gpu=name,memory.total,driver_version', '--format=csv,noheader,nounits'];
  for (const tool of nvidiaTools) {
    try {
      // The tool hangs for minutes on a machine whose driver is stuck, so it is killed in time.
      const { stdout } = await run(tool, query, { timeout: patience, windowsHide: true });
      return parseNvidiaList(stdout);
    } catch (error) {
      const absent = error instanceof Error && 'code' in error && error.code === 'ENOENT';
      if (!absent) return [];
    }
  }
  return [];
}

/** One line a device: name, memory in MiB (`[N/A]` where it is shared), driver. */
export function parseNvidiaList(answer: string): readonly GraphicsDevice[] {
  const devices: GraphicsDevice[] = [];
  for (const line of answer.split(/\r?\n/)) {
    const fields = line.split(',').map((field) => field.trim());
    const [name, memory, driver] = fields;
    if (fields.length < 3 || name === undefined || name === '') continue;
    const mebibytes = Number(memory);
    devices.push({
      name,
      memoryTotal: Number.isFinite(mebibytes) && mebibytes > 0 ? mebibytes * mebibyte : null,
      driver: driver === undefined || driver === '' || driver.startsWith('[') ? null : driver,
    });
  }
  return devices;
}
