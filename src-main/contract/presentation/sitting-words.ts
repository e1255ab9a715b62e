/** What a sitting met on its way, in words: its turn in memory, and what was remarked. */
import type { Manifest } from '../manifest.ts';
import { formatCount } from './numbers.ts';

/** Label and text; empty where candidates fit together and nothing was met. */
export function sittingRemarks({
  turn,
  remarks = [],
}: Pick<Manifest, 'turn' | 'remarks'>): readonly (readonly [string, string])[] {
  return [
    ...(turn === undefined ? [] : [['Turn in memory', turnWords(turn)] as const]),
    ...remarks.map((remark) => ['Remark', remark] as const),
  ];
}

function turnWords({ number, outputs }: NonNullable<Manifest['turn']>): string {
  const size =
    outputs === null
      ? 'as long as its first block shows'
      : `${formatCount(outputs)} answers from each candidate`;
  return `${formatCount(number)}, ${size}`;
}
