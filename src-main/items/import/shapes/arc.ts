/**
 * ARC and OpenBookQA: options with labels of their own. The answer key is a letter or a digit from "1", and only its
 * place among the row's own labels says which option it means.
 */
import type { Json } from '../../../contract/item.ts';
import { success } from '../../../contract/result.ts';
import { misshapen, unanswered } from '../draft.ts';
import { fieldsIn, firstText, has, listIn, plainText, textOf, textsOf } from '../field-values.ts';
import { choiceItem, goldPosition, letterAt } from '../gold-choice.ts';
import { byRecords, type Shape } from '../shape.ts';
import type { Fields } from '../source-record.ts';

interface Labelled {
  readonly question: string;
  readonly options: readonly string[];
  readonly labels: readonly string[];
}

export const arc: Shape = {
  name: 'arc',
  title: 'ARC or OpenBookQA (choices with labels, answerKey)',
  recognise(head) {
    return byRecords(
      head,
      0.97,
      'choices with labels, and an answerKey',
      (fields) => has(fields, 'answerKey') && labelledOf(fields) !== undefined,
    );
  },
  map(record, context) {
    const { fields } = record;
    const labelled = labelledOf(fields);
    if (labelled === undefined) return misshapen(record, 'there is no question with labelled choices');
    const { question, options, labels } = labelled;
    const gold = goldPosition(fields['answerKey'], labels);
    if (gold === undefined) return unanswered(record, 'answerKey is none of the labels');
    const id = plainText(fields['id']);
    return success([
      {
        item: {
          ...(id === undefined ? {} : { id }),
          ...choiceItem(question, options, gold, context.choiceBy),
          stratum: context.name.toLowerCase().includes('openbook') ? 'openbookqa' : 'arc',
        },
        reference: letterAt(gold),
      },
    ]);
  },
};

function labelledOf(fields: Fields): Labelled | undefined {
  const nested = fieldsIn(fields['question']);
  const question =
    nested === undefined ? firstText(fields, 'question', 'question_stem') : textOf(nested, 'stem');
  const choices = choicesOf(nested === undefined ? fields['choices'] : nested['choices']);
  return question === undefined || choices === undefined ? undefined : { question, ...choices };
}

/** A struct of two lists, as the Hub stores them, or a list of structs, as the raw files do. */
function choicesOf(value: Json | undefined): Omit<Labelled, 'question'> | undefined {
  const columns = fieldsIn(value);
  const rows = listIn(value)?.map(fieldsIn);
  const options = columns === undefined ? rows?.map((row) => row?.['text'] ?? null) : columns['text'];
  const labels = columns === undefined ? rows?.map((row) => row?.['label'] ?? null) : columns['label'];
  const texts = textsOf(options);
  const names = textsOf(labels);
  if (texts === undefined || names?.length !== texts.length || texts.length < 2) return undefined;
  return { options: texts, labels: names };
}
