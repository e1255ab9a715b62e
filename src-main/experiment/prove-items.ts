/** Whether what a plan is about to generate can be scored. */
import type { Item } from '../contract/item.ts';
import type { RegisteredPlan } from '../contract/plan.ts';
import type { ProgressEvent } from '../contract/progress.ts';
import type { Result } from '../contract/result.ts';
import type { Scoring } from '../scoring/scoring.ts';
import type { StoreReader } from '../store/store.ts';
import { runKeys } from './schedule.ts';

/**
 * Fails as `Scoring.prove` does. Tests that no answer can fail are a failure while the plan has no outputs; afterwards
 * they are told as a notice.
 */
export async function proveItems(
  { plan, hash }: RegisteredPlan,
  items: readonly Item[],
  around: {
    readonly store: StoreReader;
    readonly scoring: Scoring;
    readonly report: (event: ProgressEvent) => void;
  },
): Promise<Result<void>> {
  const names = plan.candidates.map(({ name }) => name);
  const hasOutputs = runKeys(names, plan.baseline, plan.replicates).some(
    (key) => around.store.deliveredKeys(hash, key).size > 0,
  );
  if (!hasOutputs) return around.scoring.prove(items);
  // Hours may be in what is there, and the other items are worth them.
  return around.scoring.prove(items, ({ message, next }) => {
    around.report({ kind: 'notice', text: `${message} ${next ?? ''}`.trimEnd() });
  });
}
