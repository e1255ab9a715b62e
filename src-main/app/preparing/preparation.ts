/**
 * One preparation as the app keeps it: its thread, and the steps that were taken, so that a thread which was stopped in
 * the middle of a step can be started again where it was. Every step is seeded and gives the same again.
 */
import type { ResourceLimits } from 'node:worker_threads';
import type { Preparation as Overview } from '../../contract/calls/preparing.ts';
import type { GroupDecision, StepSettings } from '../../contract/preparation.ts';
import { success, type Result } from '../../contract/result.ts';
import type { Given } from '../strata-by-hand/sort-items.ts';
import type { OpenRequest } from './open-preparation.ts';
import { interrupted, PreparingThread, type Answers, type Question } from './preparing-thread.ts';

interface TakenStep {
  readonly settings: StepSettings;
  readonly decided: ReadonlyMap<string, GroupDecision>;
}

/** Questions that change nothing. */
type Reading =
  'overview' | 'hits' | 'groups' | 'histogram' | 'strata' | 'sorting' | 'sorted_items' | 'finish';

export class Preparation {
  readonly request: OpenRequest;
  /** What a person gives item by item, until it is taken as a step; by item id. */
  readonly given = new Map<string, Given>();
  readonly #taken: TakenStep[] = [];
  /** As in the thread: it changes with each answer, in the order of the questions. */
  #looked: TakenStep | null = null;
  #thread: Promise<Result<PreparingThread>> | null = null;
  #closed = false;

  readonly #limits: ResourceLimits;

  /** @param limits of the thread's memory; without them what Node gives a thread on this machine */
  constructor(request: OpenRequest, limits: ResourceLimits = {}) {
    this.request = request;
    this.#limits = limits;
  }

  async ask<Name extends Reading>(
    question: Extract<Question, { ask: Name }>,
  ): Promise<Result<Answers[Name]>> {
    const thread = await this.#running();
    return thread.ok ? thread.data.ask<Name>(question) : thread;
  }

  /** @param signal ends the thread in the middle of the work; what was taken before stays taken */
  async look(settings: StepSettings, signal: AbortSignal): Promise<Result<Overview>> {
    const thread = await this.#running();
    if (!thread.ok) return thread;
    if (signal.aborted) return interrupted();
    const stop = (): void => void thread.data.end();
    signal.addEventListener('abort', stop, { once: true });
    let step: TakenStep | null = null;
    try {
      const looked = await thread.data.ask<'look'>({ ask: 'look', settings });
      if (looked.ok) step = { settings, decided: new Map() };
      return looked;
    } finally {
      this.#looked = step;
      signal.removeEventListener('abort', stop);
    }
  }

  async decide(group: string, decision: GroupDecision): Promise<Result<Overview>> {
    const thread = await this.#running();
    if (!thread.ok) return thread;
    const decided = await thread.data.ask<'decide'>({ ask: 'decide', group, decision });
    if (decided.ok && this.#looked !== null)
      this.#looked = {
        ...this.#looked,
        decided: new Map([...this.#looked.decided, [group, decision]]),
      };
    return decided;
  }

  async take(): Promise<Result<Overview>> {
    const thread = await this.#running();
    if (!thread.ok) return thread;
    const taken = await thread.data.ask<'take'>({ ask: 'take' });
    if (taken.ok && this.#looked !== null) {
      this.#taken.push(this.#looked);
      this.#looked = null;
    }
    return taken;
  }

  /** Takes what was given by hand as a step, and begins anew. */
  async takeGiven(signal: AbortSignal): Promise<Result<Overview>> {
    const looked = await this.look({ step: 'strata_by_hand', given: Object.fromEntries(this.given) }, signal);
    const taken = looked.ok ? await this.take() : looked;
    if (taken.ok) this.given.clear();
    return taken;
  }

  async undo(): Promise<Result<Overview>> {
    const thread = await this.#running();
    if (!thread.ok) return thread;
    const undone = await thread.data.ask<'undo'>({ ask: 'undo' });
    if (undone.ok) {
      this.#taken.pop();
      this.#looked = null;
    }
    return undone;
  }

  async close(): Promise<void> {
    this.#closed = true;
    const thread = await this.#thread?.catch(() => null);
    if (thread?.ok === true) await thread.data.end();
  }

  async #running(): Promise<Result<PreparingThread>> {
    for (;;) {
      const started = (this.#thread ??= this.#start());
      const thread = await started.catch((bug: unknown) => {
        if (this.#thread === started) this.#thread = null;
        throw bug;
      });
      if (thread.ok && !thread.data.ended) return thread;
      // Whoever comes first starts it anew; the others wait for the same one.
      if (this.#thread === started) this.#thread = null;
      if (!thread.ok) return thread;
    }
  }

  /** Reads the file and takes the steps that were taken. */
  async #start(): Promise<Result<PreparingThread>> {
    const thread = new PreparingThread(this.request, this.#limits);
    let replayed: Result<unknown> = interrupted();
    try {
      replayed = await this.#replay(thread);
    } finally {
      if (!replayed.ok) await thread.end();
    }
    return replayed.ok ? success(thread) : replayed;
  }

  async #replay(thread: PreparingThread): Promise<Result<unknown>> {
    if (this.#closed) await thread.end();
    const opened = await thread.ask<'overview'>({ ask: 'overview' });
    let wrong: Result<unknown> = opened;
    for (const { settings, decided } of this.#taken) {
      if (wrong.ok) wrong = await thread.ask<'look'>({ ask: 'look', settings });
      for (const [group, decision] of decided)
        if (wrong.ok) wrong = await thread.ask<'decide'>({ ask: 'decide', group, decision });
      if (wrong.ok) wrong = await thread.ask<'take'>({ ask: 'take' });
    }
    return wrong;
  }
}
