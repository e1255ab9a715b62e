/** Ends the work of a process that was killed after the last output and before the comparison. */
import { hasEnded } from './comparison-state.ts';
import type { AppContext } from './context.ts';
import { scoreAndCompare } from './score-and-compare.ts';
import { StoreError } from '../store/failures.ts';

/** What cannot be scored is left as it is: whoever opens the comparison gets the reason. */
export function scoreWhatEnded({ store, now }: AppContext): void {
  try {
    for (const { hash } of store.plans()) {
      const runs = store.runs(hash);
      const some = runs.some(({ outputs }) => outputs > 0);
      if (!some || !hasEnded(runs) || store.comparisons(hash).length > 0) continue;
      const registered = store.plan(hash);
      if (!registered.ok || registered.data.plan.candidates.length < 2) continue;
      const { baseline } = registered.data.plan;
      // A baseline that failed leaves nothing to compare.
      if (!runs.some(({ key, outputs }) => key.candidate === baseline && key.replicate === 1 && outputs > 0))
        continue;
      if (!runs.some(({ key, outputs }) => key.candidate !== baseline && outputs > 0)) continue;
      const items = store.readPlanItems(hash, now());
      if (items.ok) scoreAndCompare(store, registered.data, items.data);
    }
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
  }
}
