/** The server's own tokenizer, where it lends it: vLLM, SGLang and llama-server do. */
import type { z } from 'zod';
import type { Message } from '../../contract/item.ts';
import type { Connection } from './connection.ts';
import { askOptional } from './optional-answer.ts';
import { withPatience, type Patience } from './retry.ts';
import type { ServerIdentity } from './server-identity.ts';
import { done, type Attempt } from './trouble.ts';
import { applyTemplateAnswer, detokenizeAnswer, tokenizeAnswer } from './wire.ts';

export interface TokenizerParts {
  readonly connection: Connection;
  readonly model: string;
  readonly identity: ServerIdentity;
  readonly patience: Patience;
}

/** What a server answers; null where it does not have that, and trouble where it did not answer after all patience. */
type Told<T> = Promise<Attempt<T | null>>;

export class ServerTokenizer {
  readonly #parts: TokenizerParts;
  readonly #isLlamaServer: boolean;
  /** The token that the server puts in front of a text when it is asked to; null where it puts none. */
  readonly bos: number | null;

  private constructor(parts: TokenizerParts, bos: number | null) {
    this.#parts = parts;
    this.#isLlamaServer = parts.identity.server === 'llama-server';
    this.bos = bos;
  }

  /** Null where the server has no `/tokenize` that answers in a known form. */
  static async find(parts: TokenizerParts, signal: AbortSignal): Told<ServerTokenizer> {
    const { server } = parts.identity;
    if (server === 'ollama' || server === 'lm-studio') return done(null);
    const bare = new ServerTokenizer(parts, null);
    const without = await bare.tokenize('Hello', signal, false);
    if (!without.ok) return without;
    const withAll = await bare.tokenize('Hello', signal, true);
    if (!withAll.ok) return withAll;
    if (without.data === null || withAll.data === null) return done(null);
    const [first] = withAll.data;
    const added =
      withAll.data.length > without.data.length && first !== undefined && first !== without.data[0];
    return done(new ServerTokenizer(parts, added ? first : null));
  }

  /** The ids of a text in which special tokens are written out. */
  async tokenize(text: string, signal: AbortSignal, special = false): Told<readonly number[]> {
    const body = this.#isLlamaServer
      ? { content: text, add_special: special, parse_special: true }
      : { model: this.#parts.model, prompt: text, add_special_tokens: special };
    const answer = await this.#ask('root:/tokenize', body, tokenizeAnswer, signal);
    return answer.ok ? done(answer.data?.tokens ?? null) : answer;
  }

  /** What the server's own chat template makes of messages, as ids. */
  async tokenizeMessages(messages: readonly Message[], signal: AbortSignal): Told<readonly number[]> {
    if (this.#isLlamaServer) {
      const text = await this.applyTemplate(messages, signal);
      if (!text.ok) return text;
      return text.data === null ? done(null) : this.tokenize(text.data, signal, true);
    }
    const { model } = this.#parts;
    const body = { model, messages, add_generation_prompt: true, add_special_tokens: false };
    const answer = await this.#ask('root:/tokenize', body, tokenizeAnswer, signal);
    return answer.ok ? done(answer.data?.tokens ?? null) : answer;
  }

  /** The prompt's text that the server's own template makes. */
  async applyTemplate(messages: readonly Message[], signal: AbortSignal): Told<string> {
    if (!this.#isLlamaServer) return done(null);
    const answer = await this.#ask('root:/apply-template', { messages }, applyTemplateAnswer, signal);
    return answer.ok ? done(answer.data?.prompt ?? null) : answer;
  }

  /** The text of ids. */
  async detokenize(ids: readonly number[], signal: AbortSignal): Told<string> {
    if (this.#isLlamaServer) return done(null);
    const body = { model: this.#parts.model, tokens: ids };
    const answer = await this.#ask('root:/detokenize', body, detokenizeAnswer, signal);
    return answer.ok ? done(answer.data?.prompt ?? null) : answer;
  }

  #ask<T extends z.ZodType>(path: string, body: unknown, schema: T, signal: AbortSignal): Told<z.output<T>> {
    const { connection, patience } = this.#parts;
    return withPatience(() => askOptional(connection, path, schema, signal, body), patience, signal);
  }
}
