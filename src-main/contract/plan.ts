/** A plan: what is decided, on which items, against which guard rail. Registered (hashed, dated) before outputs exist. */
import type { Candidate } from './candidate.ts';
import type { Split } from './item.ts';

export interface GuardRail {
  /** The largest drop that the decision tolerates, as a share (0.02 is 2 points). */
  readonly margin: number;
  /** Margins of strata that must pass as well, by stratum. */
  readonly strata: Readonly<Record<string, number>>;
  /** Margin for every stratum not named in `strata`; absent: those are shown and do not gate. */
  readonly everyStratum?: number;
  /** The largest share of pairs that may be missing. */
  readonly maxMissing: number;
}

/** A simple rule on the baseline's repeats, chosen before the run and shown beside the guard rail. */
export type RepeatRule =
  /** The candidate's mean lies below all of the baseline's. */
  | { readonly kind: 'range' }
  /** It lies below their mean less z standard deviations; with a deviation of 0 any drop counts. */
  | { readonly kind: 'deviations'; readonly z: number };

/** How looks before the end are paid for, chosen before the run: each spends a part of the intervals' 5 %. */
export interface LookRule {
  readonly spending: 'obrien_fleming';
}

export interface Plan {
  /** The sentence that the result will decide. */
  readonly decision: string;
  readonly items: {
    readonly name: string;
    readonly version: number;
    readonly hash: string;
    /** At most so many items of each stratum, the first in the set's order; absent: all. */
    readonly limit?: number;
  };
  readonly split: Split;
  readonly guardRail: GuardRail;
  /** Name of the candidate that the others are compared with. */
  readonly baseline: string;
  /** How often the baseline runs: 2 measures the noise floor, 1 leaves it unmeasured. */
  readonly replicates: number;
  readonly samples: number;
  readonly repeatRule?: RepeatRule;
  /** Absent: looks are counted and cost nothing, and the intervals are 95 % ones whenever they are looked at. */
  readonly looks?: LookRule;
  /** In the plan file's order; the baseline is one of them. */
  readonly candidates: readonly Candidate[];
  /** Reads the outputs of items whose check is `judge`; its weights are those of no candidate. Absent: no item has one. */
  readonly judge?: Candidate;
  /**
   * Compares answers in pairs when it is asked to, where no item has such a check; elsewhere `judge` does. Its weights are
   * those of no candidate. Absent: there is none.
   */
  readonly pairJudge?: Candidate;
  /** Seed of the item order, of the bootstrap and of the permutation tests. */
  readonly seed: number;
  readonly resamples: number;
}

export interface RegisteredPlan {
  /** sha256 over the plan's canonical JSON, hexadecimal. */
  readonly hash: string;
  readonly registeredAt: string;
  readonly plan: Plan;
}

/** One candidate over the plan's items, replicate k (1-based; above 1 for the baseline only). */
export interface RunKey {
  readonly candidate: string;
  readonly replicate: number;
}

export const runStates = ['waiting', 'running', 'stopped', 'complete', 'failed'] as const;
export type RunState = (typeof runStates)[number];
