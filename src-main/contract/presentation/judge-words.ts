/** What is said of a judge and its calibration, the same on the screen, in reports and on the terminal. */
import { enoughLabels, leastKappa, leastWeightedKappa } from '../calibration.ts';
import type { AgreementFigure, Calibration, CorrectedDifference, ScaleAgreement } from '../calibration.ts';
import { formatCount, formatNumber, formatPoints, formatPointsInterval } from './numbers.ts';
import { listWords } from './words.ts';

export function measureWords({ measure, grades }: Pick<ScaleAgreement, 'measure' | 'grades'>): string {
  return measure === 'kappa'
    ? `Cohen's kappa of ${formatCount(grades.length)} grades`
    : `Weighted kappa of ${formatCount(grades.length)} grades (quadratic)`;
}

/** A table of more grades than this is no longer read. */
const mostTabled = 12;

export function isTabled({ grades, labels }: Pick<ScaleAgreement, 'grades' | 'labels'>): boolean {
  return labels > 0 && grades.length <= mostTabled;
}

/** Such as `0.82 (0.71 to 0.90)`; where there is no number, why. */
export function agreementWords({ value, interval, reason }: AgreementFigure): string {
  if (value === null) return lowered(reason ?? 'It cannot be told.');
  const range = interval === null ? '' : ` (${figure(interval.lo)} to ${figure(interval.hi)})`;
  return `${figure(value)}${range}`;
}

/** Said where a judge is named; null: its answers were forced into a form, or nothing tells. */
export function unforcedWords({ forced }: Pick<Calibration, 'forced'>): string | null {
  return forced === false
    ? 'Its answers could not be forced into a form: grades are read out of free text, and an answer in which none is found is a judge error.'
    : null;
}

/** What makes a judge's grades weak, each a sentence; empty where nothing does. */
export function calibrationWarnings({ scales, raters, corrected }: Calibration): readonly string[] {
  if (raters.length === 0)
    return ['Nobody has checked the judge: its grades are taken on trust. Grade some answers by hand.'];
  const chosen = corrected.filter(({ inDrawnOrder }) => !inDrawnOrder).map(({ candidate }) => candidate);
  return [
    ...scales.flatMap((scale) => scaleWarnings(scale, scales.length > 1)),
    ...(chosen.length === 0
      ? []
      : [
          `${listWords(chosen)}: the labelled items are not the first of the order that the plan draws, as when they come from a file. The corrected difference holds only if they were drawn at random in another way.`,
        ]),
  ];
}

function scaleWarnings(scale: ScaleAgreement, isNamed: boolean): readonly string[] {
  const { grades, agreement, measure, labels, ungraded } = scale;
  const least = measure === 'kappa' ? leastKappa : leastWeightedKappa;
  const { value, reason } = agreement;
  const on = isNamed ? ` on the scale from ${grades[0] ?? ''} to ${grades.at(-1) ?? ''}` : '';
  return [
    ...(labels < enoughLabels
      ? [
          `${formatCount(labels)} labels${on} say little: from ${enoughLabels} on the agreement is known well enough.`,
        ]
      : []),
    ...(value === null
      ? [`${measureWords(scale)}${on} cannot be told: ${lowered(reason ?? 'there are no labels')}.`]
      : value < least
        ? [
            `${measureWords(scale)}${on} is ${figure(value)}, below ${least}: this judge does not grade as people do.`,
          ]
        : []),
    ...(ungraded > 0
      ? [`${formatCount(ungraded)} labelled answers${on} have no grade by the judge and are left out.`]
      : []),
  ];
}

/** In points: by the judge, and corrected. */
export function correctedWords(one: CorrectedDifference): string {
  if (one.judge === null) return lowered(one.reason ?? 'It cannot be told.');
  const raw = `by the judge alone ${formatPoints(one.judge)}`;
  if (one.estimate === null) return `${raw}; not corrected: ${lowered(one.reason ?? 'there are no labels')}`;
  const range =
    one.interval === null
      ? ` (${lowered(one.reason ?? 'no interval')})`
      : ` (${formatPointsInterval(one.interval)})`;
  return `${raw}, corrected by ${formatCount(one.labelled)} labelled items ${formatPoints(one.estimate)}${range}`;
}

function lowered(sentence: string): string {
  return `${sentence.charAt(0).toLowerCase()}${sentence.slice(1).replace(/\.$/, '')}`;
}

const figure = (value: number): string => formatNumber(value, 2);

/** Said when a plan's judge became another one. */
export function driftWords(drift: {
  readonly before: string;
  readonly after: string;
  readonly outputs: number;
  readonly different: number;
}): string {
  const short = (hash: string): string => hash.slice(0, 12);
  return `The judge's hash changed from ${short(drift.before)} to ${short(drift.after)}: ${formatCount(drift.different)} of ${formatCount(drift.outputs)} grades differ.`;
}

export const correctionMethod =
  'Corrected by prediction-powered inference (Angelopoulos et al. 2023): the judge’s difference over the items without labels, and added to it how far people’s is from it where they graded both answers. It holds where the labelled items were drawn at random.';
