/**
 * Brings up to date what ended: plans of a process that was killed after the last output and before the comparison,
 * and comparisons that an earlier version's statistics worked out.
 */
import type { RegisteredPlan } from '../../contract/plan.ts';
import type { Result } from '../../contract/result.ts';
import { storedComparison } from '../../experiment/compare-plan.ts';
import type { Scoring } from '../../scoring/scoring.ts';
import { StoreError } from '../../store/failures.ts';
import type { Store } from '../../store/store.ts';
import { hasEnded } from '../comparison-state.ts';
import type { AppContext } from '../context.ts';
import { compareScored, isUnscored, scoreInBackground } from './score-in-background.ts';

/** What cannot be scored is left as it is: whoever opens the comparison gets the reason. */
export async function scoreWhatEnded(
  { store, scoring, runs, now }: AppContext,
  signal: AbortSignal,
): Promise<void> {
  for (const { hash } of store.plans()) {
    try {
      const registered = store.plan(hash);
      if (!registered.ok || !isLeftOver(store, registered.data)) continue;
      const brought = await bringUpToDate(store, scoring, registered.data, now, signal);
      if (signal.aborted) return;
      if (brought.ok) runs.changed(hash);
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
    }
  }
}

async function bringUpToDate(
  store: Store,
  scoring: Scoring,
  registered: RegisteredPlan,
  now: () => string,
  signal: AbortSignal,
): Promise<Result<unknown>> {
  if (!isUnscored(store, registered.hash)) return compareScored(store, registered, now, signal);
  const items = store.readPlanItems(registered.hash, now());
  return items.ok ? scoreInBackground(store, scoring, registered, items.data, now, signal) : items;
}

/** Ended without a comparison that holds, though there is something to compare. */
function isLeftOver(store: Store, registered: RegisteredPlan): boolean {
  const { hash, plan } = registered;
  const runs = store.runs(hash);
  if (!hasEnded(runs, store.judging(hash))) return false;
  const answered = runs.filter(({ key, outputs }) => key.replicate === 1 && outputs > 0);
  const comparable =
    answered.some(({ key }) => key.candidate === plan.baseline) &&
    answered.some(({ key }) => key.candidate !== plan.baseline);
  return comparable && (isUnscored(store, hash) || storedComparison(store, registered) === null);
}
