/**
 * A plan's judge while it is asked: opened when it is needed and again after a crash, what it says kept as it comes, and
 * how far it is told. What it is asked, and what is made of it, is its caller's.
 */
import type { Candidate } from '../../contract/candidate.ts';
import type { Judgement } from '../../contract/judging.ts';
import type { ResolvedSetting } from '../../contract/manifest.ts';
import type { Output } from '../../contract/output.ts';
import type { RegisteredPlan } from '../../contract/plan.ts';
import { failure, success, type Failure, type Result } from '../../contract/result.ts';
import type { GenerationRequest, OpenCandidate } from '../../engine/engine.ts';
import { markerTexts } from '../../engine/llama/gguf/marker-texts.ts';
import { runBlock } from '../block-runner.ts';
import { OutputWriter } from '../output-writer.ts';
import type { Surroundings } from '../runner.ts';
import { judgeHash } from './judge-hash.ts';
import { judgingCandidate } from './judging-candidate.ts';

export type JudgingSurroundings = Pick<
  Surroundings,
  'store' | 'engine' | 'machine' | 'noisefloor' | 'now' | 'elapsed' | 'report'
>;

/** How a judge is asked, as far as it makes it the judge that it is. */
export interface JudgeManner {
  /** Version of the prompt. */
  readonly prompt: number | string;
  /** What was tried for it on the open judge, beside the engine's own settings. */
  readonly settings: readonly ResolvedSetting[];
}

/** What is said where a crash is followed by another judge. */
export interface AnotherJudge {
  readonly message: string;
  readonly next: string;
}

const progressIntervalMs = 100;

export class AskedJudge {
  readonly #registered: RegisteredPlan;
  readonly #judge: Candidate;
  readonly #around: JudgingSurroundings;
  readonly #manner: (open: OpenCandidate, signal: AbortSignal) => Promise<Result<JudgeManner>>;
  readonly #another: AnotherJudge;
  readonly #stop = new AbortController();
  #open: OpenCandidate | undefined;
  #hash = '';
  #markers: readonly string[] = [];
  #storeFailure: Failure | undefined;
  #total = 0;
  #done = 0;
  #added = 0;
  #startedAt = 0;
  #reportedAt = Number.NEGATIVE_INFINITY;

  /** @param manner settles how the judge is asked, each time that it was opened */
  constructor(
    registered: RegisteredPlan,
    judge: Candidate,
    surroundings: JudgingSurroundings,
    manner: (open: OpenCandidate, signal: AbortSignal) => Promise<Result<JudgeManner>>,
    another: AnotherJudge,
    signal: AbortSignal,
  ) {
    this.#registered = registered;
    this.#judge = judge;
    this.#around = surroundings;
    this.#manner = manner;
    this.#another = another;
    if (signal.aborted) this.#stop.abort();
    signal.addEventListener('abort', () => {
      this.#stop.abort();
    });
  }

  /** Of the judge as it is asked here; empty until it was opened. */
  get hash(): string {
    return this.#hash;
  }

  /** Texts that stand for the model's own markers, and must not reach it in an answer that it reads. */
  get markers(): readonly string[] {
    return this.#markers;
  }

  get isStopped(): boolean {
    return this.#stop.signal.aborted;
  }

  /** The first thing that the store did not take; it stopped the asking. */
  get storeFailure(): Failure | undefined {
    return this.#storeFailure;
  }

  /** Answers that came since it was opened first. */
  get added(): number {
    return this.#added;
  }

  /** More that is asked, and how much of it was answered before. */
  count(total: number, done: number): void {
    this.#total += total;
    this.#done += done;
  }

  /** From here on the time that is left is worked out. */
  begin(): void {
    this.#startedAt = this.#around.elapsed();
    this.#report(true);
  }

  /** Tells how it ended. */
  end(): void {
    this.#report(true);
  }

  /** Opens the judge where it is not open; after a crash it must be the same one again. */
  async open(): Promise<Result<OpenCandidate>> {
    if (this.#open) return success(this.#open);
    this.#tell(null, true);
    const startedAt = this.#around.now();
    const opened = await this.#around.engine.open(this.#judge, this.#stop.signal);
    if (!opened.ok) return opened;
    const { manifest } = opened.data;
    const own = judgingCandidate(this.#around.store, this.#registered, manifest);
    if (own !== null) {
      await opened.data.close();
      return { ok: false, error: own };
    }
    const manner = await this.#manner(opened.data, this.#stop.signal);
    if (!manner.ok) {
      await opened.data.close();
      return manner;
    }
    const { prompt, settings } = manner.data;
    const hash = judgeHash(this.#judge, manifest.engine, prompt);
    if (this.#hash !== '' && hash !== this.#hash) {
      await opened.data.close();
      return failure('endpoint_changed', this.#another.message, { next: this.#another.next });
    }
    this.#hash = hash;
    this.#open = opened.data;
    if (this.#judge.engine === 'llama') this.#markers = await markerTexts(this.#judge.weights);
    const sitting = this.#around.store.beginJudgeSitting(this.#registered.hash, hash, {
      ...manifest,
      settings: [...manifest.settings, ...settings],
      noisefloor: this.#around.noisefloor,
      machine: this.#around.machine,
      startedAt,
      resumed: this.#done > 0,
    });
    this.keep(sitting);
    return sitting.ok ? opened : sitting;
  }

  async close(): Promise<void> {
    const open = this.#open;
    this.#open = undefined;
    await open?.close();
  }

  /**
   * Asks all of it, through crashes.
   *
   * @param append keeps what came in one turn, in one transaction
   * @returns why the judge cannot go on; null where everything was answered, or it was stopped
   */
  async ask(
    requests: readonly GenerationRequest[],
    append: (outputs: readonly Output[]) => Result<void>,
  ): Promise<Failure | null> {
    const writer = new OutputWriter(
      append,
      () => {
        this.#done += 1;
        this.#added += 1;
        this.#report(false);
      },
      () => {
        this.#stop.abort();
      },
    );
    const ended = await runBlock(requests, {
      signal: this.#stop.signal,
      candidate: () => this.open(),
      deliver: (output) => {
        writer.add(output);
      },
      crashed: async (error) => {
        writer.flush();
        await this.close();
        this.notice(`The judge was started again: ${error.message}`);
      },
    });
    const written = writer.flush();
    if (!written.ok) this.#storeFailure = written.error;
    return ended.ok || ended.error.code === 'interrupted' ? null : ended.error;
  }

  /** A store that cannot be written stops the asking; the first failure is the one to tell. */
  keep(written: Result<unknown>): void {
    if (written.ok) return;
    this.#storeFailure ??= written.error;
    this.#stop.abort();
  }

  notice(text: string): void {
    this.#around.report({ kind: 'notice', text });
  }

  #report(now: boolean): void {
    const time = this.#around.elapsed();
    if (!now && time - this.#reportedAt < progressIntervalMs) return;
    this.#reportedAt = time;
    const left = this.#total - this.#done;
    const spent = (time - this.#startedAt) / 1000;
    this.#tell(left === 0 ? 0 : this.#added === 0 ? null : (spent / this.#added) * left, false);
  }

  #tell(secondsLeft: number | null, loading: boolean): void {
    this.#around.report({ kind: 'judging', done: this.#done, total: this.#total, secondsLeft, loading });
  }
}

/** What the judge said, without what is the same of all that it says. */
export function saidOf(output: Output): Omit<Judgement, 'itemId' | 'sample'> {
  const { text, finish, promptHash, promptTokens, generatedTokens, totalMs, error } = output;
  return {
    text,
    finish,
    promptHash,
    promptTokens,
    generatedTokens,
    totalMs,
    ...(error ? { error } : {}),
  };
}
