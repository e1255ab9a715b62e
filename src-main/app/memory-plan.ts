/** How much memory candidates take, how much they may take together, and what is free while they run. */
import type { Backend, Candidate } from '../contract/candidate.ts';
import { estimateDevice } from '../engine/llama/gguf/device-memory.ts';
import { inspectGguf } from '../engine/llama/gguf/inspect.ts';
import { estimateMemory } from '../engine/llama/gguf/memory.ts';
import type { LlamaEngine } from '../engine/llama/llama-engine.ts';
import type { MemoryBytes, MemoryPlan } from '../experiment/residents.ts';
import { freeMemory } from '../machine/free-memory.ts';

/** Left for everything else on the machine. */
const share = 0.8;
/** A device is mostly for this alone; a little of it goes to what cannot be foreseen. */
const deviceShare = 0.95;
const nothing: MemoryBytes = { machine: 0, device: 0 };

/**
 * Bytes for each candidate, from its header. A file that cannot be read counts as nothing here: opening it says
 * what is wrong with it. Devices are asked only where a candidate puts layers on one.
 */
export async function planMemory(
  candidates: readonly Candidate[],
  engine: Pick<LlamaEngine, 'freeDeviceMemory'>,
): Promise<MemoryPlan> {
  const needs = new Map<string, MemoryBytes>();
  const backends = new Set<Backend>();
  for (const candidate of candidates) {
    // An endpoint's memory is another program's.
    if (candidate.engine !== 'llama') continue;
    const { backend, gpuLayers } = candidate.settings;
    const description = await inspectGguf(candidate.weights);
    if (!description.ok) continue;
    const { total } = estimateMemory(description.data, candidate.settings);
    const device =
      backend === 'cpu' || gpuLayers === 0 ? 0 : estimateDevice(description.data, candidate.settings);
    if (device > 0) backends.add(backend);
    needs.set(candidate.name, { machine: Math.max(0, total - device), device });
  }
  const onDevices = await Promise.all([...backends].map((backend) => engine.freeDeviceMemory(backend)));
  const known = onDevices.filter((free) => free !== null);
  return {
    needs: (candidate) => needs.get(candidate.name) ?? nothing,
    budget: {
      machine: (await freeMemory()) * share,
      device: known.length === 0 ? Infinity : Math.min(...known) * deviceShare,
    },
    free: async (candidate) => {
      if (candidate.engine !== 'llama') return null;
      const { device } = needs.get(candidate.name) ?? nothing;
      return device > 0 ? engine.freeDeviceMemory(candidate.settings.backend) : freeMemory();
    },
  };
}
