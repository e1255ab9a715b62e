/** People's choices as a file: one row each, oldest first. Answers and prompts are not in it. */
import type { Rating } from '../contract/review.ts';
import { csvField } from './csv-report.ts';

/** What stands in a row of either format. */
function rowOf(rating: Rating): Readonly<Record<string, string | number>> {
  const { rater, item, stratum, one, other, turn, swapped, choice, at } = rating;
  return {
    rater,
    item,
    stratum,
    one,
    other,
    turn,
    shown_first: swapped ? other : one,
    choice,
    preferred: choice === 'tie' ? '' : choice === 'one' ? one : other,
    at,
  };
}

export function ratingsFile(ratings: readonly Rating[], format: 'csv' | 'jsonl'): string {
  const rows = ratings.map(rowOf);
  if (format === 'jsonl') return rows.map((row) => `${JSON.stringify(row)}\n`).join('');
  const head = Object.keys(
    rowOf({
      rater: '',
      item: '',
      stratum: '',
      one: '',
      other: '',
      turn: 0,
      swapped: false,
      choice: 'tie',
      at: '',
    }),
  );
  return [head, ...rows.map((row) => Object.values(row))]
    .map((line) => `${line.map(csvField).join(',')}\r\n`)
    .join('');
}
