/**
 * Keeps candidates open. Those that fit in memory together stay open, so that blocks alternate at no cost; when
 * room is needed, the one used longest ago is closed. Memory comes back later than its process is gone: whatever was
 * closed, it is waited for before the next is opened.
 */
import { setTimeout as wait } from 'node:timers/promises';
import type { Candidate } from '../contract/candidate.ts';
import type { RunKey } from '../contract/plan.ts';
import { formatBytes } from '../contract/presentation/numbers.ts';
import type { Result } from '../contract/result.ts';
import { success } from '../contract/result.ts';
import type { Engine, OpenCandidate } from '../engine/engine.ts';

/** Bytes of the machine's memory, and of its graphics devices' together. */
export interface MemoryBytes {
  readonly machine: number;
  readonly device: number;
}

/** What is known of memory before and while candidates are open. */
export interface MemoryPlan {
  /** What a candidate takes once it is open. */
  readonly needs: (candidate: Candidate) => MemoryBytes;
  /** What all open candidates may take together; one is always allowed. */
  readonly budget: MemoryBytes;
  /** What is free now where the candidate's weights go; null where that is not known, or not here. */
  readonly free: (candidate: Candidate) => Promise<number | null>;
}

export interface Resident {
  readonly key: RunKey;
  readonly open: OpenCandidate;
  /** What was met on the way, in words. */
  readonly remarks: readonly string[];
}

export function keyName(key: RunKey): string {
  return `${key.candidate}#${key.replicate}`;
}

export function fitsTogether(all: readonly MemoryBytes[], budget: MemoryBytes): boolean {
  const sum = sumOf(all);
  return sum.machine <= budget.machine && sum.device <= budget.device;
}

/** Whether closing one of them takes something from a sum that is above its budget. */
function makesRoom(one: MemoryBytes, all: readonly MemoryBytes[], budget: MemoryBytes): boolean {
  const sum = sumOf(all);
  return (sum.machine > budget.machine && one.machine > 0) || (sum.device > budget.device && one.device > 0);
}

function sumOf(all: readonly MemoryBytes[]): MemoryBytes {
  return {
    machine: all.reduce((total, { machine }) => total + machine, 0),
    device: all.reduce((total, { device }) => total + device, 0),
  };
}

/** How often memory is looked at after its process is gone, and milliseconds between: drivers free it a little later. */
interface ReturnPatience {
  readonly looks: number;
  readonly pause: number;
}

const usualPatience: ReturnPatience = { looks: 20, pause: 500 };

/** An endpoint's. */
function isElsewhere({ machine, device }: MemoryBytes): boolean {
  return machine === 0 && device === 0;
}

export class Residents {
  /** In order of use, the latest last. */
  readonly #open = new Map<string, Resident & { readonly bytes: MemoryBytes }>();
  readonly #engine: Engine;
  readonly #memory: MemoryPlan;
  readonly #patience: ReturnPatience;
  /** Candidates with memory here that were closed since the last was opened. */
  readonly #closed = new Set<string>();

  constructor(engine: Engine, memory: MemoryPlan, patience = usualPatience) {
    this.#engine = engine;
    this.#memory = memory;
    this.#patience = patience;
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
    const bytes = this.#memory.needs(candidate);
    for (const resident of [...this.#open.values()]) {
      const others = [...this.#open.values()].map((other) => other.bytes);
      // Closing what is on the processor makes no room on a device, and closing an endpoint makes none at all.
      if (!makesRoom(resident.bytes, [...others, bytes], this.#memory.budget)) continue;
      evicted(resident.key);
      await this.drop(resident.key);
    }
    const remark = isElsewhere(bytes) ? null : await this.#awaitReturn(candidate, bytes, signal);
    const opened = await this.#engine.open(candidate, signal);
    if (!opened.ok) return opened;
    const resident = { key, open: opened.data, bytes, remarks: remark === null ? [] : [remark] };
    this.#open.set(keyName(key), resident);
    return success(resident);
  }

  async drop(key: RunKey): Promise<void> {
    const resident = this.#open.get(keyName(key));
    if (resident === undefined) return;
    this.#open.delete(keyName(key));
    if (!isElsewhere(resident.bytes)) this.#closed.add(key.candidate);
    await resident.open.close();
  }

  async closeAll(): Promise<void> {
    const all = [...this.#open.values()];
    this.#open.clear();
    await Promise.all(all.map((resident) => resident.open.close()));
  }

  /**
   * Where any were closed, looks at the free memory until the next candidate has room, or patience ends.
   *
   * @returns in words what did not come back; null where there is room, or nothing can be seen
   */
  async #awaitReturn(candidate: Candidate, bytes: MemoryBytes, signal: AbortSignal): Promise<string | null> {
    const closed = [...this.#closed];
    if (closed.length === 0) return null;
    this.#closed.clear();
    const needed = bytes.device > 0 ? bytes.device : bytes.machine;
    for (let look = 1; ; look += 1) {
      const free = await this.#memory.free(candidate);
      if (free === null || free >= needed || signal.aborted) return null;
      if (look >= this.#patience.looks)
        return `After ${closed.join(' and ')} ${closed.length === 1 ? 'was' : 'were'} closed ${formatBytes(free)} are free, and ${candidate.name} needs about ${formatBytes(needed)}: memory has not come back, or another program has taken it.`;
      await wait(this.#patience.pause);
    }
  }
}
