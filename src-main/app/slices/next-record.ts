/** What is written down of a version that follows from another one by hand. */
import type { ItemSetVersion } from '../../contract/item.ts';
import type { StepRecord } from '../../contract/preparation.ts';
import { parsePreparationRecord, type PreparationRecord } from '../../items/preparation-record.ts';
import type { StoreReader } from '../../store/store.ts';
import { handWritten } from './slice-items.ts';

/** Of items that were written by hand and nothing else. */
export function handWrittenRecord(items: number): PreparationRecord {
  return { form: 1, sources: [handWrittenSource(items)], items, steps: [] };
}

/**
 * The record of the version before, gone on with: items that were added, and then steps that were taken. Where that
 * version has none, it is itself the source.
 */
export function nextRecord(
  store: StoreReader,
  before: ItemSetVersion,
  { added = 0, steps = [] }: { readonly added?: number; readonly steps?: readonly StepRecord[] },
): PreparationRecord {
  const kept = store.preparation(before);
  const parsed = kept === null ? null : parsePreparationRecord(kept);
  const { items } = before.counts;
  const record: PreparationRecord =
    parsed?.ok === true
      ? parsed.data
      : {
          form: 1,
          sources: [{ file: `${before.name}@${before.version}`, read: items, leftOut: 0 }],
          items,
          steps: [],
        };
  const addedStep: StepRecord = { step: 'added_by_hand', before: items, after: items + added, added };
  return {
    ...record,
    sources: added === 0 ? record.sources : [...record.sources, handWrittenSource(added)],
    steps: [...record.steps, ...(added === 0 ? [] : [addedStep]), ...steps],
  };
}

function handWrittenSource(items: number) {
  return { file: handWritten, read: items, leftOut: 0 };
}
