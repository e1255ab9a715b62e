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

  let kept = defaults;
  /** Changes that are on their way, in order: an answer to an earlier one must not take a later one back. */
  let waiting: readonly Partial<SettingFields>[] = [];
  let asked = 0;
  let answered = 0;

  const show = (more: Partial<SettingsState>): void => {
    store.setState({
      fields: waiting.reduce<SettingFields>((fields, change) => ({ ...fields, ...change }), kept),
      ...more,
    });
  };

  /** @param question by number: an answer that was overtaken by a later one's is old */
  function take(question: number, { dataFolder, theme, zoom, letterKeys }: Settings): void {
    if (question > answered) {
      answered = question;
      kept = { theme, zoom, letterKeys };
    }
    show({ dataFolder, error: null });
  }

  async function read(): Promise<void> {
    const question = (asked += 1);
    const answer = await client.call('settings.read_settings', {});
    if (answer.ok) take(question, answer.data);
    else store.setState({ error: answer.error });
  }

  return {
    store,
    read,
    change: async (change: Partial<SettingFields>) => {
      const question = (asked += 1);
      waiting = [...waiting, change];
      show({});
      const answer = await client.call('settings.change_settings', change);
      waiting = waiting.filter((other) => other !== change);
      if (answer.ok) take(question, answer.data);
      else show({ error: answer.error });
    },
  };
}
