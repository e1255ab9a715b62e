/** The whole app without its shell: the store, the engine, what runs, and a handler for every call. */
import type { Handlers } from '../contract/calls/calls.ts';
import { success, type Result } from '../contract/result.ts';
import { createEngines } from '../engine/engines.ts';
import { describeMachine } from '../machine/describe-machine.ts';
import { openScoring } from '../scoring/sandbox/open-scoring.ts';
import { openStore } from '../store/open.ts';
import { createEventHub, type EventHub } from './calls/event-hub.ts';
import { withStoreFailures } from './calls/store-failures.ts';
import type { AppContext } from './context.ts';
import { comparisonHandlers } from './handlers/comparisons.ts';
import { contaminationHandlers } from './handlers/contamination.ts';
import { divergenceHandlers } from './handlers/divergence.ts';
import { fileHandlers } from './handlers/files.ts';
import { judgingHandlers } from './handlers/judging.ts';
import { modelWorkHandlers } from './handlers/model-work.ts';
import { modelHandlers } from './handlers/models.ts';
import { itemHandlers } from './handlers/items.ts';
import { planHandlers } from './handlers/plans.ts';
import { preparingHandlers } from './handlers/preparing.ts';
import { readingHandlers } from './handlers/reading.ts';
import { createReports, type OpenReport, type PrintReport } from './handlers/reports.ts';
import { resultHandlers } from './handlers/results.ts';
import { reviewHandlers } from './handlers/review.ts';
import { runHandlers } from './handlers/runs.ts';
import { settingHandlers } from './handlers/settings.ts';
import { sliceHandlers } from './handlers/slices.ts';
import { strataHandlers } from './handlers/strata.ts';
import { importsOf } from './imports.ts';
import { networkOf } from './network-use.ts';
import { RunningPlans } from './running-plans.ts';
import { scoreWhatEnded } from './comparing/score-what-ended.ts';

export interface AppOptions {
  readonly dataFolder: string;
  /** Where the app is shown, and why there. */
  readonly shell: AppContext['shell'];
  /** Ends the app; called for `settings.quit_app`. The shell closes the app on its way out. */
  readonly quit: () => void;
  /**
   * Prints a prepared HTML report to PDF. Absent where the shell cannot: `reports.print_report` then says how it is
   * done there.
   */
  readonly printReport?: PrintReport;
}

export interface App {
  readonly handlers: Handlers;
  readonly events: EventHub;
  /** A report that `reports.prepare_report` made. */
  readonly openReport: (report: string) => Promise<Result<OpenReport>>;
  /** What runs now, in words for a sentence that ends in "is running"; null: nothing does. */
  readonly busyWith: () => string | null;
  /** Writes down that the shell refused a way to somewhere else. */
  readonly refused: (target: string) => void;
  /** Pauses what runs, waits until its outputs are stored, and gives the data folder back. Safe to call twice. */
  close(): Promise<void>;
}

/**
 * Opens the data folder and puts the app together over it.
 *
 * @returns `store_in_use` where another process has the folder, and what else opening a store can fail with
 */
export async function createApp(options: AppOptions): Promise<Result<App>> {
  const store = openStore(options.dataFolder);
  if (!store.ok) return store;
  const hashCache = new Map<string, string>();
  const engine = createEngines({
    hashCache,
    watch: {
      requested: (url) => {
        networkOf(context).requested(url);
      },
      refused: (target) => {
        networkOf(context).refused(target);
      },
    },
  });
  const machine = await describeMachine();
  const hub = createEventHub();
  const now = (): string => new Date().toISOString();
  const scoring = openScoring();
  const runs = new RunningPlans({ store: store.data, engine, scoring, machine, hub, now });
  const closed = new AbortController();
  const context: AppContext = {
    store: store.data,
    engine,
    scoring,
    hashCache,
    machine,
    hub,
    runs,
    now,
    shell: options.shell,
    closing: closed.signal,
    quit: options.quit,
  };
  const leftovers = scoreWhatEnded(context, closed.signal);
  // A bug in it is met again by whoever opens the comparison.
  leftovers.catch(() => undefined);
  const reports = createReports(context, options.printReport);
  const handlers = {
    ...comparisonHandlers(context),
    ...contaminationHandlers(context),
    ...divergenceHandlers(context),
    ...fileHandlers(),
    ...itemHandlers(context),
    ...modelHandlers(context),
    ...modelWorkHandlers(context),
    ...planHandlers(context),
    ...preparingHandlers(context),
    ...judgingHandlers(context),
    ...readingHandlers(context),
    ...reports.handlers,
    ...resultHandlers(context),
    ...reviewHandlers(context),
    ...runHandlers(context),
    ...settingHandlers(context),
    ...sliceHandlers(context),
    ...strataHandlers(context),
  };
  let closing: Promise<void> | undefined;
  const close = async (): Promise<void> => {
    closed.abort();
    await scoring.close();
    await Promise.allSettled([runs.close(), leftovers, importsOf(context).closeAll()]);
    hub.flush();
    store.data.close();
  };
  return success({
    handlers: withStoreFailures(handlers as Handlers),
    events: hub,
    openReport: (report) => reports.open(report),
    busyWith: () => runs.busyWith,
    refused: (target) => {
      networkOf(context).refused(target);
    },
    close: () => (closing ??= close()),
  });
}
