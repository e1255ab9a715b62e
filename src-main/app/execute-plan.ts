/** A plan from its file to its report: register, run, score, compare, write. What `run` and `demo` do. */
import { join } from 'node:path';
import type { Candidate, EndpointCandidate } from '../contract/candidate.ts';
import type { Comparison } from '../contract/comparison.ts';
import type { Plan, RegisteredPlan } from '../contract/plan.ts';
import type { ProgressEvent } from '../contract/progress.ts';
import { success, type Result } from '../contract/result.ts';
import { createEngines } from '../engine/engines.ts';
import { judgeOutputs } from '../experiment/judging/judge-outputs.ts';
import { loadPlan } from '../experiment/plan/resolve-plan.ts';
import { runPlan, type RunOutcome } from '../experiment/runner.ts';
import { describeMachine } from '../machine/describe-machine.ts';
import type { ReportInput } from '../report/report-input.ts';
import { reportInTheWay } from '../report/report-in-the-way.ts';
import { writeReport, type ReportPaths } from '../report/write-report.ts';
import { openScoring } from '../scoring/sandbox/open-scoring.ts';
import type { Scoring } from '../scoring/scoring.ts';
import { planHash } from '../store/hash.ts';
import { openStore } from '../store/open.ts';
import type { Store } from '../store/store.ts';
import { contextNotices } from './context-notices.ts';
import type { ReportFormat } from './report-formats.ts';
import { followedVersion, followWords, otherName } from './followed-version.ts';
import { planMemory } from './memory-plan.ts';
import { gatherReport } from './report-input.ts';
import { scoreAndCompare } from './score-and-compare.ts';
import { ablationSentences } from '../contract/presentation/ablation-words.ts';
import { version } from './version.ts';

export interface PlanExecution {
  readonly planPath: string;
  readonly dataFolder: string;
  /** Folder for the report; absent: reports/ in the data folder, in a folder named after the plan's hash. */
  readonly reportFolder?: string;
  /** Write over reports of another plan, and over other files of that name. */
  readonly force?: boolean;
  readonly formats: readonly ReportFormat[];
  readonly limit?: number;
  /** In place of the plan's own number of runs of the baseline. */
  readonly replicates?: number;
  readonly report: (event: ProgressEvent) => void;
  readonly signal: AbortSignal;
}

export interface ExecutedPlan {
  readonly registered: RegisteredPlan;
  readonly outcome: RunOutcome;
  readonly report: ReportInput;
  readonly files: ReportPaths;
}

const now = (): string => new Date().toISOString();

/**
 * Runs a plan file to its end, or goes on with it where it was. One process at a time may do so in a data folder.
 *
 * @returns what came of it; `interrupted` when the signal was given first. A candidate that failed is in the
 *   outcome: the others are compared. Fails with `file_exists` where the report would take the place of a file that is
 *   no report of the plan, before anything is run.
 */
export async function executePlan(execution: PlanExecution): Promise<Result<ExecutedPlan>> {
  const store = openStore(execution.dataFolder);
  if (!store.ok) return store;
  const scoring = openScoring();
  // Programs can take hours to run: an interruption ends them; what they said so far is stored.
  const stop = (): void => void scoring.close();
  execution.signal.addEventListener('abort', stop, { once: true });
  try {
    return await executeIn(store.data, scoring, execution);
  } finally {
    execution.signal.removeEventListener('abort', stop);
    await scoring.close();
    store.data.close();
  }
}

async function executeIn(
  store: Store,
  scoring: Scoring,
  execution: PlanExecution,
): Promise<Result<ExecutedPlan>> {
  const machine = await describeMachine();
  const setsBefore = store.itemSetVersions();
  const plan = await loadPlan(execution.planPath, store, now(), {
    machine: { ...machine, continuousIntegration: Boolean(process.env.CI) },
    ...(execution.limit === undefined ? {} : { limit: execution.limit }),
    ...(execution.replicates === undefined ? {} : { replicates: execution.replicates }),
  });
  if (!plan.ok) return plan;
  const hash = planHash(plan.data);
  const folder = execution.reportFolder ?? join(store.folder, 'reports', hash.slice(0, 12));
  const inTheWay = () => (execution.force === true ? null : reportInTheWay(folder, hash, execution.formats));
  // Said before the work, and looked at again after it: hours later another report may be there.
  const taken = await inTheWay();
  if (taken !== null) return { ok: false, error: taken };
  const registered = store.registerPlan(plan.data, now());
  if (!registered.ok) return registered;
  const { items: reference } = plan.data;
  const follows = followedVersion(store, setsBefore, reference);
  const frozen = follows === null ? null : store.itemSetVersion(reference.name, reference.version);
  if (follows !== null && frozen !== null)
    execution.report({ kind: 'notice', text: followWords(frozen, follows, otherName.file) });
  for (const { name, endpoint } of modelsOf(plan.data).filter(isEndpoint))
    execution.report({ kind: 'notice', text: `Network: ${name} is asked at ${endpoint}` });
  for (const text of [...ablationSentences(plan.data), ...(await contextNotices(plan.data))])
    execution.report({ kind: 'notice', text });
  const items = store.readPlanItems(registered.data.hash, now());
  if (!items.ok) return items;
  const engine = createEngines();
  const surroundings = {
    store,
    engine,
    scoring,
    machine,
    noisefloor: version(),
    now,
    elapsed: () => performance.now(),
    memory: await planMemory(plan.data.candidates, engine),
    report: execution.report,
  };
  const outcome = await runPlan(registered.data, items.data, surroundings, execution.signal);
  if (!outcome.ok) return outcome;
  const judged = await judgeOutputs(registered.data, items.data, surroundings, execution.signal);
  if (!judged.ok) return judged;
  const compared = await scoreAndCompare(store, scoring, registered.data, items.data);
  if (!compared.ok) return compared;
  const report = gatherReport(store, registered.data, items.data, {
    noisefloor: version(),
    generatedAt: now(),
    peeks: store.peeks(registered.data.hash),
    candidates: compared.data,
  });
  const takenSince = await inTheWay();
  if (takenSince !== null) return { ok: false, error: takenSince };
  const files = await writeReport(folder, report, execution.formats);
  if (!files.ok) return files;
  return success({ registered: registered.data, outcome: outcome.data, report, files: files.data });
}

function modelsOf({ candidates, judge }: Plan): readonly Candidate[] {
  return judge === undefined ? candidates : [...candidates, judge];
}

function isEndpoint(candidate: Candidate): candidate is EndpointCandidate {
  return candidate.engine === 'openai';
}

/** The comparisons by candidate, as `--json` prints them. */
export function comparisonsOf(report: ReportInput): Record<string, Comparison | null> {
  return Object.fromEntries(report.candidates.map(({ name, comparison }) => [name, comparison]));
}
