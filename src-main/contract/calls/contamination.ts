/** Contamination: the dev items of a frozen version held against texts on the app's machine. */
import { z } from 'zod';
import { itemSetReference } from './items.ts';
import type { ReadonlyDeep } from './shapes.ts';
import {
  call,
  count,
  done,
  failureSchema,
  identifier,
  instant,
  name,
  pageOf,
  pageRequest,
  path,
  share,
} from './shapes.ts';

const place = z.object({ file: z.string(), line: count.nullable(), row: count.nullable() });

const contamination = z.object({
  search: identifier,
  set: itemSetReference,
  /** `stopped`: by the person. What was found until then is not shown: it would look like all of it. */
  state: z.enum(['running', 'finished', 'stopped', 'failed']),
  startedAt: instant,
  paths: z.array(z.string()),
  /** Words a run, and the share of an item's words in common runs above which it counts as contaminated. */
  runWords: count,
  threshold: share,
  /** Files read, of files found. */
  files: z.object({ done: count, total: count }),
  /** Items that were looked for; those of fewer words than a run cannot be found and are counted apart. */
  checked: count,
  tooShort: count,
  /** Items with any common run, and items over the threshold. */
  overlapping: count,
  contaminated: count,
  /** contaminated / checked; null where nothing was checked. */
  share: share.nullable(),
  /** Held-out items of the version: only a registered plan reads them, so they are not looked for. */
  heldOut: count,
  canary: z.string(),
  /** Where the canary of the set stands; the first hundred. */
  canaries: z.array(place).max(100),
  /** Files and records that could not be read; the first hundred. */
  unread: z.array(failureSchema).max(100),
  problem: failureSchema.nullable(),
});
export type Contamination = ReadonlyDeep<z.infer<typeof contamination>>;

const excerpt = z.object({ before: z.string(), passage: z.string(), after: z.string() });

const overlap = z.object({
  item: name,
  share,
  contaminated: z.boolean(),
  /** The longest ones, five at most: the same words in the item and in the text. */
  passages: z.array(place.extend({ words: count, inItem: excerpt, inText: excerpt })).max(5),
});
export type Overlap = ReadonlyDeep<z.infer<typeof overlap>>;

const oneSearch = z.strictObject({ search: identifier });

export const contaminationCalls = {
  /** Runs on after it has answered. */
  'items.start_contamination': call(
    z.strictObject({
      set: itemSetReference,
      paths: z.array(path).min(1).max(100),
      runWords: z.int().min(3).max(1000),
      threshold: share,
    }),
    contamination,
  ),
  'items.read_contamination': call(oneSearch, contamination),
  /** The most affected items first. */
  'items.list_overlaps': call(oneSearch.extend({ page: pageRequest }), pageOf(overlap)),
  'items.stop_contamination': call(oneSearch, done),
};
