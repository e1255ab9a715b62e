/** Items: prompts with a check. See docs/file-formats.md for the JSONL that they come from. */
import { z } from 'zod';

export const splits = ['dev', 'held_out'] as const;
export type Split = (typeof splits)[number];

export const messageSchema = z.strictObject({
  role: z.enum(['system', 'user', 'assistant', 'tool']),
  content: z.string(),
});
export type Message = z.infer<typeof messageSchema>;

const text = z.string().min(1);
const answers = z.union([z.string(), z.array(z.string()).min(1)]);
const jsonValue: z.ZodType<Json> = z.json();

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

export const toolCallSchema = z.strictObject({ name: text, arguments: z.record(z.string(), jsonValue) });
export type ToolCall = z.infer<typeof toolCallSchema>;

/** One schema a scorer kind; the field `kind` tells them apart. SCORING in docs/scoring.md says what each does. */
export const checkSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('exact'), answer: answers, normalise: z.boolean().optional() }),
  z.strictObject({
    kind: z.literal('required_facts'),
    facts: z.array(z.union([text, z.array(text).min(1)])).min(1),
  }),
  z
    .strictObject({
      kind: z.literal('rules'),
      must_not_contain: z.array(text).optional(),
      must_contain_one_of: z.array(text).min(1).optional(),
      must_contain_all: z.array(text).optional(),
    })
    .refine((check) => check.must_not_contain ?? check.must_contain_one_of ?? check.must_contain_all, {
      error: 'rules needs at least one of must_not_contain, must_contain_one_of, must_contain_all',
    }),
  z.strictObject({
    kind: z.literal('numeric'),
    answer: z.number(),
    tolerance: z.number().nonnegative().optional(),
    relative: z.number().nonnegative().optional(),
    extract: z.enum(['auto', 'first', 'last']).optional(),
  }),
  z.strictObject({
    kind: z.literal('choice'),
    options: z.array(z.string()).min(2).max(26),
    answer: z.string().regex(/^[A-Z]$/, 'answer must be the letter of an option'),
    by: z.enum(['text', 'logprob']).optional(),
    /** By log-probability: what is put after the prompt. Absent: the letter where the prompt lists them, else the text. */
    continuation: z.enum(['letter', 'text']).optional(),
    /** By log-probability: what each option's sum is divided by. */
    normalise: z.enum(['none', 'tokens', 'bytes']).optional(),
  }),
  z.strictObject({ kind: z.literal('json_schema'), schema: jsonValue, strict: z.boolean().optional() }),
  z.strictObject({ kind: z.literal('json_equal'), answer: jsonValue, partial: z.boolean().optional() }),
  z.strictObject({
    kind: z.literal('tool_call'),
    calls: z.array(toolCallSchema).min(1),
    order: z.boolean().optional(),
    match: z.enum(['exact', 'subset']).optional(),
  }),
  z.strictObject({
    kind: z.literal('regex'),
    pattern: text,
    flags: z.string().optional(),
    /** Equal to group 1; absent: a match is enough. */
    answer: z.string().optional(),
  }),
  z.strictObject({ kind: z.literal('f1'), answer: answers }),
  z.strictObject({ kind: z.literal('refusal'), expected: z.enum(['refuse', 'answer']) }),
  z.strictObject({
    kind: z.literal('code'),
    language: z.enum(['python', 'javascript']),
    /** A program text that fails (throws) when the answer is wrong. */
    tests: text,
    entry_point: text.optional(),
    /** Code that the prompt opened and the answer may go on from: put before an answer that lacks the entry point. */
    prefix: z.string().optional(),
    /** Seconds. */
    timeout: z.number().positive().optional(),
  }),
  z.strictObject({
    kind: z.literal('judge'),
    /** What the judge goes by, in words. */
    rubric: text,
    scale: z.union([
      z.strictObject({ min: z.int(), max: z.int() }).refine(({ min, max }) => max > min && max - min <= 100, {
        error: 'a scale goes from min up to max, in at most 101 grades',
      }),
      /** Names of the grades, from the worst to the best. */
      z
        .array(text)
        .min(2)
        .max(26)
        .refine(
          (grades) => new Set(grades.map((grade) => grade.trim().toLowerCase())).size === grades.length,
          {
            error: 'names a grade twice',
          },
        ),
    ]),
    /** An answer that would be right, shown to the judge. */
    reference: text.optional(),
  }),
]);
export type Check = z.infer<typeof checkSchema>;
export type CheckKind = Check['kind'];
export type CheckOf<K extends CheckKind> = Extract<Check, { kind: K }>;

export const itemSchema = z
  .strictObject({
    id: text,
    input: z.string().optional(),
    messages: z.array(messageSchema).min(1).optional(),
    system: z.string().optional(),
    stratum: text.optional(),
    band: text.optional(),
    split: z.enum(splits).optional(),
    source: text.optional(),
    cluster: text.optional(),
    /** Tells an exported set apart wherever it turns up; no part of the item. */
    canary: text.optional(),
    /** When it happened, ISO 8601: a sample over time goes by it; no part of the item. */
    time: text.optional(),
    check: checkSchema,
  })
  .refine((item) => (item.input === undefined) !== (item.messages === undefined), {
    error: 'an item needs either input or messages, and not both',
  });

/** An item as it is kept: a stratum and a split always, messages always (input becomes one user message). */
export interface Item {
  readonly id: string;
  readonly messages: readonly Message[];
  readonly stratum: string;
  readonly band?: string;
  readonly split: Split;
  readonly source?: string;
  /** Items that share a document or template: the statistics resample whole clusters. */
  readonly cluster?: string;
  readonly check: Check;
}

/** A frozen version of an item set. The hash is over the canonical JSON of every item, in file order. */
export interface ItemSetVersion {
  readonly name: string;
  readonly version: number;
  readonly hash: string;
  readonly counts: { readonly items: number; readonly dev: number; readonly heldOut: number };
  readonly frozenAt: string;
  /** A sentence that stands in exports of these items and nowhere else: where it turns up, the set was seen. */
  readonly canary: string;
}
