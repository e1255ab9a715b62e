/** Run: start, pause, cancel, and how far each run is. */
import type { Handlers } from '../../contract/calls/calls.ts';
import type { RegisteredPlan, RunKey } from '../../contract/plan.ts';
import { failure, success, type Result } from '../../contract/result.ts';
import type { SittingRecord } from '../../store/store.ts';
import { hasEnded, planOf } from '../comparison-state.ts';
import type { AppContext } from '../context.ts';
import { runOverview, sameKey } from '../runs/overview.ts';
import { sittingView } from '../runs/sitting-view.ts';
import { runTracks } from '../runs/tracks.ts';
import { settingDifferences } from '../settings-differences.ts';
import { pageOfList } from './paging.ts';

type RunHandlers = Pick<Handlers, Extract<keyof Handlers, `runs.${string}`>>;

export function runHandlers(context: AppContext): RunHandlers {
  const { store, now } = context;
  const withPlan = <R>(comparison: string, next: (plan: RegisteredPlan) => Result<R>): Promise<Result<R>> => {
    const plan = planOf(store, comparison);
    return Promise.resolve(plan.ok ? next(plan.data) : plan);
  };
  const sittingsOf = (plan: RegisteredPlan, key: RunKey): Result<readonly SittingRecord[]> => {
    if (store.runs(plan.hash).some((run) => sameKey(run.key, key)))
      return success(store.sittings(plan.hash, key));
    return failure('comparison_unknown', `The plan has no run ${key.candidate} ${key.replicate}.`);
  };

  return {
    'runs.start_run': async ({ comparison }) => {
      const plan = planOf(store, comparison);
      if (!plan.ok) return plan;
      if (
        store.halt(comparison) === 'cancelled' &&
        !hasEnded(store.runs(comparison), store.judging(comparison))
      )
        return cancelled();
      const started = await context.runs.start(plan.data);
      return started.ok ? success({}) : started;
    },
    'runs.pause_run': async ({ comparison }) => {
      const plan = planOf(store, comparison);
      if (!plan.ok) return plan;
      const paused = await context.runs.halt(comparison, 'paused');
      return paused.ok ? success({}) : paused;
    },
    'runs.cancel_run': async ({ comparison }) => {
      const plan = planOf(store, comparison);
      if (!plan.ok) return plan;
      // What has ended cannot be cancelled any more.
      if (hasEnded(store.runs(comparison), store.judging(comparison)) && !context.runs.running(comparison))
        return success({});
      const halted = await context.runs.halt(comparison, 'cancelled');
      return halted.ok ? success({}) : halted;
    },
    'runs.read_progress': ({ comparison }) =>
      withPlan(comparison, (plan) => success(runOverview(context, plan))),
    'runs.read_tracks': ({ comparison }) => withPlan(comparison, (plan) => success(runTracks(context, plan))),
    'runs.accept_setting': ({ comparison, candidate, setting }) =>
      withPlan(comparison, (plan) => acceptSetting(context, plan, candidate, setting)),
    'runs.list_latest_outputs': ({ comparison, limit }) =>
      withPlan(comparison, ({ hash }) =>
        success({
          rows: store.latestOutputs(hash, limit).map(({ itemId, ...row }) => ({ ...row, item: itemId })),
        }),
      ),
    'runs.list_sittings': ({ comparison, key, page }) =>
      withPlan(comparison, (plan) => {
        const sittings = sittingsOf(plan, key);
        if (!sittings.ok) return sittings;
        const numbered = sittings.data.map((sitting, index) => ({ sitting, number: index + 1 }));
        const { rows, ...rest } = pageOfList(numbered, page);
        return success({ ...rest, rows: rows.map(({ sitting, number }) => sittingView(sitting, number)) });
      }),
    'runs.read_load_log': ({ comparison, key, sitting, page }) =>
      withPlan(comparison, (plan) => {
        const sittings = sittingsOf(plan, key);
        if (!sittings.ok) return sittings;
        const found = sittings.data[sitting - 1];
        if (found) return success(pageOfList(found.manifest.loadLog, page));
        return failure('comparison_unknown', `${key.candidate} ${key.replicate} has no sitting ${sitting}.`);
      }),
  };

  function cancelled() {
    return failure('run_cancelled', 'This comparison was cancelled, which ends it for good.', {
      next: 'Duplicate it and register the copy: the same plan then goes on where it was.',
    });
  }

  function acceptSetting(
    { hub }: AppContext,
    plan: RegisteredPlan,
    candidate: string,
    setting: string,
  ): Result<{ acceptedAt: string }> {
    const known = (): string | null =>
      store.acceptedSettings(plan.hash).find((one) => one.candidate === candidate && one.setting === setting)
        ?.at ?? null;
    const differs = settingDifferences(store, plan).some(
      (difference) => difference.setting === setting && difference.candidates.includes(candidate),
    );
    if (!differs)
      return failure('comparison_unknown', `${candidate} has no setting ${setting} that differs.`, {
        next: 'Read the run again: it may have been loaded anew.',
      });
    const at = now();
    const accepted = store.acceptSetting(plan.hash, candidate, setting, at);
    if (!accepted.ok) return accepted;
    hub.publish({ kind: 'store_changed', change: { of: 'results', comparison: plan.hash } });
    context.runs.changed(plan.hash);
    return success({ acceptedAt: known() ?? at });
  }
}
