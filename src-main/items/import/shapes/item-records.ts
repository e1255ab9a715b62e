/** This program's own items, one a record, and the flat forms that it reads too (docs/file-formats.md). */
import { itemSchema } from '../../../contract/item.ts';
import { success } from '../../../contract/result.ts';
import { firstIssue } from '../../schema-issue.ts';
import { misshapen } from '../draft.ts';
import { has } from '../field-values.ts';
import { byRecords, type Shape } from '../shape.ts';

export const itemRecords: Shape = {
  name: 'items',
  title: 'Items (id, input or messages, check)',
  recognise(head) {
    return byRecords(
      head,
      0.99,
      'an id, an input or messages, and a check',
      (fields) => has(fields, 'id', 'check') && (has(fields, 'input') || has(fields, 'messages')),
    );
  },
  map(record) {
    const parsed = itemSchema.safeParse(record.fields);
    if (parsed.success) return success([{ item: parsed.data as never }]);
    const { field, what } = firstIssue(parsed.error);
    return misshapen(record, `${field === '' ? 'the record' : field}: ${what}`);
  },
};
