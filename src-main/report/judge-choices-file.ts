/** A judge's answers about pairs as a file: one row for each order of a pair, with its own words. */
import type { PairJudgement } from '../contract/judging.ts';
import type { ReviewChoice } from '../contract/review.ts';
import { csvField } from './csv-report.ts';

const heads = [
  'judge',
  'item',
  'one',
  'other',
  'shown_first',
  'choice',
  'preferred',
  'finish',
  'text',
] as const;

/** @param choice null: it could not be read */
export function judgeChoiceRow(
  judge: string,
  { itemId, one, other, swapped, finish, text }: PairJudgement,
  choice: ReviewChoice | null,
  format: 'csv' | 'jsonl',
): string {
  const row: Readonly<Record<(typeof heads)[number], string>> = {
    judge,
    item: itemId,
    one,
    other,
    shown_first: swapped ? other : one,
    choice: choice ?? 'judge_error',
    preferred: choice === 'one' ? one : choice === 'other' ? other : '',
    finish,
    text,
  };
  return format === 'jsonl' ? `${JSON.stringify(row)}\n` : csvLine(heads.map((head) => row[head]));
}

/** What stands before the rows. */
export function judgeChoicesHead(format: 'csv' | 'jsonl'): string {
  return format === 'jsonl' ? '' : csvLine(heads);
}

function csvLine(fields: readonly string[]): string {
  return `${fields.map(csvField).join(',')}\r\n`;
}
