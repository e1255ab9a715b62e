/** How far candidates are from the baseline along its own answers, and where greedy answers part. */
import type { DivergenceReport } from '../contract/divergence.ts';
import { divergenceNotes, divergenceTables } from '../contract/presentation/divergence-words.ts';
import { inline, table } from './markdown-text.ts';

export function divergenceSection(report: DivergenceReport): readonly string[] {
  return [
    '## Divergence from the baseline',
    ...divergenceTables(report).flatMap(({ title, lead, heads, rows }) => [
      `### ${inline(title)}`,
      ...(lead === '' ? [] : [inline(lead)]),
      table([...heads], rows, new Set(heads.keys().drop(1))),
    ]),
    ...divergenceNotes(report).map(inline),
  ];
}
