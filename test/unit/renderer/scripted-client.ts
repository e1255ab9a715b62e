/** A scripted client: it answers what a test told it to, when the test says so. In place of the app, which has no such moments. */
import type { CallName } from '../../../src-main/contract/calls/calls.ts';
import type { AppEvent } from '../../../src-main/contract/events.ts';
import type { Result } from '../../../src-main/contract/result.ts';
import type { Client, ClientListener } from '../../../src-renderer/client/client.ts';

export interface Asked {
  readonly name: CallName;
  readonly input: unknown;
  readonly signal: AbortSignal | undefined;
  readonly answer: (result: Result<unknown>) => void;
}

export function scriptedClient() {
  const asked: Asked[] = [];
  const listeners = new Set<ClientListener>();
  const client: Client = {
    call: ((name: CallName, input: unknown, signal?: AbortSignal) =>
      new Promise<Result<unknown>>((resolve) => {
        asked.push({ name, input, signal, answer: resolve });
      })) as Client['call'],
    listen: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  return {
    client,
    asked,
    /** The last question; throws when there is none. */
    last: (): Asked => {
      const one = asked.at(-1);
      if (one === undefined) throw new Error('Nothing was asked.');
      return one;
    },
    tell: (...events: AppEvent[]) => {
      for (const listener of listeners) listener.events?.(events);
    },
    miss: () => {
      for (const listener of listeners) listener.missed?.();
    },
  };
}

/** Lets everything that waits for an answer go on. */
export const settled = () => new Promise<void>((resolve) => setImmediate(resolve));
