/** The command line's way to quantised versions: the data folder is opened for the records. */
import { success, type Result } from '../../contract/result.ts';
import { defaultThreads } from '../../engine/llama/settings.ts';
import { describeMachine } from '../../machine/describe-machine.ts';
import { openStore } from '../../store/open.ts';
import {
  quantiseModel,
  type Quantised,
  type QuantiseProgress,
  type QuantiseRequest,
} from './quantise-model.ts';

/** @param request threads: all physical cores where absent */
export async function quantiseFiles(
  dataFolder: string,
  request: Omit<QuantiseRequest, 'threads'> & { readonly threads?: number },
  onProgress: (progress: QuantiseProgress) => void,
  signal: AbortSignal,
): Promise<Result<readonly Quantised[]>> {
  const store = openStore(dataFolder);
  if (!store.ok) return store;
  try {
    const machine = await describeMachine();
    const threads =
      request.threads ?? defaultThreads({ ...machine, continuousIntegration: Boolean(process.env.CI) });
    const made = await quantiseModel(
      { ...request, threads },
      { keep: (record) => store.data.putQuantisation(record), onProgress, signal },
    );
    return made.ok ? success(made.data) : made;
  } finally {
    store.data.close();
  }
}
