/** The plan file as a person writes it: snake_case keys, everything optional that has a sound default. */
import { z } from 'zod';
import {
  backends,
  cacheTypes,
  inputDifferences,
  keyringNameForm,
  keyVariableForm,
  modes,
} from '../../contract/candidate.ts';
import { splits } from '../../contract/item.ts';
import { defaultSettings } from '../../engine/llama/settings.ts';

const mostExemplars = 100;
/** The defaults that a plan is checked against; they are the same on every machine. */
const usual = defaultSettings('cpu', { physicalCores: 1, logicalCores: 1, continuousIntegration: false });
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
  mode: z.enum(modes),
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

/** What only a file that runs here has: at an endpoint the server decides it. */
export const ownEngineSettings = [
  'backend',
  'gpu_layers',
  'context',
  'batch',
  'threads',
  'flash_attention',
  'cache_key_type',
  'cache_value_type',
  'mmap',
  'mode',
] as const satisfies readonly (keyof typeof settings)[];
/** What only an endpoint has. */
const endpointSettings = ['model', 'api_key_env', 'api_key_keyring', 'tokenizer', 'timeout'] as const;

const address = z
  .url({ protocol: /^https?$/, error: 'write an address such as http://127.0.0.1:8000/v1' })
  .max(2000)
  .refine((url) => !/[?#@]/.test(url), { error: 'write the address without a name, a password, ? and #' })
  .transform((url) => url.replace(/\/+$/, ''));

const candidateShape = z.strictObject({
  ...optionalSettings.shape,
  /** A file that runs here; or `endpoint` and `model`. */
  gguf: z.string().min(1).optional(),
  endpoint: address.optional(),
  /** As the server lists it. */
  model: z.string().min(1).max(500).optional(),
  /** Name of the environment variable with the server's key. */
  api_key_env: z
    .string()
    .regex(keyVariableForm, 'write the name of an environment variable, not the key')
    .optional(),
  /** In place of that: the key's name in the operating system's keyring. */
  api_key_keyring: z
    .string()
    .regex(keyringNameForm, 'write the name of a key in the keyring, not the key')
    .optional(),
  /** A GGUF file with the same vocabulary: prompts are then written and tokenised here, or counted. */
  tokenizer: z.string().min(1).optional(),
  /** Seconds without a word from the server after which a request is given up. */
  timeout: z.number().min(1).max(86_400).optional(),
  /** Differences from the baseline's input that are meant. */
  accept: z.array(z.enum(inputDifferences)).default([]),
});

const candidate = candidateShape.superRefine(checkModel);

function checkModel(own: z.infer<typeof candidateShape>, context: z.RefinementCtx): void {
  const wrong = (key: string, message: string): void => {
    context.addIssue({ code: 'custom', path: [key], message });
  };
  if ((own.gguf === undefined) === (own.endpoint === undefined))
    context.addIssue({ code: 'custom', message: 'write either `gguf` or `endpoint`' });
  else if (own.endpoint === undefined) {
    for (const key of endpointSettings)
      if (own[key] !== undefined) wrong(key, 'belongs to an endpoint, not to a file');
  } else {
    if (own.model === undefined) wrong('model', 'write the model’s name as the server lists it');
    if (own.api_key_env !== undefined && own.api_key_keyring !== undefined)
      wrong('api_key_keyring', 'stands beside `api_key_env`: a key is in one place');
    for (const key of ownEngineSettings)
      if (own[key] !== undefined) wrong(key, 'is the server’s to decide, not the plan’s');
  }
}

/** The judge's own: nothing of `defaults` goes to it, because those are the settings that are compared. */
const judge = candidateShape
  .extend({
    /** It compares answers in pairs: a plan may then have it though no item's check is `judge`. */
    compares: z.literal(true, { error: 'write true, or leave it out' }).optional(),
  })
  .superRefine(checkModel)
  .superRefine((own, context) => {
    for (const key of ['prompt_template', 'few_shot'] as const)
      if (own[key] !== undefined)
        context.addIssue({
          code: 'custom',
          path: [key],
          message: 'is no setting of a judge: the rubric is its prompt',
        });
    if (own.accept.length > 0)
      context.addIssue({
        code: 'custom',
        path: ['accept'],
        message: 'is no setting of a judge: it is compared with nothing',
      });
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
    /** A simple rule on the baseline's repeats: below their range, or below their mean less so many deviations. */
    repeat_rule: z
      .union([z.literal('range'), z.strictObject({ deviations: z.number().gt(0).max(100) })], {
        error: 'write `range`, or `{deviations: 2}`',
      })
      .optional(),
    /** What a look before the end costs; absent: it is counted and costs nothing. */
    looks: z
      .strictObject({ spending: z.literal('obrien_fleming', { error: 'write `obrien_fleming`' }) })
      .optional(),
    seed: z.int().min(0).max(4_294_967_295).default(1),
    resamples: z.int().min(100).max(1_000_000).default(10_000),
    defaults: optionalSettings.default({}),
    candidates: z.record(name, candidate).refine((all) => Object.keys(all).length >= 2, {
      error: 'a comparison needs the baseline and at least one other candidate',
    }),
    /** What reads the outputs of items whose check is `judge`. */
    judge: judge.optional(),
  })
  .refine(({ repeat_rule, replicates }) => repeat_rule === undefined || replicates >= 2, {
    error: 'needs `replicates` of 2 or more: one run has no spread',
    path: ['repeat_rule'],
  })
  .refine((plan) => plan.baseline in plan.candidates, {
    error: 'the baseline must be one of the candidates',
    path: ['baseline'],
  })
  .superRefine(({ defaults, candidates, judge: reader }, context) => {
    const all = Object.entries(candidates).map(([candidateName, own]) => ({
      own,
      shared: defaults,
      place: ['candidates', candidateName],
    }));
    if (reader !== undefined) all.push({ own: reader, shared: {}, place: ['judge'] });
    for (const { own, shared, place } of all) {
      if (own.endpoint !== undefined) continue;
      const { mode, backend = 'cpu', flash_attention, ...given } = { ...shared, ...own };
      const strict = mode === 'strict';
      const { parallel = strict ? 1 : usual.parallel, batch = usual.batch } = given;
      const contrary = (key: 'parallel' | 'batch' | 'flash_attention', message: string): void => {
        const path = own[key] === undefined ? ['defaults', key] : [...place, key];
        context.addIssue({ code: 'custom', path, message });
      };
      if (strict && parallel > 1) contrary('parallel', 'must be 1 (or left out) where `mode` is strict');
      if (strict && backend === 'cpu' && flash_attention === true)
        contrary('flash_attention', 'must be false (or left out) on the CPU where `mode` is strict');
      // llama.cpp ends the process where a batch has no room for a token of every sequence.
      if (batch < parallel)
        contrary('batch', `must be at least ${parallel}, one token for each of the \`parallel\` answers`);
    }
  });

export type PlanFile = z.infer<typeof planFileSchema>;
export type PlanFileSettings = z.infer<typeof optionalSettings>;
export type PlanFileFewShot = z.infer<typeof fewShot>;
