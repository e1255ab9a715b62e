/** The models of the folders that were named: their list at the chosen memory settings, and one of them in detail. */
import { createStore } from 'zustand/vanilla';
import type { CallOutput } from '../../src-main/contract/calls/calls.ts';
import type { EndpointSettings, MemorySettings } from '../../src-main/contract/calls/models.ts';
import type { Failure } from '../../src-main/contract/result.ts';
import type { Client } from '../client/client.ts';
import { createResource } from './resource.ts';

export type ModelList = CallOutput<'models.list_models'>;

export interface ModelListState {
  readonly memory: MemorySettings;
  /** Of the memory settings before, while an answer for new ones is on its way. */
  readonly list: ModelList | null;
  readonly error: Failure | null;
  readonly busy: boolean;
}

/** What a new comparison would be run with. */
const usualMemory: MemorySettings = { context: 4096, parallel: 4, cacheType: 'f16' };

/** Groups in one reading. */
export const groupsShown = 500;
/** Milliseconds between two readings while files are found and read. */
const readingInterval = 400;

export function createModelsStore(client: Client) {
  const store = createStore<ModelListState>(() => ({
    memory: usualMemory,
    list: null,
    error: null,
    busy: false,
  }));
  const detail = createResource(client, 'models.read_model');
  const template = createResource(client, 'models.read_template');
  let flight: AbortController | null = null;
  let timer: ReturnType<typeof setTimeout> | null = null;
  let opened = false;

  async function read(): Promise<void> {
    opened = true;
    flight?.abort();
    const own = new AbortController();
    flight = own;
    store.setState({ busy: true });
    const { memory } = store.getState();
    const page = { offset: 0, limit: groupsShown };
    const answer = await client.call('models.list_models', { memory, page }, own.signal);
    if (own.signal.aborted) return;
    flight = null;
    if (answer.ok) store.setState({ list: answer.data, error: null, busy: false });
    else store.setState({ error: answer.error, busy: false });
  }

  const refresh = async (): Promise<void> => {
    if (opened) await Promise.all([read(), detail.refresh()]);
  };
  // Files come ten times a second while folders are read; a reading that is cut short each time would never end.
  const refreshSoon = (): void => {
    if (!opened) return;
    timer ??= setTimeout(() => {
      timer = null;
      void refresh();
    }, readingInterval);
  };
  const close = client.listen({
    events: (events) => {
      if (events.some((event) => event.kind === 'store_changed' && event.change.of === 'models'))
        refreshSoon();
    },
    missed: () => void refresh(),
  });

  return {
    store,
    detail,
    template,
    read,
    /** Works memory out anew; the numbers before stay in sight until then. */
    changeMemory: async (change: Partial<MemorySettings>): Promise<void> => {
      store.setState(({ memory }) => ({ memory: { ...memory, ...change } }));
      await read();
    },
    addFolder: (path: string) => client.call('models.add_folder', { path }),
    removeFolder: (path: string) => client.call('models.remove_folder', { path }),
    addFile: (path: string) => client.call('models.add_files', { paths: [path] }),
    removeFile: (path: string) => client.call('models.remove_file', { path }),
    reload: (path: string) => client.call('models.reload_file', { path }),
    chooseBaseline: (group: string, model: string) => client.call('models.choose_baseline', { group, model }),
    /** Reads every byte of the model; `signal` stops it. */
    hash: async (model: string, signal: AbortSignal) => {
      const answer = await client.call('models.hash_model', { model }, signal);
      if (answer.ok) await detail.refresh();
      return answer;
    },
    addEndpoint: (url: string, settings: EndpointSettings) =>
      client.call('models.add_endpoint', { url, settings }),
    changeEndpoint: (endpoint: string, settings: EndpointSettings) =>
      client.call('models.change_endpoint', { endpoint, settings }),
    listKeys: () => client.call('models.list_keys', {}),
    putKey: (name: string, key: string) => client.call('models.put_key', { name, key }),
    deleteKey: (name: string) => client.call('models.delete_key', { name }),
    removeEndpoint: (endpoint: string) => client.call('models.remove_endpoint', { endpoint }),
    connectEndpoint: (endpoint: string) => client.call('models.connect_endpoint', { endpoint }),
    compare: (models: readonly string[]) => client.call('plans.create_draft', { models }),
    close,
  };
}
