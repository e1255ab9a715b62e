/** One row of Home. */
import type { CandidateSummary, ComparisonSummary } from '../../contract/calls/comparisons.ts';
import type { ComparedCandidate } from '../../contract/compared-plan.ts';
import type { Comparison } from '../../contract/comparison.ts';
import { answerSentence } from '../../contract/presentation/findings.ts';
import { headline } from '../../contract/presentation/words.ts';
import type { Plan, RegisteredPlan } from '../../contract/plan.ts';
import { storedComparison } from '../../experiment/compare-plan.ts';
import type { DamagedPlan, RunRecord, StoreReader } from '../../store/store.ts';
import { comparisonState, hasEnded } from '../comparison-state.ts';
import type { AppContext } from '../context.ts';
import { askedItems, askedStrata, countItems } from '../../experiment/plan/asked-items.ts';
import { draftIdentifier, type FoundDraft } from '../plans/draft-content.ts';
import { pathOfModel } from '../plans/draft-models.ts';
import { itemsNeeded } from '../plans/draft-sizing.ts';
import { modelTitle } from './model-title.ts';
import { remarkOf } from './remark.ts';
import { changedAt, finishedAt } from './run-times.ts';

const blank = {
  sentence: null,
  remark: null,
  itemsNeeded: null,
  secondsLeft: null,
  finishedAt: null,
  problem: null,
} as const;

export async function planSummary(
  context: AppContext,
  registered: RegisteredPlan,
): Promise<ComparisonSummary> {
  const { store } = context;
  const { hash, plan } = registered;
  const runs = store.runs(hash);
  const state = comparisonState(context, hash);
  const ended = state === 'finished';
  const items = askedItems(store, plan);
  const compared = ended ? storedComparison(store, registered) : null;
  const candidates = compared?.candidates ?? [];
  return {
    ...blank,
    id: hash,
    state,
    decision: plan.decision,
    sentence: sentenceOf(store, registered, candidates),
    model: await modelOf(plan),
    items: { name: plan.items.name, version: plan.items.version, items, split: plan.split },
    margin: plan.guardRail.margin,
    candidates: plan.candidates.slice(0, 100).map(({ name }) => ({
      candidate: name,
      replicates: name === plan.baseline ? plan.replicates : 1,
      isBaseline: name === plan.baseline,
      result: resultOf(comparisonWith(candidates, name)),
      progress: hasEnded(runs, context.store.judging(hash)) ? null : progressOf(name, plan, runs, items),
    })),
    remark: remarkOf(context, registered, state, runs, compared),
    secondsLeft: context.runs.running(hash)?.secondsLeft ?? null,
    changedAt: changedAt(registered, runs),
    finishedAt: ended ? finishedAt(runs) : null,
  };
}

export function modelOf({ candidates, baseline }: Plan): Promise<string> {
  const first = candidates.find(({ name }) => name === baseline);
  return first?.engine === 'openai' ? Promise.resolve(first.model) : modelTitle(first?.weights ?? '');
}

function comparisonWith(candidates: readonly ComparedCandidate[], wanted: string): Comparison | null {
  return candidates.find(({ name }) => name === wanted)?.comparison ?? null;
}

function resultOf(comparison: Comparison | null): CandidateSummary['result'] {
  if (comparison === null) return null;
  return {
    delta: comparison.delta,
    interval: comparison.interval,
    halfWidth: comparison.noise?.halfWidth ?? null,
    margin: comparison.margin,
    verdict: comparison.verdict,
    plan: comparison.plan,
  };
}

function progressOf(
  candidate: string,
  plan: Plan,
  runs: readonly RunRecord[],
  items: number,
): CandidateSummary['progress'] {
  const own = runs.filter(({ key }) => key.candidate === candidate);
  return {
    done: own.reduce((sum, { outputs }) => sum + outputs, 0),
    total: own.length * items * plan.samples,
  };
}

/** The answer to the plan; for a single candidate its headline. Null where nothing was compared. */
function sentenceOf(
  store: StoreReader,
  { hash, plan }: RegisteredPlan,
  candidates: readonly ComparedCandidate[],
): string | null {
  const first = candidates.find(({ comparison }) => comparison !== null);
  if (!first?.comparison) return null;
  const sizeOf = (candidate: string): number | null =>
    store.sittings(hash, { candidate, replicate: 1 }).at(-1)?.manifest.model.size ?? null;
  const results = plan.candidates
    .filter(({ name }) => name !== plan.baseline)
    .map(({ name }) => ({
      name,
      plan: comparisonWith(candidates, name)?.plan ?? null,
      cost: sizeOf(name),
    }));
  return (
    answerSentence(results, { name: plan.baseline, cost: sizeOf(plan.baseline) }) ??
    headline(first.comparison, { candidate: first.name, baseline: plan.baseline }).text
  );
}

export async function draftSummary(context: AppContext, draft: FoundDraft): Promise<ComparisonSummary> {
  const { fields, carried } = draft.content;
  const { items, split, baseline, candidates } = fields;
  const version = items && context.store.itemSetVersion(items.name, items.version);
  const asked = version ? countItems(askedStrata(context.store, version, split, carried.limit)) : 0;
  return {
    ...blank,
    id: draftIdentifier(draft.id),
    state: 'draft',
    decision: fields.decision,
    model: await modelOfDraft(context, draft),
    items: items && version ? { ...items, items: asked, split } : null,
    margin: fields.margin,
    candidates: candidates.map(({ name }) => ({
      candidate: name,
      replicates: name === baseline ? fields.replicates : 1,
      isBaseline: name === baseline,
      result: null,
      progress: null,
    })),
    itemsNeeded: itemsNeeded(context, draft),
    changedAt: draft.savedAt,
  };
}

/** Null until a baseline with a file is chosen. */
export async function modelOfDraft(context: AppContext, { content }: FoundDraft): Promise<string | null> {
  const { candidates, baseline } = content.fields;
  const first = candidates.find(({ name }) => name === baseline);
  if (first?.endpoint) return first.endpoint.model;
  const model = first?.model ?? null;
  const path = model === null ? null : pathOfModel(context, content, model);
  return path === null ? null : modelTitle(path);
}

export function damagedSummary(
  damaged: Omit<DamagedPlan, 'hash'> & { readonly id: string },
): ComparisonSummary {
  return {
    ...blank,
    id: damaged.id,
    state: 'damaged',
    decision: '',
    model: null,
    items: null,
    margin: null,
    candidates: [],
    changedAt: damaged.registeredAt,
    problem: damaged.problem,
  };
}
