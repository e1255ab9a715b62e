/** The simple decision rules on repeats of the baseline, for plans that chose one of them before the run. */
import type { RepeatRule } from '../contract/plan.ts';
import { mean, standardDeviation } from './moments.ts';

export interface RepeatDecision {
  /** Below this mean the candidate falls below the rule's limit. */
  readonly limit: number;
  readonly falls: boolean;
}

/** Null with fewer than two baseline means: there is no spread to hold the candidate against. */
export function decideByRepeats(
  rule: RepeatRule,
  baselineMeans: readonly number[],
  candidateMean: number,
): RepeatDecision | null {
  const deviation = standardDeviation(baselineMeans);
  if (deviation === null) return null;
  const lowest = Math.min(...baselineMeans);
  // Equal means: the limit is that mean itself, and not its sum's last bit above or below it.
  const limit = rule.kind === 'range' || deviation === 0 ? lowest : mean(baselineMeans) - rule.z * deviation;
  return { limit, falls: candidateMean < limit };
}
