/** A store that turns out to be damaged under a plain reading throws; whoever called gets the failure as a value. */
import type { CallContext, CallName, Handlers } from '../../contract/calls/calls.ts';
import type { Result } from '../../contract/result.ts';
import { StoreError } from '../../store/failures.ts';

type AnyHandler = (input: never, context: CallContext) => Promise<Result<unknown>>;

/** The same handlers; a `StoreError`, thrown at once or later, becomes their answer. Other errors are bugs and pass. */
export function withStoreFailures(handlers: Handlers): Handlers {
  const names = Object.keys(handlers) as CallName[];
  return Object.fromEntries(names.map((name) => [name, guarded(handlers[name] as AnyHandler)])) as Handlers;
}

function guarded(handler: AnyHandler): AnyHandler {
  return async (input, context) => {
    try {
      return await handler(input, context);
    } catch (error) {
      if (error instanceof StoreError) return { ok: false, error: error.failure };
      throw error;
    }
  };
}
