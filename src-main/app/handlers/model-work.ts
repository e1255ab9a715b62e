/** Quantised versions of a model, and how much the backend wobbles with it: asked for on the Models screen. */
import type { Handlers } from '../../contract/calls/calls.ts';
import { success } from '../../contract/result.ts';
import type { AppContext } from '../context.ts';
import { NoiseWork } from '../model-work/noise-work.ts';
import { QuantisingWork } from '../model-work/quantising-work.ts';

export function modelWorkHandlers(
  context: AppContext,
): Pick<Handlers, Extract<keyof Handlers, `quantising.${string}` | `noise.${string}`>> {
  const quantising = new QuantisingWork(context);
  const noise = new NoiseWork(context);
  return {
    'quantising.list_versions': (input, { signal }) => quantising.list(input, signal),
    'quantising.read_work': ({ model }) => Promise.resolve(success({ quantising: quantising.read(model) })),
    'quantising.start_work': async (input) => {
      const started = await quantising.start(input);
      return started.ok ? success({ quantising: started.data }) : started;
    },
    'quantising.stop_work': async ({ model }) => {
      await quantising.stop(model);
      return success({});
    },
    'noise.read_noise': ({ model }) => noise.read(model),
    'noise.start_noise': (input) => noise.start(input),
    'noise.stop_noise': async ({ model }) => {
      await noise.stop(model);
      return success({});
    },
  };
}
