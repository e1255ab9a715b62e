/** The judge and its calibration, as a section of the Markdown report. */
import type { Calibration } from '../contract/calibration.ts';
import { calibrationWarnings, isTabled } from '../contract/presentation/judge-words.ts';
import {
  confusionHeads,
  confusionRows,
  correctedLines,
  judgeLead,
  scaleLead,
  scaleTitle,
} from './judge-section.ts';
import { inline, table } from './markdown-text.ts';

export function judgeSection(calibration: Calibration): readonly string[] {
  return [
    '## The judge',
    inline(judgeLead(calibration)),
    ...calibrationWarnings(calibration).map((text) => `**${inline(text)}**`),
    ...calibration.scales.flatMap((scale) => [
      `### ${inline(scaleTitle(scale))}`,
      inline(scaleLead(scale)),
      ...(isTabled(scale)
        ? [
            table(
              confusionHeads(scale),
              confusionRows(scale),
              new Set(scale.grades.map((_, index) => index + 1)),
            ),
          ]
        : []),
    ]),
    ...correctedLines(calibration).map(inline),
  ];
}
