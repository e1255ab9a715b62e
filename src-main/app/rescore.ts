/** Scores a plan's stored outputs again with today's scorers, and says which verdicts changed. */
import type { Comparison, Verdict } from '../contract/comparison.ts';
import type { Item } from '../contract/item.ts';
import type { RegisteredPlan } from '../contract/plan.ts';
import type { ProgressEvent } from '../contract/progress.ts';
import { failure, success, type Result } from '../contract/result.ts';
import { createEngines } from '../engine/engines.ts';
import { judgeDrift, type JudgeDrift } from '../experiment/judging/judge-drift.ts';
import { judgeOutputs } from '../experiment/judging/judge-outputs.ts';
import { describeMachine } from '../machine/describe-machine.ts';
import { openScoring } from '../scoring/sandbox/open-scoring.ts';
import type { Scoring } from '../scoring/scoring.ts';
import { openStore } from '../store/open.ts';
import type { Store } from '../store/store.ts';
import { recordLook } from './comparing/record-look.ts';
import { findPlan, type PlanReference } from './find-plan.ts';
import { scoreAndCompare } from './score-and-compare.ts';
import { version } from './version.ts';

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
  /** The plan has not ended, so that this was a look. */
  readonly look: boolean;
  /** Where the plan's judge became another one and judged everything anew; else null. */
  readonly judgeDrift: JudgeDrift | null;
}

/** How a plan's judge is asked again; absent: what it said stays what it is, and is read again. */
export interface JudgeAgain {
  readonly signal: AbortSignal;
  readonly report: (event: ProgressEvent) => void;
}

export async function rescorePlan(
  dataFolder: string,
  reference: PlanReference,
  judge?: JudgeAgain,
): Promise<Result<Rescored>> {
  const store = openStore(dataFolder);
  if (!store.ok) return store;
  const scoring = openScoring();
  try {
    return await rescoreIn(store.data, scoring, reference, judge);
  } finally {
    await scoring.close();
    store.data.close();
  }
}

async function rescoreIn(
  store: Store,
  scoring: Scoring,
  reference: PlanReference,
  judge: JudgeAgain | undefined,
): Promise<Result<Rescored>> {
  const registered = await findPlan(store, reference);
  if (!registered.ok) return registered;
  const { hash } = registered.data;
  const items = store.readPlanItems(hash, new Date().toISOString());
  if (!items.ok) return items;
  const scoresBefore = allScores(store, hash);
  const before = new Map(store.comparisons(hash).map((one) => [one.candidate, one.comparison]));
  const drift = judge ? await judgeAgain(store, registered.data, items.data, judge) : success(null);
  if (!drift.ok) return drift;
  const compared = await scoreAndCompare(store, scoring, registered.data, items.data, true);
  if (!compared.ok) return compared;
  const looked = recordLook(store, registered.data, compared.data, new Date().toISOString());
  if (!looked.ok) return looked;
  const scoresAfter = allScores(store, hash);
  return success({
    plan: hash,
    changedScores: [...scoresAfter].filter(([output, score]) => scoresBefore.get(output) !== score).length,
    outputs: scoresAfter.size,
    changedVerdicts: compared.data.flatMap(({ name, comparison }) =>
      changedVerdicts(name, before.get(name) ?? null, comparison),
    ),
    comparisons: Object.fromEntries(compared.data.map(({ name, comparison }) => [name, comparison])),
    look: looked.data,
    judgeDrift: drift.data,
  });
}

/** Null where the judge is the one that gave the grades: it is then not asked twice about anything. */
async function judgeAgain(
  store: Store,
  registered: RegisteredPlan,
  items: readonly Item[],
  { signal, report }: JudgeAgain,
): Promise<Result<JudgeDrift | null>> {
  if (registered.plan.judge === undefined)
    return failure('usage', 'The plan has no judge that could be asked again.', {
      next: 'Leave --judge out: its outputs are scored from their texts.',
    });
  const judged = await judgeOutputs(
    registered,
    items,
    {
      store,
      engine: createEngines(),
      machine: await describeMachine(),
      noisefloor: version(),
      now: () => new Date().toISOString(),
      elapsed: () => performance.now(),
      report,
    },
    signal,
    true,
  );
  if (!judged.ok) return judged;
  if (judged.data.failure) return { ok: false, error: judged.data.failure };
  const { before, judge } = judged.data;
  return success(
    before === null || judge === null ? null : judgeDrift(store, registered, items, before, judge),
  );
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
