/** What a running plan tells about itself, at most ten times a second. */
import type { RunKey, RunState } from './plan.ts';
import type { ResolvedSetting } from './manifest.ts';
import type { Failure } from './result.ts';

export interface RunProgress {
  readonly key: RunKey;
  readonly state: RunState;
  /** Outputs there, and outputs in all (items x samples). */
  readonly done: number;
  readonly total: number;
  /** Over this sitting; null before the first output. */
  readonly itemsPerSecond: number | null;
  readonly tokensPerSecond: number | null;
  readonly error?: Failure;
}

export type ProgressEvent =
  | { readonly kind: 'progress'; readonly runs: readonly RunProgress[]; readonly secondsLeft: number | null }
  | { readonly kind: 'loading'; readonly key: RunKey }
  | {
      readonly kind: 'loaded';
      readonly key: RunKey;
      readonly seconds: number;
      /** Settings whose resolved value is not the requested one. */
      readonly differing: readonly ResolvedSetting[];
    }
  | { readonly kind: 'restarted'; readonly key: RunKey; readonly error: Failure }
  /** After every output is there: the judge reads them. `loading`: it is being opened. */
  | {
      readonly kind: 'judging';
      readonly done: number;
      readonly total: number;
      readonly secondsLeft: number | null;
      readonly loading: boolean;
    }
  | { readonly kind: 'notice'; readonly text: string };
