/** How far each run of a plan is: from the store, and from what is known of it while it runs. */
import type { RunOverview, RunRow } from '../../contract/calls/runs.ts';
import type { RegisteredPlan, RunKey } from '../../contract/plan.ts';
import type { RunProgress } from '../../contract/progress.ts';
import type { RunRecord } from '../../store/store.ts';
import { comparisonState } from '../comparison-state.ts';
import { allSittings, finishedAt, startedAt } from '../comparisons/run-times.ts';
import type { AppContext } from '../context.ts';
import { askedItems } from '../../experiment/plan/asked-items.ts';
import { settingDifferences } from '../settings-differences.ts';

type Counts = Pick<RunRow, 'unparsed' | 'truncated' | 'overlong' | 'failed'>;

const shownNotices = 50;

export function runOverview(context: AppContext, registered: RegisteredPlan): RunOverview {
  const { store } = context;
  const { hash, plan } = registered;
  const state = comparisonState(context, hash);
  const cancelled = state === 'stopped' && store.halt(hash) === 'cancelled';
  const running = context.runs.running(hash);
  const records = store.runs(hash);
  const total = askedItems(store, plan) * plan.samples;
  const endings = store.finishCounts(hash);
  const sittings = allSittings(store, hash);
  const rows = records.map((record, index): RunRow => {
    const live = running?.runs.find(({ key }) => sameKey(key, record.key));
    const finishes = endings[index]?.counts;
    const memory = sittings.filter(({ key }) => sameKey(key, record.key)).at(-1)?.manifest.memory;
    return {
      key: record.key,
      isBaseline: record.key.candidate === plan.baseline,
      state: live?.state ?? record.state,
      // The store knows what is safe; the runner is at most one commit ahead of it.
      done: Math.max(record.outputs, live?.done ?? 0),
      total,
      ...speedOf(record, live, total),
      memory: memory?.model == null ? null : memory.model + (memory.context ?? 0),
      ...countsOf(context, hash, record, {
        unparsed: 0,
        truncated: finishes?.length ?? 0,
        overlong: finishes?.overlong ?? 0,
        failed: finishes?.error ?? 0,
      }),
      error: live?.error ?? record.failure,
    };
  });
  return {
    comparison: hash,
    revision: context.runs.revision,
    state: cancelled ? 'cancelled' : state === 'damaged' ? 'stopped' : state,
    done: sum(rows.map(({ done }) => done)),
    total: total * rows.length,
    secondsLeft: running ? running.secondsLeft : null,
    startedAt: startedAt(sittings),
    finishedAt: state === 'finished' ? finishedAt(records) : null,
    loading: running?.loading ?? null,
    runs: rows,
    judging: judgingView(context, hash),
    differences: [...settingDifferences(store, registered)],
    notices: context.runs.notices(hash).slice(-shownNotices),
  };
}

export function sameKey(one: RunKey, other: RunKey): boolean {
  return one.candidate === other.candidate && one.replicate === other.replicate;
}

function judgingView({ store, runs }: AppContext, hash: string): RunOverview['judging'] {
  const record = store.judging(hash);
  if (record === null) return null;
  const live = runs.running(hash)?.judging ?? null;
  if (live !== null) return { state: 'running', ...live, error: null };
  const judged = store.judges(hash).find(({ judge }) => judge === record.judge)?.judgements ?? 0;
  return {
    state: record.state === 'running' ? 'stopped' : record.state,
    done: judged,
    total: record.state === 'complete' ? judged : null,
    secondsLeft: null,
    loading: false,
    error: record.failure,
  };
}

/** Of this sitting while it runs, else over all of them; nothing is left of a run that has ended. */
function speedOf(
  record: RunRecord,
  live: RunProgress | undefined,
  total: number,
): Pick<RunRow, 'itemsPerSecond' | 'tokensPerSecond' | 'secondsLeft'> {
  const stored = (amount: number): number | null =>
    amount > 0 && record.busyMs > 0 ? (amount * 1000) / record.busyMs : null;
  const itemsPerSecond = live?.itemsPerSecond ?? stored(record.outputs);
  const left = total - Math.max(record.outputs, live?.done ?? 0);
  return {
    itemsPerSecond,
    tokensPerSecond: live?.tokensPerSecond ?? stored(record.generatedTokens),
    secondsLeft: left === 0 ? 0 : itemsPerSecond === null ? null : left / itemsPerSecond,
  };
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}

/** By outcome once it is scored; before that, an answer that was cut off counts as truncated. */
function countsOf({ store }: AppContext, hash: string, record: RunRecord, before: Counts): Counts {
  if (record.state !== 'complete') return before;
  const { unparsed, truncated, overlong, failed, ...others } = store.outcomeCounts(hash, record.key);
  const scored = unparsed + truncated + overlong + failed + sum(Object.values(others));
  return scored === 0 ? before : { unparsed, truncated, overlong, failed };
}
