/**
 * Has a plan's judge compare the baseline's answers with a candidate's, every pair in both orders, and keeps what it says
 * of each as it comes: a judge that is stopped goes on where it was. Choices are read out of it later.
 */
import { setImmediate } from 'node:timers/promises';
import type { Candidate } from '../../contract/candidate.ts';
import type { Item } from '../../contract/item.ts';
import type { PairJudgement, UnaskedPair } from '../../contract/judging.ts';
import type { Output } from '../../contract/output.ts';
import type { RegisteredPlan } from '../../contract/plan.ts';
import { failure, success, type Failure, type Result } from '../../contract/result.ts';
import type { GenerationRequest, OpenCandidate } from '../../engine/engine.ts';
import { pairForm } from '../../scoring/judge/form.ts';
import { pairMessages, pairPromptVersion } from '../../scoring/judge/pair-prompt.ts';
import { judgedText } from '../../scoring/judge/reading.ts';
import { shuffled, type ReviewedPair } from '../review/order.ts';
import { AskedJudge, saidOf, type JudgeManner, type JudgingSurroundings } from './asked-judge.ts';

export interface PairsAsked {
  /** Hash of the judge that compares. */
  readonly judge: string;
  /** Answers of the judge that this call added, two a pair. */
  readonly added: number;
}

const pageSize = 128;
const another = {
  message: 'The judge became another one while it compared.',
  next: 'Ask it again: everything is then compared anew by the one that is there now.',
};

/**
 * @param items the plan's items, as the store reads them
 * @param candidates each is compared with the baseline
 * @param limit at most so many items of each pair: the first of an order that the plan's seed draws; null: all
 * @returns `interrupted` when stopped, why the judge could not be asked, or a store failure; what was said is kept
 */
export async function askPairs(
  registered: RegisteredPlan,
  judge: Candidate,
  items: readonly Item[],
  { candidates, limit }: { readonly candidates: readonly string[]; readonly limit: number | null },
  surroundings: JudgingSurroundings,
  signal: AbortSignal,
): Promise<Result<PairsAsked>> {
  const names = registered.plan.candidates.map(({ name }) => name);
  const inOrder = (candidate: string): ReviewedPair => {
    const isAfter = names.indexOf(candidate) > names.indexOf(registered.plan.baseline);
    const [one, other] = isAfter
      ? [registered.plan.baseline, candidate]
      : [candidate, registered.plan.baseline];
    return { one, other };
  };
  return new PairRun(registered, judge, items, limit, surroundings, signal).run(candidates.map(inOrder));
}

interface Texts {
  readonly one: string;
  readonly other: string;
}

/** A pair that is asked about, and whether in both orders or in the one that is left. */
interface OpenPair {
  readonly item: Item;
  readonly pair: ReviewedPair;
  readonly orders: readonly boolean[];
}

class PairRun {
  readonly #registered: RegisteredPlan;
  readonly #items: ReadonlyMap<string, Item>;
  readonly #order: readonly string[];
  readonly #around: JudgingSurroundings;
  readonly #judge: AskedJudge;
  /** The engine forces answers into `pairForm`. */
  #isForced = false;

  constructor(
    registered: RegisteredPlan,
    judge: Candidate,
    items: readonly Item[],
    limit: number | null,
    surroundings: JudgingSurroundings,
    signal: AbortSignal,
  ) {
    this.#registered = registered;
    this.#items = new Map(items.map((item) => [item.id, item]));
    const order = shuffled([...this.#items.keys()].toSorted(), registered.plan.seed, 'judge pairs');
    this.#order = limit === null ? order : order.slice(0, limit);
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

  async run(pairs: readonly ReviewedPair[]): Promise<Result<PairsAsked>> {
    try {
      const opened = await this.#judge.open();
      if (!opened.ok) return this.#ended(opened.error);
      const open = await this.#takeStock(pairs);
      this.#judge.begin();
      for (let start = 0; start < open.length; start += pageSize) {
        if (this.#judge.isStopped) break;
        const failed = await this.#askPage(open.slice(start, start + pageSize));
        if (failed) return this.#ended(failed);
      }
      return this.#ended(null);
    } finally {
      await this.#judge.close();
    }
  }

  /** What is left to be asked; pairs that need no asking are put down. */
  async #takeStock(pairs: readonly ReviewedPair[]): Promise<readonly OpenPair[]> {
    const { store } = this.#around;
    const { hash } = this.#registered;
    const there = new Set(
      store.pairJudgements(hash, this.#judge.hash, ({ itemId, swapped, finish, ...pair }) =>
        // What an error kept from being said is asked again.
        finish === 'error' ? null : orderKey(itemId, pair, swapped),
      ),
    );
    const settled = new Set(
      store.unaskedPairs(hash, this.#judge.hash).map((pair) => orderKey(pair.itemId, pair)),
    );
    const open: OpenPair[] = [];
    const unasked: UnaskedPair[] = [];
    for (const pair of pairs) {
      for (const [place, id] of this.#order.entries()) {
        const item = this.#items.get(id);
        // Many thousands take a while, and an interruption is heard between turns only.
        if (place % pageSize === 0) await setImmediate();
        if (this.#judge.isStopped) break;
        if (item === undefined || settled.has(orderKey(id, pair))) continue;
        const orders = [false, true].filter((swapped) => !there.has(orderKey(id, pair, swapped)));
        if (orders.length === 2) {
          const texts = this.#texts(id, pair);
          // A run that failed may go on and answer it yet.
          if (texts === 'missing') continue;
          const why = texts === 'none' ? 'unanswered' : texts.one === texts.other ? 'same' : null;
          if (why !== null) {
            unasked.push({ itemId: id, ...pair, why });
            continue;
          }
        }
        this.#judge.count(2, 2 - orders.length);
        if (orders.length > 0) open.push({ item, pair, orders });
      }
    }
    if (unasked.length > 0) this.#judge.keep(store.putUnaskedPairs(hash, this.#judge.hash, unasked));
    return open;
  }

  /** Both answers as a judge reads them; or that one of them is none, or that an output is missing. */
  #texts(id: string, pair: ReviewedPair): Texts | 'none' | 'missing' {
    const textOf = (candidate: string): string | null | undefined => {
      const output = this.#around.store.output(this.#registered.hash, { candidate, replicate: 1 }, id, 0);
      if (output === null) return undefined;
      const judged = judgedText(output);
      return 'text' in judged ? judged.text : null;
    };
    const [one, other] = [textOf(pair.one), textOf(pair.other)];
    if (one === undefined || other === undefined) return 'missing';
    return one === null || other === null ? 'none' : { one, other };
  }

  async #askPage(open: readonly OpenPair[]): Promise<Failure | null> {
    for (const ofPair of Map.groupBy(open, ({ pair }) => pair)) {
      const failed = await this.#askOfPair(...ofPair);
      if (failed) return failed;
    }
    return null;
  }

  async #askOfPair(pair: ReviewedPair, open: readonly OpenPair[]): Promise<Failure | null> {
    // A request's sample says in which order the two stand.
    const requests = open.flatMap(({ item, orders }): GenerationRequest[] => {
      const texts = this.#texts(item.id, pair);
      if (typeof texts === 'string') return [];
      return orders.map((swapped) => ({
        itemId: item.id,
        sample: swapped ? 1 : 0,
        messages: pairMessages(
          item,
          swapped ? { first: texts.other, second: texts.one } : { first: texts.one, second: texts.other },
          this.#judge.markers,
          this.#isForced,
        ),
        ...(this.#isForced ? { form: pairForm } : {}),
      }));
    });
    return this.#judge.ask(requests, (outputs) =>
      this.#around.store.appendPairJudgements(
        this.#registered.hash,
        this.#judge.hash,
        outputs.map((output) => judgementOf(output, pair)),
      ),
    );
  }

  async #manner(open: OpenCandidate, stop: AbortSignal): Promise<Result<JudgeManner>> {
    const form = await open.tryForm(pairForm, stop);
    if (!form.ok) return form;
    this.#isForced = form.data.resolved === form.data.requested;
    return success({ prompt: pairPromptVersion(this.#isForced), settings: [form.data] });
  }

  #ended(error: Failure | null): Result<PairsAsked> {
    const { storeFailure, isStopped, hash, added } = this.#judge;
    if (storeFailure) return { ok: false, error: storeFailure };
    if (isStopped)
      return failure('interrupted', 'Stopped before every pair was compared; every answer so far is kept.', {
        next: 'Ask the judge again: it goes on where it was.',
      });
    if (error) return { ok: false, error };
    this.#judge.end();
    return success({ judge: hash, added });
  }
}

function orderKey(itemId: string, { one, other }: ReviewedPair, swapped: boolean | null = null): string {
  return JSON.stringify([one, other, swapped, itemId]);
}

function judgementOf(output: Output, pair: ReviewedPair): PairJudgement {
  return { itemId: output.itemId, ...pair, swapped: output.sample === 1, ...saidOf(output) };
}
