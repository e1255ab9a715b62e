/** How much a backend wobbles: the same prompts, greedy, under conditions that should change nothing. */

/**
 * What was changed against the reference, in which each prompt is answered alone in a fresh sequence:
 * nothing at all; 4 or 16 prompts decoded together; the first half of the prompt taken over from another sequence;
 * another process.
 */
export const noiseConditions = [
  'again',
  'batch_of_4',
  'batch_of_16',
  'shared_prefix',
  'other_process',
] as const;
export type NoiseCondition = (typeof noiseConditions)[number];

export interface ConditionNoise {
  readonly condition: NoiseCondition;
  readonly prompts: number;
  /** Prompts whose tokens differ from the reference's. */
  readonly differing: number;
  /** Earliest token that differs in any of them, counted from 0; null where none does. */
  readonly firstDifference: number | null;
  /**
   * Largest absolute difference of a logit, over the whole vocabulary, at every recorded position that follows on the
   * same tokens in both.
   */
  readonly largestLogitDifference: number;
  /** Positions whose logits were compared. */
  readonly positions: number;
}
