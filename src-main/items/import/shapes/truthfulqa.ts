/**
 * TruthfulQA as a question with options: the best answer among the wrong ones. Every form of the source gives the
 * right one first, so the options are shuffled, seeded by the question (card truthfulqa/truthful_qa).
 */
import type { Json } from '../../../contract/item.ts';
import { success } from '../../../contract/result.ts';
import { misshapen, unanswered } from '../draft.ts';
import { fieldsIn, firstText, has, indexOf, listIn, textsOf } from '../field-values.ts';
import { choiceItem, letterAt, shuffledOptions } from '../gold-choice.ts';
import { byRecords, type Shape } from '../shape.ts';
import type { Fields } from '../source-record.ts';

/** A letter for each is all there is. */
const mostOptions = 26;

export const truthfulqa: Shape = {
  name: 'truthfulqa',
  title: 'TruthfulQA (CSV, generation or multiple choice)',
  recognise(head) {
    return byRecords(
      head,
      0.97,
      'a question with true and false answers',
      (fields) =>
        has(fields, 'mc1_targets') ||
        has(fields, 'Best Answer', 'Incorrect Answers') ||
        has(fields, 'best_answer', 'incorrect_answers'),
    );
  },
  map(record, context) {
    const { fields } = record;
    const question = firstText(fields, 'question', 'Question');
    if (question === undefined) return misshapen(record, 'there is no question');
    const answers = firstTarget(fields) ?? bestAnswer(fields);
    if (answers === undefined) return unanswered(record, 'there is no single best answer among others');
    const { options, gold } = shuffledOptions(
      answers.options.slice(0, mostOptions),
      answers.gold,
      context.seed,
      question,
    );
    return success([
      {
        item: {
          ...choiceItem(question, options, gold, context.choiceBy),
          stratum: firstText(fields, 'category', 'Category') ?? 'truthfulqa',
        },
        reference: letterAt(gold),
      },
    ]);
  },
};

interface Answers {
  readonly options: readonly string[];
  readonly gold: number;
}

/** mc1: exactly one answer is marked 1. Lists on the Hub; in mc_task.json the answers are an object's keys. */
function firstTarget(fields: Fields): Answers | undefined {
  const target = fieldsIn(fields['mc1_targets']);
  if (target === undefined) return undefined;
  const listed = textsOf(target['choices']);
  const options = listed ?? Object.keys(target);
  const labels: readonly Json[] =
    listed === undefined ? Object.values(target) : (listIn(target['labels']) ?? []);
  const right = labels.flatMap((label, index) => (indexOf(label) === 1 ? [index] : []));
  const [gold] = right;
  return right.length === 1 && gold !== undefined && options.length > 1 ? { options, gold } : undefined;
}

function bestAnswer(fields: Fields): Answers | undefined {
  const best = firstText(fields, 'best_answer', 'Best Answer');
  const wrong = textsOf(fields['incorrect_answers']) ?? firstText(fields, 'Incorrect Answers')?.split(';');
  const others = wrong?.map((answer) => answer.trim()).filter((answer) => answer !== '' && answer !== best);
  return best === undefined || others === undefined || others.length === 0
    ? undefined
    : { options: [best.trim(), ...others], gold: 0 };
}
