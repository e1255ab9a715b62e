/** What was done to the items of a version before it was frozen, step by step: kept with the version, printed on its card. */
import { z } from 'zod';
import type { ReadonlyDeep } from '../contract/calls/shapes.ts';
import { stepRecordSchema } from '../contract/preparation.ts';
import { failure, success, type Result } from '../contract/result.ts';
import { firstIssue } from './schema-issue.ts';

const count = z.int().nonnegative();

const preparationRecordSchema = z.strictObject({
  /** Of this form; a later program that writes another one counts on. */
  form: z.literal(1),
  /** The files that the items came from, without folders. */
  sources: z.array(z.strictObject({ file: z.string(), read: count, leftOut: count })),
  /** Items before the first step. */
  items: count,
  /** In the order in which they were taken. Scrubbing among them never holds a name or a hit. */
  steps: z.array(stepRecordSchema),
});

export type PreparationRecord = ReadonlyDeep<z.infer<typeof preparationRecordSchema>>;

/** A record that was written down earlier. Fails with `file_broken`; the caller says in which file. */
export function parsePreparationRecord(value: unknown): Result<PreparationRecord> {
  const parsed = preparationRecordSchema.safeParse(value);
  if (parsed.success) return success(parsed.data);
  const { field, what } = firstIssue(parsed.error);
  return failure('file_broken', `The record of the preparation: ${field === '' ? 'it' : field}: ${what}.`, {
    next: 'Prepare the items again.',
  });
}
