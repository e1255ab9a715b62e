/** An end to what a child works on, also when nobody is left to end the child. */
import { Script } from 'node:vm';

/** Made before the child is locked down. It runs in the same context: what it adds is V8's own watch. */
const script = new Script('sandboxWork()');
const scope = globalThis as unknown as { sandboxWork?: () => void };

/**
 * What the work gives. V8 ends whatever runs, a pattern or a loop inside WebAssembly as well, and it throws; the parent
 * ends the child long before that, while there is one.
 */
export function within<T>(work: () => T, milliseconds: number): T {
  let given: { readonly value: T } | undefined;
  scope.sandboxWork = () => {
    delete scope.sandboxWork;
    given = { value: work() };
  };
  script.runInThisContext({ timeout: milliseconds });
  if (given === undefined) throw new Error('the work was not done');
  return given.value;
}
