/** A search for a version's dev items in texts: how far it is, and what it found, page by page. */
import { createStore } from 'zustand/vanilla';
import type { CallInput } from '../../src-main/contract/calls/calls.ts';
import type { Contamination } from '../../src-main/contract/calls/contamination.ts';
import type { Failure } from '../../src-main/contract/result.ts';
import type { Client } from '../client/client.ts';
import { createResource } from './resource.ts';

export interface ContaminationState {
  /** The latest search; null before the first. */
  readonly search: Contamination | null;
  readonly error: Failure | null;
  /** It was asked for and has not begun. */
  readonly starting: boolean;
}

/** Milliseconds between two looks at a search that runs. */
const interval = 300;

export function createContaminationStore(client: Client) {
  const store = createStore<ContaminationState>(() => ({ search: null, error: null, starting: false }));
  const overlaps = createResource(client, 'items.list_overlaps');
  let timer: ReturnType<typeof setTimeout> | undefined;

  function take(search: Contamination): void {
    clearTimeout(timer);
    store.setState({ search, error: null, starting: false });
    if (search.state === 'running') timer = setTimeout(() => void look(search.search), interval);
  }

  async function look(search: string): Promise<void> {
    const answer = await client.call('items.read_contamination', { search });
    // Another one was started in the meantime.
    if (store.getState().search?.search !== search) return;
    if (answer.ok) take(answer.data);
    else store.setState({ search: null, error: answer.error });
  }

  return {
    store,
    overlaps,
    start: async (input: CallInput<'items.start_contamination'>): Promise<void> => {
      store.setState({ starting: true, error: null });
      const answer = await client.call('items.start_contamination', input);
      if (answer.ok) take(answer.data);
      else store.setState({ error: answer.error, starting: false });
    },
    stop: async (): Promise<void> => {
      const { search } = store.getState();
      if (search === null) return;
      await client.call('items.stop_contamination', { search: search.search });
      await look(search.search);
    },
  };
}
