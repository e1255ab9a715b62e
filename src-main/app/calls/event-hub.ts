/**
 * Gathers events and delivers them in batches, so that a thousand answers a second cost a window ten messages.
 * What a later event says better takes the place of an earlier one in the same batch.
 */
import type { AppEvent } from '../../contract/events.ts';
import { eventInterval } from '../../contract/events.ts';

export type EventListener = (events: readonly AppEvent[]) => void;
/** Runs something once, after so many milliseconds. */
export type Schedule = (run: () => void, milliseconds: number) => void;

export interface EventHub {
  readonly publish: (event: AppEvent) => void;
  /** Returns what ends it. A listener hears nothing from before it subscribed. */
  readonly subscribe: (listener: EventListener) => () => void;
  /** Delivers what is waiting. */
  readonly flush: () => void;
}

/** What an event makes earlier ones with the same key superfluous by; null: every one counts. */
function replacementKey(event: AppEvent): string | null {
  switch (event.kind) {
    case 'progress':
      return event.event.kind === 'progress' ? `progress ${event.comparison}` : null;
    case 'pilot':
      return `pilot ${event.draft}`;
    case 'store_changed':
      return `store ${JSON.stringify(event.change)}`;
    case 'network':
      return 'network';
  }
}

function unreferencedTimer(run: () => void, milliseconds: number): void {
  setTimeout(run, milliseconds).unref();
}

export function createEventHub(schedule: Schedule = unreferencedTimer): EventHub {
  const listeners = new Set<EventListener>();
  let waiting = new Map<string, AppEvent>();
  let counter = 0;
  let scheduled = false;

  function flush(): void {
    if (waiting.size === 0) return;
    const batch = [...waiting.values()];
    waiting = new Map();
    for (const listener of listeners) listener(batch);
  }

  return {
    publish: (event) => {
      if (listeners.size === 0) return;
      const key = replacementKey(event) ?? `each ${counter++}`;
      // Taken out first: a replaced event moves to the end, behind what happened before it.
      waiting.delete(key);
      waiting.set(key, event);
      if (scheduled) return;
      scheduled = true;
      schedule(() => {
        scheduled = false;
        flush();
      }, eventInterval);
    },
    subscribe: (listener) => {
      flush();
      const own: EventListener = (events) => {
        listener(events);
      };
      listeners.add(own);
      return () => {
        listeners.delete(own);
      };
    },
    flush,
  };
}
