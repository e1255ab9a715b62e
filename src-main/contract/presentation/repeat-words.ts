/** What repeats say: the simple rule that a plan chose, the spread of scores, and when to measure again. */
import type { Comparison, ComparisonPart } from '../comparison.ts';
import type { RepeatRule } from '../plan.ts';
import { formatCount, formatNumber, formatPercent, formatPointsInterval, formatPoints } from './numbers.ts';
import type { Sides } from './words.ts';

/** "By the plan's simple rule …"; null where the plan chose none. */
export function repeatsSentence({ repeats }: Comparison, { candidate, baseline }: Sides): string | null {
  if (repeats === undefined) return null;
  const { rule, baselineMeans, candidateMean, limit, falls, reason } = repeats;
  if (falls === null) return `The plan’s simple rule on repeats decides nothing: ${reason ?? ''}`.trim();
  const runs = `${formatCount(baselineMeans.length)} runs of ${baseline}`;
  const of =
    rule.kind === 'range'
      ? `the lowest of ${runs}`
      : `the mean of ${runs} less ${String(rule.z)} standard deviations`;
  return `By the plan’s simple rule on repeats ${candidate} ${falls ? 'falls' : 'does not fall'}: its mean of ${formatPercent(candidateMean)} % is ${falls ? 'below' : 'not below'} ${formatPercent(limit)} %, ${of}.`;
}

/** The rule by itself, as the plan chose it. */
export function ruleWords(rule: RepeatRule): string {
  return rule.kind === 'range'
    ? 'a candidate falls below all runs of the baseline'
    : `a candidate falls below the mean of the baseline’s runs less ${String(rule.z)} standard deviations`;
}

/** Prediction noise beside data noise; null where each item was answered once. */
export function spreadSentence({ candidate }: ComparisonPart, sides: Sides): string | null {
  const { betweenItemDeviation: between, withinItemDeviation: within } = candidate;
  if (between === null || within === null) return null;
  return `Scores of ${sides.candidate} spread by ${formatNumber(within, 3)} from sample to sample of one item (prediction noise), and by ${formatNumber(between, 3)} between items (data noise), as standard deviations.`;
}

/** What the rule on measuring again looks at. */
export interface Measured {
  readonly baseline: string;
  /** Runs of the baseline. */
  readonly replicates: number;
  readonly candidates: readonly {
    readonly name: string;
    /** Overall; null where there is none. */
    readonly comparison: Pick<ComparisonPart, 'verdict' | 'noise'> | null;
    /** Bytes of the weights; null where they are not known. */
    readonly fileSize: number | null;
  }[];
}

/** With so many runs of the baseline there is nothing more to propose. */
export const remeasuredRuns = 3;

/**
 * Why the whole should be measured again, with a third run of the baseline, before anything is decided; empty where
 * nothing speaks for it. Two unchanged runs differ by more than chance explains, or a result surprises: a candidate
 * comes out better than what it was made from, or a larger file comes out worse where a smaller one does not.
 */
export function remeasureReasons({ baseline, replicates, candidates }: Measured): readonly string[] {
  if (replicates >= remeasuredRuns) return [];
  const reasons: string[] = [];
  const noise = candidates.find(({ comparison }) => comparison?.noise != null)?.comparison?.noise;
  if (noise != null && (noise.interval.lo > 0 || noise.interval.hi < 0))
    reasons.push(
      `Two runs of ${baseline}, unchanged, differ by ${formatPoints(noise.delta)} points (${formatPointsInterval(noise.interval)}): more than chance explains.`,
    );
  for (const { name, comparison } of candidates)
    if (comparison?.verdict === 'better')
      reasons.push(`${name} comes out better than ${baseline}, which is a surprise for a version of it.`);
  for (const larger of candidates) {
    if (larger.comparison?.verdict !== 'worse' || larger.fileSize === null) continue;
    const smaller = candidates.find(
      ({ comparison, fileSize }) =>
        fileSize !== null &&
        fileSize < (larger.fileSize ?? 0) &&
        (comparison?.verdict === 'better' || comparison?.verdict === 'within the guard rail'),
    );
    if (smaller !== undefined)
      reasons.push(
        `${larger.name} comes out worse than ${baseline}, and ${smaller.name}, a smaller file, does not.`,
      );
  }
  return reasons;
}

/** What is said with the reasons. */
export const remeasureTitle = 'Measure again before you decide';
