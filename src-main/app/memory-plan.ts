/** How much memory candidates take, and how much they may take together. */
import { freemem } from 'node:os';
import type { Candidate } from '../contract/candidate.ts';
import { inspectGguf } from '../engine/llama/gguf/inspect.ts';
import { estimateMemory } from '../engine/llama/gguf/memory.ts';
import type { MemoryEstimate } from '../experiment/residents.ts';

/** Left for everything else on the machine. */
const share = 0.8;

/**
 * Bytes for each candidate, from its header. A file that cannot be read counts as nothing here: opening it says
 * what is wrong with it.
 */
export async function memoryEstimator(candidates: readonly Candidate[]): Promise<MemoryEstimate> {
  const bytes = new Map<string, number>();
  for (const candidate of candidates) {
    // An endpoint's memory is another program's.
    if (candidate.engine !== 'llama') continue;
    const description = await inspectGguf(candidate.weights);
    if (description.ok) bytes.set(candidate.name, estimateMemory(description.data, candidate.settings).total);
  }
  return (candidate) => bytes.get(candidate.name) ?? 0;
}

export function memoryBudget(): number {
  return freemem() * share;
}
