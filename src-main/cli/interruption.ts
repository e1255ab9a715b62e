/** Ctrl-C: the first asks for a clean stop, the second does not wait for it. */
import { exitCodes } from './exit-codes.ts';
import { note } from './terminal.ts';

/** @returns a signal that is aborted by SIGINT or SIGTERM, and what takes the listeners away again */
export function onInterrupt(): { readonly signal: AbortSignal; readonly release: () => void } {
  const controller = new AbortController();
  const listener = (): void => {
    if (controller.signal.aborted) process.exit(exitCodes.interrupted);
    note('Stopping after what is in flight; again to stop at once.');
    controller.abort();
  };
  process.on('SIGINT', listener);
  process.on('SIGTERM', listener);
  return {
    signal: controller.signal,
    release: () => {
      process.off('SIGINT', listener);
      process.off('SIGTERM', listener);
    },
  };
}
