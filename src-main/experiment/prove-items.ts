/** Whether what a plan is about to generate can be scored. */
import type { Item } from '../contract/item.ts';
import type { RegisteredPlan } from '../contract/plan.ts';
import type { ProgressEvent } from '../contract/progress.ts';
import type { Result } from '../contract/result.ts';
import type { Engine } from '../engine/engine.ts';
import type { Scoring } from '../scoring/scoring.ts';
import type { StoreReader } from '../store/store.ts';
import { foreseenJudgingCandidate } from './judging/judging-candidate.ts';
import { runKeys } from './schedule.ts';

/**
 * Fails as `Scoring.prove` does. Tests that no answer can fail are a failure while the plan has no outputs; afterwards
 * they are told as a notice. A judge that would judge its own answers is looked for while it has none, too.
 */
export async function proveItems(
  registered: RegisteredPlan,
  items: readonly Item[],
  around: {
    readonly store: StoreReader;
    readonly engine: Pick<Engine, 'askServed'>;
    readonly scoring: Scoring;
    readonly report: (event: ProgressEvent) => void;
  },
  signal: AbortSignal,
): Promise<Result<void>> {
  const { plan, hash } = registered;
  const names = plan.candidates.map(({ name }) => name);
  const hasOutputs = runKeys(names, plan.baseline, plan.replicates).some(
    (key) => around.store.deliveredKeys(hash, key).size > 0,
  );
  if (!hasOutputs) {
    const own = await foreseenJudgingCandidate(registered, around.engine, signal);
    return own === null ? around.scoring.prove(items) : { ok: false, error: own };
  }
  // Hours may be in what is there, and the other items are worth them.
  return around.scoring.prove(items, ({ message, next }) => {
    around.report({ kind: 'notice', text: `${message} ${next ?? ''}`.trimEnd() });
  });
}
