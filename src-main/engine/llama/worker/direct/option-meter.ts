/**
 * Weighs options: the prompt is decoded once, and each option's tokens after it. One row of logits is read for every
 * token, so that memory stays flat whatever the vocabulary.
 *
 * In mode `strict` the options go one after the other through one sequence, so that each meets the same batches whatever
 * stands beside it. In mode `fast` as many as there are sequences go side by side, each with a copy of the prompt, and a
 * beginning that a prompt shares with the one before it (exemplars, mostly) is not decoded again.
 */
import { setImmediate as turn } from 'node:timers/promises';
import type { Output } from '../../../../contract/output.ts';
import type { Failure } from '../../../../contract/result.ts';
import { continuationOf, sharedTokens, weighedOptions, type WeighedOptions } from '../../../continuation.ts';
import type { GenerationRequest } from '../../../engine.ts';
import { beginAnswer, generationFailure, type Answer, type Vocabulary } from '../answer.ts';
import type { Answered } from '../generator.ts';
import type { BatchToken, DirectContext } from './context.ts';
import { logSumExp } from './log-softmax.ts';
import { sequenceTokens } from './sequence-tokens.ts';

/** Milliseconds without a look at what the parent has to say. */
const deaf = 10;

/** Tokens that a shared beginning has at least; a shorter one is decoded anew sooner than looked for. */
const leastShared = 64;

/** The sequence that holds the prompt. */
const home = 0;

export class OptionMeter {
  readonly #vocabulary: Vocabulary;
  readonly #context: DirectContext;
  readonly #stopped: () => boolean;
  /** What the home sequence holds. */
  #held: readonly number[] = [];
  #heard = performance.now();

  /** @param context no other may use it until all is answered; its sequences are left with tokens of this one's */
  constructor(vocabulary: Vocabulary, context: DirectContext, stopped: () => boolean) {
    this.#vocabulary = vocabulary;
    this.#context = context;
    this.#stopped = stopped;
  }

  /** Answers requests that have options. */
  async answer(requests: readonly GenerationRequest[], deliver: (output: Output) => void): Promise<Answered> {
    this.#context.clear(home);
    this.#held = [];
    let delivered = 0;
    for (const request of requests) {
      if (this.#stopped()) return { delivered, failure: undefined };
      const output = await this.#one(request);
      if (output === undefined) return { delivered, failure: undefined };
      if (!output.ok) return { delivered, failure: output.error };
      deliver(output.data);
      delivered += 1;
    }
    return { delivered, failure: undefined };
  }

  /** One request's output; undefined where it was stopped before that was there. */
  async #one(
    request: GenerationRequest,
  ): Promise<{ ok: true; data: Output } | { ok: false; error: Failure } | undefined> {
    const begun = beginAnswer(this.#vocabulary, request);
    if (begun.ended) return { ok: true, data: begun.output };
    const { answer } = begun;
    const planned = this.#plan(answer);
    if (!planned.ok) return { ok: true, data: planned.output };
    try {
      const sums = await this.#weigh(planned.weighed);
      if (sums === undefined) return undefined;
      return { ok: true, data: this.#output(answer, planned.weighed, sums) };
    } catch (error) {
      return { ok: false, error: generationFailure(request, error) };
    }
  }

  #plan(
    answer: Answer,
  ):
    | { readonly ok: true; readonly weighed: WeighedOptions }
    | { readonly ok: false; readonly output: Output } {
    const { candidate, prompts } = this.#vocabulary;
    const options = (answer.request.options ?? []).map((option) => ({
      option,
      continuation: continuationOf(answer.promptText, option),
    }));
    const wholes = prompts.continued(
      answer.promptText,
      options.map(({ continuation }) => continuation),
    );
    if (!wholes.ok) return { ok: false, output: answer.fail(wholes.error) };
    // As for an endpoint: the prompt, the longest option and one token more.
    if (wholes.data.some((whole) => whole.length >= candidate.settings.context))
      return { ok: false, output: answer.overlong() };
    const weighed = weighedOptions(
      answer.prompt,
      options.map((option, index) => ({ ...option, whole: wholes.data[index] ?? [] })),
    );
    if (weighed !== null) return { ok: true, weighed };
    const error = new Error('an option has no token of its own after the prompt');
    return { ok: false, output: answer.fail(generationFailure(answer.request, error)) };
  }

  #output(answer: Answer, { options }: WeighedOptions, sums: readonly number[]): Output {
    if (!sums.every(Number.isFinite)) {
      const error = new Error('the model gave logits that are not numbers');
      return answer.fail(generationFailure(answer.request, error));
    }
    return answer.weighed({
      measured: options.map(({ continuation, bytes, tokens }, index) => ({
        continuation,
        // Rounding may leave the logarithm of a certainty a little above 0.
        logProbability: Math.min(0, sums[index] ?? Number.NaN),
        tokens: tokens.length,
        bytes,
      })),
    });
  }

  /** Each option's log-probability; undefined where it was stopped. */
  async #weigh({ shared, options }: WeighedOptions): Promise<readonly number[] | undefined> {
    const first = await this.#prefill(shared);
    if (first === undefined) return undefined;
    const sum = logSumExp(first);
    const sums = options.map(({ tokens }) => (first[tokens[0] ?? -1] ?? Number.NaN) - sum);
    // Options of one token are known by now.
    const longer = options.flatMap(({ tokens }, place) => (tokens.length > 1 ? [{ place, tokens }] : []));
    const { mode, parallel } = this.#vocabulary.candidate.settings;
    const together = mode === 'fast' ? parallel : 1;
    for (let from = 0; from < longer.length; from += together) {
      // What the option before left behind is forgotten; where the cache cannot do that, all is decoded again.
      if (from > 0 && !this.#rewind(shared.length) && (await this.#prefill(shared)) === undefined)
        return undefined;
      const group = longer.slice(from, from + together);
      for (const sequence of group.keys()) {
        if (sequence === home) continue;
        this.#context.clear(sequence);
        this.#context.copy(home, sequence);
      }
      if (!(await this.#group(group, shared.length, sums))) return undefined;
    }
    return sums;
  }

  /** A token of every option in each round. @returns false where it was stopped */
  async #group(
    group: readonly { readonly place: number; readonly tokens: readonly number[] }[],
    from: number,
    sums: number[],
  ): Promise<boolean> {
    this.#held = [...this.#held.slice(0, from), ...(group[home]?.tokens.slice(0, -1) ?? [])];
    const rounds = Math.max(...group.map(({ tokens }) => tokens.length)) - 1;
    for (let round = 0; round < rounds; round += 1) {
      if (await this.#isStopped()) return false;
      const taking = [...group.entries()].filter(([, { tokens }]) => round + 1 < tokens.length);
      const batch: BatchToken[] = taking.map(([sequence, { tokens }]) => ({
        token: tokens[round] ?? 0,
        position: from + round,
        sequence,
        output: true,
      }));
      await this.#context.decode(batch);
      for (const [index, [, { place, tokens }]] of taking.entries()) {
        const row = this.#context.logits(index);
        const next = tokens[round + 1] ?? -1;
        sums[place] = (sums[place] ?? Number.NaN) + ((row[next] ?? Number.NaN) - logSumExp(row));
      }
    }
    return true;
  }

  /** Decodes a prompt in the home sequence. @returns the logits after its last token; undefined where it was stopped */
  async #prefill(prompt: readonly number[]): Promise<Float32Array | undefined> {
    const { batch } = this.#context;
    let from = this.#keepShared(prompt);
    for (;;) {
      if (await this.#isStopped()) return undefined;
      const part = prompt.slice(from, from + batch);
      const last = from + part.length === prompt.length;
      await this.#context.decode(
        sequenceTokens(part, from, home, (position) => position === prompt.length - 1),
      );
      from += part.length;
      if (!last) continue;
      this.#held = prompt;
      return this.#context.logits(part.length - 1);
    }
  }

  /** How many tokens of the prompt the home sequence holds already; never all of them, because the last one's logits are wanted. */
  #keepShared(prompt: readonly number[]): number {
    const { mode } = this.#vocabulary.candidate.settings;
    const shared = Math.min(sharedTokens(this.#held, prompt), prompt.length - 1);
    if (mode === 'fast' && shared >= leastShared && this.#rewind(shared)) return shared;
    this.#context.clear(home);
    return 0;
  }

  #rewind(tokens: number): boolean {
    const kept = this.#context.keep(home, tokens);
    this.#held = kept ? this.#held.slice(0, tokens) : [];
    return kept;
  }

  /** Hears the parent now and then. */
  async #isStopped(): Promise<boolean> {
    if (performance.now() - this.#heard >= deaf) {
      await turn();
      this.#heard = performance.now();
    }
    return this.#stopped();
  }
}
