/**
 * The plan that is running now. One at a time: two would share the cores, and each would slow the other's numbers.
 * What is known of it beyond the store (speeds, the load that is going on, notices, memory) lives here and is gone
 * with it.
 */
import type { RegisteredPlan, RunKey } from '../contract/plan.ts';
import type { ProgressEvent, RunProgress } from '../contract/progress.ts';
import { failure, success, type Result } from '../contract/result.ts';
import type { MachineDescription } from '../contract/manifest.ts';
import type { Engines } from '../engine/engines.ts';
import { judgeOutputs } from '../experiment/judging/judge-outputs.ts';
import { runPlan, type RunOutcome } from '../experiment/runner.ts';
import type { Scoring } from '../scoring/scoring.ts';
import type { Store } from '../store/store.ts';
import type { EventHub } from './calls/event-hub.ts';
import { planMemory } from './memory-plan.ts';
import { MemorySampler } from './memory-samples.ts';
import { scoreInBackground } from './comparing/score-in-background.ts';
import { version } from './version.ts';

export interface Notice {
  readonly at: string;
  readonly text: string;
}

export type Judging = Pick<
  Extract<ProgressEvent, { kind: 'judging' }>,
  'done' | 'total' | 'secondsLeft' | 'loading'
>;

export interface RunningPlan {
  readonly hash: string;
  readonly startedAt: string;
  readonly runs: readonly RunProgress[];
  readonly secondsLeft: number | null;
  readonly loading: { readonly key: RunKey; readonly since: string } | null;
  /** While the judge reads the outputs; null before and after. */
  readonly judging: Judging | null;
  /** The newest last. */
  readonly notices: readonly Notice[];
}

export interface RunningPlansOptions {
  readonly store: Store;
  readonly engine: Engines;
  readonly scoring: Scoring;
  readonly machine: MachineDescription;
  readonly hub: EventHub;
  readonly now: () => string;
}

/** Something else that has the machine for itself, such as a pilot. */
interface Occupant {
  /** Such as "The pilot of “Ship Q4_K_M”". */
  readonly words: string;
  readonly stop: () => Promise<void>;
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
  judging: Judging | null;
  /** Of the engine, as far as they were loaded. */
  processIds: readonly number[];
}

export class RunningPlans {
  readonly #options: RunningPlansOptions;
  #current: Current | undefined;
  #occupant: Occupant | undefined;
  readonly #closing = new AbortController();
  /** Begins with the time, so that it goes on rising when the app is started again under an open window. */
  #revision: number;
  /** Notices and memory outlive the run: whoever comes later reads why it stopped. */
  readonly #notices = new Map<string, Notice[]>();
  readonly #memory = new Map<string, MemorySampler>();

  constructor(options: RunningPlansOptions) {
    this.#options = options;
    this.#revision = Date.parse(options.now());
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
      judging: current.judging,
      notices: this.notices(hash),
    };
  }

  /** What has the machine now, in words for a sentence that ends in "is running"; null: nothing. */
  get busyWith(): string | null {
    if (this.#current) return `“${this.#current.registered.plan.decision}”`;
    return this.#occupant?.words ?? null;
  }

  notices(hash: string): readonly Notice[] {
    return this.#notices.get(hash) ?? [];
  }

  /** Rises with everything that changes how runs stand. */
  get revision(): number {
    return this.#revision;
  }

  /** Measured while it ran in this process; null where it did not. */
  memory(hash: string): Pick<MemorySampler, 'samples' | 'freeAtStart'> | null {
    return this.#memory.get(hash) ?? null;
  }

  /**
   * Starts it, or goes on where it was. Resolves at once, or after it has ended where it is just stopping; how it goes
   * comes as events.
   */
  async start(registered: RegisteredPlan): Promise<Result<void>> {
    const { store, now } = this.#options;
    const { hash } = registered;
    while (this.#current?.registered.hash === hash) {
      if (!this.#current.stop.signal.aborted) return success(undefined);
      await this.#current.ended;
    }
    const free = this.#claim();
    if (!free.ok) return free;
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
      judging: null,
      processIds: [],
    };
    this.#current = current;
    current.ended = this.#carryOut(current, items.data)
      .catch((error: unknown) => {
        // A bug in the runner must not take the app and its other comparisons with it.
        this.#note(hash, `An error in Noisefloor itself stopped it: ${String(error)}`);
      })
      .finally(() => {
        this.#current = undefined;
        this.changed(hash);
      });
    this.changed(hash);
    return success(undefined);
  }

  /** Stops it and resolves when what was in flight is stored. Pausing what does not run changes nothing. */
  async halt(hash: string, how: 'paused' | 'cancelled'): Promise<Result<void>> {
    if (how === 'paused' && this.#current?.registered.hash !== hash) return success(undefined);
    const halted = this.#options.store.setHalt(hash, how);
    if (!halted.ok) return halted;
    await this.stop(hash);
    this.changed(hash);
    return success(undefined);
  }

  async stop(hash: string): Promise<void> {
    const current = this.#current;
    if (current?.registered.hash !== hash) return;
    current.stop.abort();
    await current.ended;
  }

  /**
   * Takes the machine for something else than a plan, so that neither slows the other down.
   *
   * @param words what it is, for whoever is refused meanwhile
   * @param stop called when the app closes
   * @returns what gives the machine back; `run_busy` where it is taken
   */
  occupy(words: string, stop: () => Promise<void>): Result<() => void> {
    const free = this.#claim();
    if (!free.ok) return free;
    const occupant = { words, stop };
    this.#occupant = occupant;
    return success(() => {
      if (this.#occupant === occupant) this.#occupant = undefined;
    });
  }

  /** Pauses whatever runs; used when the app closes. Nothing starts afterwards. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#occupant?.stop();
    const current = this.#current;
    if (!current) return;
    await this.halt(current.registered.hash, 'paused');
  }

  /** Tells everyone that a plan stands elsewhere now. */
  changed(hash: string): void {
    this.#revision += 1;
    const parts = ['comparisons', 'results', 'outputs'] as const;
    for (const part of parts)
      this.#options.hub.publish({ kind: 'store_changed', change: { of: part, comparison: hash } });
  }

  #claim(): Result<void> {
    if (this.#closing.signal.aborted) return failure('interrupted', 'Noisefloor is closing.');
    if (this.#current)
      return failure('run_busy', `“${this.#current.registered.plan.decision}” is running.`, {
        next: 'Pause it first: two at a time would slow each other down.',
      });
    if (this.#occupant)
      return failure('run_busy', `${this.#occupant.words} is running.`, {
        next: 'Wait for it or cancel it: two at a time would slow each other down.',
      });
    return success(undefined);
  }

  async #carryOut(current: Current, items: Parameters<typeof runPlan>[1]): Promise<void> {
    const { store, engine, scoring, machine, now } = this.#options;
    const { registered } = current;
    const { hash } = registered;
    const memory = this.#samplerOf(hash);
    memory.start();
    try {
      const surroundings = {
        store,
        engine,
        scoring,
        machine,
        noisefloor: version(),
        now,
        elapsed: () => performance.now(),
        memory: await planMemory(registered.plan.candidates, engine),
        report: (event: ProgressEvent) => {
          this.#take(current, event);
        },
      };
      const outcome = await runPlan(registered, items, surroundings, current.stop.signal);
      this.#tell(hash, outcome);
      if (!outcome.ok) return;
      const judged = await judgeOutputs(registered, items, surroundings, current.stop.signal);
      current.judging = null;
      if (!judged.ok) {
        if (judged.error.code !== 'interrupted') this.#note(hash, judged.error.message);
        return;
      }
      // A pause comes too late for this: only the end of the app stops it.
      const compared = await scoreInBackground(store, scoring, registered, items, now, this.#closing.signal);
      if (!compared.ok) this.#note(hash, compared.error.message);
    } finally {
      memory.stop();
    }
  }

  /** One for each plan: what was measured before a pause stays. */
  #samplerOf(hash: string): MemorySampler {
    const known = this.#memory.get(hash);
    if (known) return known;
    const sampler = new MemorySampler({
      now: this.#options.now,
      processes: () => (this.#current?.registered.hash === hash ? this.#current.processIds : []),
    });
    this.#memory.set(hash, sampler);
    return sampler;
  }

  #openProcesses(hash: string): readonly number[] {
    const { store } = this.#options;
    return store
      .runs(hash)
      .flatMap(({ key }) => store.sittings(hash, key).slice(-1))
      .filter(({ how }) => how === null)
      .flatMap(({ manifest: { processId } }) => (processId === null ? [] : [processId]));
  }

  #take(current: Current, event: ProgressEvent): void {
    const { hash } = current.registered;
    this.#revision += 1;
    if (event.kind === 'progress') {
      current.runs = event.runs;
      current.secondsLeft = event.secondsLeft;
    } else if (event.kind === 'loading') current.loading = { key: event.key, since: this.#options.now() };
    else if (event.kind === 'loaded') {
      current.loading = null;
      current.processIds = this.#openProcesses(hash);
    } else if (event.kind === 'judging') {
      const { done, total, secondsLeft, loading } = event;
      current.judging = { done, total, secondsLeft, loading };
      // Every output is there: what is left is the judge's.
      current.secondsLeft = secondsLeft;
    } else if (event.kind === 'restarted')
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
}
