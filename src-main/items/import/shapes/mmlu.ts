/**
 * MMLU, in its two forms: per-subject CSV without a header (the subject is only in the file's name), and the Hub's
 * columns, whose answer is a ClassLabel number from 0 (card cais/mmlu).
 */
import { success, type Result } from '../../../contract/result.ts';
import { misshapen, unanswered, type Draft } from '../draft.ts';
import { fieldsIn, firstText, has, textOf, textsOf } from '../field-values.ts';
import { choiceItem, goldPosition, letterAt, positionOf } from '../gold-choice.ts';
import { byRecords, type MapContext, type Shape } from '../shape.ts';
import type { Fields, SourceRecord } from '../source-record.ts';

const columns = ['question', 'A', 'B', 'C', 'D', 'answer'] as const;
const optionColumns = ['A', 'B', 'C', 'D'] as const;

export const mmluCsv: Shape = {
  name: 'mmlu-csv',
  title: 'MMLU CSV (six columns without a header)',
  columns,
  recognise(head) {
    const { rows } = head;
    if (head.sniffed.format !== 'csv' || rows.length === 0) return null;
    const right = rows.filter((row) => row.length === columns.length && isLetter(row[5])).length;
    if (right === 0 || !isLetter(rows[0]?.[5])) return null;
    return {
      confidence: 0.95 * (right / rows.length),
      reasons: ['six columns, the first row already ends in a letter from A to D: there is no header'],
    };
  },
  map(record, context) {
    const { fields } = record;
    const options = optionColumns.map((name) => fields[name]).filter((cell) => typeof cell === 'string');
    return question(record, context, textOf(fields, 'question'), options, subjectOf(context.name));
  },
};

export const mmlu: Shape = {
  name: 'mmlu',
  title: 'MMLU (question, choices, answer, subject)',
  recognise(head) {
    const looksRight = (outer: Fields): boolean => {
      const fields = fieldsIn(outer['train']) ?? outer;
      const labelled = has(fields, 'Question', 'A', 'B', 'C', 'D', 'Answer');
      return (
        labelled ||
        (has(fields, 'question', 'choices', 'answer', 'subject') && textsOf(fields['choices']) !== undefined)
      );
    };
    return byRecords(head, 0.96, 'a question, four choices, an answer and a subject', looksRight);
  },
  map(record, context) {
    // The configuration auxiliary_train wraps each row in a struct.
    const fields = fieldsIn(record.fields['train']) ?? record.fields;
    const inner: SourceRecord = { ...record, fields };
    const listed = textsOf(fields['choices']);
    const options =
      listed ?? optionColumns.map((name) => fields[name]).filter((cell) => typeof cell === 'string');
    const subject = firstText(fields, 'subject', 'Subject') ?? subjectOf(context.name);
    return question(inner, context, firstText(fields, 'question', 'Question'), options, subject);
  },
};

function question(
  record: SourceRecord,
  context: MapContext,
  text: string | undefined,
  options: readonly string[],
  subject: string,
): Result<readonly Draft[]> {
  if (text === undefined || options.length < 2) return misshapen(record, 'there is no question with options');
  const gold = goldPosition(record.fields['answer'] ?? record.fields['Answer'], undefined);
  if (gold === undefined || gold >= options.length)
    return unanswered(record, 'the answer names none of the options');
  return success([
    {
      item: { ...choiceItem(text, options, gold, context.choiceBy), stratum: subject },
      reference: letterAt(gold),
    },
  ]);
}

function isLetter(cell: string | undefined): boolean {
  const position = positionOf(cell);
  return position !== undefined && position < 4;
}

/** `high_school_physics` of `high_school_physics_test`. */
function subjectOf(name: string): string {
  return name.replace(/_(dev|val|test)$/, '') || 'mmlu';
}
