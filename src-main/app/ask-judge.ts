/** Has a plan's judge compare answers in pairs, for the command line. */
import type { RegisteredPlan } from '../contract/plan.ts';
import type { ProgressEvent } from '../contract/progress.ts';
import { failure, type Result } from '../contract/result.ts';
import { createEngines } from '../engine/engines.ts';
import { askPairs, type PairsAsked } from '../experiment/judging/ask-pairs.ts';
import { describeMachine } from '../machine/describe-machine.ts';
import type { Store } from '../store/store.ts';
import { hasEnded } from './comparison-state.ts';
import { version } from './version.ts';

export interface JudgeAsking {
  /** Absent: every candidate but the baseline. */
  readonly candidate?: string;
  /** Items of each pair, drawn by the plan's seed; absent: all. */
  readonly items?: number;
  readonly signal: AbortSignal;
  readonly report: (event: ProgressEvent) => void;
}

/**
 * Fails with `plan_invalid` where the plan has no judge, with `run_unfinished` while outputs are missing, with why the
 * judge could not be asked, and with `interrupted` when stopped; what was said until then is kept.
 */
export async function askJudge(
  store: Store,
  registered: RegisteredPlan,
  { candidate, items: limit, signal, report }: JudgeAsking,
): Promise<Result<PairsAsked>> {
  const { hash, plan } = registered;
  const judge = plan.judge ?? plan.pairJudge;
  if (judge === undefined)
    return failure('plan_invalid', 'The plan has no judge that could be asked.', {
      next: 'Write `judge:` with `compares: true` into the plan and run it: a model that is no candidate.',
    });
  const candidates = plan.candidates.map(({ name }) => name).filter((name) => name !== plan.baseline);
  if (candidate !== undefined && !candidates.includes(candidate))
    return failure('usage', `${candidate} is no candidate beside the baseline ${plan.baseline}.`, {
      next: `Take one of ${candidates.join(', ')}.`,
    });
  if (!hasEnded(store.runs(hash)))
    return failure('run_unfinished', 'Answers are compared when the run has ended.', {
      next: 'Run the plan to its end: then every item has the answers of both candidates.',
    });
  if (judge.engine === 'openai')
    report({ kind: 'notice', text: `Network: ${judge.name} is asked at ${judge.endpoint}` });
  const now = (): string => new Date().toISOString();
  const items = store.readPlanItems(hash, now());
  if (!items.ok) return items;
  return askPairs(
    registered,
    judge,
    items.data,
    { candidates: candidate === undefined ? candidates : [candidate], limit: limit ?? null },
    {
      store,
      engine: createEngines(),
      machine: await describeMachine(),
      noisefloor: version(),
      now,
      elapsed: () => performance.now(),
      report,
    },
    signal,
  );
}
