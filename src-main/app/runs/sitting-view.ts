/** One sitting of a run: what it ran on, label by label. */
import type { Sitting } from '../../contract/calls/runs.ts';
import type { EngineDescription, Manifest } from '../../contract/manifest.ts';
import { endpointFacts } from '../../contract/presentation/endpoint-words.ts';
import { laneWords } from '../../contract/presentation/lane-words.ts';
import { buildWords } from '../../contract/presentation/library-words.ts';
import { formatBytes, formatCount, formatHash } from '../../contract/presentation/numbers.ts';
import { sittingRemarks } from '../../contract/presentation/sitting-words.ts';
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

const bosWords: Readonly<Record<NonNullable<Manifest['bos']>['applied'], string>> = {
  template: 'written by the template',
  prepended: 'put in front',
  none: 'none',
};

function fact(label: string, value: string | null): Sitting['facts'] {
  return value === null ? [] : [{ label, value }];
}

function engineFacts(engine: EngineDescription): Sitting['facts'] {
  if (engine.engine === 'openai')
    return endpointFacts(engine).flatMap(([label, value]) => fact(label, value));
  return [
    ...fact(
      'Engine',
      `node-llama-cpp ${engine.libraryVersion}, llama.cpp ${engine.llamaCppRelease}, ${engine.backend}`,
    ),
    ...fact('Library', buildWords(engine.buildType)),
    ...fact('Commit of llama.cpp', engine.llamaCppCommit),
    ...fact('Calls', engine.lane === undefined ? null : laneWords(engine.lane)),
    ...fact('Kernels', engine.kernelVariant),
    ...fact('Devices', engine.devices.length === 0 ? null : engine.devices.join(', ')),
    ...fact(
      'Device memory',
      engine.deviceMemory === null
        ? null
        : `${formatBytes(engine.deviceMemory.free)} of ${formatBytes(engine.deviceMemory.total)} free`,
    ),
  ];
}

/** Null where nothing is known of them. */
function tensorWords(types: Manifest['model']['tensorTypes']): string | null {
  const words = Object.entries(types).map(([type, count]) => `${type} × ${formatCount(count)}`);
  return words.length === 0 ? null : words.join(', ');
}

function factsOf(manifest: Manifest): Sitting['facts'] {
  const { noisefloor, engine, machine, model, template, bos, memory } = manifest;
  return [
    ...sittingRemarks(manifest).flatMap(([label, value]) => fact(label, value)),
    ...fact('Noisefloor', noisefloor),
    ...engineFacts(engine),
    ...fact('Machine', `${machine.hostname}, ${machine.operatingSystem}, ${machine.kernel}`),
    ...fact(
      'Processor',
      `${machine.processor}, ${formatCount(machine.physicalCores)} cores, ${formatCount(machine.logicalCores)} threads`,
    ),
    ...fact('Memory', `${formatBytes(machine.memoryFree)} of ${formatBytes(machine.memoryTotal)} free`),
    ...machine.graphics.flatMap(({ name, driver }) =>
      fact('Graphics', driver === null ? name : `${name}, driver ${driver}`),
    ),
    ...fact('Model', `${model.files.join(', ')}${model.size === null ? '' : `, ${formatBytes(model.size)}`}`),
    ...fact('Architecture', model.architecture === '' ? null : model.architecture),
    ...fact('Parameters', model.parameters === null ? null : formatCount(model.parameters)),
    ...fact('Quantisation', model.quantisation),
    ...fact('Tensors', tensorWords(model.tensorTypes)),
    ...model.hashes.flatMap((hash) => fact('sha256', hash)),
    ...fact(
      'Template',
      template.renderer === 'server'
        ? `the server’s own${template.hash === null ? ', which it does not show' : `, ${formatHash(template.hash)}`}`
        : `${template.hash === null ? '' : formatHash(template.hash)}, of the ${template.from}, rendered by ${template.renderer}`,
    ),
    ...fact('Beginning of sequence', bos === null ? null : bosWords[bos.applied]),
    ...fact('Memory of the model', memory.model === null ? null : formatBytes(memory.model)),
    ...fact('Memory of the context', memory.context === null ? null : formatBytes(memory.context)),
  ].slice(0, 500);
}
