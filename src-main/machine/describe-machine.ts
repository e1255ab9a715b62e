/** What hardware and system this is, for the manifest. */
import { availableParallelism, cpus, hostname, machine, release, type } from 'node:os';
import systeminformation from 'systeminformation';
import type { MachineDescription } from '../contract/manifest.ts';
import { freeMemory, totalMemory } from './free-memory.ts';
import { describeGraphics } from './graphics.ts';
import { countUsableCores } from './linux-cores.ts';
import { timeBox } from './time-box.ts';

/** Milliseconds for each question to the operating system. */
const patience = 5000;

type Lasting = Omit<MachineDescription, 'memoryFree'>;
let asked: Promise<Lasting> | undefined;

/**
 * Describes the machine. The system is asked once in a process, but for the free memory. Never throws: what cannot
 * be learned in time is taken from Node, or left empty. Cores and memory are those that this process may use, which
 * in a container are fewer than the machine has.
 */
export async function describeMachine(): Promise<MachineDescription> {
  asked ??= ask();
  return { ...(await asked), memoryFree: await freeMemory() };
}

async function ask(): Promise<Lasting> {
  const [system, processor, cores, graphics, memoryTotal] = await Promise.all([
    timeBox(patience, systeminformation.osInfo(), null),
    timeBox(patience, systeminformation.cpu(), null),
    countUsableCores(),
    describeGraphics(),
    totalMemory(),
  ]);
  const logicalCores = Math.max(1, availableParallelism());
  const physical = cores ?? (processor === null ? 0 : processor.physicalCores);
  return {
    hostname: hostname(),
    operatingSystem:
      known(`${known(system?.distro) ?? ''} ${known(system?.release) ?? ''}`) ?? `${type()} ${release()}`,
    kernel: release(),
    architecture: machine(),
    processor: processorName(processor),
    physicalCores: physical > 0 ? Math.min(physical, logicalCores) : logicalCores,
    logicalCores,
    memoryTotal,
    graphics,
  };
}

function processorName(processor: systeminformation.Systeminformation.CpuData | null): string {
  const reported = known(`${processor?.manufacturer ?? ''} ${processor?.brand ?? ''}`);
  return reported ?? known(cpus()[0]?.model) ?? machine();
}

/** systeminformation says `unknown` or nothing where a command is missing. */
function known(text: string | undefined): string | null {
  const trimmed = text?.trim() ?? '';
  return trimmed === '' || trimmed === 'unknown' ? null : trimmed;
}
