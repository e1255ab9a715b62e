/** What main and preload call their two channels. No schema here: the preload script stays a few lines. */
import type { CallRequest } from '../contract/channel.ts';

/** From the window to the app, answered. */
export const appChannel = 'noisefloor';
/** From the app to the window: `readonly AppEvent[]`. */
export const eventChannel = 'noisefloor-events';

export type WindowMessage =
  { readonly kind: 'call'; readonly request: CallRequest } | { readonly kind: 'abort'; readonly id: string };
