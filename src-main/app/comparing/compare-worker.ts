/** A thread that compares one plan: minutes of arithmetic for large sets, in which the app goes on answering. */
import { parentPort, workerData } from 'node:worker_threads';
import type { Comparison } from '../../contract/comparison.ts';
import type { Result } from '../../contract/result.ts';
import { success } from '../../contract/result.ts';
import { comparePlan, compareReplicates, type ComparedCandidate } from '../../experiment/compare-plan.ts';
import { openStore } from '../../store/open.ts';

export interface ComparingTask {
  readonly folder: string;
  readonly hash: string;
  /** Whether the baseline's second run is compared with its first as well. */
  readonly rerun: boolean;
}

export interface ComparedInBackground {
  readonly candidates: readonly ComparedCandidate[];
  /** Null where it was not asked for, or the baseline ran once. */
  readonly rerun: Comparison | null;
}

function compare({ folder, hash, rerun }: ComparingTask): Result<ComparedInBackground> {
  const store = openStore(folder, { access: 'read' });
  if (!store.ok) return store;
  try {
    const registered = store.data.plan(hash);
    if (!registered.ok) return registered;
    return success({
      candidates: comparePlan(store.data, registered.data),
      rerun: rerun ? compareReplicates(store.data, registered.data) : null,
    });
  } finally {
    store.data.close();
  }
}

parentPort?.postMessage(compare(workerData as ComparingTask));
