/** Which option of a choice was the likeliest, out of what was measured of each. */
import type { CheckOf } from './item.ts';
import type { OptionProbability } from './output.ts';

export type Normalisation = NonNullable<CheckOf<'choice'>['normalise']>;

/** What an option counts: its log-probability, by itself or divided by the tokens or bytes that it has. */
export function optionValue(
  { logProbability, tokens, bytes }: OptionProbability,
  normalised: Normalisation,
): number {
  switch (normalised) {
    case 'none':
      return logProbability;
    case 'tokens':
      return logProbability / tokens;
    case 'bytes':
      return logProbability / bytes;
  }
}

/** Places of the options with the largest value, from 0; several are a tie, which is exact. */
export function likeliestOptions(
  measured: readonly OptionProbability[],
  normalised: Normalisation,
): readonly number[] {
  const values = measured.map((option) => optionValue(option, normalised));
  const most = Math.max(...values);
  return values.flatMap((value, index) => (value === most ? [index] : []));
}
