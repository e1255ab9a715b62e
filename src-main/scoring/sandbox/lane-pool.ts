/** The children of one lane: started when there is something to ask, a few at a time, and ended when there is not. */
import { failure, success, type Failure, type Result } from '../../contract/result.ts';
import type { Lane } from '../scoring.ts';
import type { Question } from './protocol.ts';
import { SandboxProcess, type Asked } from './sandbox-process.ts';

export interface PoolOptions {
  readonly lane: Lane;
  readonly entry: string;
  /** Children that answer at a time. */
  readonly size: number;
  /** A child answers one question and ends: what an answer did to its interpreter is gone with it. */
  readonly single: boolean;
  /** What a child starts from, made once. */
  readonly image: () => Promise<Result<Buffer | null>>;
}

interface Job {
  readonly question: Question;
  /** Milliseconds. */
  readonly limit: number;
  readonly settle: (result: Result<Asked>) => void;
}

/** Milliseconds that a child without work is kept. */
const idleTime = 5000;

export class LanePool {
  readonly #options: PoolOptions;
  readonly #waiting: Job[] = [];
  readonly #working = new Set<Job>();
  readonly #idle: SandboxProcess[] = [];
  readonly #living = new Set<SandboxProcess>();
  #generation = 0;
  #closed = false;
  #idleTimer: NodeJS.Timeout | undefined;

  constructor(options: PoolOptions) {
    this.#options = options;
  }

  /** Fails with `sandbox_failed` where no child can be started, and with `interrupted` once the pool is closed. */
  ask(question: Question, limit: number): Promise<Result<Asked>> {
    if (this.#closed) return Promise.resolve(interrupted());
    return new Promise((settle) => {
      this.#waiting.push({ question, limit, settle });
      if (this.#working.size < this.#options.size) void this.#work();
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#idleTimer);
    for (const job of [...this.#waiting.splice(0), ...this.#working]) job.settle(interrupted());
    await Promise.all([...this.#living].map((child) => child.end()));
  }

  async #work(): Promise<void> {
    for (let job = this.#waiting.shift(); job !== undefined; job = this.#waiting.shift()) {
      this.#working.add(job);
      const asked = await this.#answer(job);
      this.#working.delete(job);
      job.settle(asked);
      // The others would wait for the same failure one after the other.
      if (!asked.ok) for (const other of this.#waiting.splice(0)) other.settle(asked);
    }
    this.#endIdle();
  }

  async #answer({ question, limit }: Job): Promise<Result<Asked>> {
    const child = await this.#take();
    if (!child.ok) return child;
    // The next one loads while this one runs.
    if (this.#options.single && this.#waiting.length > this.#idle.length)
      this.#idle.push(this.#begin(child.data.image));
    const asked = await child.data.process.ask(question, limit);
    if (this.#options.single || asked.how !== 'answered') await this.#finish(child.data.process);
    else this.#idle.push(child.data.process);
    return success(asked);
  }

  async #take(): Promise<Result<{ process: SandboxProcess; image: Buffer | null }>> {
    const image = await this.#options.image();
    if (!image.ok) return image;
    let child = this.#idle.shift();
    while (child?.isGone === true) child = this.#idle.shift();
    child ??= this.#begin(image.data);
    const ready = await child.ready;
    if (this.#closed) {
      await child.end();
      return interrupted();
    }
    if (ready.ok) return success({ process: child, image: image.data });
    this.#living.delete(child);
    return ready;
  }

  #begin(image: Buffer | null): SandboxProcess {
    const { entry, lane } = this.#options;
    const child = new SandboxProcess({ entry, lane, generation: ++this.#generation, image });
    this.#living.add(child);
    return child;
  }

  async #finish(child: SandboxProcess): Promise<void> {
    await child.end();
    this.#living.delete(child);
  }

  #endIdle(): void {
    clearTimeout(this.#idleTimer);
    this.#idleTimer = setTimeout(() => {
      for (const child of this.#idle.splice(0)) void this.#finish(child);
    }, idleTime).unref();
  }
}

function interrupted(): { readonly ok: false; readonly error: Failure } {
  return failure('interrupted', 'Scoring was stopped.', { next: 'Outputs are kept: score them again.' });
}
