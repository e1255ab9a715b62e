/** MMLU-Pro: up to ten options, a letter and a number that must agree (card TIGER-Lab/MMLU-Pro). */
import { success } from '../../../contract/result.ts';
import { misshapen, unanswered } from '../draft.ts';
import { has, indexOf, plainText, textOf, textsOf } from '../field-values.ts';
import { choiceItem, letterAt, positionOf } from '../gold-choice.ts';
import { byRecords, type Shape } from '../shape.ts';

export const mmluPro: Shape = {
  name: 'mmlu-pro',
  title: 'MMLU-Pro (question, options, answer, answer_index, category)',
  recognise(head) {
    return byRecords(head, 0.97, 'a question, options, answer and answer_index', (fields) =>
      has(fields, 'question', 'options', 'answer', 'answer_index'),
    );
  },
  map(record, context) {
    const { fields } = record;
    const question = textOf(fields, 'question');
    const options = textsOf(fields['options']);
    if (question === undefined || options === undefined || options.length < 2) {
      return misshapen(record, 'there is no question with options');
    }
    const byLetter = positionOf(fields['answer']);
    const byNumber = indexOf(fields['answer_index']);
    if (byLetter === undefined || byLetter >= options.length)
      return unanswered(record, 'the answer names none of the options');
    if (byNumber !== undefined && byNumber !== byLetter) {
      return unanswered(record, `answer says ${letterAt(byLetter)}, answer_index says ${letterAt(byNumber)}`);
    }
    const id = plainText(fields['question_id']);
    return success([
      {
        item: {
          ...(id === undefined ? {} : { id: `mmlu-pro-${id}` }),
          ...choiceItem(question, options, byLetter, context.choiceBy),
          stratum: textOf(fields, 'category') ?? 'mmlu-pro',
        },
        reference: letterAt(byLetter),
      },
    ]);
  },
};
