/**
 * The direct lane: the prompts of all sequences that are free are decoded together, and every round gives each answer
 * under way its next token. Which tokens share a batch depends on the requests alone.
 */
import { setImmediate as turn } from 'node:timers/promises';
import type { Token } from 'node-llama-cpp';
import type { Output } from '../../../../contract/output.ts';
import type { Failure } from '../../../../contract/result.ts';
import type { GenerationRequest } from '../../../engine.ts';
import { grammarOf, tailOf } from '../../../answer-form.ts';
import { generationFailure, type Answer, type Vocabulary } from '../answer.ts';
import type { Answered, Generator } from '../generator.ts';
import { Ahead } from './ahead.ts';
import { Beginnings } from './beginnings.ts';
import type { Address } from './bind.ts';
import type { BatchToken, DirectContext } from './context.ts';
import { requestOrder } from './request-order.ts';

/** Milliseconds without a look at what the parent has to say. */
const deaf = 10;

/** What one sequence of the context is at. */
interface Slot {
  readonly answer: Answer;
  readonly sampler: Address;
  /** Of an answer that is forced into a form. */
  readonly forced: Forced | undefined;
  /** The token that was drawn last, and its position; it is not decoded yet. */
  token: number;
  position: number;
}

/** A sequence that has a prompt to decode. */
interface Unread {
  readonly sequence: number;
  readonly slot: Slot;
  /** Tokens of the prompt that are there already. */
  readonly from: number;
}

interface Forced {
  readonly grammar: Address;
  /** Tokens that are kept for what follows the free text: it is closed when no more are left. */
  readonly kept: number;
}

/** Tokens that a character or an escape may need to be whole before the text can be closed, and the one that ends it all. */
const toCloseOff = 6;

export class DirectGenerator implements Generator {
  readonly #vocabulary: Vocabulary;
  readonly #context: DirectContext;
  readonly #fast: boolean;
  /** In mode `fast` only; otherwise every prompt finds an empty sequence. */
  readonly #beginnings: Beginnings;
  #heard = performance.now();
  /** The token that closes a text in JSON; null where the vocabulary has none, undefined until it was looked for. */
  #quote: number | null | undefined;

  constructor(vocabulary: Vocabulary, context: DirectContext) {
    this.#vocabulary = vocabulary;
    this.#context = context;
    this.#fast = vocabulary.candidate.settings.mode === 'fast';
    this.#beginnings = new Beginnings(context);
  }

  async answer(
    requests: readonly GenerationRequest[],
    deliver: (output: Output) => void,
    stopped: () => boolean,
  ): Promise<Answered> {
    const { parallel } = this.#vocabulary.candidate.settings;
    const slots: (Slot | undefined)[] = Array.from({ length: parallel }, () => undefined);
    let delivered = 0;
    const hand = (output: Output): void => {
      deliver(output);
      delivered += 1;
    };
    const ordered = this.#fast ? requestOrder(requests, parallel) : requests;
    const ahead = new Ahead(this.#vocabulary, ordered, hand, parallel);
    const end = (failure?: Failure): Answered => {
      for (const slot of slots) if (slot !== undefined) this.#free(slot);
      return { delivered, failure };
    };
    const settle = (sequence: number, slot: Slot, output: Output | undefined): void => {
      slots[sequence] = output === undefined ? slot : undefined;
      if (output === undefined) return;
      this.#free(slot);
      hand(output);
    };

    for (;;) {
      // The first token may end an answer: the sequence then takes the next request.
      for (;;) {
        if (stopped()) return end();
        const { unread, failure } = this.#gather(slots, ahead);
        if (failure !== undefined) return end(failure);
        const [first] = unread;
        if (first === undefined) break;
        try {
          const whole = await this.#read(unread, ahead, stopped, ({ sequence, slot }, index) => {
            settle(sequence, slot, this.#advance(slot, index));
          });
          if (!whole) return end();
        } catch (error) {
          return end(generationFailure(first.slot.answer.request, error));
        }
      }
      if (ahead.empty && this.#fast) this.#closeGaps(slots);
      const busy = [...slots.entries()].flatMap(([sequence, slot]) =>
        slot === undefined ? [] : [{ sequence, slot }],
      );
      const [first] = busy;
      if (first === undefined) return end();
      try {
        await this.#decode(
          // In the order of their sequences: llama.cpp computes those together that follow on one another.
          busy.map(({ sequence, slot: { token, position } }) => ({
            token,
            position,
            sequence,
            output: true,
          })),
          ahead,
        );
      } catch (error) {
        return end(generationFailure(first.slot.answer.request, error));
      }
      for (const [index, { sequence, slot }] of busy.entries())
        settle(sequence, slot, this.#advance(slot, index));
    }
  }

  #begin(answer: Answer): Slot {
    const { sampling } = this.#vocabulary.candidate;
    const { form } = answer.request;
    return {
      answer,
      forced: form && {
        grammar: this.#context.createGrammar(grammarOf(form)),
        kept: tailOf(form) + toCloseOff,
      },
      sampler: this.#context.createSampler(sampling, answer.request.sample),
      token: 0,
      position: answer.prompt.length - 1,
    };
  }

  /**
   * The next requests for the sequences that are free: as many as one batch holds the prompts of. Longer ones are read
   * by themselves, and so is one whose beginning another of them has: decoded first, it is copied.
   */
  #gather(
    slots: (Slot | undefined)[],
    ahead: Ahead,
  ): { readonly unread: readonly Unread[]; readonly failure?: Failure } {
    const unread: Unread[] = [];
    let room = this.#context.batch;
    for (const sequence of slots.keys()) {
      if (slots[sequence] !== undefined) continue;
      const next = ahead.peek();
      if (next === undefined) break;
      if (unread.length > 0 && this.#waits(sequence, next, unread, room)) break;
      ahead.next();
      const { prompt } = next;
      let slot: Slot;
      try {
        slot = this.#begin(next);
      } catch (error) {
        return { unread, failure: generationFailure(next.request, error) };
      }
      slots[sequence] = slot;
      let from = 0;
      if (this.#fast) from = this.#beginnings.take(sequence, prompt);
      else this.#context.clear(sequence);
      unread.push({ sequence, slot, from });
      room -= prompt.length - from;
    }
    return { unread };
  }

  #waits(sequence: number, { prompt }: Answer, unread: readonly Unread[], room: number): boolean {
    if (!this.#fast) return true;
    const { shared } = this.#beginnings.longest(sequence, prompt);
    if (prompt.length - shared > room) return true;
    const others = unread.map(({ slot }) => slot.answer.prompt);
    return this.#beginnings.gainsBy(others, shared, prompt);
  }

  /**
   * Decodes prompts, a batch after the other.
   *
   * @param ready told of each prompt that is decoded whole, and where in the last batch its last token stands
   * @returns false where it was stopped
   */
  async #read(
    unread: readonly Unread[],
    ahead: Ahead,
    stopped: () => boolean,
    ready: (read: Unread, index: number) => void,
  ): Promise<boolean> {
    const { batch } = this.#context;
    const tokens = unread.flatMap((one) => {
      const { prompt } = one.slot.answer;
      return prompt.slice(one.from).map((token, offset) => {
        const position = one.from + offset;
        return { token, position, sequence: one.sequence, output: position === prompt.length - 1, one };
      });
    });
    for (let start = 0; start < tokens.length; start += batch) {
      if (start > 0 && stopped()) return false;
      const part = tokens.slice(start, start + batch);
      await this.#decode(part, ahead);
      for (const [index, { output, one }] of part.entries()) {
        if (!output) continue;
        if (this.#fast) this.#beginnings.hold(one.sequence, one.slot.answer.prompt);
        ready(one, index);
      }
    }
    return true;
  }

  async #decode(tokens: readonly BatchToken[], ahead: Ahead): Promise<void> {
    const decoding = this.#context.decode(tokens);
    ahead.work();
    await decoding;
    if (performance.now() - this.#heard < deaf) return;
    await turn();
    this.#heard = performance.now();
  }

  /**
   * Moves the last answers into the gaps that ended ones left, once there is nothing to fill them with: llama.cpp
   * computes sequences together only where their numbers follow on one another.
   */
  #closeGaps(slots: (Slot | undefined)[]): void {
    if (!this.#context.copies) return;
    for (;;) {
      const gap = slots.indexOf(undefined);
      const last = slots.findLastIndex((slot) => slot !== undefined);
      if (gap < 0 || last < gap) return;
      this.#beginnings.move(last, gap);
      slots[gap] = slots[last];
      slots[last] = undefined;
    }
  }

  /** Draws a sequence's next token. @returns the output where it ends the answer */
  #advance(slot: Slot, index: number): Output | undefined {
    let token: number | undefined;
    try {
      token = this.#draw(slot, index);
    } catch (error) {
      return slot.answer.fail(generationFailure(slot.answer.request, error));
    }
    if (token === undefined) {
      const error = new Error('the model gave logits that are not numbers');
      return slot.answer.fail(generationFailure(slot.answer.request, error));
    }
    slot.token = token;
    slot.position += 1;
    return slot.answer.add(token as Token);
  }

  #draw({ answer, sampler, forced }: Slot, index: number): number | undefined {
    if (forced === undefined) return this.#context.draw(sampler, index);
    const isEnding = answer.left <= forced.kept;
    return this.#context.drawFitting(
      sampler,
      forced.grammar,
      index,
      isEnding ? (this.#quoteToken() ?? undefined) : undefined,
    );
  }

  #quoteToken(): number | null {
    if (this.#quote === undefined) {
      const { model } = this.#vocabulary;
      const tokens = Array.from({ length: this.#context.vocabulary }, (_, token) => token as Token);
      this.#quote = tokens.find((token) => model.detokenize([token]) === '"') ?? null;
    }
    return this.#quote;
  }

  #free({ sampler, forced }: Slot): void {
    this.#context.freeSampler(sampler);
    if (forced !== undefined) this.#context.freeSampler(forced.grammar);
  }
}
