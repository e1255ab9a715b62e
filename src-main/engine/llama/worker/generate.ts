/** Answers requests: as many sequences side by side as the context has, each taking the next request when it is free. */
import type { LlamaContextSequence, Token } from 'node-llama-cpp';
import type { Message } from '../../../contract/item.ts';
import type { Output } from '../../../contract/output.ts';
import { failure, type Failure } from '../../../contract/result.ts';
import type { GenerationRequest } from '../../engine.ts';
import { sampleSeed } from '../settings.ts';
import { findStop, GrowingText } from '../stops.ts';
import type { LoadedCandidate } from './load.ts';
import { promptHash, tokenHash, type Prompt } from './prompt.ts';
import { Rounds } from './rounds.ts';

export class Generator {
  readonly #loaded: LoadedCandidate;
  readonly #sequences: readonly LlamaContextSequence[];
  readonly #endings = new Map<Token, boolean>();

  constructor(loaded: LoadedCandidate) {
    this.#loaded = loaded;
    this.#sequences = Array.from({ length: loaded.candidate.settings.parallel }, () =>
      loaded.context.getSequence(),
    );
  }

  /**
   * Answers every request, unless `stopped` says otherwise or the library fails: then unfinished requests stay
   * unanswered. A library that fails at one request would fail at the next as well, so it ends the sitting.
   */
  async answer(
    requests: readonly GenerationRequest[],
    deliver: (output: Output) => void,
    stopped: () => boolean,
  ): Promise<{ readonly delivered: number; readonly failure: Failure | undefined }> {
    const waiting = requests.values();
    const sitting: Sitting = { rounds: new Rounds(this.#sequences.length), stopped, failure: undefined };
    let delivered = 0;
    const serve = async (sequence: LlamaContextSequence): Promise<void> => {
      // Every sequence draws from the one iterator: a free one takes the next request at once.
      for (const request of waiting) {
        const output = await this.#one(sequence, request, sitting);
        if (output === undefined) break;
        deliver(output);
        delivered += 1;
      }
      sitting.rounds.leave();
    };
    await Promise.all(this.#sequences.map(serve));
    return { delivered, failure: sitting.failure };
  }

  /** One request's output; undefined when the sitting ended before it was there. */
  async #one(
    sequence: LlamaContextSequence,
    request: GenerationRequest,
    sitting: Sitting,
  ): Promise<Output | undefined> {
    if (hasEnded(sitting)) return undefined;
    const started = performance.now();
    const { itemId, sample } = request;
    const { candidate, prompts } = this.#loaded;
    const prompt = prompts.make(withSystem(request.messages, candidate.system));
    if (!prompt.ok) return unanswered(request, prompt.error, performance.now() - started);
    const facts = {
      itemId,
      sample,
      promptTokens: prompt.data.tokens.length,
      prompt: prompt.data.text,
      promptHash: promptHash(prompt.data.text),
      tokenHash: tokenHash(prompt.data.tokens),
    };
    const room = candidate.settings.context - prompt.data.tokens.length;
    if (room < 1) {
      const totalMs = performance.now() - started;
      return { ...facts, text: '', finish: 'overlong', generatedTokens: 0, firstTokenMs: null, totalMs };
    }
    try {
      await sequence.clearHistory();
      const answer = await this.#generate(sequence, prompt.data, sample, room, sitting);
      if (answer === undefined) return undefined;
      const { firstTokenAt, ...rest } = answer;
      return {
        ...facts,
        ...rest,
        generatedTokens: rest.tokens.length,
        firstTokenMs: firstTokenAt === null ? null : firstTokenAt - started,
        totalMs: performance.now() - started,
      };
    } catch (error) {
      // What the library throws while it is closed says nothing about the item.
      if (hasEnded(sitting)) return undefined;
      const failed = generationFailure(request, error);
      if (isAboutItem(error)) {
        return { ...unanswered(request, failed, performance.now() - started), ...facts };
      }
      sitting.failure = failed;
      return undefined;
    }
  }

  async #generate(
    sequence: LlamaContextSequence,
    prompt: Prompt,
    sample: number,
    room: number,
    sitting: Sitting,
  ): Promise<Answer | undefined> {
    const { sampling } = this.#loaded.candidate;
    const limit = Math.min(sampling.maxTokens, room);
    const { stops } = sampling;
    const longestStop = Math.max(0, ...stops.map((stop) => stop.length));
    const growing = longestStop > 0 ? new GrowingText((tokens) => this.#text(tokens)) : undefined;
    const tokens: Token[] = [];
    let firstTokenAt: number | null = null;
    await sitting.rounds.arrive();
    const tokenStream = sequence.evaluateWithMetadata(
      prompt.tokens,
      {},
      {
        temperature: sampling.temperature,
        topK: sampling.topK,
        topP: sampling.topP,
        minP: sampling.minP,
        seed: sampleSeed(sampling.seed, sample),
        yieldEogToken: true,
        contextShift: { size: 1, strategy: refuseContextShift },
      },
    );
    for await (const { token } of tokenStream) {
      firstTokenAt ??= performance.now();
      if (hasEnded(sitting)) return undefined;
      if (this.#endsGeneration(token)) return this.#finish(tokens, 'end', firstTokenAt);
      tokens.push(token);
      if (growing !== undefined) {
        const fresh = growing.add(token);
        const from = growing.text.length - fresh - longestStop + 1;
        if (fresh > 0 && findStop(growing.text, stops, Math.max(0, from)) !== undefined) {
          const answer = this.#finish(tokens, 'length', firstTokenAt);
          if (answer.finish === 'stop') return answer;
        }
      }
      if (tokens.length >= limit) return this.#finish(tokens, 'length', firstTokenAt);
      await sitting.rounds.arrive();
    }
    throw new Error('the library ended the generation without an end-of-generation token');
  }

  /** The text of the tokens, cut before the first stop string in it: a stop string outranks another ending. */
  #finish(tokens: Token[], finish: 'end' | 'length', firstTokenAt: number | null): Answer {
    const text = this.#text(tokens);
    const hit = findStop(text, this.#loaded.candidate.sampling.stops);
    if (hit === undefined) return { text, tokens, finish, firstTokenAt };
    return { text: text.slice(0, hit.index), tokens, finish: 'stop', stop: hit.stop, firstTokenAt };
  }

  /**
   * Special tokens are written out: a marker such as the one before a tool call is part of the answer, and a stray one
   * is an error of the model that must show. The token that ends the generation is no part of it.
   */
  #text(tokens: readonly number[]): string {
    return this.#loaded.model.detokenize(tokens as readonly Token[], true);
  }

  #endsGeneration(token: Token): boolean {
    let ends = this.#endings.get(token);
    if (ends === undefined) {
      ends = this.#loaded.model.isEogToken(token);
      this.#endings.set(token, ends);
    }
    return ends;
  }
}

/** One call's shared state. */
interface Sitting {
  readonly rounds: Rounds;
  readonly stopped: () => boolean;
  /** Set when the library failed. */
  failure: Failure | undefined;
}

function hasEnded(sitting: Sitting): boolean {
  return sitting.failure !== undefined || sitting.stopped();
}

/** The sampler found no token to take, as with logits that are not numbers: that is this prompt's own fault. */
function isAboutItem(error: unknown): boolean {
  return error instanceof Error && error.message.includes('Failed to sample');
}

function generationFailure({ itemId }: GenerationRequest, error: unknown): Failure {
  const reason = error instanceof Error ? error.message : String(error);
  return failure('engine_failed', `The model could not go on with item ${itemId}: ${reason}`, {
    next: 'Start again; if it fails at the same item, the detail says what the native library met.',
    where: { item: itemId },
    detail: error instanceof Error ? (error.stack ?? reason) : reason,
  }).error;
}

interface Answer {
  readonly text: string;
  readonly tokens: readonly number[];
  readonly finish: 'end' | 'length' | 'stop';
  readonly stop?: string;
  readonly firstTokenAt: number | null;
}

/** The library would drop the oldest tokens silently; the limit on tokens keeps it from ever getting there. */
function refuseContextShift(): never {
  throw new Error('the context is full');
}

function withSystem(messages: readonly Message[], system: string | undefined): readonly Message[] {
  if (system === undefined || messages.some((message) => message.role === 'system')) return messages;
  return [{ role: 'system', content: system }, ...messages];
}

function unanswered(request: GenerationRequest, error: Failure, totalMs: number): Output {
  return {
    itemId: request.itemId,
    sample: request.sample,
    text: '',
    finish: 'error',
    promptTokens: 0,
    generatedTokens: 0,
    promptHash: '',
    tokenHash: '',
    firstTokenMs: null,
    totalMs,
    error,
  };
}
