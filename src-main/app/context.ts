/** What every handler of the app works with. */
import type { HashCache } from '../engine/llama/gguf/weights-hash.ts';
import type { Engines } from '../engine/engines.ts';
import type { MachineDescription } from '../contract/manifest.ts';
import type { Scoring } from '../scoring/scoring.ts';
import type { Store } from '../store/store.ts';
import type { EventHub } from './calls/event-hub.ts';
import type { RunningPlans } from './running-plans.ts';

export interface AppContext {
  readonly store: Store;
  readonly engine: Engines;
  /** Scores outputs of any kind of check; closed with the app. */
  readonly scoring: Scoring;
  /** Hashes of weights, the engine's own cache as well: a file that did not change is read once. */
  readonly hashCache: HashCache;
  readonly machine: MachineDescription;
  readonly hub: EventHub;
  readonly runs: RunningPlans;
  /** ISO 8601, UTC. */
  readonly now: () => string;
  /** Where the app is shown, and why there. */
  readonly shell: { readonly kind: 'electron' | 'browser'; readonly detail: string };
  /** Given when the app closes, before its store does: ends what goes on in the background. */
  readonly closing: AbortSignal;
  /** Ends the app, runs paused first. */
  readonly quit: () => void;
}
