/** Counts what a running plan does: outputs and tokens per second of each run, and the time that is left. */
import type { RunProgress } from '../contract/progress.ts';
import type { RunKey, RunState } from '../contract/plan.ts';
import type { Failure } from '../contract/result.ts';
import { keyName } from './residents.ts';

interface Count {
  readonly key: RunKey;
  readonly total: number;
  state: RunState;
  done: number;
  /** Of this sitting, for the rates. */
  delivered: number;
  tokens: number;
  busyMs: number;
  error?: Failure;
}

export class RunMeter {
  readonly #counts = new Map<string, Count>();

  add(key: RunKey, total: number, done: number, state: RunState): void {
    this.#counts.set(keyName(key), { key, total, done, state, delivered: 0, tokens: 0, busyMs: 0 });
  }

  deliver(key: RunKey, generatedTokens: number): void {
    const count = this.#of(key);
    count.done += 1;
    count.delivered += 1;
    count.tokens += generatedTokens;
  }

  /** Milliseconds that the run spent generating, loading left out. */
  busy(key: RunKey, milliseconds: number): void {
    this.#of(key).busyMs += milliseconds;
  }

  setState(key: RunKey, state: RunState, error?: Failure): void {
    const count = this.#of(key);
    count.state = state;
    if (error) count.error = error;
  }

  runs(): readonly RunProgress[] {
    return [...this.#counts.values()].map((count) => ({
      key: count.key,
      state: count.state,
      done: count.done,
      total: count.total,
      itemsPerSecond: rate(count.delivered, count.busyMs),
      tokensPerSecond: rate(count.tokens, count.busyMs),
      ...(count.error ? { error: count.error } : {}),
    }));
  }

  /** 0 where nothing is left; null until a run has shown its speed, those not yet begun are taken to be as fast as the others. */
  secondsLeft(): number | null {
    const open = [...this.#counts.values()].filter((count) => count.state !== 'failed');
    if (open.every((count) => count.done >= count.total)) return 0;
    const speeds = open
      .map((count) => rate(count.delivered, count.busyMs))
      .filter((speed): speed is number => speed !== null);
    if (speeds.length === 0) return null;
    const usual = speeds.reduce((sum, speed) => sum + speed, 0) / speeds.length;
    return open.reduce((seconds, count) => {
      const speed = rate(count.delivered, count.busyMs) ?? usual;
      return seconds + (count.total - count.done) / speed;
    }, 0);
  }

  #of(key: RunKey): Count {
    const count = this.#counts.get(keyName(key));
    if (!count) throw new Error(`run ${keyName(key)} was never added to the meter`);
    return count;
  }
}

function rate(amount: number, milliseconds: number): number | null {
  return amount > 0 && milliseconds > 0 ? (amount * 1000) / milliseconds : null;
}
