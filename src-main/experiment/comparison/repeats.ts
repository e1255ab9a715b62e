/** The simple rules on repeats, for plans that chose one before the run: is the candidate below the baseline's runs? */
import type { RepeatOutcome } from '../../contract/comparison.ts';
import type { RepeatRule } from '../../contract/plan.ts';
import { mean } from '../../statistics/moments.ts';
import { decideByRepeats } from '../../statistics/repeat-rule.ts';
import { gatherItems, itemScore, type SampleScore } from './sample-scores.ts';

/**
 * The means are over the items that the candidate and every run of the baseline have a score of: a run that lacks
 * hard items must not look better for it.
 *
 * @param runs the baseline's, in order; those without a row are left out
 */
export function decideRepeats(
  rule: RepeatRule,
  runs: readonly (readonly SampleScore[])[],
  candidate: readonly SampleScore[],
): RepeatOutcome {
  const scored = [...runs.filter((rows) => rows.length > 0), candidate].map(scoresById);
  const shared = [...(scored.at(-1)?.keys() ?? [])].filter((id) => scored.every((run) => run.has(id))).sort();
  const means = scored.map((run) =>
    shared.length === 0 ? null : mean(shared.map((id) => run.get(id) ?? 0)),
  );
  const baselineMeans = means.slice(0, -1).filter((value) => value !== null);
  const candidateMean = means.at(-1) ?? null;
  const decided = candidateMean === null ? null : decideByRepeats(rule, baselineMeans, candidateMean);
  return {
    rule,
    n: shared.length,
    baselineMeans,
    candidateMean,
    limit: decided?.limit ?? null,
    falls: decided?.falls ?? null,
    reason:
      decided !== null
        ? null
        : shared.length === 0
          ? 'No item has a score in every run.'
          : 'The baseline ran once: one run has no spread.',
  };
}

function scoresById(rows: readonly SampleScore[]): ReadonlyMap<string, number> {
  return new Map(
    [...gatherItems(rows)].flatMap(([id, item]) => {
      const score = itemScore(item);
      return score === null ? [] : [[id, score] as const];
    }),
  );
}
