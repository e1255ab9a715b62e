import { Command } from 'commander';
import { diagnose, type Diagnosis } from '../../app/doctor.ts';
import type { LlamaDescription } from '../../contract/manifest.ts';
import { buildWords } from '../../contract/presentation/library-words.ts';
import { formatBytes } from '../../contract/presentation/numbers.ts';
import { columns } from '../answer.ts';
import { exitCodes } from '../exit-codes.ts';
import { dataOption, jsonOption, type DataOption, type JsonOption } from '../options.ts';
import { print, printJson } from '../terminal.ts';

export function doctorCommand(): Command {
  return new Command('doctor')
    .description('What this machine has: backends, devices, memory, libraries, Electron or not.')
    .addOption(dataOption())
    .addOption(jsonOption())
    .action(async (options: DataOption & JsonOption) => {
      const diagnosis = await diagnose(options.data);
      if (options.json) printJson(diagnosis);
      else print(words(diagnosis));
      const usable = diagnosis.backends.some(({ result }) => result.ok) && diagnosis.dataFolder.writable;
      process.exitCode = usable ? exitCodes.done : exitCodes.unavailable;
    });
}

function libraryWords({
  libraryVersion,
  llamaCppRelease,
  buildType,
  devices,
}: Pick<LlamaDescription, 'libraryVersion' | 'llamaCppRelease' | 'buildType' | 'devices'>): string {
  return [
    `node-llama-cpp ${libraryVersion}`,
    `llama.cpp ${llamaCppRelease} ${buildWords(buildType)}`,
    ...devices,
  ].join(', ');
}

function words(diagnosis: Diagnosis): string {
  const { machine, dataFolder } = diagnosis;
  const rows = [
    ['Noisefloor', `${diagnosis.noisefloor} on Node ${diagnosis.node}`],
    ['system', `${machine.operatingSystem}, ${machine.kernel}, ${machine.architecture}`],
    [
      'processor',
      `${machine.processor}, ${machine.physicalCores} physical cores, ${machine.logicalCores} logical`,
    ],
    ['memory', `${formatBytes(machine.memoryFree)} free of ${formatBytes(machine.memoryTotal)}`],
    ...machine.graphics.map((device) => [
      'graphics',
      `${device.name}, ${device.memoryTotal === null ? 'memory unknown' : formatBytes(device.memoryTotal)}, driver ${device.driver ?? 'unknown'}`,
    ]),
    ...diagnosis.backends.map(({ backend, result }) => [
      backend,
      result.ok ? `works: ${libraryWords(result.data.library)}` : `not available: ${result.error.message}`,
    ]),
    [
      'data folder',
      dataFolder.writable
        ? dataFolder.path
        : `${dataFolder.path} cannot be written (${dataFolder.reason ?? 'unknown'})`,
    ],
    ['Electron', diagnosis.electron ?? 'not on this machine; `noisefloor serve` opens the app in a browser'],
    ['network', 'none: Noisefloor connects only to endpoints that you name'],
  ];
  return columns(rows);
}
