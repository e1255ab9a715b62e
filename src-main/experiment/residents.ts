/**
 * Keeps candidates open. Those that fit in memory together stay open, so that blocks alternate at no cost; when
 * room is needed, the one used longest ago is closed, and its process is gone before the next is opened.
 */
import type { Candidate } from '../contract/candidate.ts';
import type { RunKey } from '../contract/plan.ts';
import type { Result } from '../contract/result.ts';
import { success } from '../contract/result.ts';
import type { Engine, OpenCandidate } from '../engine/engine.ts';

/** Bytes that a candidate takes once it is open. */
export type MemoryEstimate = (candidate: Candidate) => number;

export interface Resident {
  readonly key: RunKey;
  readonly open: OpenCandidate;
}

export function keyName(key: RunKey): string {
  return `${key.candidate}#${key.replicate}`;
}

export class Residents {
  /** In order of use, the latest last. */
  readonly #open = new Map<string, Resident & { readonly bytes: number }>();
  readonly #engine: Engine;
  readonly #estimate: MemoryEstimate;
  readonly #budget: number;

  /** @param budget bytes that all open candidates may take together; one is always allowed */
  constructor(engine: Engine, estimate: MemoryEstimate, budget: number) {
    this.#engine = engine;
    this.#estimate = estimate;
    this.#budget = budget;
  }

  get(key: RunKey): Resident | undefined {
    const name = keyName(key);
    const resident = this.#open.get(name);
    if (resident) {
      this.#open.delete(name);
      this.#open.set(name, resident);
    }
    return resident;
  }

  /** Opens the run's own process; `evicted` is called for each run that had to make room. */
  async open(
    key: RunKey,
    candidate: Candidate,
    signal: AbortSignal,
    evicted: (key: RunKey) => void,
  ): Promise<Result<Resident>> {
    const bytes = this.#estimate(candidate);
    for (const resident of this.#open.values()) {
      if (this.#used() + bytes <= this.#budget) break;
      evicted(resident.key);
      await this.drop(resident.key);
    }
    const opened = await this.#engine.open(candidate, signal);
    if (!opened.ok) return opened;
    const resident = { key, open: opened.data, bytes };
    this.#open.set(keyName(key), resident);
    return success(resident);
  }

  async drop(key: RunKey): Promise<void> {
    const resident = this.#open.get(keyName(key));
    this.#open.delete(keyName(key));
    await resident?.open.close();
  }

  async closeAll(): Promise<void> {
    const all = [...this.#open.values()];
    this.#open.clear();
    await Promise.all(all.map((resident) => resident.open.close()));
  }

  #used(): number {
    return [...this.#open.values()].reduce((sum, resident) => sum + resident.bytes, 0);
  }
}
