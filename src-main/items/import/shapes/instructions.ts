/** Alpaca's instruction, input and output, and the plain pairs of prompt and completion (or response). */
import { success } from '../../../contract/result.ts';
import { misshapen, unanswered } from '../draft.ts';
import { firstText, has, plainText, textOf } from '../field-values.ts';
import { likelyCheck } from '../likely-check.ts';
import { byRecords, type Shape } from '../shape.ts';
import { timeOf } from '../timestamps.ts';

export const instructions: Shape = {
  name: 'instructions',
  title: 'Instructions (Alpaca), or prompt and completion',
  recognise(head) {
    return byRecords(
      head,
      0.8,
      'an instruction or prompt, and the text that answers it',
      (fields) =>
        has(fields, 'instruction', 'output') ||
        has(fields, 'prompt', 'completion') ||
        has(fields, 'prompt', 'response'),
    );
  },
  map(record) {
    const { fields } = record;
    const task = firstText(fields, 'instruction', 'prompt');
    if (task === undefined) return misshapen(record, 'there is no instruction');
    const answer = firstText(fields, 'output', 'completion', 'response');
    if (answer === undefined) return unanswered(record, 'there is no answer');
    const material = textOf(fields, 'instruction') === undefined ? undefined : textOf(fields, 'input');
    const system = textOf(fields, 'system');
    const id = plainText(fields['id']);
    const time = timeOf(fields);
    return success([
      {
        item: {
          ...(id === undefined ? {} : { id }),
          input: material === undefined ? task : `${task}\n${material}`,
          ...(system === undefined ? {} : { system }),
          stratum: firstText(fields, 'stratum', 'category', 'task') ?? 'instructions',
          check: likelyCheck(answer),
        },
        reference: answer,
        ...(time === undefined ? {} : { time }),
      },
    ]);
  },
};
