/** Scores answers that were made anywhere: an item file, an output file, one score for each output. */
import type { Outcome } from '../contract/output.ts';
import { failure, success, type Result } from '../contract/result.ts';
import { readItemFile } from '../items/item-file.ts';
import { readOutputFile } from '../items/output-file.ts';
import { score } from '../scoring/registry.ts';

/** One line of `noisefloor score`. */
export interface ScoreLine {
  readonly id: string;
  readonly sample: number;
  readonly outcome: Outcome;
  /** In [0, 1]; null unless the outcome is `scored`. */
  readonly score: number | null;
  readonly reason: string;
  readonly stratum: string;
}

export interface ScoredFiles {
  /** In the output file's order. */
  readonly lines: readonly ScoreLine[];
  /** Ids of items that have no output. */
  readonly unanswered: readonly string[];
}

/** Fails as the two readers do, and with `outputs_broken` where an output belongs to no item. */
export async function scoreFiles(itemPath: string, outputPath: string): Promise<Result<ScoredFiles>> {
  const items = await readItemFile(itemPath);
  if (!items.ok) return items;
  const outputs = await readOutputFile(outputPath);
  if (!outputs.ok) return outputs;
  const byId = new Map(items.data.map((item) => [item.id, item]));
  const answered = new Set<string>();
  const lines: ScoreLine[] = [];
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
    const { outcome, value, reason } = score(item.check, output);
    lines.push({
      id: item.id,
      sample: output.sample,
      outcome,
      score: value,
      reason,
      stratum: item.stratum,
    });
  }
  return success({ lines, unanswered: items.data.map((item) => item.id).filter((id) => !answered.has(id)) });
}
