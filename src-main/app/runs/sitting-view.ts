/** One sitting of a run: what it ran on, label by label. */
import type { Sitting } from '../../contract/calls/runs.ts';
import type { Manifest } from '../../contract/manifest.ts';
import { formatBytes, formatCount, formatHash } from '../../contract/presentation/numbers.ts';
import type { SittingRecord } from '../../store/store.ts';

/** @param sitting counted from 1 within its run */
export function sittingView({ manifest, endedAt }: SittingRecord, sitting: number): Sitting {
  return {
    sitting,
    startedAt: manifest.startedAt,
    endedAt,
    resumed: manifest.resumed,
    generation: manifest.generation,
    processId: manifest.processId,
    loadSeconds: manifest.loadSeconds,
    settings: manifest.settings.slice(0, 500).map(({ name, requested, resolved, source }) => ({
      name,
      requested,
      resolved,
      source,
    })),
    facts: factsOf(manifest),
  };
}

const bosWords: Readonly<Record<Manifest['bos']['applied'], string>> = {
  template: 'written by the template',
  prepended: 'put in front',
  none: 'none',
};

function factsOf({ noisefloor, engine, machine, model, template, bos, memory }: Manifest): Sitting['facts'] {
  const fact = (label: string, value: string | null) => (value === null ? [] : [{ label, value }]);
  return [
    ...fact('Noisefloor', noisefloor),
    ...fact(
      'Engine',
      `node-llama-cpp ${engine.libraryVersion}, llama.cpp ${engine.llamaCppRelease}, ${engine.backend}`,
    ),
    ...fact('Commit of llama.cpp', engine.llamaCppCommit),
    ...fact('Kernels', engine.kernelVariant),
    ...fact('Devices', engine.devices.length === 0 ? null : engine.devices.join(', ')),
    ...fact(
      'Device memory',
      engine.deviceMemory === null
        ? null
        : `${formatBytes(engine.deviceMemory.free)} of ${formatBytes(engine.deviceMemory.total)} free`,
    ),
    ...fact('Machine', `${machine.hostname}, ${machine.operatingSystem}, ${machine.kernel}`),
    ...fact(
      'Processor',
      `${machine.processor}, ${formatCount(machine.physicalCores)} cores, ${formatCount(machine.logicalCores)} threads`,
    ),
    ...fact('Memory', `${formatBytes(machine.memoryFree)} of ${formatBytes(machine.memoryTotal)} free`),
    ...machine.graphics.flatMap(({ name, driver }) =>
      fact('Graphics', driver === null ? name : `${name}, driver ${driver}`),
    ),
    ...fact('Model', `${model.files.join(', ')}, ${formatBytes(model.size)}`),
    ...fact('Architecture', model.architecture),
    ...fact('Parameters', model.parameters === null ? null : formatCount(model.parameters)),
    ...fact('Quantisation', model.quantisation),
    ...fact(
      'Tensors',
      Object.entries(model.tensorTypes)
        .map(([type, count]) => `${type} × ${formatCount(count)}`)
        .join(', '),
    ),
    ...model.hashes.flatMap((hash) => fact('sha256', hash)),
    ...fact(
      'Template',
      `${formatHash(template.hash)}, of the ${template.from}, rendered by ${template.renderer}`,
    ),
    ...fact('Beginning of sequence', bosWords[bos.applied]),
    ...fact('Memory of the model', memory.model === null ? null : formatBytes(memory.model)),
    ...fact('Memory of the context', memory.context === null ? null : formatBytes(memory.context)),
  ].slice(0, 500);
}
