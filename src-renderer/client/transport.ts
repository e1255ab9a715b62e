/** How the renderer reaches the app. Two of them: HTTP to the server, and the bridge of Electron's preload script. */
import type { CallAnswer, CallRequest } from '../../src-main/contract/channel.ts';
import type { AppEvent } from '../../src-main/contract/events.ts';

/**
 * `open`: events are heard. `lost`: they are not, and whatever is on the screen may be old.
 * Every `open` after the first means that something may have been missed in between: read again. So does the first one
 * for what was read before it.
 */
export type Connection = 'open' | 'lost';

export interface TransportListener {
  readonly events: (events: readonly AppEvent[]) => void;
  readonly connection: (connection: Connection) => void;
}

export interface Transport {
  /** Rejects only when the app cannot be reached at all. */
  call(request: CallRequest): Promise<CallAnswer>;
  abort(id: string): void;
  /** Returns what ends it. */
  subscribe(listener: TransportListener): () => void;
}
