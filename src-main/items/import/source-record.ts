/** One record of a file before anyone knows what it means: fields and the place that they came from. */
import type { Json } from '../../contract/item.ts';
import { failure, success, type Place, type Result } from '../../contract/result.ts';
import { describePlace } from './json-text.ts';

export type Fields = Readonly<Record<string, Json>>;

export interface SourceRecord {
  readonly fields: Fields;
  /** The file, and the line (text) or row (everything else), from 1. */
  readonly where: Place;
}

/**
 * Records in batches, as a reader comes upon them. A failure stands in the place of the record that it is about;
 * a file that cannot be read on ends with one.
 */
export type Records = AsyncIterable<readonly Result<SourceRecord>[]>;

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A parsed value as a record; anything but an object is `item_broken`. */
export function toRecord(value: Json, where: Place): Result<SourceRecord> {
  if (isFields(value)) return success({ fields: value, where });
  const kind = value === null ? 'null' : Array.isArray(value) ? 'a list' : `a ${typeof value}`;
  return failure('item_broken', `${describePlace(where)}: the record is ${kind}, not an object.`, {
    next: 'Each record must be an object with named fields.',
    where,
  });
}
