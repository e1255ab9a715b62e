/** The server's own tokenizer, where it lends it: vLLM, SGLang and llama-server do. */
import type { z } from 'zod';
import type { Message } from '../../contract/item.ts';
import type { Connection } from './connection.ts';
import type { ServerIdentity } from './server-identity.ts';
import { applyTemplateAnswer, detokenizeAnswer, tokenizeAnswer } from './wire.ts';

export class ServerTokenizer {
  readonly #connection: Connection;
  readonly #model: string;
  readonly #isLlamaServer: boolean;
  /** The token that the server puts in front of a text when it is asked to; null where it puts none. */
  readonly bos: number | null;

  private constructor(connection: Connection, model: string, isLlamaServer: boolean, bos: number | null) {
    this.#connection = connection;
    this.#model = model;
    this.#isLlamaServer = isLlamaServer;
    this.bos = bos;
  }

  /** Null where the server has no `/tokenize` that answers in a known form. */
  static async find(
    connection: Connection,
    model: string,
    { server }: ServerIdentity,
    signal: AbortSignal,
  ): Promise<ServerTokenizer | null> {
    if (server === 'ollama' || server === 'lm-studio') return null;
    const isLlamaServer = server === 'llama-server';
    const bare = new ServerTokenizer(connection, model, isLlamaServer, null);
    const without = await bare.tokenize('Hello', signal, false);
    const withAll = await bare.tokenize('Hello', signal, true);
    if (without === null || withAll === null) return null;
    const [first] = withAll;
    const added = withAll.length > without.length && first !== undefined && first !== without[0];
    return new ServerTokenizer(connection, model, isLlamaServer, added ? first : null);
  }

  /** The ids of a text in which special tokens are written out. Null where the server does not answer. */
  async tokenize(text: string, signal: AbortSignal, special = false): Promise<readonly number[] | null> {
    const body = this.#isLlamaServer
      ? { content: text, add_special: special, parse_special: true }
      : { model: this.#model, prompt: text, add_special_tokens: special };
    return (await this.#ask('root:/tokenize', body, tokenizeAnswer, signal))?.tokens ?? null;
  }

  /** What the server's own chat template makes of messages, as ids. Null where the server does not tell. */
  async tokenizeMessages(
    messages: readonly Message[],
    signal: AbortSignal,
  ): Promise<readonly number[] | null> {
    if (this.#isLlamaServer) {
      const text = await this.applyTemplate(messages, signal);
      return text === null ? null : this.tokenize(text, signal, true);
    }
    const body = { model: this.#model, messages, add_generation_prompt: true, add_special_tokens: false };
    return (await this.#ask('root:/tokenize', body, tokenizeAnswer, signal))?.tokens ?? null;
  }

  /** The prompt's text that the server's own template makes. Null where the server does not tell. */
  async applyTemplate(messages: readonly Message[], signal: AbortSignal): Promise<string | null> {
    if (!this.#isLlamaServer) return null;
    const answer = await this.#ask('root:/apply-template', { messages }, applyTemplateAnswer, signal);
    return answer?.prompt ?? null;
  }

  /** The text of ids. Null where the server does not tell. */
  async detokenize(ids: readonly number[], signal: AbortSignal): Promise<string | null> {
    if (this.#isLlamaServer) return null;
    const body = { model: this.#model, tokens: ids };
    return (await this.#ask('root:/detokenize', body, detokenizeAnswer, signal))?.prompt ?? null;
  }

  async #ask<T extends z.ZodType>(
    path: string,
    body: unknown,
    schema: T,
    signal: AbortSignal,
  ): Promise<z.output<T> | null> {
    const reply = await this.#connection.send(path, body, signal);
    if (!reply.ok) return null;
    const text = await this.#connection.readText(reply.data, signal);
    if (!text.ok || reply.data.status !== 200) return null;
    try {
      const parsed = schema.safeParse(JSON.parse(text.data));
      return parsed.success ? parsed.data : null;
    } catch {
      return null;
    }
  }
}
