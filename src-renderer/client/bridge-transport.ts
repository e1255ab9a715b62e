/** Calls and events through `window.noisefloor`, which Electron's preload script puts there. */
import type { Bridge } from '../../src-main/contract/channel.ts';
import type { Transport } from './transport.ts';

declare global {
  interface Window {
    readonly noisefloor?: Bridge;
  }
}

export function createBridgeTransport(bridge: Bridge): Transport {
  return {
    call: (request) => bridge.call(request),
    abort: (id) => {
      bridge.abort(id);
    },
    subscribe: (listener) => {
      listener.connection('open');
      return bridge.subscribe(listener.events);
    },
  };
}
