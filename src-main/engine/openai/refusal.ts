/** What an answer with an error status means, and an error object inside of a stream. */
import { errorBody } from './wire.ts';
import type { Connection, Reply } from './connection.ts';
import { trouble, type Attempt } from './trouble.ts';

/** Statuses after which the same request may well succeed: nothing was generated. */
const passing = new Set([408, 425, 429, 502, 503, 504]);

/** vLLM, llama-server and SGLang each have their own sentence; these words are in all of them. */
const contextWords = /context (?:length|size|window)|exceed_context_size|maximum input length/i;

/** Servers answer in a few hundred characters; a page of a proxy is longer and says no more. */
const shownCharacters = 500;

type Refused = Extract<Attempt<never>, { ok: false }>;

/** Reads the body of an answer whose status is not 200. */
export async function refusalOf(connection: Connection, reply: Reply, signal: AbortSignal): Promise<Refused> {
  const text = await connection.readText(reply, signal);
  if (!text.ok) return text;
  const sent = saidIn(text.data);
  const said = connection.withoutKey(sent).slice(0, shownCharacters);
  const { endpoint } = connection;
  const { status } = reply;
  if (status === 401 || status === 403)
    return trouble(
      'server',
      'endpoint_key_refused',
      `${endpoint} wants ${connection.hasKey ? 'another' : 'a'} key (status ${status}).`,
      {
        next: connection.hasKey
          ? 'Put the right one where it was read from: the environment variable, or the keyring (`noisefloor key set`).'
          : 'Say where it is: `api_key_env` or `api_key_keyring` in a plan, `--api-key-env` or `--api-key-keyring` at a command.',
        detail: said,
      },
    );
  if (status === 404)
    return trouble('server', 'endpoint_failed', `${endpoint} does not have what was asked (status 404).`, {
      next: 'Check the address, which for most servers ends in /v1, and the model’s name.',
      detail: said,
    });
  if (speaksOfContext(sent)) return overlong(endpoint, said);
  const waitMs = retryAfter(reply);
  const passes = passing.has(status);
  return trouble(
    passes ? 'again' : 'item',
    'endpoint_failed',
    `${endpoint} answers with status ${status}${said === '' ? '' : `: ${said}`}`,
    {
      next: 'Look at what the server prints.',
      ...(waitMs === null ? {} : { waitMs }),
      ...(passes ? {} : { status }),
    },
  );
}

/** An error that comes inside of an answer whose status is 200: vLLM and others have sent the status by then. */
export function refusalInStream(connection: Connection, said: string, begun: boolean): Refused {
  const words = connection.withoutKey(said).slice(0, shownCharacters);
  if (!begun && speaksOfContext(said)) return overlong(connection.endpoint, words);
  return trouble('item', 'endpoint_failed', `${connection.endpoint} broke off with an error: ${words}`, {
    next: 'Look at what the server prints.',
  });
}

/** Of the text as it was sent: the key may be a word of it. */
function speaksOfContext(sent: string): boolean {
  return contextWords.test(sent.slice(0, shownCharacters));
}

function overlong(endpoint: string, said: string): Refused {
  return trouble('overlong', 'endpoint_failed', `The prompt does not fit ${endpoint}: ${said}`);
}

function saidIn(text: string): string {
  try {
    const parsed = errorBody.safeParse(JSON.parse(text));
    if (parsed.success) return parsed.data.error.message;
  } catch {
    // What is not JSON is shown as it is.
  }
  return text.trim();
}

/** Milliseconds that a server is waited for at each try where it asks for it, at most: a run that waits looks hung. */
const longestAskedMs = 2 * 60_000;

/**
 * Milliseconds: of a number of seconds, or until a point in time, which is counted by the server's own clock where it
 * tells it. Null where the header says nothing that can be read.
 */
function retryAfter({ retryAfter: header, date }: Pick<Reply, 'retryAfter' | 'date'>): number | null {
  const said = header?.trim() ?? '';
  if (said === '') return null;
  const seconds = Number(said);
  const now = Date.parse(date ?? '');
  const wait = Number.isNaN(seconds)
    ? Date.parse(said) - (Number.isNaN(now) ? Date.now() : now)
    : seconds * 1000;
  return Number.isNaN(wait) ? null : Math.min(longestAskedMs, Math.max(0, wait));
}
