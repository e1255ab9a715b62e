/** What `noise` found, in words. */
import type { ConditionNoise, NoiseCondition } from '../noise.ts';
import { formatCount, formatPercent } from './numbers.ts';

const words: Readonly<Record<NoiseCondition, string>> = {
  again: 'the same again',
  batch_of_4: 'in a batch of 4',
  batch_of_16: 'in a batch of 16',
  shared_prefix: 'after a shared prefix',
  other_process: 'in another process',
};

export function conditionWords(condition: NoiseCondition): string {
  return words[condition];
}

/** "3 of 16, 18.8 %". */
export function differingWords({ differing, prompts }: ConditionNoise): string {
  return `${formatCount(differing)} of ${formatCount(prompts)}, ${formatPercent(differing / prompts)} %`;
}

/** Zero is said as such; anything else to three significant digits. */
export function logitWords({ largestLogitDifference: size }: ConditionNoise): string {
  if (size === 0) return 'none';
  return Number.isFinite(size) ? size.toPrecision(3) : 'not a number on one side';
}

/** One sentence that can be read aloud: what stays the same, what does not, and what to do about it. */
export function noiseFinding(conditions: readonly ConditionNoise[]): string {
  const moved = conditions.filter(
    ({ differing, largestLogitDifference }) => differing > 0 || largestLogitDifference > 0,
  );
  if (moved.length === 0) {
    return 'Nothing moves: every condition gives the same tokens and the same logits, bit by bit.';
  }
  const flipped = moved.filter(({ differing }) => differing > 0);
  const named = (some: readonly ConditionNoise[]): string =>
    some.map(({ condition }) => words[condition]).join(', ');
  if (flipped.length === 0) {
    return `The logits move a little (${named(moved)}), but no answer changes.`;
  }
  const repeats = flipped.some(({ condition }) => condition === 'again' || condition === 'other_process');
  const share = Math.max(...flipped.map(({ differing, prompts }) => differing / prompts));
  const size = `up to ${formatPercent(share)} % of the answers change (${named(flipped)})`;
  return repeats
    ? `A plain repetition is not the same here: ${size}. Only a rerun of the baseline shows what a difference is worth.`
    : `A plain repetition is the same, but what shares a batch matters: ${size}. Run baseline and candidates with the same parallel.`;
}
