/** What a report says of its judge, whatever the format. */
import type { Calibration, ScaleAgreement } from '../contract/calibration.ts';
import {
  agreementWords,
  correctedWords,
  correctionMethod,
  measureWords,
  unforcedWords,
} from '../contract/presentation/judge-words.ts';
import { formatCount } from '../contract/presentation/numbers.ts';

export function judgeLead(calibration: Calibration): string {
  const { judge, ranOn, judgeHash, raters } = calibration;
  const hash = judgeHash === '' ? 'has judged nothing yet' : `hash ${judgeHash}`;
  const checked = raters.map(({ rater, labels }) => `${rater} (${formatCount(labels)})`).join(', ');
  return [
    `${judge}${ranOn === null ? '' : ` (${ranOn})`}, ${hash}.`,
    unforcedWords(calibration) ?? '',
    checked === '' ? '' : `Checked by ${checked}.`,
  ]
    .filter((sentence) => sentence !== '')
    .join(' ');
}

export function scaleTitle(scale: ScaleAgreement): string {
  return `${measureWords(scale)}: ${agreementWords(scale.agreement)}`;
}

export function scaleLead({ labels, agreement, people, everyone }: ScaleAgreement): string {
  return [
    `People against the judge, ${formatCount(labels)} answers of ${formatCount(agreement.items)} items, 95 % by bootstrap over items. Rows are people’s grades, columns the judge’s.`,
    ...(people === null ? [] : [`Krippendorff’s alpha of the people ${agreementWords(people)}`]),
    ...(everyone === null ? [] : [`and with the judge ${agreementWords(everyone)}.`]),
  ].join(' ');
}

export function confusionHeads({ grades }: ScaleAgreement): readonly string[] {
  return ['People', ...grades];
}

export function confusionRows({ grades, table }: ScaleAgreement): readonly (readonly string[])[] {
  return grades.map((grade, row) => [grade, ...(table[row] ?? []).map(formatCount)]);
}

/** Each candidate's difference by the judge and corrected; empty where there is none. */
export function correctedLines({ corrected }: Calibration): readonly string[] {
  if (corrected.every(({ judge }) => judge === null)) return [];
  const lines = corrected.map((one) => `${one.candidate}: ${correctedWords(one)}.`);
  return corrected.some(({ estimate }) => estimate !== null) ? [...lines, correctionMethod] : lines;
}
