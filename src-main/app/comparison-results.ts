/** A comparison's results as screens and reports need them: from the store, or of what is there so far. */
import type { ComparedCandidate, ComparedPlan } from '../contract/compared-plan.ts';
import type { Comparison } from '../contract/comparison.ts';
import type { Item } from '../contract/item.ts';
import type { RegisteredPlan } from '../contract/plan.ts';
import type { Rating } from '../contract/review.ts';
import { failure, success, type Result } from '../contract/result.ts';
import { storedComparison } from '../experiment/compare-plan.ts';
import type { ReportInput } from '../report/report-input.ts';
import { hasEnded } from './comparison-state.ts';
import type { AppContext } from './context.ts';
import { gatherReport } from './report-input.ts';
import { compareScored, isUnscored, scoreInBackground } from './comparing/score-in-background.ts';
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
  const ended = hasEnded(runs, context.store.judging(hash)) && !context.runs.running(hash);
  if (!ended && !peek)
    return failure('run_unfinished', 'Results come when the run ends.', {
      next: 'Wait for it, or peek: a look before the end is counted and named in the report.',
    });
  const scored = ended ? store.comparisonRevision(hash) : null;
  const key = JSON.stringify([
    ended,
    runs,
    scored,
    store.acceptedSettings(hash),
    ratingsMark(store.ratings(hash)),
  ]);
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

/** Grows with every choice of a person, and tells one that was taken back and made again. */
function ratingsMark(ratings: readonly Rating[]): readonly [number, string] {
  return [ratings.length, ratings.at(-1)?.at ?? ''];
}

async function makeResults(
  context: AppContext,
  registered: RegisteredPlan,
  ended: boolean,
): Promise<Result<FoundResults>> {
  const { store, now } = context;
  const items = store.readPlanItems(registered.hash, now());
  if (!items.ok) return items;
  if (!ended) {
    const peeked = store.addPeek(registered.hash, now());
    if (!peeked.ok) return peeked;
  }
  const compared = await comparisonOf(context, registered, items.data);
  if (!compared.ok) return compared;
  return success({
    report: reportOf(context, registered, items.data, compared.data.candidates),
    rerun: compared.data.rerun,
    peeked: !ended,
  });
}

/** The stored one where it holds; else it is worked out, after whatever is not scored yet, and stored. */
async function comparisonOf(
  { store, scoring, now, closing }: AppContext,
  registered: RegisteredPlan,
  items: readonly Item[],
): Promise<Result<ComparedPlan>> {
  if (isUnscored(store, registered.hash))
    return scoreInBackground(store, scoring, registered, items, now, closing);
  const stored = storedComparison(store, registered);
  return stored === null ? compareScored(store, registered, now, closing) : success(stored);
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
