/** How the store is asked what was measured of divergence from the baseline, and of where answers part. */
import type { RunKey } from '../contract/plan.ts';
import type { Result } from '../contract/result.ts';
import type { FollowedRow, ItemDivergenceRow, PartingRow, StoredDivergence } from './divergences.ts';

export interface DivergenceReader {
  /** What was said last of how far the plan's candidates are from the baseline; null: not measured. */
  divergence(planHash: string): StoredDivergence | null;
  /** A candidate's run along the baseline's answers, as far as it was measured, in the set's order. */
  itemDivergences(planHash: string, key: RunKey): readonly ItemDivergenceRow[];
  /** The divergence at each token of those, in nats. */
  tokenDivergences(planHash: string, key: RunKey): Float32Array;
  /** Where the run's answers part from those of the baseline's first run, as far as it was measured. */
  partings(planHash: string, key: RunKey): readonly PartingRow[];
  parting(planHash: string, key: RunKey, itemId: string): PartingRow | null;
  /** Items to whose baseline's answer the tokens are known and along which the run was not measured yet. */
  unfollowedItems(planHash: string, baseline: RunKey, key: RunKey): readonly string[];
  /** How many items were followed for none of their tokens: the baseline's answer has some, and did not fit. */
  unfitItems(planHash: string, baseline: RunKey, key: RunKey): number;
  /** How many items have the tokens of both runs' answers, and those where they differ. Of the first sample. */
  partedItems(
    planHash: string,
    baseline: RunKey,
    key: RunKey,
  ): { readonly paired: number; readonly parted: readonly string[] };
}

export interface DivergenceWriter {
  /**
   * Replaces what was measured of the same items.
   *
   * @param anew all that was measured of the run before is forgotten with it
   */
  putFollowed(planHash: string, key: RunKey, followed: readonly FollowedRow[], anew?: boolean): Result<void>;
  putParting(planHash: string, key: RunKey, parting: PartingRow): Result<void>;
  /** @param floor the largest margin at which runs of the baseline parted, in nats; null: not measured */
  putDivergence(planHash: string, report: object, floor: number | null, at: string): Result<void>;
}
