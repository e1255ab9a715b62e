/** HellaSwag: which of four endings goes on from a context (rowanz/hellaswag; label as text on the Hub). */
import { success } from '../../../contract/result.ts';
import { misshapen, unanswered } from '../draft.ts';
import { has, indexOf, plainText, textOf, textsOf } from '../field-values.ts';
import { choiceItem, letterAt } from '../gold-choice.ts';
import { byRecords, type Shape } from '../shape.ts';
import type { Fields } from '../source-record.ts';

export const hellaswag: Shape = {
  name: 'hellaswag',
  title: 'HellaSwag (ctx, endings, label)',
  recognise(head) {
    return byRecords(head, 0.97, 'a context, endings and a label', (fields) =>
      has(fields, 'ctx', 'endings', 'label'),
    );
  },
  map(record, context) {
    const { fields } = record;
    const endings = textsOf(fields['endings']);
    const query = queryOf(fields);
    if (query === undefined || endings === undefined || endings.length < 2) {
      return misshapen(record, 'there is no context with endings');
    }
    const gold = indexOf(fields['label']);
    // The labels of the test split are hidden, as empty text.
    if (gold === undefined || gold >= endings.length)
      return unanswered(record, 'the label names none of the endings');
    const id = plainText(fields['ind']);
    const question =
      context.choiceBy === 'logprob' ? query : `Which ending goes on best from this text?\n\n${query}`;
    return success([
      {
        item: {
          ...(id === undefined ? {} : { id: `hellaswag-${id}` }),
          ...choiceItem(question, endings.map(plain), gold, context.choiceBy),
          stratum: 'hellaswag',
          ...(textOf(fields, 'source_id') === undefined
            ? {}
            : { cluster: textOf(fields, 'source_id') as string }),
        },
        reference: letterAt(gold),
      },
    ]);
  },
};

/** Activity, and the context with its last part capitalised, as lm-evaluation-harness puts it. */
function queryOf(fields: Fields): string | undefined {
  const first = textOf(fields, 'ctx_a');
  const last = textOf(fields, 'ctx_b');
  const context =
    first === undefined ? textOf(fields, 'ctx') : [first, capitalised(last ?? '')].join(' ').trim();
  const activity = textOf(fields, 'activity_label');
  if (context === undefined) return undefined;
  return plain(activity === undefined ? context : `${activity}: ${context}`);
}

function capitalised(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** WikiHow's headings and remarks in brackets are no part of the text. */
function plain(text: string): string {
  return text
    .trim()
    .replaceAll(' [title]', '. ')
    .replace(/\[[^[\]]*\]/g, '')
    .replaceAll('  ', ' ');
}
