/** What a look before the end costs: the level at which a candidate's intervals hold, whatever was looked at before. */
import type { Look } from '../../contract/comparison.ts';
import type { LookRule } from '../../contract/plan.ts';
import { spendingBoundaries } from '../../statistics/alpha-spending.ts';
import { normalDistribution } from '../../statistics/normal.ts';
import { usualLevel } from './mean-interval.ts';
import type { SampleScore } from './sample-scores.ts';

/** So near to 1 that what lies outside can still be told from nothing. */
const highestLevel = 1 - 1e-12;

/**
 * @param share of the plan's answers that are there on both sides, in (0, 1]
 * @param looks every share at which the candidate was looked at so far; those from `share` on cost nothing here
 */
export function lookAt({ spending }: LookRule, share: number, looks: readonly number[]): Look {
  const earlier = [...new Set(looks)].filter((one) => one > 0 && one < share).sort((a, b) => a - b);
  // To the last bit what it is without the rule.
  if (share === 1 && earlier.length === 0) return { spending, share, earlier, level: usualLevel };
  const boundary = spendingBoundaries([...earlier, share], 1 - usualLevel).at(-1) ?? 0;
  return { spending, share, earlier, level: Math.min(highestLevel, 1 - 2 * normalDistribution(-boundary)) };
}

/** The level at the end, should nobody look again before it. */
export function levelAtEnd({ spending, share, earlier, level }: Look): number {
  return share === 1 ? level : lookAt({ spending }, 1, [...earlier, share]).level;
}

/**
 * Of the answers that a plan asks of each candidate, those that both sides have.
 *
 * @param judging whether the judge has not read all: outputs without a grade then count as not there yet
 */
export function sharedAnswers(
  baseline: readonly SampleScore[],
  candidate: readonly SampleScore[],
  asked: number,
  judging: boolean,
): number {
  const keysOf = (rows: readonly SampleScore[]): string[] =>
    rows
      .filter(({ outcome }) => !(judging && outcome === 'judge_error'))
      .map(({ id, sample }) => `${sample} ${id}`);
  const there = new Set(keysOf(baseline));
  const both = keysOf(candidate).filter((key) => there.has(key)).length;
  return asked === 0 ? 0 : Math.min(1, both / asked);
}
