/** Divergence from the baseline, measured when it is asked for. */
import type { Handlers } from '../../contract/calls/calls.ts';
import { success } from '../../contract/result.ts';
import type { AppContext } from '../context.ts';
import { DivergenceWork } from '../divergence/divergence-work.ts';

export function divergenceHandlers(
  context: AppContext,
): Pick<Handlers, Extract<keyof Handlers, `divergence.${string}`>> {
  const work = new DivergenceWork(context);
  return {
    'divergence.read_divergence': ({ comparison }) => Promise.resolve(work.read(comparison)),
    'divergence.start_divergence': ({ comparison }) => Promise.resolve(work.start(comparison)),
    'divergence.stop_divergence': async ({ comparison }) => {
      await work.stop(comparison);
      return success({});
    },
  };
}
