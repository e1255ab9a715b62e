/** What the store keeps of items that are being written by hand, and how it is asked. */
import type { Json } from '../contract/item.ts';
import type { Result } from '../contract/result.ts';

/** Items that are being written by hand. */
export interface SliceRecord {
  readonly id: number;
  readonly revision: number;
  /** As the app wrote it; the store does not look inside. */
  readonly content: Json;
  readonly savedAt: string;
}

export interface SliceReader {
  /** The latest saved first, deleted ones left out. */
  slices(): readonly SliceRecord[];
  slice(id: number): SliceRecord | null;
}

export interface SliceWriter {
  createSlice(content: Json, at: string): Result<number>;
  /** Refused with `draft_stale` where the slice is no longer at `revision`. */
  changeSlice(id: number, revision: number, content: Json, at: string): Result<void>;
  deleteSlice(id: number, at: string): Result<void>;
  restoreSlice(id: number): Result<void>;
}
