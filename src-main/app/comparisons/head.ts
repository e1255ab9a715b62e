/** What the bar above a comparison's views shows, and which of them are there yet. */
import type { ComparisonHead } from '../../contract/calls/comparisons.ts';
import type { RegisteredPlan } from '../../contract/plan.ts';
import { storedComparison } from '../../experiment/compare-plan.ts';
import type { DamagedPlan } from '../../store/store.ts';
import { comparisonState } from '../comparison-state.ts';
import type { AppContext } from '../context.ts';
import { askedItems } from '../../experiment/plan/asked-items.ts';
import type { FoundDraft } from '../plans/draft-content.ts';
import { draftSummary, modelOf } from './summary.ts';
import { allSittings, changedAt, finishedAt, outputsThere, startedAt } from './run-times.ts';

type View = ComparisonHead['views']['plan'];

const there: View = { available: true, reason: null };

function unless(available: boolean, reason: string): View {
  return available ? there : { available, reason };
}

export async function planHead(context: AppContext, registered: RegisteredPlan): Promise<ComparisonHead> {
  const { store } = context;
  const { hash, plan } = registered;
  const runs = store.runs(hash);
  const state = comparisonState(context, hash);
  const ended = state === 'finished';
  const beforeEnd =
    store.halt(hash) === 'cancelled'
      ? 'The run was cancelled before its end.'
      : 'Results come when the run ends.';
  return {
    id: hash,
    state,
    decision: plan.decision,
    model: await modelOf(plan),
    items: {
      name: plan.items.name,
      version: plan.items.version,
      items: askedItems(store, plan),
      split: plan.split,
    },
    startedAt: startedAt(allSittings(store, hash)),
    finishedAt: ended ? finishedAt(runs) : null,
    changedAt: changedAt(registered, runs),
    baseline: plan.baseline,
    candidates: plan.candidates.map(({ name }) => name).filter((name) => name !== plan.baseline),
    firstFlipped: ended ? firstFlipped(context, registered) : null,
    peeks: store.peeks(hash),
    views: {
      plan: there,
      run: there,
      results: unless(ended, beforeEnd),
      read: unless(outputsThere(runs) > 0, 'There are no answers yet.'),
      review: unless(ended, beforeEnd.replace('Results come', 'Answers are reviewed')),
      judge:
        plan.judge === undefined
          ? null
          : unless(ended, beforeEnd.replace('Results come', 'Answers are graded by hand')),
      report: unless(ended, beforeEnd.replace('Results come', 'The report comes')),
    },
  };
}

function firstFlipped({ store }: AppContext, registered: RegisteredPlan): string | null {
  const flipped = storedComparison(store, registered)?.candidates.find(({ comparison }) => {
    const { losses, gains } = comparison?.flips ?? { losses: 0, gains: 0 };
    return losses + gains > 0;
  });
  return flipped?.name ?? null;
}

export async function draftHead(context: AppContext, draft: FoundDraft): Promise<ComparisonHead> {
  const { id, decision, model, items, changedAt: savedAt } = await draftSummary(context, draft);
  const { baseline, candidates } = draft.content.fields;
  const notYet = { available: false, reason: 'The plan is not registered yet.' };
  return {
    id,
    state: 'draft',
    decision,
    model,
    items,
    startedAt: null,
    finishedAt: null,
    changedAt: savedAt,
    baseline,
    candidates: candidates.map(({ name }) => name).filter((name) => name !== baseline),
    firstFlipped: null,
    peeks: 0,
    views: {
      plan: there,
      run: notYet,
      results: notYet,
      read: notYet,
      review: notYet,
      judge: null,
      report: notYet,
    },
  };
}

export function damagedHead(damaged: Omit<DamagedPlan, 'hash'> & { readonly id: string }): ComparisonHead {
  const lost = { available: false, reason: damaged.problem.message };
  return {
    id: damaged.id,
    state: 'damaged',
    decision: '',
    model: null,
    items: null,
    startedAt: null,
    finishedAt: null,
    changedAt: damaged.registeredAt,
    baseline: null,
    candidates: [],
    firstFlipped: null,
    peeks: 0,
    views: { plan: lost, run: lost, results: lost, read: lost, review: lost, judge: null, report: lost },
  };
}
