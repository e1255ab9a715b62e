/** What the process ends with; scripts rely on these. */
import { failureGroup, type Failure } from '../contract/result.ts';
import type { OutcomeCounts, PlanState } from '../contract/comparison.ts';

export const exitCodes = {
  done: 0,
  guardRailFailed: 1,
  undecided: 2,
  usage: 64,
  badInput: 65,
  unavailable: 69,
  internal: 70,
  interrupted: 130,
} as const;

export function exitCodeOfFailure(failure: Failure): number {
  switch (failureGroup(failure.code)) {
    case 'usage':
      return exitCodes.usage;
    case 'input':
      return exitCodes.badInput;
    case 'engine':
      return exitCodes.unavailable;
    case 'interrupted':
      return exitCodes.interrupted;
    case 'store':
    case 'internal':
      return exitCodes.internal;
  }
}

/** What one run of a plan came to. */
interface EndedRun {
  readonly failure: Failure | null;
  readonly outcomes: OutcomeCounts;
}

/**
 * Of a plan none of whose runs gave an answer, and all of which failed: as the failure alone would end a command, and
 * `unavailable` where they failed for several reasons. Null for any other plan: what is there can be looked at.
 */
export function exitCodeOfUnanswered(runs: readonly EndedRun[]): number | null {
  const codes = new Set<number>();
  for (const { failure, outcomes } of runs) {
    if (failure === null || Object.values(outcomes).some((count) => count > 0)) return null;
    codes.add(exitCodeOfFailure(failure));
  }
  const [code = null] = codes;
  return codes.size > 1 ? exitCodes.unavailable : code;
}

/**
 * Of all candidates together: one failure fails, else one open leaves it open. Without a guard rail there is
 * nothing to pass, so it is done.
 */
export function exitCodeOfPlans(states: readonly (PlanState | null)[]): number {
  if (states.includes('fails')) return exitCodes.guardRailFailed;
  if (states.includes('open')) return exitCodes.undecided;
  return exitCodes.done;
}
