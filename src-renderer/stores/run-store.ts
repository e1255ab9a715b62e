/** The run of the comparison that is open: how far it is, when what ran, what came last. */
import type { RunOverview } from '../../src-main/contract/calls/runs.ts';
import type { AppEvent } from '../../src-main/contract/events.ts';
import type { ProgressEvent } from '../../src-main/contract/progress.ts';
import type { RunKey } from '../../src-main/contract/plan.ts';
import type { Client } from '../client/client.ts';
import { createResource } from './resource.ts';

/** Milliseconds between two readings of what no event carries: tracks, latest answers, outcomes. */
const readingInterval = 2000;

const sameRun = (one: RunKey, other: RunKey): boolean =>
  one.candidate === other.candidate && one.replicate === other.replicate;

/**
 * The overview by another word than its own, which may be the older one: a run that does not go on is not moved by it,
 * and nothing goes back. Counts of outcomes come with the next reading.
 */
export function withRunProgress(overview: RunOverview, event: ProgressEvent): RunOverview {
  if (overview.state !== 'running') return overview;
  if (event.kind === 'loaded') return { ...overview, loading: null };
  if (event.kind === 'judging') {
    const { done, total, secondsLeft, loading } = event;
    const judging = { state: 'running' as const, done, total, secondsLeft, loading, error: null };
    return { ...overview, secondsLeft, judging };
  }
  if (event.kind !== 'progress') return overview;
  const runs = overview.runs.map((row) => {
    const newer = event.runs.find(({ key }) => sameRun(key, row.key));
    if (newer === undefined) return row;
    const { state, itemsPerSecond, tokensPerSecond } = newer;
    const done = Math.max(row.done, newer.done);
    const secondsLeft =
      itemsPerSecond === null || itemsPerSecond === 0
        ? row.secondsLeft
        : (newer.total - done) / itemsPerSecond;
    return { ...row, state, done, itemsPerSecond, tokensPerSecond, secondsLeft };
  });
  const done = runs.reduce((sum, row) => sum + row.done, 0);
  return { ...overview, runs, done, secondsLeft: event.secondsLeft };
}

export function createRunStore(client: Client) {
  const overview = createResource(client, 'runs.read_progress');
  const tracks = createResource(client, 'runs.read_tracks');
  const latest = createResource(client, 'runs.list_latest_outputs');
  const resources = [overview, tracks, latest];
  /** What is to be read soon. */
  const due = new Set<(typeof resources)[number]>();
  let timer: ReturnType<typeof setTimeout> | null = null;

  const refresh = (): void => {
    for (const resource of resources) void resource.refresh();
  };
  /** An answer that is on its way is let come: were it asked for anew each time, a slow one never would. */
  const readDue = (): void => {
    timer = null;
    for (const resource of due) {
      if (resource.store.getState().busy) continue;
      due.delete(resource);
      void resource.refresh();
    }
    if (due.size > 0) wait();
  };
  const wait = (): void => {
    timer ??= setTimeout(readDue, readingInterval);
  };
  const refreshSoon = (): void => {
    for (const resource of resources) due.add(resource);
    wait();
  };
  const hear = (events: readonly AppEvent[]): void => {
    const open = overview.store.getState().input?.comparison;
    for (const event of events) {
      if (event.kind === 'progress' && event.comparison === open) {
        const word = event.event;
        overview.alter((data) => withRunProgress(data, word));
        refreshSoon();
      }
      if (
        event.kind === 'store_changed' &&
        event.change.of === 'comparisons' &&
        event.change.comparison === open
      )
        refresh();
    }
  };
  const unlisten = client.listen({ events: hear, missed: refresh });
  const close = (): void => {
    unlisten();
    if (timer !== null) clearTimeout(timer);
    due.clear();
  };

  return {
    overview,
    tracks,
    latest,
    sittings: createResource(client, 'runs.list_sittings'),
    loadLog: createResource(client, 'runs.read_load_log'),
    start: (comparison: string) => client.call('runs.start_run', { comparison }),
    pause: (comparison: string) => client.call('runs.pause_run', { comparison }),
    cancel: (comparison: string) => client.call('runs.cancel_run', { comparison }),
    accept: (comparison: string, candidate: string, setting: string) =>
      client.call('runs.accept_setting', { comparison, candidate, setting }),
    close,
  };
}
