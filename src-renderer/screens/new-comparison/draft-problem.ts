import type { Draft } from '../../../src-main/contract/calls/plans.ts';

/** What keeps this field of the draft from being registered; undefined: nothing. */
export function problemOf(draft: Draft, field: string): string | undefined {
  return draft.problems.find((problem) => problem.field === field)?.message;
}
