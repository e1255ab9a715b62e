/** A thread that compares one plan: minutes of arithmetic for large sets, in which the app goes on answering. */
import { parentPort, workerData } from 'node:worker_threads';
import { success, type Result } from '../../contract/result.ts';
import { compareWholePlan, type ComparedOnBasis } from '../../experiment/compare-plan.ts';
import { openStore } from '../../store/open.ts';

export interface ComparingTask {
  readonly folder: string;
  readonly hash: string;
}

async function compare({ folder, hash }: ComparingTask): Promise<Result<ComparedOnBasis>> {
  const store = openStore(folder, { access: 'read' });
  if (!store.ok) return store;
  try {
    const registered = store.data.plan(hash);
    if (!registered.ok) return registered;
    return success(await compareWholePlan(store.data, registered.data));
  } finally {
    store.data.close();
  }
}

parentPort?.postMessage(await compare(workerData as ComparingTask));
