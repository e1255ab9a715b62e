/** What the badge says: who was spoken to, and whether the app itself can still be reached. */
import { createStore } from 'zustand/vanilla';
import type { NetworkUse } from '../../src-main/contract/calls/settings.ts';
import type { Client } from '../client/client.ts';
import type { Connection } from '../client/transport.ts';

interface NetworkState {
  readonly use: NetworkUse;
  readonly connection: Connection;
}

export function createNetworkStore(client: Client) {
  const store = createStore<NetworkState>(() => ({
    use: { inUse: [], refused: 0, lastRefused: [] },
    connection: 'open',
  }));
  async function read(): Promise<void> {
    const answer = await client.call('settings.read_network', {});
    if (answer.ok) store.setState({ use: answer.data });
  }
  const close = client.listen({
    events: (events) => {
      for (const event of events) if (event.kind === 'network') store.setState({ use: event.use });
    },
    connection: (connection) => {
      store.setState({ connection });
    },
    missed: () => {
      void read();
    },
  });
  return { store, read, close };
}
