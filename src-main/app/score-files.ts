/** Scores answers that were made anywhere: an item file, an output file, one score for each output. */
import type { Item } from '../contract/item.ts';
import type { Outcome, Score } from '../contract/output.ts';
import { failure, success, type Result } from '../contract/result.ts';
import { readItemFile } from '../items/item-file.ts';
import { readOutputFile } from '../items/output-file.ts';
import { openScoring } from '../scoring/sandbox/open-scoring.ts';
import type { Scoring } from '../scoring/scoring.ts';

/** One line of `noisefloor score`. */
export interface ScoreLine {
  readonly id: string;
  readonly sample: number;
  readonly outcome: Outcome;
  /** In [0, 1]; null unless the outcome is `scored`. */
  readonly score: number | null;
  readonly reason: string;
  readonly stratum: string;
  readonly cluster: string | null;
}

export interface ScoredFiles {
  /** In the output file's order. */
  readonly lines: readonly ScoreLine[];
  /** Ids of items that have no output. */
  readonly unanswered: readonly string[];
}

/**
 * Fails as the two readers do, with `outputs_broken` where an output belongs to no item, and as a `Scoring` does where
 * outputs are programs or the items have patterns.
 */
export async function scoreFiles(itemPath: string, outputPath: string): Promise<Result<ScoredFiles>> {
  const scoring = openScoring();
  try {
    return await scoreFilesWith(scoring, itemPath, outputPath);
  } finally {
    await scoring.close();
  }
}

async function scoreFilesWith(
  scoring: Scoring,
  itemPath: string,
  outputPath: string,
): Promise<Result<ScoredFiles>> {
  const items = await readItemFile(itemPath);
  if (!items.ok) return items;
  const outputs = await readOutputFile(outputPath);
  if (!outputs.ok) return outputs;
  const byId = new Map(items.data.map((item) => [item.id, item]));
  const answered = new Set<string>();
  const pending: { item: Item; sample: number; scored: Result<Score> | Promise<Result<Score>> }[] = [];
  for (const output of outputs.data) {
    const item = byId.get(output.itemId);
    if (!item)
      return failure(
        'outputs_broken',
        `${outputPath}:${output.line}: id ${JSON.stringify(output.itemId)} is not in ${itemPath}.`,
        {
          next: 'Give the item file that the outputs were made from.',
          where: { file: outputPath, line: output.line, item: output.itemId },
        },
      );
    answered.add(item.id);
    pending.push({ item, sample: output.sample, scored: scoring.score(item.check, output) });
  }
  const lines: ScoreLine[] = [];
  for (const { item, sample, scored } of pending) {
    const score = scored instanceof Promise ? await scored : scored;
    if (!score.ok) return score;
    const { outcome, value, reason } = score.data;
    lines.push({
      id: item.id,
      sample,
      outcome,
      score: value,
      reason,
      stratum: item.stratum,
      cluster: item.cluster ?? null,
    });
  }
  return success({ lines, unanswered: items.data.map((item) => item.id).filter((id) => !answered.has(id)) });
}
