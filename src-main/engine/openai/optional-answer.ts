/** Asks for what not every server has. That it has it not is an answer; that it did not answer says nothing of it. */
import type { z } from 'zod';
import type { Connection } from './connection.ts';
import { refusalOf } from './refusal.ts';
import { done, trouble, type Attempt } from './trouble.ts';

type Refused = Extract<Attempt<never>, { ok: false }>;

/**
 * @returns null where the server does not know the path, or answers otherwise; `again` where it did not answer, or its JSON
 *   is cut
 */
export async function askOptional<T extends z.ZodType>(
  connection: Connection,
  path: string,
  schema: T,
  signal: AbortSignal,
  body?: unknown,
): Promise<Attempt<z.output<T> | null>> {
  const text = await readAsSent(connection, path, signal, body);
  if (!text.ok) return text;
  if (text.data === null) return done(null);
  const value = parsed(connection, text.data, schema);
  return value === null && isCut(text.data) ? cutAnswer(connection, path) : done(value);
}

/** @returns as `askOptional`, for what is no JSON */
export async function readOptional(
  connection: Connection,
  path: string,
  signal: AbortSignal,
): Promise<Attempt<string | null>> {
  const text = await readAsSent(connection, path, signal);
  return text.ok && text.data !== null ? done(connection.wordsWithoutKey(text.data)) : text;
}

async function readAsSent(
  connection: Connection,
  path: string,
  signal: AbortSignal,
  body?: unknown,
): Promise<Attempt<string | null>> {
  const reply = await connection.send(path, body, signal);
  // Pages for people send what they do not know to their front door: that is an answer.
  if (!reply.ok)
    return reply.trouble.failure.code === 'endpoint_redirected' ? done(null) : asUnanswered(reply);
  const { status } = reply.data;
  if (isUnwell(status)) return asUnanswered(await refusalOf(connection, reply.data, signal));
  const text = await connection.readText(reply.data, signal);
  if (text.ok) return done(status === 200 ? text.data : null);
  // More than such an answer can be is another answer.
  const { kind, failure } = text.trouble;
  return kind === 'item' && failure.code === 'endpoint_failed' ? done(null) : asUnanswered(text);
}

/** Silence and a status 500 may be a prompt's own fault; here there is no prompt, and a later try may go better. */
export function asUnanswered({ trouble }: Refused): Refused {
  return { ok: false, trouble: { ...trouble, kind: trouble.kind === 'server' ? 'server' : 'again' } };
}

/** Whether a text begins as JSON and is none: the server was ended in the middle of it, or something in between was. */
export function isCut(text: string): boolean {
  if (!/^\s*[[{]/.test(text)) return false;
  try {
    JSON.parse(text);
    return false;
  } catch {
    return true;
  }
}

/** @param path as `Connection.send` takes it */
export function cutAnswer({ endpoint }: Connection, path: string): Refused {
  return trouble(
    'again',
    'endpoint_failed',
    `${endpoint} broke off its answer to ${path.replace('root:', '')}.`,
    { next: 'Look at what the server prints; it may have been ended.' },
  );
}

export function parsed<T extends z.ZodType>(
  connection: Connection,
  text: string,
  schema: T,
): z.output<T> | null {
  try {
    const result = schema.safeParse(connection.parse(text));
    return result.success ? result.data : null;
  } catch {
    return null;
  }
}

/** 501 is how llama-server says that it was started without what is asked for. */
function isUnwell(status: number): boolean {
  return status === 408 || status === 425 || status === 429 || (status >= 500 && status !== 501);
}
