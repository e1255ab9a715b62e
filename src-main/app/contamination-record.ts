/** The latest search for contamination of each version, for its card. Of the app's own keeping: a version never changes. */
import { z } from 'zod';
import type { ItemSetVersion } from '../contract/item.ts';
import type { ContaminationReport } from '../items/contamination/find-contamination.ts';
import type { StoreReader } from '../store/store.ts';
import type { AppContext } from './context.ts';

const recordSchema = z.object({
  at: z.string(),
  checked: z.int().nonnegative(),
  contaminated: z.int().nonnegative(),
  runWords: z.int().positive(),
  threshold: z.number(),
  files: z.int().nonnegative(),
});
export type ContaminationRecord = z.infer<typeof recordSchema>;

function preferenceName({ hash }: ItemSetVersion): string {
  return `contamination/${hash}`;
}

export function keepContamination(
  { store, now }: Pick<AppContext, 'store' | 'now'>,
  version: ItemSetVersion,
  { checked, contaminated, options, files }: ContaminationReport,
): void {
  const record: ContaminationRecord = { at: now(), checked, contaminated, ...options, files };
  // What cannot be kept is missing on a card later; what was found is on the screen now.
  store.setPreference(preferenceName(version), record);
}

/** Null: the version was not searched for on this data folder. */
export function contaminationRecord(store: StoreReader, version: ItemSetVersion): ContaminationRecord | null {
  const parsed = recordSchema.safeParse(store.preference(preferenceName(version)));
  return parsed.success ? parsed.data : null;
}
