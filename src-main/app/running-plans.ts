/**
 * The plan that is running now. One at a time: two would share the cores, and each would slow the other's numbers.
 * What is known of it beyond the store (speeds, the load that is going on, notices) lives here and is gone with it.
 */
import type { RegisteredPlan, RunKey } from '../contract/plan.ts';
import type { ProgressEvent, RunProgress } from '../contract/progress.ts';
import { failure, success, type Result } from '../contract/result.ts';
import type { MachineDescription } from '../contract/manifest.ts';
import type { Engine } from '../engine/engine.ts';
import { runPlan, type RunOutcome } from '../experiment/runner.ts';
import type { Store } from '../store/store.ts';
import type { EventHub } from './calls/event-hub.ts';
import { memoryBudget, memoryEstimator } from './memory-plan.ts';
import { scoreAndCompare } from './score-and-compare.ts';
import { version } from './version.ts';

export interface Notice {
  readonly at: string;
  readonly text: string;
}

export interface RunningPlan {
  readonly hash: string;
  readonly startedAt: string;
  readonly runs: readonly RunProgress[];
  readonly secondsLeft: number | null;
  readonly loading: { readonly key: RunKey; readonly since: string } | null;
  /** The newest last. */
  readonly notices: readonly Notice[];
}

export interface RunningPlansOptions {
  readonly store: Store;
  readonly engine: Engine;
  readonly machine: MachineDescription;
  readonly hub: EventHub;
  readonly now: () => string;
}

const keptNotices = 50;

interface Current {
  readonly registered: RegisteredPlan;
  readonly startedAt: string;
  readonly stop: AbortController;
  ended: Promise<void>;
  runs: readonly RunProgress[];
  secondsLeft: number | null;
  loading: { key: RunKey; since: string } | null;
}

export class RunningPlans {
  readonly #options: RunningPlansOptions;
  #current: Current | undefined;
  /** Notices outlive the run: whoever comes later reads why it stopped. */
  readonly #notices = new Map<string, Notice[]>();

  constructor(options: RunningPlansOptions) {
    this.#options = options;
  }

  /** Null: that plan is not running now. */
  running(hash: string): RunningPlan | null {
    const current = this.#current;
    if (current?.registered.hash !== hash) return null;
    return {
      hash,
      startedAt: current.startedAt,
      runs: current.runs,
      secondsLeft: current.secondsLeft,
      loading: current.loading,
      notices: this.notices(hash),
    };
  }

  notices(hash: string): readonly Notice[] {
    return this.#notices.get(hash) ?? [];
  }

  /** Starts it, or goes on where it was. Resolves at once; how it goes comes as events. */
  start(registered: RegisteredPlan): Result<void> {
    const { store, now } = this.#options;
    const { hash } = registered;
    if (this.#current?.registered.hash === hash) return success(undefined);
    if (this.#current)
      return failure('run_busy', `“${this.#current.registered.plan.decision}” is running.`, {
        next: 'Pause it first: two at a time would slow each other down.',
      });
    const items = store.readPlanItems(hash, now());
    if (!items.ok) return items;
    const goingOn = store.setHalt(hash, null);
    if (!goingOn.ok) return goingOn;
    const current: Current = {
      registered,
      startedAt: now(),
      stop: new AbortController(),
      ended: Promise.resolve(),
      runs: [],
      secondsLeft: null,
      loading: null,
    };
    this.#current = current;
    current.ended = this.#carryOut(current, items.data)
      .catch((error: unknown) => {
        // A bug in the runner must not take the app and its other comparisons with it.
        this.#note(hash, `An error in Noisefloor itself stopped it: ${String(error)}`);
      })
      .finally(() => {
        this.#current = undefined;
        this.#changed(hash);
      });
    this.#changed(hash);
    return success(undefined);
  }

  /** Stops it and resolves when what was in flight is stored. */
  async halt(hash: string, how: 'paused' | 'cancelled'): Promise<Result<void>> {
    const halted = this.#options.store.setHalt(hash, how);
    if (!halted.ok) return halted;
    await this.stop(hash);
    this.#changed(hash);
    return success(undefined);
  }

  async stop(hash: string): Promise<void> {
    const current = this.#current;
    if (current?.registered.hash !== hash) return;
    current.stop.abort();
    await current.ended;
  }

  /** Stops whatever runs; used when the app closes. */
  async close(): Promise<void> {
    this.#current?.stop.abort();
    await this.#current?.ended;
  }

  async #carryOut(current: Current, items: Parameters<typeof runPlan>[1]): Promise<void> {
    const { store, engine, machine, now } = this.#options;
    const { registered } = current;
    const outcome = await runPlan(
      registered,
      items,
      {
        store,
        engine,
        machine,
        noisefloor: version(),
        now,
        elapsed: () => performance.now(),
        estimateMemory: await memoryEstimator(registered.plan.candidates),
        memoryBudget: memoryBudget(),
        report: (event) => {
          this.#take(current, event);
        },
      },
      current.stop.signal,
    );
    this.#tell(registered.hash, outcome);
    if (!outcome.ok) return;
    const compared = scoreAndCompare(store, registered, items);
    if (!compared.ok) this.#note(registered.hash, compared.error.message);
  }

  #take(current: Current, event: ProgressEvent): void {
    const { hash } = current.registered;
    if (event.kind === 'progress') {
      current.runs = event.runs;
      current.secondsLeft = event.secondsLeft;
    } else if (event.kind === 'loading') current.loading = { key: event.key, since: this.#options.now() };
    else if (event.kind === 'loaded') current.loading = null;
    else if (event.kind === 'restarted')
      this.#note(hash, `${event.key.candidate} was started again: ${event.error.message}`);
    else this.#note(hash, event.text);
    this.#options.hub.publish({ kind: 'progress', comparison: hash, event });
  }

  #tell(hash: string, outcome: Result<RunOutcome>): void {
    if (!outcome.ok) {
      if (outcome.error.code !== 'interrupted') this.#note(hash, outcome.error.message);
      return;
    }
    for (const { key, error } of outcome.data.failed)
      this.#note(hash, `${key.candidate} failed: ${error.message}`);
  }

  #note(hash: string, text: string): void {
    const notices = this.#notices.get(hash) ?? [];
    notices.push({ at: this.#options.now(), text });
    this.#notices.set(hash, notices.slice(-keptNotices));
  }

  #changed(hash: string): void {
    for (const of of ['comparisons', 'results', 'outputs'] as const)
      this.#options.hub.publish({ kind: 'store_changed', change: { of, comparison: hash } });
  }
}
