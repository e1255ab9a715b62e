/** One run, laid out along the table of all items. */
import type { OutcomeCounts } from '../../contract/comparison.ts';
import type { ItemTable } from './item-table.ts';
import type { ScoreColumn } from './pair-view.ts';
import {
  answeredScore,
  countOutcomes,
  filledScore,
  gatherItems,
  itemScore,
  type ItemScore,
  type SampleScore,
} from './sample-scores.ts';

/** Every column has one place for each item of the table. */
export interface Side {
  /** Null: the run has no row of it. */
  readonly items: readonly (ItemScore | null)[];
  readonly scores: ScoreColumn;
  /** Truncated and unparsed answers left out. */
  readonly answered: ScoreColumn;
  /** Everything missing taken for wrong, and for right. */
  readonly missingWrong: ScoreColumn;
  readonly missingRight: ScoreColumn;
  /** Of every row whose item is one of these, by its index in the table. */
  readonly countOutcomes: (items: readonly number[]) => OutcomeCounts;
}

export function sideOf(table: ItemTable, rows: readonly SampleScore[]): Side {
  const byId = gatherItems(rows);
  const items = table.items.map(({ id }) => byId.get(id) ?? null);
  return {
    items,
    scores: items.map(itemScore),
    answered: items.map(answeredScore),
    missingWrong: items.map((item) => filledScore(item, 0)),
    missingRight: items.map((item) => filledScore(item, 1)),
    countOutcomes: (indices) => countOutcomes(indices.map((index) => items[index] ?? null)),
  };
}
