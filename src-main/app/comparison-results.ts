/** A comparison's results as screens and reports need them: from the store, or of what is there so far. */
import type { Comparison } from '../contract/comparison.ts';
import type { Item } from '../contract/item.ts';
import type { RegisteredPlan } from '../contract/plan.ts';
import { failure, success, type Result } from '../contract/result.ts';
import { comparePlan, compareReplicates } from '../experiment/compare-plan.ts';
import type { ReportInput } from '../report/report-input.ts';
import { hasEnded } from './comparison-state.ts';
import type { AppContext } from './context.ts';
import { gatherReport } from './report-input.ts';
import { scoreAndCompare } from './score-and-compare.ts';
import { version } from './version.ts';

export interface FoundResults {
  readonly report: ReportInput;
  /** The baseline's second run against its first; null where it ran once. */
  readonly rerun: Comparison | null;
  readonly peeked: boolean;
}

/** Kept while nothing changes: a results screen asks for several parts of it. */
const found = new WeakMap<
  AppContext,
  Map<string, { readonly key: string; readonly results: FoundResults }>
>();

/**
 * Fails with `run_unfinished` before the end, unless it is a peek; a peek is counted and dated, once for each state
 * that was looked at.
 */
export function findResults(
  context: AppContext,
  registered: RegisteredPlan,
  peek: boolean,
): Result<FoundResults> {
  const { store } = context;
  const { hash } = registered;
  const runs = store.runs(hash);
  const ended = hasEnded(runs) && !context.runs.running(hash);
  if (!ended && !peek)
    return failure('run_unfinished', 'Results come when the run ends.', {
      next: 'Wait for it, or peek: a look before the end is counted and named in the report.',
    });
  const key = JSON.stringify([ended, runs, store.acceptedSettings(hash)]);
  const known = found.get(context)?.get(hash);
  if (known?.key === key) return success(known.results);
  const results = makeResults(context, registered, ended);
  if (!results.ok) return results;
  const all = found.get(context) ?? new Map<string, { key: string; results: FoundResults }>();
  all.set(hash, { key, results: results.data });
  found.set(context, all);
  return results;
}

function makeResults(context: AppContext, registered: RegisteredPlan, ended: boolean): Result<FoundResults> {
  const { store, now } = context;
  const items = store.readPlanItems(registered.hash, now());
  if (!items.ok) return items;
  if (!ended) {
    const peeked = store.addPeek(registered.hash, now());
    if (!peeked.ok) return peeked;
    const scored = scoreAndCompare(store, registered, items.data);
    if (!scored.ok) return scored;
  }
  return success({
    report: reportOf(context, registered, items.data),
    rerun: compareReplicates(store, registered),
    peeked: !ended,
  });
}

function reportOf(context: AppContext, registered: RegisteredPlan, items: readonly Item[]): ReportInput {
  const { store } = context;
  const accepted = store.acceptedSettings(registered.hash);
  return gatherReport(store, registered, items, {
    noisefloor: version(),
    generatedAt: context.now(),
    peeks: store.peeks(registered.hash),
    candidates: comparePlan(store, registered).map((candidate) => ({
      ...candidate,
      accepted: [
        ...candidate.accepted,
        ...accepted
          .filter((setting) => setting.candidate === candidate.name)
          .map((setting) => ({ what: setting.setting, acceptedAt: setting.at })),
      ],
    })),
  });
}
