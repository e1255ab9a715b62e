/**
 * Runs a registered plan: block by block, run by run, until every output is there or someone says stop. Everything
 * it learns is in the store the moment it is known, so that it can be killed at any point and started again.
 */
import type { Candidate } from '../contract/candidate.ts';
import type { Item } from '../contract/item.ts';
import { differingSettings, type MachineDescription, type Manifest } from '../contract/manifest.ts';
import type { Plan, RegisteredPlan, RunKey } from '../contract/plan.ts';
import type { ProgressEvent } from '../contract/progress.ts';
import { failure, success, type Failure, type Result } from '../contract/result.ts';
import type { Engine, GenerationRequest, OpenCandidate } from '../engine/engine.ts';
import type { Scoring } from '../scoring/scoring.ts';
import { isWeighed, optionsToWeigh } from '../scoring/choice-options.ts';
import type { Store } from '../store/store.ts';
import { runBlock } from './block-runner.ts';
import { measuredCost } from './measured-cost.ts';
import { OutputWriter } from './output-writer.ts';
import { planPrompts, type PlanPrompts } from './prompts/plan-prompts.ts';
import { fitsTogether, keyName, Residents, type MemoryPlan } from './residents.ts';
import { proveItems } from './prove-items.ts';
import { RunMeter } from './run-meter.ts';
import { earlierSitting, serverChange } from './same-server.ts';
import { blockLength, interleave, orderOf, runKeys } from './schedule.ts';
import { groupsThatFit, takeTurns, type TurnLength } from './taking-turns.ts';

export interface Surroundings {
  readonly store: Store;
  readonly engine: Engine;
  readonly scoring: Scoring;
  readonly machine: MachineDescription;
  /** The version that goes into manifests. */
  readonly noisefloor: string;
  /** ISO 8601, UTC. */
  readonly now: () => string;
  /** Milliseconds of a clock that never goes back. */
  readonly elapsed: () => number;
  readonly memory: MemoryPlan;
  readonly report: (event: ProgressEvent) => void;
}

export interface RunOutcome {
  /** Every run has every output. */
  readonly complete: boolean;
  readonly failed: readonly { readonly key: RunKey; readonly error: Failure }[];
  /** Outputs that this call added. */
  readonly added: number;
}

const progressIntervalMs = 100;

interface Work {
  readonly item: Item;
  readonly sample: number;
}

/**
 * @param items the plan's items, as the store reads them
 * @param signal stops at the next token; what is committed stays
 * @returns how it ended; `interrupted` when stopped, a store failure when outputs could not be kept, and before anything
 *   runs what `planPrompts` says where a prompt cannot be composed, and `proveItems` where items cannot be scored, or their judge would judge its own answers. A candidate that cannot be loaded
 *   fails alone: the others go on.
 */
export async function runPlan(
  registered: RegisteredPlan,
  items: readonly Item[],
  surroundings: Surroundings,
  signal: AbortSignal,
): Promise<Result<RunOutcome>> {
  const prompts = planPrompts(registered.plan, items, surroundings.store);
  if (!prompts.ok) return prompts;
  // Hours of generating come to nothing where nothing can score what they bring.
  const scorable = await proveItems(registered, items, surroundings, signal);
  if (!scorable.ok) return scorable;
  return new PlanRun(registered, items, prompts.data, surroundings, signal).run();
}

class PlanRun {
  readonly #plan: Plan;
  readonly #hash: string;
  readonly #around: Surroundings;
  readonly #prompts: PlanPrompts;
  readonly #work: readonly Work[];
  readonly #keys: readonly RunKey[];
  /** Work (items x samples) in one block. */
  readonly #block: number;
  readonly #residents: Residents;
  readonly #meter = new RunMeter();
  readonly #sittings = new Map<string, number>();
  readonly #delivered = new Map<string, Set<string>>();
  readonly #failed: { key: RunKey; error: Failure }[] = [];
  /** Aborts on the caller's signal, and when outputs can no longer be kept. */
  readonly #stop = new AbortController();
  #storeFailure: Failure | undefined;
  /** How often each run's engine ended by itself since this call began. */
  readonly #crashes = new Map<string, number>();
  /** Seconds that each run's latest opening took, making room included. */
  readonly #loading = new Map<string, number>();
  #turn: Manifest['turn'];
  #turnRemark: string | null = null;
  #added = 0;
  #reportedAt = Number.NEGATIVE_INFINITY;

  constructor(
    registered: RegisteredPlan,
    items: readonly Item[],
    prompts: PlanPrompts,
    surroundings: Surroundings,
    signal: AbortSignal,
  ) {
    this.#prompts = prompts;
    this.#plan = registered.plan;
    this.#hash = registered.hash;
    this.#around = surroundings;
    this.#work = items.flatMap((item) =>
      Array.from({ length: this.#plan.samples }, (_, sample) => ({ item, sample })),
    );
    this.#keys = runKeys(
      this.#plan.candidates.map((candidate) => candidate.name),
      this.#plan.baseline,
      this.#plan.replicates,
    );
    const parallel = this.#plan.candidates.map(({ settings }) => settings.parallel);
    this.#block = blockLength(parallel, this.#work.length);
    this.#residents = new Residents(surroundings.engine, surroundings.memory);
    if (signal.aborted) this.#stop.abort();
    signal.addEventListener('abort', () => {
      this.#stop.abort();
    });
  }

  async run(): Promise<Result<RunOutcome>> {
    this.#takeStock();
    try {
      const { needs, budget } = this.#around.memory;
      const groups = groupsThatFit(this.#keys, (together) =>
        fitsTogether(
          together.map((key) => needs(this.#candidate(key))),
          budget,
        ),
      );
      if (groups.length > 1) await this.#takeTurns(groups);
      else await this.#interleave();
    } finally {
      await this.#residents.closeAll();
    }
    this.#finish();
    if (this.#storeFailure) return { ok: false, error: this.#storeFailure };
    const complete = this.#keys.every((key) => this.#isComplete(key));
    if (this.#stop.signal.aborted && !complete)
      return failure('interrupted', 'Stopped; every output so far is kept.', {
        next: 'Run the same plan again: it goes on where it was.',
      });
    return success({ complete, failed: this.#failed, added: this.#added });
  }

  #takeStock(): void {
    for (const key of this.#keys) {
      const delivered = new Set(this.#around.store.deliveredKeys(this.#hash, key));
      this.#delivered.set(keyName(key), delivered);
      const state = delivered.size === this.#work.length ? 'complete' : 'waiting';
      this.#meter.add(key, this.#work.length, delivered.size, state);
    }
    this.#report(true);
  }

  /** All stay loaded: short blocks alternate. */
  async #interleave(): Promise<void> {
    for (const block of interleave(this.#keys, this.#work.length, this.#block, this.#plan.seed)) {
      if (this.#stop.signal.aborted) return;
      if (this.#hasFailed(block.key)) continue;
      const requests = this.#requests(block.key, block.positions);
      if (requests.length > 0) await this.#runBlock(block.key, requests);
    }
  }

  #takeTurns(groups: readonly (readonly RunKey[])[]): Promise<void> {
    return takeTurns({
      groups,
      order: orderOf(this.#work.length, this.#plan.seed),
      block: this.#block,
      lacks: (key, position) => {
        const work = this.#work[position];
        if (!work || this.#hasFailed(key)) return false;
        return !this.#deliveredOf(key).has(workKey(work.item.id, work.sample));
      },
      run: (key, positions) => this.#runBlock(key, this.#requests(key, positions)),
      cost: (key) => measuredCost(this.#around.store, this.#hash, key, this.#loading.get(keyName(key))),
      stopped: () => this.#stop.signal.aborted,
      turn: (number, length) => {
        this.#turn = { number, outputs: length?.length ?? null };
        this.#remarkOnTurns(length);
      },
    });
  }

  #remarkOnTurns(length: TurnLength | null): void {
    const remark = length?.remark ?? null;
    if (remark === null || remark === this.#turnRemark) return;
    this.#turnRemark = remark;
    this.#around.report({ kind: 'notice', text: remark });
  }

  #requests(key: RunKey, positions: readonly number[]): GenerationRequest[] {
    const delivered = this.#deliveredOf(key);
    const candidate = this.#candidate(key);
    const requests = positions.flatMap((position) => {
      const work = this.#work[position];
      if (!work || delivered.has(workKey(work.item.id, work.sample))) return [];
      const messages = this.#prompts.messages(candidate, work.item);
      const { check } = work.item;
      const options = isWeighed(check) ? { options: optionsToWeigh(check, work.item.messages) } : {};
      return [{ itemId: work.item.id, sample: work.sample, messages, ...options }];
    });
    // The longest first: at the end of a block no sequence is left alone with a long prompt.
    return requests.toSorted((a, b) => lengthOf(b) - lengthOf(a));
  }

  async #runBlock(key: RunKey, requests: readonly GenerationRequest[]): Promise<void> {
    const delivered = this.#deliveredOf(key);
    let since = this.#around.elapsed();
    const busy = (): number => {
      const now = this.#around.elapsed();
      const spent = now - since;
      since = now;
      this.#meter.busy(key, spent);
      return spent;
    };
    const writer = new OutputWriter(
      (outputs) => this.#around.store.appendOutputs(this.#hash, key, this.#sitting(key), outputs, busy()),
      (output) => {
        delivered.add(workKey(output.itemId, output.sample));
        this.#added += 1;
        this.#meter.deliver(key, output.generatedTokens);
        this.#report(false);
      },
      () => {
        this.#stop.abort();
      },
    );
    const ended = await runBlock(requests, {
      signal: this.#stop.signal,
      candidate: async () => {
        const open = await this.#open(key);
        since = this.#around.elapsed();
        return open;
      },
      deliver: (output) => {
        writer.add(output);
      },
      crashed: async (error) => {
        writer.flush();
        this.#crashes.set(keyName(key), this.#crashesOf(key) + 1);
        this.#endSitting(key, 'crashed');
        await this.#residents.drop(key);
        this.#around.report({ kind: 'restarted', key, error });
      },
    });
    const written = writer.flush();
    if (!written.ok) this.#storeFailure = written.error;
    else if (!ended.ok && ended.error.code !== 'interrupted') await this.#fail(key, ended.error);
    else if (this.#isComplete(key)) await this.#complete(key);
  }

  async #open(key: RunKey): Promise<Result<OpenCandidate>> {
    const resident = this.#residents.get(key);
    if (resident) return success(resident.open);
    this.#meter.setState(key, 'running');
    this.#keep(this.#around.store.setRunState(this.#hash, key, 'running', this.#around.now()));
    this.#around.report({ kind: 'loading', key });
    const startedAt = this.#around.now();
    const began = this.#around.elapsed();
    const opened = await this.#residents.open(key, this.#candidate(key), this.#stop.signal, (other) => {
      this.#endSitting(other, 'stopped');
    });
    if (!opened.ok) return opened;
    this.#loading.set(keyName(key), (this.#around.elapsed() - began) / 1000);
    for (const text of opened.data.remarks) this.#around.report({ kind: 'notice', text });
    const remarks = [...(opened.data.open.manifest.remarks ?? []), ...opened.data.remarks];
    const manifest = {
      ...opened.data.open.manifest,
      settings: [...opened.data.open.manifest.settings, ...this.#prompts.settings(this.#candidate(key))],
      noisefloor: this.#around.noisefloor,
      machine: this.#around.machine,
      startedAt,
      // The engine counts all that it opened of a candidate: another run, plan or turn is no crash of this one.
      generation: this.#crashesOf(key) + 1,
      resumed: this.#deliveredOf(key).size > 0,
      ...(this.#turn === undefined ? {} : { turn: this.#turn }),
      ...(remarks.length === 0 ? {} : { remarks }),
    };
    const before = earlierSitting(this.#around.store, this.#hash, this.#keys, key);
    const change = before ? serverChange(key.candidate, before, manifest) : null;
    if (change) {
      await this.#residents.drop(key);
      return { ok: false, error: change };
    }
    const sitting = this.#around.store.beginSitting(this.#hash, key, manifest);
    if (!sitting.ok) {
      this.#keep(sitting);
      return sitting;
    }
    this.#sittings.set(keyName(key), sitting.data);
    this.#around.report({
      kind: 'loaded',
      key,
      seconds: manifest.loadSeconds,
      differing: differingSettings(manifest),
    });
    return success(opened.data.open);
  }

  async #complete(key: RunKey): Promise<void> {
    this.#endSitting(key, 'complete');
    this.#meter.setState(key, 'complete');
    this.#keep(this.#around.store.setRunState(this.#hash, key, 'complete', this.#around.now()));
    await this.#residents.drop(key);
    this.#report(true);
  }

  async #fail(key: RunKey, error: Failure): Promise<void> {
    this.#failed.push({ key, error });
    this.#endSitting(key, 'stopped');
    this.#meter.setState(key, 'failed', error);
    this.#keep(this.#around.store.setRunState(this.#hash, key, 'failed', this.#around.now(), error));
    await this.#residents.drop(key);
    this.#report(true);
  }

  /** Ends what is still open, with the state that a person will find. */
  #finish(): void {
    for (const key of this.#keys) {
      this.#endSitting(key, 'stopped');
      if (this.#hasFailed(key)) continue;
      const state = this.#isComplete(key) ? 'complete' : 'stopped';
      this.#meter.setState(key, state);
      this.#keep(this.#around.store.setRunState(this.#hash, key, state, this.#around.now()));
    }
    this.#report(true);
  }

  #endSitting(key: RunKey, how: 'complete' | 'stopped' | 'crashed'): void {
    const sitting = this.#sittings.get(keyName(key));
    if (sitting === undefined) return;
    this.#sittings.delete(keyName(key));
    this.#keep(this.#around.store.endSitting(sitting, this.#around.now(), how));
  }

  /** A store that cannot be written stops the plan; the first failure is the one to tell. */
  #keep(written: Result<unknown>): void {
    if (written.ok) return;
    this.#storeFailure ??= written.error;
    this.#stop.abort();
  }

  #report(now: boolean): void {
    const time = this.#around.elapsed();
    if (!now && time - this.#reportedAt < progressIntervalMs) return;
    this.#reportedAt = time;
    this.#around.report({
      kind: 'progress',
      runs: this.#meter.runs(),
      secondsLeft: this.#meter.secondsLeft(),
    });
  }

  #candidate(key: RunKey): Candidate {
    const candidate = this.#plan.candidates.find((other) => other.name === key.candidate);
    if (!candidate) throw new Error(`the plan has no candidate ${key.candidate}`);
    return candidate;
  }

  #sitting(key: RunKey): number {
    const sitting = this.#sittings.get(keyName(key));
    if (sitting === undefined) throw new Error(`run ${keyName(key)} has no sitting`);
    return sitting;
  }

  #deliveredOf(key: RunKey): Set<string> {
    const delivered = this.#delivered.get(keyName(key));
    if (!delivered) throw new Error(`run ${keyName(key)} is not of this plan`);
    return delivered;
  }

  #crashesOf(key: RunKey): number {
    return this.#crashes.get(keyName(key)) ?? 0;
  }

  #isComplete(key: RunKey): boolean {
    return this.#deliveredOf(key).size === this.#work.length;
  }

  #hasFailed(key: RunKey): boolean {
    return this.#failed.some((other) => keyName(other.key) === keyName(key));
  }
}

/** Characters of a request's prompt, before any template. */
function lengthOf({ messages }: GenerationRequest): number {
  return messages.reduce((sum, { content }) => sum + content.length, 0);
}

function workKey(itemId: string, sample: number): string {
  return `${itemId}\u0000${sample}`;
}
