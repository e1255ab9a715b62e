/** A comparison's results as screens and reports need them: from the store, or of what is there so far. */
import type { Comparison } from '../contract/comparison.ts';
import type { Item } from '../contract/item.ts';
import type { RegisteredPlan } from '../contract/plan.ts';
import { failure, success, type Result } from '../contract/result.ts';
import type { ComparedCandidate } from '../experiment/compare-plan.ts';
import type { ReportInput } from '../report/report-input.ts';
import { hasEnded } from './comparison-state.ts';
import type { AppContext } from './context.ts';
import { gatherReport } from './report-input.ts';
import { compareInBackground } from './comparing/compare-in-background.ts';
import { scoreInBackground } from './comparing/score-in-background.ts';
import { version } from './version.ts';

export interface FoundResults {
  readonly report: ReportInput;
  /** The baseline's second run against its first; null where it ran once. */
  readonly rerun: Comparison | null;
  readonly peeked: boolean;
}

interface Kept {
  readonly key: string;
  readonly results: Promise<Result<FoundResults>>;
}

/** Kept while nothing changes: a results screen asks for several parts of it, all at once. */
const found = new WeakMap<AppContext, Map<string, Kept>>();

/**
 * Fails with `run_unfinished` before the end, unless it is a peek; a peek is counted and dated, once for each state
 * that was looked at.
 */
export async function findResults(
  context: AppContext,
  registered: RegisteredPlan,
  peek: boolean,
): Promise<Result<FoundResults>> {
  const { store } = context;
  const { hash } = registered;
  const runs = store.runs(hash);
  const ended = hasEnded(runs) && !context.runs.running(hash);
  if (!ended && !peek)
    return failure('run_unfinished', 'Results come when the run ends.', {
      next: 'Wait for it, or peek: a look before the end is counted and named in the report.',
    });
  const scoredAt = store.comparisons(hash).map(({ at }) => at);
  const key = JSON.stringify([ended, runs, ended ? scoredAt : null, store.acceptedSettings(hash)]);
  const all = found.get(context) ?? new Map<string, Kept>();
  found.set(context, all);
  const known = all.get(hash);
  if (known?.key === key) return known.results;
  const results = makeResults(context, registered, ended);
  all.set(hash, { key, results });
  const made = await results;
  // A failure may pass: the next one who asks tries again.
  if (!made.ok && all.get(hash)?.results === results) all.delete(hash);
  return made;
}

async function makeResults(
  context: AppContext,
  registered: RegisteredPlan,
  ended: boolean,
): Promise<Result<FoundResults>> {
  const { store, now } = context;
  const { signal } = new AbortController();
  const items = store.readPlanItems(registered.hash, now());
  if (!items.ok) return items;
  if (!ended) {
    const peeked = store.addPeek(registered.hash, now());
    if (!peeked.ok) return peeked;
    const scored = await scoreInBackground(store, registered, items.data, now, signal);
    if (!scored.ok) return scored;
  }
  const task = { folder: store.folder, hash: registered.hash, rerun: true };
  const compared = await compareInBackground(task, signal);
  if (!compared.ok) return compared;
  return success({
    report: reportOf(context, registered, items.data, compared.data.candidates),
    rerun: compared.data.rerun,
    peeked: !ended,
  });
}

function reportOf(
  context: AppContext,
  registered: RegisteredPlan,
  items: readonly Item[],
  compared: readonly ComparedCandidate[],
): ReportInput {
  const { store } = context;
  const accepted = store.acceptedSettings(registered.hash);
  return gatherReport(store, registered, items, {
    noisefloor: version(),
    generatedAt: context.now(),
    peeks: store.peeks(registered.hash),
    candidates: compared.map((candidate) => ({
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
