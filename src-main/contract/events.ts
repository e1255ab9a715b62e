/** What the app tells the renderer unasked. Types only: it is the app's own word, so it is not parsed. */
import type { ProgressEvent } from './progress.ts';
import type { NetworkUse } from './calls/settings.ts';

/** What changed in the store, so that whoever shows it reads it again. */
export type StoreChange =
  | { readonly of: 'comparisons'; readonly comparison: string | null }
  | { readonly of: 'plan'; readonly draft: string }
  | { readonly of: 'results'; readonly comparison: string }
  | { readonly of: 'outputs'; readonly comparison: string }
  | { readonly of: 'labels'; readonly comparison: string }
  | { readonly of: 'items' }
  | { readonly of: 'slices' }
  | { readonly of: 'models' }
  | { readonly of: 'settings' };

export type AppEvent =
  /** At most ten times a second and comparison; a later one takes an earlier one's place. */
  | { readonly kind: 'progress'; readonly comparison: string; readonly event: ProgressEvent }
  /** Of a draft's pilot. */
  | { readonly kind: 'pilot'; readonly draft: string; readonly done: number; readonly total: number }
  | { readonly kind: 'store_changed'; readonly change: StoreChange }
  | { readonly kind: 'network'; readonly use: NetworkUse };

/** Milliseconds between two deliveries to one listener. */
export const eventInterval = 100;
