/**
 * Between a transport and the handlers. It knows nothing of Electron and HTTP: a transport hands it whatever it
 * was sent, and gets a `Result` back, always. Nothing that arrives is trusted before its schema has read it.
 */
import type { z } from 'zod';
import type { CallName, Handlers } from '../../contract/calls/calls.ts';
import { calls } from '../../contract/calls/calls.ts';
import type { CallAnswer, CallRequest } from '../../contract/channel.ts';
import { isRequestId } from '../../contract/channel.ts';
import { failure } from '../../contract/result.ts';

export interface RouterOptions {
  /** Told of every exception in a handler: those are bugs, and the one who asked learns only that there was one. */
  readonly onBug: (call: CallName, error: unknown) => void;
  /** Checks answers against their schemas as well. For tests: it costs as much again as writing them. */
  readonly checkAnswers?: boolean;
}

export interface Router {
  /**
   * Answers one request of one client (a window, a browser session). Never throws.
   * `signal` is the transport's own, where it can tell that nobody waits any longer.
   */
  answer(client: string, request: CallRequest, signal?: AbortSignal): Promise<CallAnswer>;
  /** Aborts a request in flight; one that has ended already, or never was, is none of its business. */
  abort(client: string, id: string): void;
  /** Requests that have not been answered yet. */
  inFlight(): number;
  /** Aborts everything and resolves when every handler has ended. */
  close(): Promise<void>;
}

type AnyHandler = (input: unknown, context: { readonly signal: AbortSignal }) => Promise<CallAnswer>;

function isCallName(name: string): name is CallName {
  return Object.hasOwn(calls, name);
}

/** The first thing wrong with an input, with the path of the field that it is in. */
function describeIssue(error: z.ZodError): { readonly message: string; readonly field: string } {
  const [issue] = error.issues;
  const field = (issue?.path ?? []).map(String).join('.');
  return { message: issue?.message ?? 'it is not what the call takes', field };
}

export function createRouter(handlers: Handlers, options: RouterOptions): Router {
  const flights = new Map<string, AbortController>();
  const unfinished = new Set<Promise<unknown>>();
  let closed = false;

  async function carryOut(name: CallName, input: unknown, signal: AbortSignal): Promise<CallAnswer> {
    const parsed = calls[name].input.safeParse(input);
    if (!parsed.success) {
      const { message, field } = describeIssue(parsed.error);
      return failure('call_invalid', `${name}: ${field === '' ? '' : `${field}: `}${message}`, {
        next: 'Reload the page; if it comes again, report it as a bug.',
        ...(field === '' ? {} : { where: { field } }),
      });
    }
    try {
      const answer = await (handlers[name] as AnyHandler)(parsed.data, { signal });
      if (options.checkAnswers === true && answer.ok) calls[name].output.parse(answer.data);
      return answer;
    } catch (error) {
      if (signal.aborted) return failure('interrupted', `${name} was given up before it ended.`);
      options.onBug(name, error);
      return failure('internal', `${name} met an error in Noisefloor itself.`, {
        next: 'Try again; if it comes again, report it with the log from Settings.',
      });
    }
  }

  async function answer(client: string, request: CallRequest, signal?: AbortSignal): Promise<CallAnswer> {
    if (closed) return failure('interrupted', 'Noisefloor is closing.');
    if (!isCallName(request.name)) {
      return failure('call_unknown', 'There is no such call.', {
        next: 'Reload the page: it may belong to another version of Noisefloor.',
      });
    }
    if (!isRequestId(request.id)) return failure('call_invalid', 'The request has no usable id.');
    const flight = JSON.stringify([client, request.id]);
    if (flights.has(flight)) return failure('call_invalid', 'A request with this id is in flight already.');

    const controller = new AbortController();
    flights.set(flight, controller);
    const either = signal === undefined ? controller.signal : AbortSignal.any([controller.signal, signal]);
    const work = carryOut(request.name, request.input, either);
    unfinished.add(work);
    try {
      return await work;
    } finally {
      flights.delete(flight);
      unfinished.delete(work);
    }
  }

  return {
    answer,
    abort: (client, id) => {
      flights.get(JSON.stringify([client, id]))?.abort();
    },
    inFlight: () => flights.size,
    close: async () => {
      closed = true;
      for (const controller of flights.values()) controller.abort();
      await Promise.allSettled(unfinished);
    },
  };
}
