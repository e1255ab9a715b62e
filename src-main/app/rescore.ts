/** Scores a plan's stored outputs again with today's scorers, and says which verdicts changed. */
import type { Comparison, Verdict } from '../contract/comparison.ts';
import { success, type Result } from '../contract/result.ts';
import { openScoring } from '../scoring/sandbox/open-scoring.ts';
import type { Scoring } from '../scoring/scoring.ts';
import { openStore } from '../store/open.ts';
import type { Store } from '../store/store.ts';
import { findPlan, type PlanReference } from './find-plan.ts';
import { scoreAndCompare } from './score-and-compare.ts';

export interface ChangedVerdict {
  readonly candidate: string;
  /** Null: overall. */
  readonly stratum: string | null;
  readonly before: Verdict | null;
  readonly after: Verdict | null;
}

export interface Rescored {
  readonly plan: string;
  /** Outputs whose outcome or value is another one now. */
  readonly changedScores: number;
  readonly outputs: number;
  readonly changedVerdicts: readonly ChangedVerdict[];
  readonly comparisons: Readonly<Record<string, Comparison | null>>;
}

export async function rescorePlan(dataFolder: string, reference: PlanReference): Promise<Result<Rescored>> {
  const store = openStore(dataFolder);
  if (!store.ok) return store;
  const scoring = openScoring();
  try {
    return await rescoreIn(store.data, scoring, reference);
  } finally {
    await scoring.close();
    store.data.close();
  }
}

async function rescoreIn(
  store: Store,
  scoring: Scoring,
  reference: PlanReference,
): Promise<Result<Rescored>> {
  const registered = await findPlan(store, reference);
  if (!registered.ok) return registered;
  const { hash } = registered.data;
  const items = store.readPlanItems(hash, new Date().toISOString());
  if (!items.ok) return items;
  const scoresBefore = allScores(store, hash);
  const before = new Map(store.comparisons(hash).map((one) => [one.candidate, one.comparison]));
  const compared = await scoreAndCompare(store, scoring, registered.data, items.data, true);
  if (!compared.ok) return compared;
  const scoresAfter = allScores(store, hash);
  return success({
    plan: hash,
    changedScores: [...scoresAfter].filter(([output, score]) => scoresBefore.get(output) !== score).length,
    outputs: scoresAfter.size,
    changedVerdicts: compared.data.flatMap(({ name, comparison }) =>
      changedVerdicts(name, before.get(name) ?? null, comparison),
    ),
    comparisons: Object.fromEntries(compared.data.map(({ name, comparison }) => [name, comparison])),
  });
}

function allScores(store: Store, hash: string): Map<string, string> {
  const all = new Map<string, string>();
  for (const { key } of store.runs(hash))
    for (const { itemId, sample, score } of store.scores(hash, key))
      all.set(
        JSON.stringify([key.candidate, key.replicate, itemId, sample]),
        `${score.outcome} ${score.value}`,
      );
  return all;
}

function changedVerdicts(
  candidate: string,
  before: Comparison | null,
  after: Comparison | null,
): ChangedVerdict[] {
  const verdictsOf = (comparison: Comparison | null): Map<string | null, Verdict | null> =>
    new Map([
      [null, comparison?.verdict ?? null],
      ...(comparison?.strata.map((part) => [part.stratum, part.verdict] as const) ?? []),
    ]);
  const [old, current] = [verdictsOf(before), verdictsOf(after)];
  return [...new Set([...old.keys(), ...current.keys()])].flatMap((stratum) => {
    const [one, other] = [old.get(stratum) ?? null, current.get(stratum) ?? null];
    return one === other ? [] : [{ candidate, stratum, before: one, after: other }];
  });
}
