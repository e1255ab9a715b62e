/** Why a plan that ran should be measured again, and the exact command that does it. */
import { resolve } from 'node:path';
import { remeasuredRuns } from '../contract/presentation/repeat-words.ts';
import { remeasureOf } from '../report/report-view.ts';
import type { ExecutedPlan } from './execute-plan.ts';
import { shellCommand } from './shell-command.ts';

export interface MeasureAgain {
  readonly reasons: readonly string[];
  readonly command: string;
}

/** Null where nothing asks for it. */
export function measureAgain(
  { report }: Pick<ExecutedPlan, 'report'>,
  planPath: string,
  { data, limit }: { readonly data: string; readonly limit?: number },
): MeasureAgain | null {
  const reasons = remeasureOf(report);
  if (reasons.length === 0) return null;
  const words = ['noisefloor', 'run', resolve(planPath), '--replicates', String(remeasuredRuns)];
  if (limit !== undefined) words.push('--limit', String(limit));
  words.push('--data', resolve(data));
  return { reasons, command: shellCommand(words) };
}
