/**
 * Has a plan's judge read the outputs that are there, and keeps what it says of each. What is said is in the store as it
 * comes, so that a judge that is stopped goes on where it was. Scores are made of it later, as often as one likes.
 */
import type { Candidate } from '../../contract/candidate.ts';
import type { Item } from '../../contract/item.ts';
import type { Judgement } from '../../contract/judging.ts';
import type { ResolvedSetting } from '../../contract/manifest.ts';
import type { Output } from '../../contract/output.ts';
import type { RegisteredPlan, RunKey } from '../../contract/plan.ts';
import { failure, success, type Failure, type Result } from '../../contract/result.ts';
import type { GenerationRequest, OpenCandidate } from '../../engine/engine.ts';
import { markerTexts } from '../../engine/llama/gguf/marker-texts.ts';
import { judgeForm } from '../../scoring/judge/form.ts';
import { formPromptVersion, judgeMessages, judgePromptVersion } from '../../scoring/judge/prompt.ts';
import { runBlock } from '../block-runner.ts';
import { OutputWriter } from '../output-writer.ts';
import type { Surroundings } from '../runner.ts';
import { judgeHash } from './judge-hash.ts';
import { judgeablePages, judgedItems, planRuns, type JudgeableOutput } from './judge-work.ts';

export type JudgingSurroundings = Pick<
  Surroundings,
  'store' | 'engine' | 'machine' | 'noisefloor' | 'now' | 'elapsed' | 'report'
>;

export interface JudgingOutcome {
  /** Hash of the judge that the plan's grades come from now; null: the plan has none, or it could not be opened. */
  readonly judge: string | null;
  /** Another judge's hash, where that one's judgements were there before; they are kept. */
  readonly before: string | null;
  /** Judgements that this call added. */
  readonly added: number;
  /** Why the judge could not be asked; the outputs are then without a grade, and never wrong. */
  readonly failure: Failure | null;
}

const progressIntervalMs = 100;
const nothing: JudgingOutcome = { judge: null, before: null, added: 0, failure: null };

/**
 * @param items the plan's items, as the store reads them
 * @param again opens a judge that is done, too, and has it judge anew where it is another one now
 * @returns how it ended; `interrupted` when stopped, a store failure when judgements could not be kept
 */
export async function judgeOutputs(
  registered: RegisteredPlan,
  items: readonly Item[],
  surroundings: JudgingSurroundings,
  signal: AbortSignal,
  again = false,
): Promise<Result<JudgingOutcome>> {
  const { judge } = registered.plan;
  if (judge === undefined) return success(nothing);
  const before = surroundings.store.judging(registered.hash);
  if (before?.state === 'complete' && !again) return success({ ...nothing, judge: before.judge });
  return new JudgeRun(registered, judge, items, surroundings, signal).run();
}

class JudgeRun {
  readonly #registered: RegisteredPlan;
  readonly #judge: Candidate;
  readonly #items: ReturnType<typeof judgedItems>;
  readonly #around: JudgingSurroundings;
  readonly #stop = new AbortController();
  #open: OpenCandidate | undefined;
  #hash = '';
  /** The judge that read everything before; its grades stay the plan's until another one has read everything. */
  #finished: string | null = null;
  #markers: readonly string[] = [];
  /** The engine forces answers into the judge's form. */
  #isForced = false;
  #storeFailure: Failure | undefined;
  #total = 0;
  #done = 0;
  #added = 0;
  #startedAt = 0;
  #reportedAt = Number.NEGATIVE_INFINITY;

  constructor(
    registered: RegisteredPlan,
    judge: Candidate,
    items: readonly Item[],
    surroundings: JudgingSurroundings,
    signal: AbortSignal,
  ) {
    this.#registered = registered;
    this.#judge = judge;
    this.#items = judgedItems(items);
    this.#around = surroundings;
    if (signal.aborted) this.#stop.abort();
    signal.addEventListener('abort', () => {
      this.#stop.abort();
    });
  }

  async run(): Promise<Result<JudgingOutcome>> {
    const before = this.#around.store.judging(this.#registered.hash);
    if (before?.state === 'complete') this.#finished = before.judge;
    try {
      const opened = await this.#candidate();
      if (!opened.ok) return this.#ended(opened.error, before?.judge ?? null);
      const another =
        before !== null && before.judge !== '' && before.judge !== this.#hash ? before.judge : null;
      if (another !== null)
        this.#notice(`The judge is not the one that gave the grades so far: it judges everything anew.`);
      if (this.#finished === null) this.#keep(this.#state('running'));
      this.#takeStock();
      const failed = await this.#judgeRuns();
      return failed ? this.#ended(failed, another) : this.#ended(null, another);
    } finally {
      await this.#close();
    }
  }

  #takeStock(): void {
    const { store } = this.#around;
    const { hash } = this.#registered;
    for (const key of planRuns(this.#registered)) {
      const judged = store.judgedKeys(hash, key, this.#hash);
      for (const page of judgeablePages(store, hash, key, this.#items)) {
        this.#total += page.length;
        this.#done += page.filter(({ output }) => judged.has(keyOf(output))).length;
      }
    }
    this.#startedAt = this.#around.elapsed();
    this.#report(true);
  }

  /** @returns why the judge cannot go on; null where it was asked about everything, or was stopped */
  async #judgeRuns(): Promise<Failure | null> {
    const { store } = this.#around;
    const { hash } = this.#registered;
    for (const key of planRuns(this.#registered)) {
      const judged = store.judgedKeys(hash, key, this.#hash);
      for (const page of judgeablePages(store, hash, key, this.#items)) {
        if (this.#stop.signal.aborted) return null;
        const open = page.filter(({ output }) => !judged.has(keyOf(output)));
        const failed = open.length === 0 ? null : await this.#judgePage(key, open);
        if (failed) return failed;
      }
    }
    return null;
  }

  async #judgePage(key: RunKey, open: readonly JudgeableOutput[]): Promise<Failure | null> {
    const requests = open.map(({ item, output, text }): GenerationRequest => ({
      itemId: output.itemId,
      sample: output.sample,
      messages: judgeMessages(item.check, item.messages, text, this.#markers, this.#isForced),
      ...(this.#isForced ? { form: judgeForm(item.check) } : {}),
    }));
    const writer = new OutputWriter(
      (outputs) =>
        this.#around.store.appendJudgements(this.#registered.hash, key, this.#hash, outputs.map(judgementOf)),
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
      candidate: () => this.#candidate(),
      deliver: (output) => {
        writer.add(output);
      },
      crashed: async (error) => {
        writer.flush();
        await this.#close();
        this.#notice(`The judge was started again: ${error.message}`);
      },
    });
    const written = writer.flush();
    if (!written.ok) this.#storeFailure = written.error;
    return ended.ok || ended.error.code === 'interrupted' ? null : ended.error;
  }

  /** The open judge; after a crash it must be the same one again. */
  async #candidate(): Promise<Result<OpenCandidate>> {
    if (this.#open) return success(this.#open);
    this.#around.report({
      kind: 'judging',
      done: this.#done,
      total: this.#total,
      secondsLeft: null,
      loading: true,
    });
    const startedAt = this.#around.now();
    const opened = await this.#around.engine.open(this.#judge, this.#stop.signal);
    if (!opened.ok) return opened;
    const { manifest } = opened.data;
    const tried = await this.#tryForm(opened.data);
    if (!tried.ok) {
      await opened.data.close();
      return tried;
    }
    const form = tried.data;
    const isForced = form !== null && form.resolved === form.requested;
    const hash = judgeHash(this.#judge, manifest.engine, isForced ? formPromptVersion : judgePromptVersion);
    if (this.#hash !== '' && hash !== this.#hash) {
      await opened.data.close();
      return failure('endpoint_changed', 'The judge became another one while it judged.', {
        next: 'Go on with the run: everything is then judged anew by the one that is there now.',
      });
    }
    this.#hash = hash;
    this.#isForced = isForced;
    this.#open = opened.data;
    if (this.#judge.engine === 'llama') this.#markers = await markerTexts(this.#judge.weights);
    const sitting = this.#around.store.beginJudgeSitting(this.#registered.hash, hash, {
      ...manifest,
      settings: [...manifest.settings, ...(form === null ? [] : [form])],
      noisefloor: this.#around.noisefloor,
      machine: this.#around.machine,
      startedAt,
      resumed: this.#done > 0,
    });
    this.#keep(sitting);
    return sitting.ok ? opened : sitting;
  }

  /** With the first item's grades; null where nothing is judged. */
  async #tryForm(open: OpenCandidate): Promise<Result<ResolvedSetting | null>> {
    const [first] = this.#items.values();
    return first === undefined ? success(null) : open.tryForm(judgeForm(first.check), this.#stop.signal);
  }

  async #close(): Promise<void> {
    const open = this.#open;
    this.#open = undefined;
    await open?.close();
  }

  #ended(error: Failure | null, before: string | null): Result<JudgingOutcome> {
    if (this.#storeFailure) return { ok: false, error: this.#storeFailure };
    if (this.#stop.signal.aborted) {
      if (this.#hash !== '' && this.#finished === null) this.#keep(this.#state('stopped'));
      return failure('interrupted', 'Stopped before everything was judged; every judgement so far is kept.', {
        next:
          this.#finished === null
            ? 'Run the same plan again: it goes on where it was.'
            : 'Ask again with --judge: it goes on where it was. Until then the grades are those of before.',
      });
    }
    if (error) {
      // What an earlier judge said stays what it is where the judge of now does not open, or does not come to an end.
      const stays = this.#finished ?? (this.#hash === '' ? before : null);
      if (stays !== null && stays !== '')
        return success({ judge: stays, before: null, added: this.#added, failure: error });
      const kept = this.#around.store.setJudging(
        this.#registered.hash,
        this.#hash,
        'failed',
        this.#around.now(),
        error,
      );
      if (!kept.ok) return kept;
      this.#notice(`The judge failed: ${error.message}`);
      return success({ judge: this.#hash || null, before, added: this.#added, failure: error });
    }
    const kept = this.#state('complete');
    if (!kept.ok) return kept;
    this.#report(true);
    return success({ judge: this.#hash, before, added: this.#added, failure: null });
  }

  #state(state: 'running' | 'stopped' | 'complete'): Result<void> {
    return this.#around.store.setJudging(this.#registered.hash, this.#hash, state, this.#around.now());
  }

  #keep(written: Result<unknown>): void {
    if (written.ok) return;
    this.#storeFailure ??= written.error;
    this.#stop.abort();
  }

  #notice(text: string): void {
    this.#around.report({ kind: 'notice', text });
  }

  #report(now: boolean): void {
    const time = this.#around.elapsed();
    if (!now && time - this.#reportedAt < progressIntervalMs) return;
    this.#reportedAt = time;
    const left = this.#total - this.#done;
    const spent = (time - this.#startedAt) / 1000;
    this.#around.report({
      kind: 'judging',
      done: this.#done,
      total: this.#total,
      secondsLeft: left === 0 ? 0 : this.#added === 0 ? null : (spent / this.#added) * left,
      loading: false,
    });
  }
}

function judgementOf(output: Output): Judgement {
  const { itemId, sample, text, finish, promptHash, promptTokens, generatedTokens, totalMs, error } = output;
  return {
    itemId,
    sample,
    text,
    finish,
    promptHash,
    promptTokens,
    generatedTokens,
    totalMs,
    ...(error ? { error } : {}),
  };
}

function keyOf({ itemId, sample }: { readonly itemId: string; readonly sample: number }): string {
  return `${itemId}\u0000${sample}`;
}
