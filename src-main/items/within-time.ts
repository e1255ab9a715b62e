/** Runs what may never end, such as a person's own pattern over any text, under a limit of time. */
import { createContext, Script } from 'node:vm';

const script = new Script('answer = work()');
const sandbox: { work: () => unknown; answer: unknown } = { work: () => undefined, answer: undefined };
const context = createContext(sandbox);

/**
 * What `work` gives, or null when it takes longer than so many milliseconds. V8 itself interrupts it, so that a
 * regular expression which goes back over its text for ever is ended as well. `work` must leave nothing half done.
 */
export function withinTime<T>(work: () => T, milliseconds: number): { readonly value: T } | null {
  sandbox.work = work;
  try {
    script.runInContext(context, { timeout: milliseconds });
    return { value: sandbox.answer as T };
  } catch (error) {
    if (isTimeout(error)) return null;
    throw error;
  } finally {
    sandbox.work = () => undefined;
    sandbox.answer = undefined;
  }
}

/** The error may be made in the other context, whose Error is another one. */
function isTimeout(error: unknown): boolean {
  return (
    typeof error === 'object' &&
    error !== null &&
    'code' in error &&
    error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
  );
}
