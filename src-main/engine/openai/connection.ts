/**
 * HTTP to one server, and to no other: a redirect is refused, and so is everything that is not the origin that the
 * person typed in.
 *
 * Node's own `http` and not `fetch`: `fetch` gives up on an answer whose headers take longer than five minutes, which
 * a long prompt in a long queue does, and that limit cannot be lifted without a package of its own.
 */
import { Agent, request as requestHttp, type IncomingMessage, type RequestOptions } from 'node:http';
import { Agent as SecureAgent, request as requestHttps } from 'node:https';
import { readWithoutKey, withoutKey, wordsWithoutKey } from './key.ts';
import { done, trouble, type Attempt } from './trouble.ts';

/** Told of every request, for the badge that shows what the app has to do with the network. */
export interface NetworkWatch {
  requested(url: string): void;
  refused(target: string): void;
}

export interface ConnectionOptions {
  /** As the candidate names it. */
  readonly endpoint: string;
  /** Sent as a bearer token; kept in memory alone, and taken out of whatever the server says. */
  readonly key: string | undefined;
  /** Seconds without a byte from the server after which a request is given up. */
  readonly timeout: number;
  readonly parallel: number;
  readonly watch: NetworkWatch | undefined;
}

export interface Reply {
  readonly status: number;
  readonly contentType: string;
  readonly retryAfter: string | undefined;
  /** By the server's clock. */
  readonly date: string | undefined;
  readonly body: IncomingMessage;
  /** When the request went out, of `performance.now()`. */
  readonly sentAt: number;
  /** Whether the connection was given up because nothing came. */
  readonly silent: () => boolean;
}

/**
 * How a request ends for which the server had closed the kept connection: it has not read it, so it is asked anew at
 * once. llama-server closes after every stream, although it announces that it keeps the connection.
 */
const closedCodes = new Set(['ECONNRESET', 'EPIPE']);

/** Seconds until a host takes a connection. The system's own limit is minutes, and nobody would know what is waited for. */
const connectPatience = 15;

/** Answers that are read as a whole are lists and descriptions; the metrics of a server are the longest. */
const mostBytes = 4 * 1024 * 1024;

export class Connection {
  readonly #options: ConnectionOptions;
  readonly #agent: Agent;
  /** The server's own paths lie beside `/v1`. */
  readonly #root: string;

  constructor(options: ConnectionOptions) {
    this.#options = options;
    this.#root = options.endpoint.replace(/\/v1$/, '');
    // As many prompts may be in the making as answers under way, and one more request looks after the server.
    const limits = { keepAlive: true, maxSockets: 2 * options.parallel + 1 };
    this.#agent = options.endpoint.startsWith('https:') ? new SecureAgent(limits) : new Agent(limits);
  }

  get endpoint(): string {
    return this.#options.endpoint;
  }

  get hasKey(): boolean {
    return this.#options.key !== undefined;
  }

  close(): void {
    this.#agent.destroy();
  }

  /** Text from the server as it may stand in a message: cut after the key is out, so that no piece of it stays. */
  withoutKey(text: string): string {
    return withoutKey(this.#options.key, text);
  }

  /** An answer's text, as `wordsWithoutKey` has it. */
  wordsWithoutKey(text: string): string {
    return wordsWithoutKey(this.#options.key, text);
  }

  /** JSON from the server: everything that is read of it goes through here. Throws as `JSON.parse` does. */
  parse(json: string): unknown {
    return readWithoutKey(this.#options.key, json);
  }

  /**
   * @param path below the endpoint, such as `/models`; or, from `root:`, beside its `/v1`, such as `root:/version`
   * @param body sent as JSON with POST; absent: GET
   */
  send(path: string, body: unknown, signal: AbortSignal): Promise<Attempt<Reply>> {
    const url = new URL(
      path.startsWith('root:') ? `${this.#root}${path.slice(5)}` : `${this.endpoint}${path}`,
    );
    const text = body === undefined ? undefined : JSON.stringify(body);
    this.#options.watch?.requested(this.endpoint);
    return this.#ask(url, text, signal, this.#agent);
  }

  /** @param agent false: over a connection of its own */
  #ask(
    url: URL,
    text: string | undefined,
    signal: AbortSignal,
    agent: Agent | false,
  ): Promise<Attempt<Reply>> {
    const sentAt = performance.now();
    let silent = false;
    let answered = false;
    const patience = Math.min(connectPatience, this.#options.timeout);
    return new Promise((resolve) => {
      const options: RequestOptions = {
        agent,
        method: text === undefined ? 'GET' : 'POST',
        headers: this.#headers(text),
        signal,
      };
      const outgoing = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, options, (answer) => {
        answered = true;
        resolve(this.#reply(url, answer, sentAt, () => silent));
      });
      outgoing.setTimeout(this.#options.timeout * 1000, () => {
        silent = true;
        outgoing.destroy();
      });
      // The time limit of a request counts from the connection on.
      outgoing.once('socket', (socket) => {
        if (!socket.connecting) return;
        const timer = setTimeout(() => {
          outgoing.destroy(new Unconnected(patience));
        }, patience * 1000);
        const end = (): void => {
          clearTimeout(timer);
        };
        socket.once('connect', end).once('close', end);
      });
      outgoing.on('error', (error) => {
        // Told of a connection that breaks within the answer as well: whoever reads the body sees it there.
        if (answered) return;
        const stale = outgoing.reusedSocket && !silent && !signal.aborted && closedCodes.has(codeOf(error));
        resolve(stale ? this.#ask(url, text, signal, false) : this.broken(error, silent, signal));
      });
      outgoing.end(text);
    });
  }

  /** The whole body as text; `again` where it breaks off, and where it is longer than such an answer can be. */
  async readText({ body, silent }: Reply, signal: AbortSignal): Promise<Attempt<string>> {
    const chunks: Buffer[] = [];
    let bytes = 0;
    try {
      for await (const chunk of body as AsyncIterable<Buffer>) {
        bytes += chunk.length;
        // Leaving the loop closes the connection.
        if (bytes > mostBytes)
          return trouble('item', 'endpoint_failed', `${this.endpoint} sends more than an answer can be.`);
        chunks.push(chunk);
      }
    } catch (error) {
      return this.broken(error, silent(), signal);
    }
    return done(Buffer.concat(chunks).toString('utf8'));
  }

  /**
   * What an error of the socket means: nobody there (`endpoint_unreachable`), silence, or a connection that broke.
   *
   * @param silent the connection was given up because nothing came
   */
  broken(error: unknown, silent: boolean, signal: AbortSignal): Extract<Attempt<never>, { ok: false }> {
    const { endpoint } = this;
    if (signal.aborted) return trouble('server', 'interrupted', `Asking ${endpoint} was stopped.`);
    if (silent)
      return trouble(
        'item',
        'engine_timed_out',
        `${endpoint} said nothing for ${this.#options.timeout} seconds.`,
        {
          next: 'Look at what the server does; a plan can wait longer (`timeout`) and ask less at a time (`parallel`).',
        },
      );
    if (error instanceof Unconnected)
      return trouble(
        'again',
        'endpoint_unreachable',
        `${endpoint} takes no connection within ${error.seconds} seconds.`,
        {
          next: 'Check that the server has started and that nothing in between holds it off, then start again; a plan goes on where it was.',
        },
      );
    const code = codeOf(error);
    if (nobodyThere.has(code))
      return trouble('again', 'endpoint_unreachable', `${endpoint} cannot be reached (${code}).`, {
        next: 'Start the server or correct the address, then start again; a plan goes on where it was.',
      });
    return trouble('again', 'endpoint_failed', `The connection to ${endpoint} broke (${code}).`, {
      next: 'Look at what the server prints; it may have been ended.',
    });
  }

  #headers(text: string | undefined): Record<string, string> {
    const { key } = this.#options;
    return {
      accept: 'application/json, text/event-stream',
      ...(text === undefined
        ? {}
        : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(text)) }),
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
    };
  }

  #reply(url: URL, body: IncomingMessage, sentAt: number, silent: () => boolean): Attempt<Reply> {
    const status = body.statusCode ?? 0;
    if (status >= 300 && status < 400) {
      const target = this.withoutKey(body.headers.location ?? 'another address').slice(0, 200);
      this.#options.watch?.refused(target);
      body.destroy();
      return trouble(
        'server',
        'endpoint_redirected',
        `${url.origin} points to ${target}, which was not named here.`,
        { next: 'If you trust it, name that address in place of this one; nothing was sent there.' },
      );
    }
    return done({
      status,
      contentType: body.headers['content-type'] ?? '',
      retryAfter: body.headers['retry-after'],
      date: body.headers.date,
      body,
      sentAt,
      silent,
    });
  }
}

class Unconnected extends Error {
  readonly seconds: number;

  constructor(seconds: number) {
    super('no connection');
    this.seconds = seconds;
  }
}

const nobodyThere = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EHOSTUNREACH', 'ENETUNREACH', 'EAI_AGAIN']);

function codeOf(error: unknown): string {
  if (error instanceof AggregateError) return codeOf(error.errors[0]);
  if (!(error instanceof Error)) return String(error);
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message;
}
