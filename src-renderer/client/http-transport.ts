/** Calls as POST requests, events as server-sent events, both to where the page came from. */
import type { CallAnswer } from '../../src-main/contract/channel.ts';
import { requestIdHeader } from '../../src-main/contract/channel.ts';
import type { AppEvent } from '../../src-main/contract/events.ts';
import type { Transport } from './transport.ts';

export function createHttpTransport(): Transport {
  return {
    call: async ({ id, name, input }) => {
      const response = await fetch(`/call/${encodeURIComponent(name)}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json', [requestIdHeader]: id },
        body: JSON.stringify(input),
      });
      return (await response.json()) as CallAnswer;
    },

    abort: (id) => {
      // Nothing depends on it: the answer is thrown away already.
      fetch(`/abort/${encodeURIComponent(id)}`, { method: 'POST', keepalive: true }).catch(() => {});
    },

    /**
     * A browser gives a site six connections over HTTP/1.1, and each stream holds one for as long as it lives. A tab
     * that nobody sees lets go of its own, so that the seventh tab still opens; seen again, it hears `open` anew.
     */
    subscribe: (listener) => {
      let source: EventSource | null = null;
      const open = () => {
        source = new EventSource('/events');
        source.addEventListener('ready', () => {
          listener.connection('open');
        });
        source.addEventListener('events', (message: MessageEvent<string>) => {
          listener.events(JSON.parse(message.data) as AppEvent[]);
        });
        source.addEventListener('error', () => {
          listener.connection('lost');
          // After an answer that is no stream the browser gives up; a server that was restarted is worth more tries.
          if (source?.readyState === EventSource.CLOSED) setTimeout(reopen, 3000);
        });
      };
      const close = () => {
        source?.close();
        source = null;
      };
      const reopen = () => {
        if (source === null || source.readyState !== EventSource.CLOSED) return;
        open();
      };
      const seen = () => {
        if (document.hidden) close();
        else if (source === null) open();
      };
      seen();
      document.addEventListener('visibilitychange', seen);
      return () => {
        document.removeEventListener('visibilitychange', seen);
        close();
      };
    },
  };
}
