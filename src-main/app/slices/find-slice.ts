/** From the identifier of a slice, as the calls have it, to what the store keeps of it. */
import { failure, success, type Result } from '../../contract/result.ts';
import type { StoreReader } from '../../store/store.ts';
import { sliceContent, type SliceContent } from './slice-content.ts';

export interface FoundSlice {
  readonly id: number;
  readonly revision: number;
  readonly savedAt: string;
  readonly content: SliceContent;
}

const prefix = 'slice:';

export function sliceIdentifier(id: number): string {
  return `${prefix}${id}`;
}

/** The store's id; one that no slice has where the identifier is not one of these. */
export function sliceId(slice: string): number {
  const digits = slice.startsWith(prefix) ? slice.slice(prefix.length) : '';
  return /^\d{1,15}$/.test(digits) ? Number(digits) : 0;
}

/** Fails with `slice_unknown`, and with `store_damaged` where its content cannot be read. */
export function findSlice(store: StoreReader, slice: string): Result<FoundSlice> {
  const record = store.slice(sliceId(slice));
  if (record === null)
    return failure('slice_unknown', 'There is no such slice any more.', {
      next: 'Go back to the item sets: it may have been frozen or deleted in another window.',
    });
  const content = sliceContent(record);
  if (!content.ok) return content;
  const { id, revision, savedAt } = record;
  return success({ id, revision, savedAt, content: content.data });
}
