/** What `run` and `demo` share: the plan's way from its file to its report, on a terminal. */
import { resolve } from 'node:path';
import { comparisonsOf, executePlan, type ExecutedPlan } from '../app/execute-plan.ts';
import { measureAgain, type MeasureAgain } from '../app/measure-again.ts';
import { settingNotices, terminalReport } from '../app/terminal-report.ts';
import { exitCodeOfFailure, exitCodeOfPlans, exitCodeOfUnanswered } from './exit-codes.ts';
import { onInterrupt } from './interruption.ts';
import type { DataOption, JsonOption } from './options.ts';
import { PlanProgress } from './progress.ts';
import { failureText, note, print, printJson } from './terminal.ts';

export interface RunOptions extends DataOption, JsonOption {
  readonly limit?: number;
  readonly replicates?: number;
  readonly out?: string;
  readonly force?: boolean;
}

/** @returns the exit code */
export async function runAndReport(planPath: string, options: RunOptions): Promise<number> {
  const progress = new PlanProgress();
  const interrupt = onInterrupt();
  const executed = await executePlan({
    planPath: resolve(planPath),
    dataFolder: options.data,
    formats: ['html', 'md', 'csv', 'json'],
    ...(options.limit === undefined ? {} : { limit: options.limit }),
    ...(options.replicates === undefined ? {} : { replicates: options.replicates }),
    ...(options.out === undefined ? {} : { reportFolder: resolve(options.out) }),
    force: options.force === true,
    report: (event) => {
      progress.show(event);
    },
    signal: interrupt.signal,
  });
  interrupt.release();
  progress.end();
  if (!executed.ok) {
    note(failureText(executed.error));
    return exitCodeOfFailure(executed.error);
  }
  const again = measureAgain(executed.data, planPath, options);
  if (options.json) {
    for (const text of settingNotices(executed.data.report)) note(text);
    printJson(planDocument(executed.data, again));
  } else {
    print(terminalReport(executed.data.report, { ansi: process.stdout.isTTY }));
    if (again !== null) note(`Measure again: ${again.command}`);
  }
  note(`Report: ${executed.data.files.html ?? 'none'}`);
  const unanswered = exitCodeOfUnanswered(executed.data.report.runs);
  if (unanswered !== null) {
    note('noisefloor: Every run failed before its first answer: there is no result.');
    note('  Mend what is said above and run the plan again.');
    return unanswered;
  }
  return exitCodeOfPlans(executed.data.report.candidates.map(({ comparison }) => comparison?.plan ?? 'open'));
}

/** The document that `--json` prints. */
function planDocument(executed: ExecutedPlan, again: MeasureAgain | null) {
  const { registered, report, files } = executed;
  return {
    plan: {
      hash: registered.hash,
      registeredAt: registered.registeredAt,
      decision: registered.plan.decision,
      items: registered.plan.items,
      split: registered.plan.split,
      baseline: registered.plan.baseline,
      replicates: registered.plan.replicates,
      guardRail: registered.plan.guardRail,
    },
    candidates: comparisonsOf(report),
    notCompared: Object.fromEntries(
      report.candidates
        .filter(({ comparison }) => comparison === null)
        .map(({ name, reason }) => [name, reason]),
    ),
    runs: report.runs.map(({ key, state, cost, outcomes, failure }) => ({
      ...key,
      state,
      cost,
      outcomes,
      failure,
    })),
    remeasure: again,
    report: files,
  };
}
