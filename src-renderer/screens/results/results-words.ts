/** Sentences of the results screen beside those that the app itself gives. Pure. */
import type { CandidateResult, ComparisonResults } from '../../../src-main/contract/calls/results.ts';
import type { SettingDifference } from '../../../src-main/contract/calls/runs.ts';
import type { Bound, ComparisonPart } from '../../../src-main/contract/comparison.ts';
import {
  formatCount,
  formatHash,
  formatPoints,
  formatPointsInterval,
  formatTime,
} from '../../../src-main/contract/presentation/numbers.ts';
import { oftenWords } from '../../../src-main/contract/presentation/part-words.ts';
import { verdictMark } from '../../../src-main/contract/presentation/verdict-marks.ts';
import type { Measure } from '../../../src-main/contract/presentation/words.ts';
import { listWords } from '../../../src-main/contract/presentation/words.ts';

/** Goes before whatever a peek gave, wherever it may end up. */
export const peekWords = 'Peek before the end of the run';

/** What is read aloud, as one text for the clipboard. */
export function spokenText({ sentences }: CandidateResult, answer: string | null, peeked: boolean): string {
  const parts = [sentences.first, ...sentences.rest, ...(answer === null ? [] : [answer])];
  return (peeked ? `${peekWords}: ` : '') + parts.join(' ');
}

/** "Read the 109 flips" */
export function readFlipsWords({ overall }: CandidateResult, measure: Measure): string {
  const flips = overall === null ? 0 : overall.flips.losses + overall.flips.gains;
  if (flips === 0) return 'Read the outputs';
  if (measure === 'score') return `Read the ${formatCount(flips)} items that changed`;
  return flips === 1 ? 'Read the one flip' : `Read the ${formatCount(flips)} flips`;
}

/** Which side lacks the items that have no pair, and what they could change. Null where every item has its pair. */
export function missingWords(
  { n, dropped, missing, bounds, verdict }: ComparisonPart,
  candidate: string,
  baseline: string,
): string | null {
  if (dropped === 0) return null;
  const sides = [
    [missing.both, 'with both'],
    [missing.candidate, `with ${candidate} alone`],
    [missing.baseline, `with ${baseline} alone`],
  ] as const;
  const where = listWords(
    sides.filter(([count]) => count > 0).map(([count, side]) => `${formatCount(count)} ${side}`),
  );
  const said = `${formatCount(dropped)} of ${formatCount(n + dropped)} items have no pair${where === '' ? '' : ` (missing ${where})`}.`;
  if (bounds === null) return said;
  const same = bounds.worst.verdict === verdict && bounds.best.verdict === verdict;
  const ends = [`Had all gone against ${candidate}`, 'had all gone for it'] as const;
  const change = (bound: Bound) =>
    `${formatPoints(bound.delta)}${same ? '' : ` (${verdictMark(bound.verdict).word})`}`;
  return `${said} ${ends[0]}, its change would be ${change(bounds.worst)}; ${ends[1]}, ${change(bounds.best)}${same ? ': the verdict is the same' : ''}.`;
}

/** "−1.0 (−2.2 to +0.1), cannot tell yet" */
export function boundWords(bound: Bound): string {
  const word = bound.verdict === null ? '' : `, ${verdictMark(bound.verdict).word}`;
  return `${formatPoints(bound.delta)} (${formatPointsInterval(bound.interval)})${word}`;
}

/** Where the plan and its readings are kept to account. */
export function planWords({ registeredAt, planHash, heldOutReadings, peeks }: ComparisonResults): string {
  return [
    `Plan registered ${formatTime(registeredAt)}, sha256 ${formatHash(planHash)}.`,
    ...(heldOutReadings === 0
      ? []
      : [`Held-out items read by registered plans: ${oftenWords(heldOutReadings)}.`]),
    peeks === 0
      ? 'Nobody looked at results before the end.'
      : `Results looked at before the end: ${oftenWords(peeks)}.`,
  ].join(' ');
}

/** Differences that make a pair not comparable until a person takes them as they are. */
export function openDifferences(differences: readonly SettingDifference[]): readonly SettingDifference[] {
  return differences.filter(
    ({ touchesComparison, planned, acceptedAt }) => touchesComparison && !planned && acceptedAt === null,
  );
}

/** "2 settings are not what the plan asked for, and nobody has accepted them." */
export function openWords(many: number): string {
  return many === 1
    ? 'One setting is not what the plan asked for, and nobody has accepted it.'
    : `${formatCount(many)} settings are not what the plan asked for, and nobody has accepted them.`;
}

/** "Q2_K: flash attention off, on was asked for" */
export function differenceWords({
  candidates,
  everywhere,
  setting,
  requested,
  resolved,
  planned,
}: SettingDifference): string {
  const who = everywhere ? 'Every run' : listWords(candidates);
  if (planned) return `${who}: ${setting} ${resolved}`;
  return `${who}: ${setting} ${resolved}, ${requested} was asked for`;
}

/** "2 settings resolved otherwise than the plan asked for; the one that touches the comparison was accepted." */
export function settledWords(settled: readonly SettingDifference[]): string {
  const differences = settled.filter(({ planned }) => !planned);
  const byPlan = settled.length - differences.length;
  const planned =
    byPlan === 1 ? 'One setting differs by plan.' : `${formatCount(byPlan)} settings differ by plan.`;
  if (differences.length === 0) return planned;
  const many = differences.length === 1 ? 'One setting' : `${formatCount(differences.length)} settings`;
  const accepted = differences.filter(({ touchesComparison }) => touchesComparison).length;
  const rest =
    accepted === 0
      ? `${differences.length === 1 ? 'it does not touch' : 'none of them touches'} the comparison`
      : accepted === differences.length
        ? 'accepted by name'
        : `${formatCount(accepted)} accepted by name, the rest the same for all`;
  return `${many} resolved otherwise than the plan asked for: ${rest}.${byPlan === 0 ? '' : ` ${planned}`}`;
}
