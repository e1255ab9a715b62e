/** From a plan's stored outputs to its stored comparison, while the app goes on answering. */
import { setImmediate as turn } from 'node:timers/promises';
import type { ComparedPlan } from '../../contract/compared-plan.ts';
import type { Item } from '../../contract/item.ts';
import type { RegisteredPlan } from '../../contract/plan.ts';
import { failure, type Result } from '../../contract/result.ts';
import type { ComparedOnBasis } from '../../experiment/compare-plan.ts';
import { runKeys } from '../../experiment/schedule.ts';
import { scorePages } from '../../experiment/score-outputs.ts';
import type { Scoring } from '../../scoring/scoring.ts';
import type { Store } from '../../store/store.ts';
import { compareInBackground } from './compare-in-background.ts';
import { keepComparison } from './keep-comparison.ts';

/**
 * Scores every output with today's scorers and compares; both are stored.
 *
 * @param now the time that the comparison is stamped with, ISO 8601
 * @param signal stops in between; what is scored stays
 */
export async function scoreInBackground(
  store: Store,
  scoring: Scoring,
  registered: RegisteredPlan,
  items: readonly Item[],
  now: () => string,
  signal: AbortSignal,
): Promise<Result<ComparedPlan>> {
  const { plan, hash } = registered;
  const names = plan.candidates.map((candidate) => candidate.name);
  for (const key of runKeys(names, plan.baseline, plan.replicates)) {
    for await (const page of scorePages({ store, scoring, planHash: hash, items }, key)) {
      if (!page.ok) return page;
      await turn();
      if (signal.aborted) return failure('interrupted', 'Stopped before every output was scored.');
    }
  }
  return compareScored(store, registered, now, signal);
}

/** Compares the scores that are there, and stores the comparison. */
export async function compareScored(
  store: Store,
  registered: RegisteredPlan,
  now: () => string,
  signal: AbortSignal,
): Promise<Result<ComparedPlan>> {
  const compare = async (): Promise<Result<ComparedOnBasis>> => {
    const done = await compareInBackground({ folder: store.folder, hash: registered.hash }, signal);
    // Whoever gave the signal may have closed the store.
    return done.ok && signal.aborted
      ? failure('interrupted', 'Stopped before the comparison was stored.')
      : done;
  };
  return keepComparison(store, registered, compare, now);
}

/** Whether outputs are there that no scorer has seen, as a process leaves them that was killed before the end. */
export function isUnscored(store: Store, hash: string): boolean {
  return store.runs(hash).some(({ key, outputs }) => {
    const counts = Object.values(store.outcomeCounts(hash, key));
    return counts.reduce((sum, count) => sum + count, 0) < outputs;
  });
}
