/** This program's own items, one a record, in the full form and in the flat forms (docs/file-formats.md). */
import { success } from '../../../contract/result.ts';
import type { ItemDraft } from '../draft.ts';
import { has, textsOf } from '../field-values.ts';
import { byRecords, type Shape } from '../shape.ts';
import type { Fields } from '../source-record.ts';
import { timeOf } from '../timestamps.ts';

/** A question with options is a form of many data sets; fields of theirs that items do not have are left out. */
const optionFields = [
  'id',
  'question',
  'options',
  'answer',
  'system',
  'stratum',
  'band',
  'split',
  'source',
  'cluster',
];

export const itemRecords: Shape = {
  name: 'items',
  title: 'Items (id, input or messages, check; or the flat forms with scorer, options or score_fn)',
  recognise(head) {
    const whole = byRecords(
      head,
      0.99,
      'an input or messages, and a check',
      (fields) => has(fields, 'check') && (has(fields, 'input') || has(fields, 'messages')),
    );
    if (whole !== null) return whole;
    return byRecords(
      head,
      0.9,
      'a prompt with scorer, score_fn or options beside it',
      (fields) => has(fields, 'input', 'scorer') || has(fields, 'prompt', 'score_fn') || isOptionForm(fields),
    );
  },
  map(record) {
    const fields = withoutNulls(record.fields);
    const time = timeOf(fields);
    // Any form will do: whatever comes in is held against the forms in the end, once.
    const item = (isOptionForm(fields) ? picked(fields) : fields) as unknown as ItemDraft;
    return success([{ item, ...(time === undefined ? {} : { time }) }]);
  },
};

function isOptionForm(fields: Fields): boolean {
  return (
    has(fields, 'question', 'options', 'answer') &&
    !has(fields, 'scorer') &&
    textsOf(fields['options']) !== undefined
  );
}

/** Columns of a table hold null where an item has no such field. */
function withoutNulls(fields: Fields): Fields {
  if (!Object.values(fields).includes(null)) return fields;
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
}

function picked(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => optionFields.includes(name)));
}
