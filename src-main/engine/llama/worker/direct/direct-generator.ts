/** The direct lane: every round decodes one batch that holds all sequences, new prompts beside answers under way. */
import { setImmediate as turn } from 'node:timers/promises';
import type { Token } from 'node-llama-cpp';
import type { Output } from '../../../../contract/output.ts';
import type { Failure } from '../../../../contract/result.ts';
import type { GenerationRequest } from '../../../engine.ts';
import { beginAnswer, generationFailure, type Answer, type Vocabulary } from '../answer.ts';
import type { Answered, Generator } from '../generator.ts';
import type { Address } from './bind.ts';
import type { BatchToken, DirectContext } from './context.ts';

/** Milliseconds without a look at what the parent has to say. */
const deaf = 10;

/** Tokens that a shared beginning has at least; a shorter one is decoded anew sooner than looked for. */
const leastShared = 64;

/** What one sequence of the context is at. */
interface Slot {
  readonly sequence: number;
  readonly answer: Answer;
  readonly sampler: Address;
  /** Tokens that are not decoded yet, and the position of the first. */
  pending: readonly number[];
  position: number;
}

export class DirectGenerator implements Generator {
  readonly #vocabulary: Vocabulary;
  readonly #context: DirectContext;
  /** In mode `fast`, the prompt that each sequence's cache begins with. */
  readonly #held = new Map<number, readonly number[]>();
  #heard = performance.now();

  constructor(vocabulary: Vocabulary, context: DirectContext) {
    this.#vocabulary = vocabulary;
    this.#context = context;
  }

  async answer(
    requests: readonly GenerationRequest[],
    deliver: (output: Output) => void,
    stopped: () => boolean,
  ): Promise<Answered> {
    const { parallel } = this.#vocabulary.candidate.settings;
    const waiting = requests.values();
    const slots: (Slot | undefined)[] = Array.from({ length: parallel }, () => undefined);
    let delivered = 0;
    const hand = (output: Output): void => {
      deliver(output);
      delivered += 1;
    };
    const end = (failure?: Failure): Answered => {
      for (const slot of slots) if (slot !== undefined) this.#context.freeSampler(slot.sampler);
      return { delivered, failure };
    };

    for (;;) {
      if (stopped()) return end();
      for (const sequence of slots.keys()) slots[sequence] ??= this.#next(sequence, waiting, hand);
      const busy = slots.filter((slot) => slot !== undefined);
      if (busy.length === 0) return end();
      const { tokens, ready } = this.#compose(busy);
      try {
        await this.#context.decode(tokens);
      } catch (error) {
        const [first] = busy;
        return end(first === undefined ? undefined : generationFailure(first.answer.request, error));
      }
      for (const { slot, index } of ready) {
        const output = this.#advance(slot, index);
        if (output === undefined) continue;
        this.#context.freeSampler(slot.sampler);
        slots[slot.sequence] = undefined;
        if (this.#vocabulary.candidate.settings.mode === 'fast')
          this.#held.set(slot.sequence, slot.answer.prompt);
        hand(output);
      }
      if (performance.now() - this.#heard < deaf) continue;
      await turn();
      this.#heard = performance.now();
    }
  }

  /** The next request that needs the model, put into an emptied sequence; undefined when there is none left. */
  #next(
    sequence: number,
    waiting: Iterator<GenerationRequest>,
    hand: (output: Output) => void,
  ): Slot | undefined {
    for (let next = waiting.next(); next.done !== true; next = waiting.next()) {
      const begun = beginAnswer(this.#vocabulary, next.value);
      if (begun.ended) {
        hand(begun.output);
        continue;
      }
      const { answer } = begun;
      const { sampling } = this.#vocabulary.candidate;
      const shared = this.#takeOver(sequence, answer.prompt);
      return {
        sequence,
        answer,
        sampler: this.#context.createSampler(sampling, answer.request.sample),
        pending: answer.prompt.slice(shared),
        position: shared,
      };
    }
    return undefined;
  }

  /**
   * Makes a sequence ready for a prompt.
   *
   * @returns how many of the prompt's tokens it holds already: those of a system message or of exemplars, mostly. The
   *   last token is never among them, because its logits are wanted.
   */
  #takeOver(sequence: number, prompt: readonly number[]): number {
    const held = this.#held.get(sequence) ?? [];
    this.#held.delete(sequence);
    const shared = Math.min(sharedLength(held, prompt), prompt.length - 1);
    const kept = shared >= leastShared && this.#context.keep(sequence, shared);
    if (!kept) this.#context.clear(sequence);
    return kept ? shared : 0;
  }

  /**
   * One batch: first the answers under way, a token each, so that none of them waits; then prompts, as much of each as
   * still has room. It depends on the requests alone, so that a repetition meets the same batches and the same rounding.
   *
   * @returns `ready`: the sequences whose pending tokens all went in, and where in the batch the last one stands
   */
  #compose(busy: readonly Slot[]) {
    const tokens: BatchToken[] = [];
    const ready: { readonly slot: Slot; readonly index: number }[] = [];
    const { batch } = this.#context;
    for (const slot of busy.toSorted((a, b) => Number(a.pending.length > 1) - Number(b.pending.length > 1))) {
      const part = slot.pending.slice(0, batch - tokens.length);
      slot.pending = slot.pending.slice(part.length);
      for (const [offset, token] of part.entries()) {
        const output = slot.pending.length === 0 && offset === part.length - 1;
        tokens.push({ token, position: slot.position + offset, sequence: slot.sequence, output });
      }
      slot.position += part.length;
      if (part.length > 0 && slot.pending.length === 0) ready.push({ slot, index: tokens.length - 1 });
    }
    return { tokens, ready };
  }

  /** Draws a sequence's next token. @returns the output where it ends the answer */
  #advance(slot: Slot, index: number): Output | undefined {
    // Logits that are not numbers would make the sampler draw the first token, without a word.
    const first = this.#context.logit(index, 0);
    const token = Number.isNaN(first) ? 0 : this.#context.sample(slot.sampler, index);
    if (Number.isNaN(first) || Number.isNaN(this.#context.logit(index, token))) {
      const error = new Error('the model gave logits that are not numbers');
      return slot.answer.fail(generationFailure(slot.answer.request, error));
    }
    slot.pending = [token];
    return slot.answer.add(token as Token);
  }
}

function sharedLength(one: readonly number[], two: readonly number[]): number {
  let length = 0;
  while (length < one.length && length < two.length && one[length] === two[length]) length += 1;
  return length;
}
