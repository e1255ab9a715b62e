/** One request's way from its messages to its output. Which lane makes the tokens is no concern of it. */
import type { LlamaModel, Token } from 'node-llama-cpp';
import type { LlamaCandidate } from '../../../contract/candidate.ts';
import type { OptionMeasure, Output } from '../../../contract/output.ts';
import { failure, type Failure } from '../../../contract/result.ts';
import type { GenerationRequest } from '../../engine.ts';
import { promptHash, tokenHash, withSystem } from '../../prompt-identity.ts';
import { unansweredOutput } from '../../unanswered-output.ts';
import { memoryAdvice, speaksOfMemory } from '../load-failure.ts';
import { findStop, GrowingText } from '../stops.ts';
import type { PromptMaker } from './prompt.ts';

/** What of a loaded candidate an answer needs: the vocabulary, not the weights. */
export interface Vocabulary {
  readonly candidate: LlamaCandidate;
  readonly model: LlamaModel;
  readonly prompts: PromptMaker;
  readonly endsGeneration: (token: Token) => boolean;
}

/** What is known of an output before its first token. */
type Facts = Pick<
  Output,
  'itemId' | 'sample' | 'promptTokens' | 'prompt' | 'promptHash' | 'tokenHash' | 'promptIds'
>;

/** An answer that is under way, or the output of a request that ends before its first token. */
export type Begun =
  { readonly ended: false; readonly answer: Answer } | { readonly ended: true; readonly output: Output };

/** Renders and tokenises a request's prompt, and looks whether the context has room for one more token. */
export function beginAnswer(vocabulary: Vocabulary, request: GenerationRequest): Begun {
  const started = performance.now();
  const { itemId, sample } = request;
  const { candidate, prompts } = vocabulary;
  const prompt = prompts.make(withSystem(request.messages, candidate.system));
  if (!prompt.ok) {
    return { ended: true, output: unansweredOutput(request, prompt.error, performance.now() - started) };
  }
  const { text, tokens } = prompt.data;
  const facts = {
    itemId,
    sample,
    promptTokens: tokens.length,
    prompt: text,
    promptHash: promptHash(text),
    tokenHash: tokenHash(tokens),
    promptIds: tokens,
  };
  const room = candidate.settings.context - tokens.length;
  if (room < 1) {
    return { ended: true, output: { ...facts, ...nothingGenerated(started), finish: 'overlong' } };
  }
  const limit = Math.min(candidate.sampling.maxTokens, room);
  return { ended: false, answer: new Answer(vocabulary, request, tokens, facts, limit, started) };
}

export class Answer {
  readonly request: GenerationRequest;
  readonly prompt: Token[];
  readonly promptText: string;
  readonly #vocabulary: Vocabulary;
  readonly #facts: Facts;
  readonly #limit: number;
  /** Milliseconds that getting the prompt ready took. */
  readonly #preparation: number;
  #started: number;
  readonly #tokens: Token[] = [];
  readonly #longestStop: number;
  readonly #growing: GrowingText | undefined;
  #firstTokenAt: number | null = null;

  constructor(
    vocabulary: Vocabulary,
    request: GenerationRequest,
    prompt: Token[],
    facts: Facts,
    limit: number,
    started: number,
  ) {
    this.request = request;
    this.prompt = prompt;
    this.promptText = facts.prompt ?? '';
    this.#vocabulary = vocabulary;
    this.#facts = facts;
    this.#limit = limit;
    this.#started = started;
    this.#preparation = performance.now() - started;
    this.#longestStop = Math.max(0, ...vocabulary.candidate.sampling.stops.map((stop) => stop.length));
    this.#growing = this.#longestStop > 0 ? new GrowingText((tokens) => this.#text(tokens)) : undefined;
  }

  /** Tokens that it may still have. */
  get left(): number {
    return this.#limit - this.#tokens.length;
  }

  /** Where a prompt was made ready before its turn: the time that it waited since is none of the answer's. */
  begin(): void {
    this.#started = performance.now() - this.#preparation;
  }

  /** Takes the next token. @returns the output where this token ends the answer */
  add(token: Token): Output | undefined {
    this.#firstTokenAt ??= performance.now();
    if (this.#vocabulary.endsGeneration(token)) return this.#finish('end');
    this.#tokens.push(token);
    if (this.#growing !== undefined) {
      const { stops } = this.#vocabulary.candidate.sampling;
      const fresh = this.#growing.add(token);
      const from = this.#growing.text.length - fresh - this.#longestStop + 1;
      if (fresh > 0 && findStop(this.#growing.text, stops, Math.max(0, from)) !== undefined) {
        const output = this.#finish('length');
        if (output.finish === 'stop') return output;
      }
    }
    return this.#tokens.length >= this.#limit ? this.#finish('length') : undefined;
  }

  /** The output of an answer that broke off: missing, with the reason. */
  fail(error: Failure): Output {
    return { ...unansweredOutput(this.request, error, performance.now() - this.#started), ...this.#facts };
  }

  /** The output of a request whose options were weighed, or could not be. */
  weighed(options: OptionMeasure): Output {
    return { ...this.#facts, ...nothingGenerated(this.#started), finish: 'end', options };
  }

  /** The output of a request whose prompt fits, and whose options after it do not. */
  overlong(): Output {
    return { ...this.#facts, ...nothingGenerated(this.#started), finish: 'overlong' };
  }

  /** The text of the tokens, cut before the first stop string in it: a stop string outranks another ending. */
  #finish(finish: 'end' | 'length'): Output {
    const text = this.#text(this.#tokens);
    const hit = findStop(text, this.#vocabulary.candidate.sampling.stops);
    return {
      ...this.#facts,
      tokens: this.#tokens,
      ...(hit === undefined
        ? { text, finish }
        : { text: text.slice(0, hit.index), finish: 'stop', stop: hit.stop }),
      generatedTokens: this.#tokens.length,
      firstTokenMs: this.#firstTokenAt === null ? null : this.#firstTokenAt - this.#started,
      totalMs: performance.now() - this.#started,
    };
  }

  /**
   * Special tokens are written out: a marker such as the one before a tool call is part of the answer, and a stray one
   * is an error of the model that must show. The token that ends the generation is no part of it.
   */
  #text(tokens: readonly number[]): string {
    return this.#vocabulary.model.detokenize(tokens as readonly Token[], true);
  }
}

function nothingGenerated(started: number) {
  return { text: '', generatedTokens: 0, firstTokenMs: null, totalMs: performance.now() - started };
}

/** llama_context::decode's code for a buffer that could not be had. */
const allocationFailed = /llama_decode returned -2\b/;

export function generationFailure({ itemId }: GenerationRequest, error: unknown): Failure {
  const reason = error instanceof Error ? error.message : String(error);
  if (allocationFailed.test(reason) || speaksOfMemory([reason]))
    return failure('memory_insufficient', `Memory did not suffice at item ${itemId}: ${reason}`, {
      next: memoryAdvice,
      where: { item: itemId },
    }).error;
  return failure('engine_failed', `The model could not go on with item ${itemId}: ${reason}`, {
    next: 'Start again; if it fails at the same item, the detail says what the native library met.',
    where: { item: itemId },
    detail: error instanceof Error ? (error.stack ?? reason) : reason,
  }).error;
}
