/** Asks an OpenAI-compatible server which models it has. */
import { z } from 'zod';
import { failure, success, type Failure, type Result } from '../../contract/result.ts';
import { readWithoutKey, withoutKey } from '../../engine/openai/key.ts';
import type { NetworkRecord } from '../network-use.ts';

const patience = 5000;
/** A list of models is a few kilobytes; a server that sends more is none, or means harm. */
const mostBytes = 1024 * 1024;

const modelList = z.object({ data: z.array(z.object({ id: z.string().min(1).max(500) })).max(10_000) });

/**
 * GET `<url>/models`. Redirects are not followed: the person typed this address and no other.
 *
 * @param url as it was typed, without a slash at its end
 * @param key of the server; taken out of whatever it says
 * @returns `endpoint_unreachable`, with what came in place of a list
 */
export async function askForModels(
  url: string,
  key: string | undefined,
  network: NetworkRecord,
  signal: AbortSignal,
): Promise<Result<readonly string[]>> {
  const late = AbortSignal.timeout(patience);
  network.requested(url);
  try {
    const response = await fetch(`${url}/models`, {
      redirect: 'manual',
      headers: {
        accept: 'application/json',
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      },
      signal: AbortSignal.any([signal, late]),
    });
    if (response.status >= 300 && response.status < 400) {
      const target = withoutKey(key, response.headers.get('location') ?? 'another address');
      network.refused(target);
      await response.body?.cancel();
      return refused(url, `${url} points to ${target.slice(0, 200)}, which you did not type.`, {
        next: 'If you trust it, add that address as an endpoint of its own.',
      });
    }
    if (!response.ok) {
      await response.body?.cancel();
      return refused(url, `${url}/models answers with status ${response.status}.`, {
        next: nextAfter(response.status, key !== undefined),
      });
    }
    return await readList(url, key, response);
  } catch (error) {
    if (signal.aborted) return failure('interrupted', `Asking ${url} was stopped.`);
    if (late.aborted)
      return refused(url, `${url} did not answer within ${patience / 1000} seconds.`, {
        next: 'Check that the server has started and can be reached from this machine, then connect again.',
      });
    return refused(url, `${url} cannot be reached${reason(error)}.`, {
      next: 'Start the server or correct the address, then connect again.',
    });
  }
}

async function readList(
  url: string,
  key: string | undefined,
  response: Response,
): Promise<Result<readonly string[]>> {
  const text = await readText(response);
  let value: unknown = null;
  try {
    value = text === null ? null : readWithoutKey(key, text);
  } catch {
    // Not JSON is as little a list as null is.
  }
  const list = modelList.safeParse(value);
  if (!list.success)
    return refused(url, `${url}/models does not answer with a list of models.`, {
      next: 'Check that the address is that of an OpenAI-compatible server, such as http://127.0.0.1:8000/v1.',
      ...(text === null ? {} : { detail: withoutKey(key, text).slice(0, 500) }),
    });
  return success([...new Set(list.data.data.map(({ id }) => id))]);
}

function nextAfter(status: number, hasKey: boolean): string {
  if (status === 404)
    return 'The address of most servers ends in /v1: remove this endpoint and add it again with that.';
  if (status !== 401 && status !== 403) return 'Look at what the server prints.';
  return hasKey
    ? 'It wants another key: put the right one where the settings of this endpoint find it.'
    : 'It wants a key: name one in the settings of this endpoint.';
}

/** Null: it is too long. */
async function readText(response: Response): Promise<string | null> {
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  const body: AsyncIterable<Uint8Array> | null = response.body;
  if (body === null) return text;
  for await (const chunk of body) {
    bytes += chunk.length;
    // Leaving the loop closes the connection.
    if (bytes > mostBytes) return null;
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/** The operating system's code, or what `fetch` itself objects to (such as a port that it does not allow). */
function reason(error: unknown): string {
  const cause = error instanceof Error ? error.cause : null;
  if (!(cause instanceof Error)) return '';
  return ` (${'code' in cause && typeof cause.code === 'string' ? cause.code : cause.message})`;
}

function refused(url: string, message: string, more: Pick<Failure, 'next' | 'detail'>) {
  return failure('endpoint_unreachable', message, { ...more, where: { field: url } });
}
