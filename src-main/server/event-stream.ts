/** Server-sent events for one tab. */
import type { Context } from 'hono';
import { streamSSE } from 'hono/streaming';
import type { AppEvent } from '../contract/events.ts';

export interface EventSubscription {
  subscribe(listener: (events: readonly AppEvent[]) => void): () => void;
}

/** A tab that is further behind than this is let go: it connects again and reads everything anew. */
const longestQueue = 2000;
/** Keeps tunnels from closing a quiet connection, and finds tabs that are gone. */
const heartbeat = 15_000;

/**
 * Streams batches of events until the tab or the server closes. The first message is `ready`: from then on nothing
 * is missed, so that whoever reads state after it is up to date.
 */
export function streamEvents(context: Context, events: EventSubscription, closing: AbortSignal): Response {
  return streamSSE(context, async (stream) => {
    let queue: AppEvent[] = [];
    let wake = () => {};
    const ended = new AbortController();
    const end = () => {
      ended.abort();
      wake();
    };
    const unsubscribe = events.subscribe((batch) => {
      queue.push(...batch);
      if (queue.length > longestQueue) end();
      else wake();
    });
    stream.onAbort(end);
    closing.addEventListener('abort', end, { once: true });
    const beat = setInterval(() => {
      void stream.write(': still here\n\n');
    }, heartbeat);
    try {
      await stream.writeSSE({ event: 'ready', data: '' });
      while (!ended.signal.aborted) {
        if (queue.length === 0) {
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
          continue;
        }
        const batch = queue;
        queue = [];
        await stream.writeSSE({ event: 'events', data: JSON.stringify(batch) });
      }
    } finally {
      clearInterval(beat);
      closing.removeEventListener('abort', end);
      unsubscribe();
    }
  });
}
