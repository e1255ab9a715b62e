/** A thread that compares one plan: minutes of arithmetic for large sets, in which the app goes on answering. */
import { parentPort, workerData } from 'node:worker_threads';
import type { Result } from '../../contract/result.ts';
import { success } from '../../contract/result.ts';
import { comparePlan, type ComparedCandidate } from '../../experiment/compare-plan.ts';
import { openStore } from '../../store/open.ts';

export interface ComparingTask {
  readonly folder: string;
  readonly hash: string;
}

function compare({ folder, hash }: ComparingTask): Result<readonly ComparedCandidate[]> {
  const store = openStore(folder, { access: 'read' });
  if (!store.ok) return store;
  try {
    const registered = store.data.plan(hash);
    return registered.ok ? success(comparePlan(store.data, registered.data)) : registered;
  } finally {
    store.data.close();
  }
}

parentPort?.postMessage(compare(workerData as ComparingTask));
