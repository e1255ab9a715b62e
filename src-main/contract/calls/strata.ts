/** Strata and bands given by hand, item by item: to an open import, a slice, or the dev items of a frozen version. */
import { z } from 'zod';
import { messageSchema } from '../item.ts';
import { itemSetReference } from './items.ts';
import type { ReadonlyDeep } from './shapes.ts';
import { call, count, done, identifier, name, pageOf, pageRequest } from './shapes.ts';

/** What is sorted. A frozen version never changes: what is given to its dev items makes its next version. */
const sortable = z.discriminatedUnion('of', [
  /** While it is being prepared. */
  z.strictObject({ of: z.literal('import'), importing: identifier }),
  z.strictObject({ of: z.literal('slice'), slice: identifier }),
  z.strictObject({ of: z.literal('version'), set: itemSetReference }),
]);
export type Sortable = ReadonlyDeep<z.infer<typeof sortable>>;

const given = z.string().min(1).max(500).nullable();

const sortedItem = z.object({
  /** Names the item in these calls. */
  item: name,
  id: z.string(),
  messages: z.array(messageSchema),
  check: z.string(),
  /** As they are now, with what was given by hand; null: none. */
  stratum: z.string().nullable(),
  band: z.string().nullable(),
  /** What of it was given by hand; null: nothing. */
  given: z.object({ stratum: given, band: given }),
});
export type SortedItem = ReadonlyDeep<z.infer<typeof sortedItem>>;

const sorting = z.object({
  /** What is sorted, by the name that a person knows. */
  title: z.string(),
  items: count,
  /** Items that were given a stratum by hand, and items that were given a band. */
  strataGiven: count,
  bandsGiven: count,
  /** Held-out items of a version: they keep what they have, unseen. */
  heldOut: count,
  /** In the order in which items have them first. */
  strata: z.array(z.object({ stratum: z.string(), items: count })).max(5000),
  bands: z.array(z.object({ band: z.string(), items: count })).max(5000),
});
export type Sorting = ReadonlyDeep<z.infer<typeof sorting>>;

const what = z.strictObject({ what: sortable });

export const strataCalls = {
  'strata.read_sorting': call(what, sorting),
  'strata.list_items': call(what.extend({ page: pageRequest }), pageOf(sortedItem)),
  /** What a person gave an item: both as they are to be, null where nothing is given. */
  'strata.give_stratum': call(what.extend({ item: name, stratum: given, band: given }), sorting),
  /** Takes what was given to an import as a step of its preparation. */
  'strata.take_step': call(z.strictObject({ importing: identifier }), done),
  /** Freezes the next version of a set, with what was given to its dev items. */
  'strata.freeze_next': call(
    z.strictObject({ set: itemSetReference }),
    z.object({ name, version: z.int().min(1), hash: z.string(), items: count }),
  ),
};
