/** Work on the model that is looked at: quantised versions of it and its noise. It goes on without being looked at. */
import { createStore } from 'zustand/vanilla';
import type { CallInput } from '../../src-main/contract/calls/calls.ts';
import type { Noise, Quantising } from '../../src-main/contract/calls/model-work.ts';
import type { Failure, Result } from '../../src-main/contract/result.ts';
import type { Client } from '../client/client.ts';
import { createResource } from './resource.ts';

export interface FollowedState<Work> {
  /** Null: nobody looks. */
  readonly model: string | null;
  /** Null before the first answer. */
  readonly work: Work | null;
  /** Why it could not be read or started. */
  readonly error: Failure | null;
  /** A start or stop is on its way. */
  readonly busy: boolean;
}

/** Milliseconds between two looks at work that goes on. */
const interval = 300;

interface Following<Work> {
  readonly ask: (model: string) => Promise<Result<Work>>;
  readonly goesOn: (work: Work) => boolean;
  /** It went on when last looked at, and does no more. */
  readonly ended?: () => void;
}

function createFollowed<Work>({ ask, goesOn, ended }: Following<Work>) {
  const nothing: FollowedState<Work> = { model: null, work: null, error: null, busy: false };
  const store = createStore<FollowedState<Work>>(() => nothing);
  let timer: ReturnType<typeof setTimeout> | undefined;

  function take(model: string, answer: Result<Work>): void {
    const { model: shown, work: before } = store.getState();
    // Another one is looked at by now.
    if (shown !== model) return;
    clearTimeout(timer);
    if (!answer.ok) {
      store.setState({ error: answer.error, busy: false });
      return;
    }
    store.setState({ work: answer.data, error: null, busy: false });
    if (goesOn(answer.data)) timer = setTimeout(() => void look(model), interval);
    else if (before !== null && goesOn(before)) ended?.();
  }

  async function look(model: string): Promise<void> {
    take(model, await ask(model));
  }

  return {
    store,
    look: async (model: string): Promise<void> => {
      if (store.getState().model !== model) store.setState({ ...nothing, model });
      await look(model);
    },
    /** The work goes on; it is only looked at no more. */
    leave: (): void => {
      clearTimeout(timer);
      store.setState(nothing);
    },
    start: async (model: string, answer: () => Promise<Result<Work>>): Promise<void> => {
      store.setState({ busy: true, error: null });
      take(model, await answer());
    },
    stop: async (answer: (model: string) => Promise<Result<unknown>>): Promise<void> => {
      const { model } = store.getState();
      if (model === null) return;
      store.setState({ busy: true });
      const stopped = await answer(model);
      if (stopped.ok) await look(model);
      else take(model, stopped);
    },
  };
}

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
