/** How the engine reached llama.cpp, in words. */
import type { Lane } from '../manifest.ts';

export function laneWords({ name, reason }: Lane): string {
  if (name === 'direct') return 'straight into llama.cpp';
  const through = 'through the classes of node-llama-cpp';
  return reason === null ? through : `${through}: ${reason}`;
}
