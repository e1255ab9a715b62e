/** Work on the model that is looked at: quantised versions of it and its noise. It goes on without being looked at. */
import type { CallInput } from '../../src-main/contract/calls/calls.ts';
import type { Noise, Quantising } from '../../src-main/contract/calls/model-work.ts';
import type { Client } from '../client/client.ts';
import { createFollowed } from './followed-work.ts';
import { createResource } from './resource.ts';

export function createModelWorkStore(client: Client) {
  const versions = createResource(client, 'quantising.list_versions');
  const sets = createResource(client, 'items.list_sets');
  const quantising = createFollowed<{ readonly quantising: Quantising | null }>({
    ask: (model) => client.call('quantising.read_work', { model }),
    goesOn: (work) => work.quantising?.state === 'running',
    ended: () => void versions.refresh(),
  });
  const noise = createFollowed<Noise>({
    ask: (model) => client.call('noise.read_noise', { model }),
    goesOn: ({ measuring }) => measuring?.state === 'running',
  });
  return {
    /** The types with their sizes. */
    versions,
    /** Item sets whose dev items can be the prompts. */
    sets,
    quantising: quantising.store,
    noise: noise.store,
    look: async (model: string): Promise<void> => {
      await Promise.all([quantising.look(model), noise.look(model)]);
    },
    leave: (): void => {
      quantising.leave();
      noise.leave();
    },
    quantise: (input: CallInput<'quantising.start_work'>) =>
      quantising.start(input.model, () => client.call('quantising.start_work', input)),
    stopQuantising: () => quantising.stop((model) => client.call('quantising.stop_work', { model })),
    measureNoise: (input: CallInput<'noise.start_noise'>) =>
      noise.start(input.model, () => client.call('noise.start_noise', input)),
    stopNoise: () => noise.stop((model) => client.call('noise.stop_noise', { model })),
  };
}
