/**
 * Has a plan's judge read the outputs that are there, and keeps what it says of each. What is said is in the store as it
 * comes, so that a judge that is stopped goes on where it was. Scores are made of it later, as often as one likes.
 */
import type { Candidate } from '../../contract/candidate.ts';
import type { Item } from '../../contract/item.ts';
import type { Judgement } from '../../contract/judging.ts';
import type { Output } from '../../contract/output.ts';
import type { RegisteredPlan, RunKey } from '../../contract/plan.ts';
import { failure, success, type Failure, type Result } from '../../contract/result.ts';
import type { GenerationRequest, OpenCandidate } from '../../engine/engine.ts';
import { judgeForm } from '../../scoring/judge/form.ts';
import { formPromptVersion, judgeMessages, judgePromptVersion } from '../../scoring/judge/prompt.ts';
import { AskedJudge, saidOf, type JudgeManner, type JudgingSurroundings } from './asked-judge.ts';
import { judgeablePages, judgedItems, planRuns, type JudgeableOutput } from './judge-work.ts';

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

const another = {
  message: 'The judge became another one while it judged.',
  next: 'Go on with the run: everything is then judged anew by the one that is there now.',
};
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
  readonly #items: ReturnType<typeof judgedItems>;
  readonly #around: JudgingSurroundings;
  readonly #judge: AskedJudge;
  /** The judge that read everything before; its grades stay the plan's until another one has read everything. */
  #finished: string | null = null;
  /** The engine forces answers into the judge's form. */
  #isForced = false;

  constructor(
    registered: RegisteredPlan,
    judge: Candidate,
    items: readonly Item[],
    surroundings: JudgingSurroundings,
    signal: AbortSignal,
  ) {
    this.#registered = registered;
    this.#items = judgedItems(items);
    this.#around = surroundings;
    this.#judge = new AskedJudge(
      registered,
      judge,
      surroundings,
      (open, stop) => this.#manner(open, stop),
      another,
      signal,
    );
  }

  async run(): Promise<Result<JudgingOutcome>> {
    const before = this.#around.store.judging(this.#registered.hash);
    if (before?.state === 'complete') this.#finished = before.judge;
    try {
      const opened = await this.#judge.open();
      if (!opened.ok) return this.#ended(opened.error, before?.judge ?? null);
      const another =
        before !== null && before.judge !== '' && before.judge !== this.#judge.hash ? before.judge : null;
      if (another !== null)
        this.#judge.notice(
          `The judge is not the one that gave the grades so far: it judges everything anew.`,
        );
      if (this.#finished === null) this.#judge.keep(this.#state('running'));
      this.#takeStock();
      const failed = await this.#judgeRuns();
      return failed ? this.#ended(failed, another) : this.#ended(null, another);
    } finally {
      await this.#judge.close();
    }
  }

  #takeStock(): void {
    const { store } = this.#around;
    const { hash } = this.#registered;
    for (const key of planRuns(this.#registered)) {
      const judged = store.judgedKeys(hash, key, this.#judge.hash);
      for (const page of judgeablePages(store, hash, key, this.#items)) {
        this.#judge.count(page.length, page.filter(({ output }) => judged.has(keyOf(output))).length);
      }
    }
    this.#judge.begin();
  }

  /** @returns why the judge cannot go on; null where it was asked about everything, or was stopped */
  async #judgeRuns(): Promise<Failure | null> {
    const { store } = this.#around;
    const { hash } = this.#registered;
    for (const key of planRuns(this.#registered)) {
      const judged = store.judgedKeys(hash, key, this.#judge.hash);
      for (const page of judgeablePages(store, hash, key, this.#items)) {
        if (this.#judge.isStopped) return null;
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
      messages: judgeMessages(item.check, item.messages, text, this.#judge.markers, this.#isForced),
      ...(this.#isForced ? { form: judgeForm(item.check) } : {}),
    }));
    return this.#judge.ask(requests, (outputs) =>
      this.#around.store.appendJudgements(
        this.#registered.hash,
        key,
        this.#judge.hash,
        outputs.map(judgementOf),
      ),
    );
  }

  /** Tries the form with the first item's grades, where anything is judged at all. */
  async #manner(open: OpenCandidate, stop: AbortSignal): Promise<Result<JudgeManner>> {
    const [first] = this.#items.values();
    const tried = first === undefined ? success(null) : await open.tryForm(judgeForm(first.check), stop);
    if (!tried.ok) return tried;
    const form = tried.data;
    this.#isForced = form !== null && form.resolved === form.requested;
    return success({
      prompt: this.#isForced ? formPromptVersion : judgePromptVersion,
      settings: form === null ? [] : [form],
    });
  }

  #ended(error: Failure | null, before: string | null): Result<JudgingOutcome> {
    const { storeFailure } = this.#judge;
    if (storeFailure) return { ok: false, error: storeFailure };
    if (this.#judge.isStopped) {
      if (this.#judge.hash !== '' && this.#finished === null) this.#judge.keep(this.#state('stopped'));
      return failure('interrupted', 'Stopped before everything was judged; every judgement so far is kept.', {
        next:
          this.#finished === null
            ? 'Run the same plan again: it goes on where it was.'
            : 'Ask again with --judge: it goes on where it was. Until then the grades are those of before.',
      });
    }
    if (error) {
      // What an earlier judge said stays what it is where the judge of now does not open, or does not come to an end.
      const stays = this.#finished ?? (this.#judge.hash === '' ? before : null);
      if (stays !== null && stays !== '')
        return success({ judge: stays, before: null, added: this.#judge.added, failure: error });
      const kept = this.#around.store.setJudging(
        this.#registered.hash,
        this.#judge.hash,
        'failed',
        this.#around.now(),
        error,
      );
      if (!kept.ok) return kept;
      this.#judge.notice(`The judge failed: ${error.message}`);
      return success({ judge: this.#judge.hash || null, before, added: this.#judge.added, failure: error });
    }
    const kept = this.#state('complete');
    if (!kept.ok) return kept;
    this.#judge.end();
    return success({ judge: this.#judge.hash, before, added: this.#judge.added, failure: null });
  }

  #state(state: 'running' | 'stopped' | 'complete'): Result<void> {
    return this.#around.store.setJudging(this.#registered.hash, this.#judge.hash, state, this.#around.now());
  }
}

function judgementOf(output: Output): Judgement {
  return { itemId: output.itemId, sample: output.sample, ...saidOf(output) };
}

function keyOf({ itemId, sample }: { readonly itemId: string; readonly sample: number }): string {
  return `${itemId}\u0000${sample}`;
}
