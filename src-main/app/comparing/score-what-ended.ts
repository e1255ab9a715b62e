/** Ends the work of a process that was killed after the last output and before the comparison. */
import type { RegisteredPlan } from '../../contract/plan.ts';
import { StoreError } from '../../store/failures.ts';
import type { Store } from '../../store/store.ts';
import { hasEnded } from '../comparison-state.ts';
import type { AppContext } from '../context.ts';
import { scoreInBackground } from './score-in-background.ts';

/** What cannot be scored is left as it is: whoever opens the comparison gets the reason. */
export async function scoreWhatEnded({ store, runs, now }: AppContext, signal: AbortSignal): Promise<void> {
  for (const { hash } of store.plans()) {
    try {
      const registered = store.plan(hash);
      if (!registered.ok || !isLeftOver(store, registered.data)) continue;
      const items = store.readPlanItems(hash, now());
      if (!items.ok) continue;
      await scoreInBackground(store, registered.data, items.data, now, signal);
      if (signal.aborted) return;
      runs.changed(hash);
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
    }
  }
}

/** Ended without a comparison, though there is something to compare. */
function isLeftOver(store: Store, { hash, plan }: RegisteredPlan): boolean {
  const runs = store.runs(hash);
  if (!hasEnded(runs) || store.comparisons(hash).length > 0) return false;
  const answered = runs.filter(({ key, outputs }) => key.replicate === 1 && outputs > 0);
  return (
    answered.some(({ key }) => key.candidate === plan.baseline) &&
    answered.some(({ key }) => key.candidate !== plan.baseline)
  );
}
