/**
 * How calls and events travel. One envelope for both transports: a request goes out, a `Result` comes back.
 * Over HTTP it is `POST /call/{name}`, `POST /abort/{id}` and `GET /events`; in Electron it is the bridge below.
 */
import type { AppEvent } from './events.ts';
import type { Result } from './result.ts';

export interface CallRequest {
  /** Made by whoever asks, unique among its own requests in flight: letters, digits and `-`, at most 64. */
  readonly id: string;
  readonly name: string;
  readonly input: unknown;
}

export type CallAnswer = Result<unknown>;

/** The header that carries a request's id over HTTP. */
export const requestIdHeader = 'x-noisefloor-request';
/** The largest request body in bytes. */
export const largestRequest = 4 * 1024 * 1024;

const requestId = /^[A-Za-z0-9-]{1,64}$/;

export function isRequestId(text: string): boolean {
  return requestId.test(text);
}

/** `window.noisefloor`, as the preload script exposes it: named methods only, no event objects. */
export interface Bridge {
  call(request: CallRequest): Promise<CallAnswer>;
  abort(id: string): void;
  /** Returns what ends it. */
  subscribe(listener: (events: readonly AppEvent[]) => void): () => void;
}
