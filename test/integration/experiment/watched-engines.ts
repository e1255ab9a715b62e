/** The real engines, watched: which processes they opened, and how many were alive at the same time. */
import type { Candidate } from '../../../src-main/contract/candidate.ts';
import { createEngines, type Engines, type EnginesOptions } from '../../../src-main/engine/engines.ts';
import { lives } from '../../fixtures/processes.ts';

export function watchedEngines(options: EnginesOptions = {}) {
  const engines = createEngines(options);
  const opened: { readonly name: string; readonly process: number }[] = [];
  let most = 0;
  const engine: Engines = {
    ...engines,
    open: async (candidate: Candidate, signal: AbortSignal) => {
      const open = await engines.open(candidate, signal);
      if (open.ok) opened.push({ name: candidate.name, process: open.data.manifest.processId ?? 0 });
      most = Math.max(most, opened.filter(({ process }) => lives(process)).length);
      return open;
    },
  };
  return { engine, opened, most: () => most };
}
