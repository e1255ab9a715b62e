/** The real engines, watched: which processes they opened, how many were alive at once, and what they were asked. */
import type { Candidate } from '../../../src-main/contract/candidate.ts';
import type { GenerationRequest } from '../../../src-main/engine/engine.ts';
import { createEngines, type Engines, type EnginesOptions } from '../../../src-main/engine/engines.ts';
import { lives } from '../../fixtures/processes.ts';

export function watchedEngines(options: EnginesOptions = {}) {
  const engines = createEngines(options);
  const opened: { readonly name: string; readonly process: number }[] = [];
  const blocks: (readonly GenerationRequest[])[] = [];
  let most = 0;
  const engine: Engines = {
    ...engines,
    open: async (candidate: Candidate, signal: AbortSignal) => {
      const open = await engines.open(candidate, signal);
      if (open.ok) {
        opened.push({ name: candidate.name, process: open.data.manifest.processId ?? 0 });
        const generate = open.data.generate.bind(open.data);
        open.data.generate = (requests, ...others) => {
          blocks.push(requests);
          return generate(requests, ...others);
        };
      }
      most = Math.max(most, opened.filter(({ process }) => lives(process)).length);
      return open;
    },
  };
  return { engine, opened, blocks, most: () => most };
}
