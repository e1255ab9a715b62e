import { Command } from 'commander';
import { calibratePlan } from '../../app/calibrate-plan.ts';
import type { Calibration, ScaleAgreement } from '../../contract/calibration.ts';
import {
  agreementWords,
  calibrationWarnings,
  correctedWords,
  correctionMethod,
  isTabled,
  measureWords,
} from '../../contract/presentation/judge-words.ts';
import { formatCount } from '../../contract/presentation/numbers.ts';
import { answer, columns } from '../answer.ts';
import { dataOption, jsonOption, positiveInteger, type DataOption, type JsonOption } from '../options.ts';

interface CalibrateOptions extends DataOption, JsonOption {
  readonly labels?: string;
  readonly limit?: number;
}

export function calibrateCommand(): Command {
  return new Command('calibrate')
    .description("How far a plan's judge agrees with people's labels, and the difference that they correct.")
    .argument('<plan>', 'the plan file, or the beginning of its hash; it has run')
    .option('--labels <file>', 'take labels in (JSONL: "id", "candidate", "grade", "rater")')
    .option('--limit <n>', 'with a plan file: the limit that it ran with', positiveInteger)
    .addOption(dataOption())
    .addOption(jsonOption())
    .action(async (plan: string, options: CalibrateOptions) => {
      const reference = { plan, ...(options.limit === undefined ? {} : { limit: options.limit }) };
      answer(await calibratePlan(options.data, reference, options.labels), options, words);
    });
}

function words(calibration: Calibration): string {
  const { judge, ranOn, judgeHash, raters, scales, corrected } = calibration;
  const labels = raters.map(({ rater, labels: count }) => `${rater} ${formatCount(count)}`).join(', ');
  return [
    `Judge: ${judge}${ranOn === null ? '' : ` (${ranOn})`}${judgeHash === '' ? ', which has judged nothing yet' : `, hash ${judgeHash.slice(0, 12)}`}`,
    ...(raters.length === 0 ? [] : [`Labels: ${labels}`]),
    ...scales.flatMap((scale) => ['', ...scaleLines(scale)]),
    ...(corrected.length === 0 ? [] : ['', 'Difference to the baseline, in points:']),
    ...corrected.map((one) => `${one.candidate}: ${correctedWords(one)}.`),
    ...(corrected.some(({ estimate }) => estimate !== null) ? [correctionMethod] : []),
    ...calibrationWarnings(calibration).flatMap((text, index) => (index === 0 ? ['', text] : [text])),
  ].join('\n');
}

function scaleLines(scale: ScaleAgreement): string[] {
  const { grades, labels, agreement, people, everyone, table } = scale;
  return [
    `${measureWords(scale)}, people against the judge: ${agreementWords(agreement)}, ${formatCount(labels)} labels on ${formatCount(agreement.items)} items`,
    ...(people === null ? [] : [`Krippendorff's alpha of the people: ${agreementWords(people)}`]),
    ...(everyone === null ? [] : [`Krippendorff's alpha of people and judge: ${agreementWords(everyone)}`]),
    ...(isTabled(scale)
      ? [
          columns([
            ['people \\ judge', ...grades],
            ...grades.map((grade, row) => [grade, ...(table[row] ?? []).map(String)]),
          ]),
        ]
      : []),
  ];
}
