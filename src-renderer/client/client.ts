/** The app as the renderer sees it: typed calls that answer with a `Result`, and events. */
import type { CallInput, CallName, CallOutput } from '../../src-main/contract/calls/calls.ts';
import type { AppEvent } from '../../src-main/contract/events.ts';
import type { Result } from '../../src-main/contract/result.ts';
import { failure } from '../../src-main/contract/result.ts';
import type { Connection, Transport } from './transport.ts';

export interface ClientListener {
  readonly events?: (events: readonly AppEvent[]) => void;
  /** Told at once what it is, then of every change. */
  readonly connection?: (connection: Connection) => void;
  /** Events may have been missed: what is shown is to be read again. */
  readonly missed?: () => void;
}

export interface Client {
  /**
   * Never rejects. A call that is aborted through `signal` answers `interrupted`, and the app stops working on it.
   */
  call<Name extends CallName>(
    name: Name,
    input: CallInput<Name>,
    signal?: AbortSignal,
  ): Promise<Result<CallOutput<Name>>>;
  /** Returns what ends it. */
  listen(listener: ClientListener): () => void;
}

const unreachable = failure('interrupted', 'Noisefloor does not answer.', {
  next: 'Look at the terminal that it was started from; if it ended, start it again and open the new address.',
});
const abandoned = failure('interrupted', 'This was given up before it ended.');

export function createClient(transport: Transport): Client {
  const listeners = new Set<ClientListener>();
  let connection: Connection = 'open';
  let opened = false;
  /** Something was read while nothing could be heard yet. */
  let readBefore = false;
  let unsubscribe: (() => void) | null = null;

  function tellConnection(next: Connection): void {
    if (connection !== next) {
      connection = next;
      for (const listener of listeners) listener.connection?.(next);
    }
    if (next === 'lost') return;
    // Between one stream and the next, and between a first answer and the first stream, something may have happened that
    // nobody here was told of.
    if (opened || readBefore) for (const listener of listeners) listener.missed?.();
    opened = true;
  }

  async function call<Name extends CallName>(
    name: Name,
    input: CallInput<Name>,
    signal?: AbortSignal,
  ): Promise<Result<CallOutput<Name>>> {
    if (signal?.aborted === true) return abandoned;
    if (!opened) readBefore = true;
    const id = crypto.randomUUID();
    const stop = Promise.withResolvers<typeof abandoned>();
    const abort = () => {
      transport.abort(id);
      stop.resolve(abandoned);
    };
    signal?.addEventListener('abort', abort, { once: true });
    try {
      const answer = transport.call({ id, name, input }) as Promise<Result<CallOutput<Name>>>;
      return await Promise.race([answer, stop.promise]);
    } catch {
      return unreachable;
    } finally {
      signal?.removeEventListener('abort', abort);
    }
  }

  return {
    call,
    listen: (listener) => {
      listeners.add(listener);
      listener.connection?.(connection);
      unsubscribe ??= transport.subscribe({
        events: (events) => {
          for (const one of listeners) one.events?.(events);
        },
        connection: tellConnection,
      });
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        unsubscribe?.();
        unsubscribe = null;
      };
    },
  };
}
