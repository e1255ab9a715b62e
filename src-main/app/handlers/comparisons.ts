/** Home: every comparison of the data folder, drafts among them. */
import type { CallOutput, Handlers } from '../../contract/calls/calls.ts';
import type { ComparisonSummary } from '../../contract/calls/comparisons.ts';
import { success, type Result } from '../../contract/result.ts';
import { loadPlan } from '../../experiment/plan/resolve-plan.ts';
import { damagedHead, draftHead, planHead } from '../comparisons/head.ts';
import { changedAt, compareText } from '../comparisons/run-times.ts';
import { damagedSummary, draftSummary, modelOf, modelOfDraft, planSummary } from '../comparisons/summary.ts';
import { hasEnded, planOf, unknownComparison } from '../comparison-state.ts';
import type { AppContext } from '../context.ts';
import { demoPlanPath } from '../demo-facts.ts';
import { changedDraft, draftIdentifier, draftNumber, findDraft, readDraft } from '../plans/draft-content.ts';
import { settingsMachine } from '../plans/new-draft.ts';
import { createDraft, draftOfPlan } from './plans.ts';

type ComparisonHandlers = Pick<Handlers, Extract<keyof Handlers, `comparisons.${string}`>>;

/** Items of each stratum that a quick demo takes. */
const quickLimit = 40;

/** What a list is sorted and searched by, and what makes the row when it is on the page. */
interface Entry {
  readonly id: string;
  readonly changedAt: string;
  readonly words: () => Promise<string>;
  readonly row: () => Promise<ComparisonSummary>;
}

export function comparisonHandlers(context: AppContext): ComparisonHandlers {
  const { store, now } = context;

  return {
    'comparisons.list_comparisons': async ({ page, search = '' }) => {
      const wanted = search.trim().toLowerCase();
      const all = entries(context).sort(
        (one, other) => compareText(other.changedAt, one.changedAt) || compareText(one.id, other.id),
      );
      const found: Entry[] = [];
      for (const entry of all)
        if (wanted === '' || (await entry.words()).toLowerCase().includes(wanted)) found.push(entry);
      const rows = await Promise.all(
        found.slice(page.offset, page.offset + page.limit).map((entry) => entry.row()),
      );
      return success({ rows, total: found.length, offset: page.offset });
    },
    'comparisons.read_comparison': async ({ comparison }) => {
      if (draftNumber(comparison) !== null) {
        const draft = findDraft(store, comparison);
        return draft.ok ? success(await draftHead(context, draft.data)) : draft;
      }
      const plan = planOf(store, comparison);
      if (plan.ok) return success(await planHead(context, plan.data));
      const damaged = store.damagedPlans().find(({ hash }) => hash === comparison);
      return damaged ? success(damagedHead({ ...damaged, id: damaged.hash })) : plan;
    },
    'comparisons.duplicate_comparison': ({ comparison, replicates }) => {
      const content =
        draftNumber(comparison) === null
          ? chain(planOf(store, comparison), (plan) => draftOfPlan(context, plan))
          : chain(findDraft(store, comparison), (draft) => success(draft.content));
      return Promise.resolve(
        chain(
          chain(content, (copy) => createDraft(context, changedDraft(copy, { replicates }))),
          ({ draft }) => success({ comparison: draft }),
        ),
      );
    },
    'comparisons.delete_comparison': async ({ comparison }) => {
      const draft = draftNumber(comparison);
      if (draft !== null && !store.draft(draft)) return unknownComparison();
      if (draft === null) {
        // What is deleted while it runs is paused first, and restored as a paused one.
        const paused = await context.runs.halt(comparison, 'paused');
        if (!paused.ok) return paused;
      }
      const deleted = draft === null ? store.deletePlan(comparison, now()) : store.deleteDraft(draft, now());
      return told(context, comparison, deleted);
    },
    'comparisons.restore_comparison': ({ comparison }) => {
      const draft = draftNumber(comparison);
      const restored = draft === null ? store.restorePlan(comparison) : store.restoreDraft(draft);
      if (draft !== null && restored.ok && !store.draft(draft)) return Promise.resolve(unknownComparison());
      return Promise.resolve(told(context, comparison, restored));
    },
    'comparisons.start_demo': async ({ quick }) => startDemo(context, quick),
  };
}

function chain<T, R>(result: Result<T>, next: (data: T) => Result<R>): Result<R> {
  return result.ok ? next(result.data) : result;
}

function told(
  context: AppContext,
  comparison: string,
  done: Result<void>,
): Result<CallOutput<'comparisons.delete_comparison'>> {
  if (!done.ok) return done.error.code === 'plan_unknown' ? unknownComparison() : done;
  context.hub.publish({ kind: 'store_changed', change: { of: 'comparisons', comparison } });
  return success({});
}

function entries(context: AppContext): Entry[] {
  const { store } = context;
  const plans = store.plans().flatMap(({ hash }): Entry[] => {
    const registered = store.plan(hash);
    if (!registered.ok) return [];
    const { plan } = registered.data;
    return [
      {
        id: hash,
        changedAt: changedAt(registered.data, store.runs(hash)),
        words: async () => `${plan.decision} ${await modelOf(plan)} ${plan.items.name}`,
        row: () => planSummary(context, registered.data),
      },
    ];
  });
  const drafts = store.drafts().map((record): Entry => {
    const draft = readDraft(record);
    const id = draftIdentifier(record.id);
    return {
      id,
      changedAt: record.savedAt,
      words: async () =>
        draft.ok
          ? `${draft.data.content.fields.decision} ${(await modelOfDraft(context, draft.data)) ?? ''} ${draft.data.content.fields.items?.name ?? ''}`
          : '',
      row: () =>
        draft.ok
          ? draftSummary(context, draft.data)
          : Promise.resolve(damagedSummary({ id, registeredAt: record.savedAt, problem: draft.error })),
    };
  });
  const damaged = store.damagedPlans().map((plan): Entry => {
    const summary = damagedSummary({ ...plan, id: plan.hash });
    return {
      id: plan.hash,
      changedAt: plan.registeredAt,
      words: () => Promise.resolve(''),
      row: () => Promise.resolve(summary),
    };
  });
  return [...plans, ...drafts, ...damaged];
}

/** One that ran already is shown again, or goes on. */
async function startDemo(context: AppContext, quick: boolean): Promise<Result<{ comparison: string }>> {
  const { store, now } = context;
  const plan = await loadPlan(demoPlanPath(), store, now(), {
    machine: settingsMachine(context),
    hashCache: context.hashCache,
    ...(quick ? { limit: quickLimit } : {}),
  });
  if (!plan.ok) return plan;
  const registered = store.registerPlan(plan.data, now());
  if (!registered.ok) return registered;
  const { hash } = registered.data;
  context.hub.publish({ kind: 'store_changed', change: { of: 'items' } });
  context.runs.changed(hash);
  if (!hasEnded(store.runs(hash), store.judging(hash))) {
    const started = await context.runs.start(registered.data);
    if (!started.ok) return started;
  }
  return success({ comparison: hash });
}
