/** Memory while a plan runs, measured now and then and kept in this process. */
import { freeMemory } from '../machine/free-memory.ts';
import { residentMemory } from '../machine/process-memory.ts';

export interface MemorySample {
  readonly at: string;
  /** Bytes. */
  readonly used: number;
}

export interface MemorySamplerOptions {
  /** The processes to measure now: the engine's. */
  readonly processes: () => readonly number[];
  /** ISO 8601. */
  readonly now: () => string;
}

const firstInterval = 1000;
const mostSamples = 2000;

/**
 * Measures once a second; where that becomes too many points, every second one is let go and the pace halved, so that
 * a run of a week costs no more than one of an hour.
 */
export class MemorySampler {
  readonly #options: MemorySamplerOptions;
  #samples: MemorySample[] = [];
  #interval = firstInterval;
  #timer: NodeJS.Timeout | undefined;
  #ended = true;
  freeAtStart: number | null = null;

  constructor(options: MemorySamplerOptions) {
    this.#options = options;
  }

  get samples(): readonly MemorySample[] {
    return this.#samples;
  }

  start(): void {
    this.#ended = false;
    void freeMemory().then((free) => {
      this.freeAtStart ??= free;
    });
    this.#next();
  }

  stop(): void {
    this.#ended = true;
    clearTimeout(this.#timer);
  }

  #next(): void {
    this.#timer = setTimeout(() => {
      void this.#measure();
    }, this.#interval).unref();
  }

  async #measure(): Promise<void> {
    const processes = this.#options.processes();
    // Between two loads nothing is there to be measured, and nothing is not what a run takes.
    const used = processes.length === 0 ? 0 : await residentMemory(processes);
    if (this.#ended || used === null) return;
    if (used > 0) this.#samples.push({ at: this.#options.now(), used });
    if (this.#samples.length > mostSamples) {
      this.#samples = this.#samples.filter((_, index) => index % 2 === 0);
      this.#interval *= 2;
    }
    this.#next();
  }
}
