/** The items that flipped, with both answers in full, as a section of the Markdown report. */
import type { Check } from '../contract/item.ts';
import { formatCount } from '../contract/presentation/numbers.ts';
import { optionHeads, optionNote, optionRows } from '../contract/presentation/option-rows.ts';
import { excerpt } from '../contract/presentation/visible-text.ts';
import { expectedWords } from './expected-words.ts';
import { fence, inline, table } from './markdown-text.ts';
import type { ReportAnswer, ReportCandidate, ReportCase, ReportInput } from './report-input.ts';
import { casesInOrder } from './report-view.ts';

const longestText = 1500;

/** @param examples items shown in full for each candidate, at most */
export function casesSection(input: ReportInput, examples: number): readonly string[] {
  const parts = input.candidates.flatMap((candidate) => candidateCases(input, candidate, examples));
  return parts.length === 0 ? [] : ['## Items that flipped', ...parts];
}

function candidateCases(
  input: ReportInput,
  { name, cases: all }: ReportCandidate,
  examples: number,
): readonly string[] {
  const total = all.lost + all.gained + all.missing;
  if (total === 0) return [];
  const shown = casesInOrder(all.items).slice(0, examples);
  const counts = `${formatCount(all.lost)} lost, ${formatCount(all.gained)} gained, ${formatCount(all.missing)} without a pair.`;
  const note =
    shown.length < total ? ` ${formatCount(shown.length)} of ${formatCount(total)} shown here.` : '';
  return [
    `### ${inline(`${name} against ${input.plan.plan.baseline}`)}`,
    counts + note,
    ...shown.flatMap((one) => caseText(one, name, input.plan.plan.baseline)),
  ];
}

function caseText(one: ReportCase, candidate: string, baseline: string): readonly string[] {
  const { item, kind, samples } = one;
  return [
    `#### ${inline(`${item.id} (${kind}, ${item.stratum})`)}`,
    ...item.messages.flatMap(({ role, content }) => [`${role}:`, fence(shortened(content))]),
    'expected:',
    fence(shortened(expectedWords(item.check))),
    ...samples.flatMap((sample) => [
      ...answerText(item.check, baseline, sample.baseline),
      ...answerText(item.check, candidate, sample.candidate),
    ]),
  ];
}

function answerText(check: Check, name: string, given: ReportAnswer | null): readonly string[] {
  if (given === null) return [`${inline(name)}: no output.`];
  const { output, score } = given;
  const reason = output.error?.message ?? score?.reason ?? 'It was not scored.';
  const outcome = score === null ? 'no score' : score.value === null ? score.outcome : `score ${score.value}`;
  const head = inline(`${name}: ${outcome}. ${reason}`);
  if (output.options === undefined) return [head, fence(shortened(output.text))];
  if (output.options.measured === null) return [head, inline(optionNote(output.options))];
  const rows = optionRows(output.options.measured, check.kind === 'choice' ? check.options : []);
  return [
    head,
    table(
      [...optionHeads],
      rows.map((row) => [
        `${row.letter}: ${row.text}`,
        row.share,
        row.logProbability,
        row.perToken,
        row.perByte,
      ]),
      new Set([1, 2, 3, 4]),
    ),
    inline(optionNote(output.options)),
  ];
}

function shortened(text: string): string {
  const { start, end, left } = excerpt(text, longestText);
  return left === 0 ? start : `${start}\n[${formatCount(left)} characters left out]\n${end}`;
}
