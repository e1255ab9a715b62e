/** The plan file as a person writes it: snake_case keys, everything optional that has a sound default. */
import { z } from 'zod';
import { backends, cacheTypes, inputDifferences } from '../../contract/candidate.ts';
import { splits } from '../../contract/item.ts';

const mostExemplars = 100;
const share = z.number().gt(0).max(1);
const count = z.int().min(1);
const name = z
  .string()
  .regex(
    /^[A-Za-z0-9][A-Za-z0-9._-]*$/,
    'use letters, digits, dot, dash and underscore, beginning with a letter or digit',
  );

/** Exemplars from the dev split: either drawn, so many for each item, or the same ones by their ids. */
const fewShot = z
  .strictObject({
    count: z.int().min(1).max(mostExemplars).optional(),
    seed: z.int().min(0).max(4_294_967_295).optional(),
    same_stratum: z.boolean().optional(),
    ids: z.array(z.string().min(1)).min(1).max(mostExemplars).optional(),
  })
  .refine(({ count: drawn, ids }) => (drawn === undefined) !== (ids === undefined), {
    error: 'write either `count` (exemplars are drawn) or `ids` (they are fixed)',
  })
  .refine(({ ids, seed, same_stratum }) => ids === undefined || (seed ?? same_stratum) === undefined, {
    error: '`seed` and `same_stratum` belong to drawn exemplars, not to `ids`',
  })
  .refine(({ ids }) => ids === undefined || new Set(ids).size === ids.length, {
    error: 'names an exemplar twice',
    path: ['ids'],
  });

const settings = {
  backend: z.enum(backends),
  gpu_layers: z.int().min(0),
  context: z.int().min(16),
  parallel: z.int().min(1).max(256),
  batch: count,
  threads: count,
  flash_attention: z.boolean(),
  cache_key_type: z.enum(cacheTypes),
  cache_value_type: z.enum(cacheTypes),
  mmap: z.boolean(),
  temperature: z.number().min(0),
  top_k: z.int().min(0),
  top_p: z.number().gt(0).max(1),
  min_p: z.number().min(0).max(1),
  seed: z.int().min(0).max(4_294_967_295),
  max_tokens: count,
  stop: z.array(z.string().min(1)),
  system: z.string().min(1),
  /** Path of a Jinja file that takes the place of the model's own chat template. */
  template: z.string().min(1),
  /** A Jinja template of the last user message: the text itself, which has {{ or {% in it, or the path of a file. */
  prompt_template: z.string().min(1),
  few_shot: fewShot,
};

const optionalSettings = z.strictObject(settings).partial();
const candidate = z.strictObject({
  ...optionalSettings.shape,
  gguf: z.string().min(1),
  /** Differences from the baseline's input that are meant. */
  accept: z.array(z.enum(inputDifferences)).default([]),
});

export const planFileSchema = z
  .strictObject({
    decision: z.string().trim().min(1),
    /** `name@version`, or a file. */
    items: z.string().min(1),
    split: z.enum(splits).default('held_out'),
    /** At most so many items of each stratum. */
    limit: count.optional(),
    guard_rail: z.strictObject({
      margin: share,
      /** The margin of every stratum that `strata` does not name. */
      each_stratum: share.optional(),
      strata: z.record(z.string().min(1), share).default({}),
      max_missing: z.number().min(0).max(1).default(0.02),
    }),
    baseline: name,
    replicates: z.int().min(1).max(20).default(2),
    samples: z.int().min(1).max(1000).default(1),
    seed: z.int().min(0).max(4_294_967_295).default(1),
    resamples: z.int().min(100).max(1_000_000).default(10_000),
    defaults: optionalSettings.default({}),
    candidates: z.record(name, candidate).refine((all) => Object.keys(all).length >= 2, {
      error: 'a comparison needs the baseline and at least one other candidate',
    }),
  })
  .refine((plan) => plan.baseline in plan.candidates, {
    error: 'the baseline must be one of the candidates',
    path: ['baseline'],
  });

export type PlanFile = z.infer<typeof planFileSchema>;
export type PlanFileSettings = z.infer<typeof optionalSettings>;
export type PlanFileFewShot = z.infer<typeof fewShot>;
