/** Shapes that several calls share. Inputs are strict objects; outputs are plain ones, so that a newer app may say more. */
import { z } from 'zod';
import type { Failure, FailureCode } from '../result.ts';
import { failureCodes } from '../result.ts';

/** Arrays and objects of an output, read-only all the way down, as the contract's own types are. */
export type ReadonlyDeep<T> = T extends readonly (infer Element)[]
  ? readonly ReadonlyDeep<Element>[]
  : T extends object
    ? { readonly [Key in keyof T]: ReadonlyDeep<T[Key]> }
    : T;

/** The schemas of one call. */
export interface CallSchema<Input extends z.ZodType, Output extends z.ZodType> {
  readonly input: Input;
  readonly output: Output;
}

export function call<Input extends z.ZodType, Output extends z.ZodType>(
  input: Input,
  output: Output,
): CallSchema<Input, Output> {
  return { input, output };
}

/** What a call without an answer gives back. */
export const done = z.object({});

export const count = z.int().nonnegative();
export const bytes = z.number().nonnegative();
export const seconds = z.number().nonnegative();
/** In [0, 1]; a point is 0.01. */
export const share = z.number().min(0).max(1);
/** A difference of shares, in [-1, 1]; below zero is a drop. */
export const change = z.number().min(-1).max(1);
/** ISO 8601 with its zone, as `Date.prototype.toISOString` writes it. */
export const instant = z.iso.datetime();

/** An identifier that the app gave out. Opaque to whoever asks. */
export const identifier = z
  .string()
  .min(1)
  .max(200)
  .regex(/^[\w.:@-]+$/, 'an identifier has letters, digits and . : @ _ - only');
/** A name that a person or a file gave: of a candidate, a stratum, an item. */
export const name = z.string().min(1).max(500);
/** A path on the machine that the app runs on. */
export const path = z
  .string()
  .min(1)
  .max(4096)
  .regex(/^[^\0]+$/, 'a path has no NUL in it');
/** What a person typed to find something. */
export const search = z.string().max(500);

export const longestPage = 500;

/** A window on a list. Lists are addressed by offset, so that a virtual list can jump. */
export const pageRequest = z.strictObject({
  offset: z.int().min(0).max(1_000_000_000),
  limit: z.int().min(1).max(longestPage),
});
export type PageRequest = z.infer<typeof pageRequest>;

/** A page of a list and the length of the whole list under the same filter. */
export function pageOf<Row extends z.ZodType>(row: Row) {
  return z.object({ rows: z.array(row).max(longestPage), total: count, offset: count });
}

const codes = Object.values(failureCodes).flat() as [FailureCode, ...FailureCode[]];

export const failureSchema: z.ZodType<Failure> = z.object({
  code: z.enum(codes),
  message: z.string(),
  next: z.string().exactOptional(),
  where: z
    .object({
      file: z.string().exactOptional(),
      line: z.number().exactOptional(),
      row: z.number().exactOptional(),
      item: z.string().exactOptional(),
      field: z.string().exactOptional(),
    })
    .exactOptional(),
  detail: z.string().exactOptional(),
});

export const runKeySchema = z.strictObject({ candidate: name, replicate: z.int().min(1).max(1000) });
