/** From one record of a file, in any form that docs/file-formats.md lists, to an item as it is kept. */
import { itemSchema, type Item, type Message } from '../contract/item.ts';
import { failure, success, type Failure, type Result } from '../contract/result.ts';
import { validateCheck } from '../scoring/registry.ts';
import { normaliseItemRecord } from './flat-item.ts';
import { unkeepable } from './record-text.ts';

/** The stratum of items that name none. */
const defaultStratum = 'all';

/**
 * The split of items that name none, and whose cluster has none that does. Held out is the safe side: nothing is tuned
 * on by accident, a plan over a bare file can run, and whoever wants to look at items says so by marking them `dev`.
 */
const defaultSplit = 'held_out';

/**
 * The item that a record describes, with a check that can score. Fails with `item_broken`; the message says what is
 * wrong and leaves the place in the file to the caller. Never throws, whatever JSON the record is.
 */
export function toItem(record: unknown): Result<Item> {
  const unkept = unkeepable(record);
  if (unkept !== null) return failure('item_broken', `${unkept}.`, { next: 'Take it out of the record.' });
  const full = normaliseItemRecord(record);
  if (!full.ok) return withHint(full.error);
  const { id, input, messages, system, stratum, band, split, source, cluster, check } = full.data;
  if (/\p{Cc}/u.test(id)) {
    return failure('item_broken', 'id: it holds a control character.', {
      next: 'Use letters, digits and punctuation in ids.',
      where: { field: 'id' },
    });
  }
  const turns: readonly Message[] = messages ?? [{ role: 'user', content: input ?? '' }];
  if (system !== undefined && turns.some((turn) => turn.role === 'system')) {
    return failure('item_broken', 'system: the messages have a system message already.', {
      next: 'Keep one of the two.',
      where: { field: 'system', item: id },
    });
  }
  const usable = validateCheck(check);
  if (!usable.ok) {
    const { message, next, where } = usable.error;
    return failure('item_broken', `check: ${message}`, {
      ...(next === undefined ? {} : { next }),
      where: { field: 'check', ...where, item: id },
    });
  }
  return success({
    id,
    messages: system === undefined ? turns : [{ role: 'system', content: system }, ...turns],
    stratum: stratum ?? defaultStratum,
    ...(band === undefined ? {} : { band }),
    split: split ?? defaultSplit,
    ...(source === undefined ? {} : { source }),
    ...(cluster === undefined ? {} : { cluster }),
    check,
  });
}

const fields = Object.keys(itemSchema.shape).join(', ');

/** A misspelt field is best seen beside the right ones. */
function withHint(error: Failure): Result<never> {
  const misspelt = error.message.includes('known field') && error.where?.field?.startsWith('check') !== true;
  return { ok: false, error: misspelt ? { ...error, next: `An item has the fields ${fields}.` } : error };
}
