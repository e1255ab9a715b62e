/** What is asked of the outputs of two runs side by side, and what comes back. */
import type { PartingKind } from '../contract/divergence.ts';
import type { Outcome } from '../contract/output.ts';

/** Baseline and candidate on one item. `missing`: a side has no answer, or none that counts. */
export type PairKind = 'lost' | 'gained' | 'different' | 'same' | 'missing';

export interface PairFilter {
  /** United; empty: every item. */
  readonly kinds: readonly ('lost' | 'gained' | 'different' | 'truncated' | 'unparsed' | 'failed')[];
  readonly stratum?: string | undefined;
  /** Found in the prompt or in an output, capitals and small letters alike. */
  readonly text?: string | undefined;
  readonly labelled?: boolean | undefined;
  /** Where the answers part. */
  readonly parting?: PartingKind | undefined;
}

export interface PairRow {
  readonly itemId: string;
  readonly stratum: string;
  readonly kind: PairKind;
  /** Outcome of the first sample; null where there is no score yet. */
  readonly baseline: Outcome | null;
  readonly candidate: Outcome | null;
  /** The item's scores, means over its samples; null where there is none that counts. */
  readonly values: { readonly baseline: number | null; readonly candidate: number | null };
  readonly label: string | null;
  /** The item's messages as JSON. */
  readonly messages: string;
}

export interface PairCounts {
  /** Under the filter without its kinds. */
  readonly items: number;
  readonly kinds: Readonly<Record<PairFilter['kinds'][number], number>>;
  /** Under the filter without its kinds and its parting; all zero where partings were not measured. */
  readonly partings: Readonly<Record<PartingKind, number>>;
  /** In the order of the pages. */
  readonly strata: readonly {
    readonly stratum: string;
    readonly matching: number;
    readonly flips: number;
  }[];
  readonly matching: number;
}

/** Names of two candidates of one plan. */
export interface PairSides {
  readonly baseline: string;
  readonly candidate: string;
}
