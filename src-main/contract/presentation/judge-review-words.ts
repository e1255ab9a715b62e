/** What a judge chose between answers, in words and in the cells of tables: screen, reports and terminal alike. */
import { enoughLabels, leastWeightedKappa } from '../calibration.ts';
import type { JudgePair, JudgeReview } from '../judge-review.ts';
import { formatCount, formatNumber, formatPercent } from './numbers.ts';

export const judgeReviewTitle = 'What the judge chose, two by two';

/** Who it is, and how it was asked. */
export function judgeReviewLead({ judge, judgeHash }: JudgeReview): string {
  return `By ${judge}, a model and no person (hash ${judgeHash.slice(0, 12)}); in no number about people. It saw every pair of answers in both orders; where the two orders disagree, the pair is a tie. Pairs with the same answer twice are ties without asking and stand by themselves.`;
}

/** How far its choices can be trusted, each a sentence. */
export function judgeReviewRemarks({ pairs, agreement }: JudgeReview): readonly string[] {
  const sum = (of: (pair: JudgePair) => number): number => pairs.reduce((all, pair) => all + of(pair), 0);
  const [items, decided, errors] = [
    sum((pair) => pair.items),
    sum((pair) => pair.decided),
    sum(({ judgeErrors }) => judgeErrors),
  ];
  const remarks: string[] = [];
  if (items > 0)
    remarks.push(
      `The two orders disagree in ${formatPercent(sum(({ inconsistent }) => inconsistent) / items)} % of ${formatCount(items)} pairs.`,
    );
  if (decided > 0)
    remarks.push(
      `The answer that stood first was chosen in ${formatPercent(sum(({ first }) => first) / decided)} % of the judge’s ${formatCount(decided)} choices that were no tie; 50 % is what a judge without a leaning gives.`,
    );
  if (errors > 0)
    remarks.push(
      `${formatCount(errors)} ${errors === 1 ? 'pair is' : 'pairs are'} left out: an answer of the judge could not be read (judge_error).`,
    );
  if (agreement === null) remarks.push('Nobody has chosen on the same pairs: the judge is taken on trust.');
  else remarks.push(...agreementRemarks(agreement));
  return remarks;
}

function agreementRemarks(agreement: NonNullable<JudgeReview['agreement']>): readonly string[] {
  const { value, interval, pairs, reason } = agreement;
  if (value === null) return [`Agreement of the judge with people is not computable. ${reason ?? ''}`.trim()];
  const ends =
    interval === null
      ? ` (no interval: ${reason ?? 'too few items'})`
      : ` (${formatNumber(interval.lo, 2)} to ${formatNumber(interval.hi, 2)})`;
  return [
    `Weighted kappa (quadratic) of the judge and people is ${formatNumber(value, 2)}${ends}, over ${formatCount(pairs)} pairs that both chose on.`,
    ...(pairs < enoughLabels
      ? [
          `${formatCount(pairs)} pairs say little: from ${enoughLabels} on the agreement is known well enough.`,
        ]
      : []),
    ...(value < leastWeightedKappa
      ? [`That is below ${leastWeightedKappa}: this judge does not choose as people do.`]
      : []),
  ];
}
