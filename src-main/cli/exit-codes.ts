/** What the process ends with; scripts rely on these. */
import { failureGroup, type Failure } from '../contract/result.ts';
import type { PlanState } from '../contract/comparison.ts';

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

/**
 * Of all candidates together: one failure fails, else one open leaves it open. Without a guard rail there is
 * nothing to pass, so it is done.
 */
export function exitCodeOfPlans(states: readonly (PlanState | null)[]): number {
  if (states.includes('fails')) return exitCodes.guardRailFailed;
  if (states.includes('open')) return exitCodes.undecided;
  return exitCodes.done;
}
