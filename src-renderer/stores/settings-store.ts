/** What the person chose: theme, zoom, letter keys. A change shows at once and is taken back when it cannot be kept. */
import { createStore } from 'zustand/vanilla';
import type { SettingFields, Settings } from '../../src-main/contract/calls/settings.ts';
import type { Failure } from '../../src-main/contract/result.ts';
import type { Client } from '../client/client.ts';

interface SettingsState {
  readonly fields: SettingFields;
  /** Null until they were read. */
  readonly dataFolder: string | null;
  readonly error: Failure | null;
}

const defaults: SettingFields = { theme: 'system', zoom: 1, letterKeys: true };

/** As browsers have them. */
export const zoomSteps = [0.5, 0.67, 0.8, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, 3] as const;

/** The next larger or smaller step; the same at the ends. */
export function zoomStep(zoom: number, direction: 1 | -1): number {
  const next =
    direction === 1
      ? zoomSteps.find((step) => step > zoom + 0.001)
      : zoomSteps.findLast((step) => step < zoom - 0.001);
  return next ?? zoom;
}

export function createSettingsStore(client: Client) {
  const store = createStore<SettingsState>(() => ({ fields: defaults, dataFolder: null, error: null }));

  function take({ dataFolder, theme, zoom, letterKeys }: Settings): void {
    store.setState({ fields: { theme, zoom, letterKeys }, dataFolder, error: null });
  }

  async function read(): Promise<void> {
    const answer = await client.call('settings.read_settings', {});
    if (answer.ok) take(answer.data);
    else store.setState({ error: answer.error });
  }

  return {
    store,
    read,
    change: async (change: Partial<SettingFields>) => {
      const { fields } = store.getState();
      store.setState({ fields: { ...fields, ...change } });
      const answer = await client.call('settings.change_settings', change);
      if (answer.ok) take(answer.data);
      else store.setState({ fields, error: answer.error });
    },
  };
}
