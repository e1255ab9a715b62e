/** Tries again where nothing was generated, later each time. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Attempt } from './trouble.ts';

export interface Patience {
  /** Tries in all, at least 1. */
  readonly tries: number;
  /** Milliseconds before the second try; doubled before each one after it. */
  readonly firstWaitMs: number;
  /** Milliseconds that are waited at most, unless the server asks for more. */
  readonly longestWaitMs: number;
}

/** About a minute in all, unless the server asks for more: one that is being started again is back by then, or it is not coming. */
export const usualPatience: Patience = { tries: 8, firstWaitMs: 500, longestWaitMs: 30_000 };

/** @returns the first attempt that is not `again`, or the last one */
export async function withPatience<T>(
  attempt: () => Promise<Attempt<T>>,
  patience: Patience,
  signal: AbortSignal,
): Promise<Attempt<T>> {
  let wait = patience.firstWaitMs;
  for (let tries = 1; ; tries += 1) {
    const result = await attempt();
    if (result.ok || result.trouble.kind !== 'again' || tries >= patience.tries) return result;
    // Servers that say 0 or 1 each time would use all patience up at once.
    const due = Math.max(result.trouble.waitMs ?? 0, Math.min(patience.longestWaitMs, wait));
    try {
      await sleep(due, undefined, { signal });
    } catch {
      return result;
    }
    wait *= 2;
  }
}
