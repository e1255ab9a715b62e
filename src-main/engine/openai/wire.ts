/**
 * What OpenAI-compatible servers answer, as far as it is read here. Everything that a server may leave out is
 * optional, and unknown fields pass: servers differ, and so do their releases.
 */
import { z } from 'zod';

const model = z.looseObject({
  id: z.string().min(1).max(500),
  owned_by: z.string().nullish(),
  /** vLLM and SGLang: the path or hub name that the server was started with. */
  root: z.string().nullish(),
  max_model_len: z.number().int().positive().nullish(),
  /** llama-server. */
  meta: z
    .looseObject({
      n_ctx: z.number().nullish(),
      n_ctx_train: z.number().nullish(),
      n_params: z.number().nullish(),
      size: z.number().nullish(),
      ftype: z.string().nullish(),
    })
    .nullish(),
});
export const modelList = z.looseObject({ data: z.array(model).max(10_000) });
export type ListedModel = z.infer<typeof model>;

const usage = z.looseObject({
  prompt_tokens: z.number().int().nonnegative(),
  completion_tokens: z.number().int().nonnegative().nullish(),
  prompt_tokens_details: z.looseObject({ cached_tokens: z.number().nullish() }).nullish(),
});

const tokenIds = z.array(z.number().int().nonnegative());

const message = z.looseObject({
  content: z.string().nullish(),
  /** vLLM and Ollama; `reasoning_content` is the older name, and that of the others. */
  reasoning: z.string().nullish(),
  reasoning_content: z.string().nullish(),
});

const choice = z.looseObject({
  index: z.number().int().nonnegative(),
  /** Chat, streamed. */
  delta: message.nullish(),
  /** Chat, whole. */
  message: message.nullish(),
  /** Plain completions. */
  text: z.string().nullish(),
  finish_reason: z.string().nullish(),
  stop_reason: z.union([z.string(), z.number()]).nullish(),
  /** SGLang's name for the same. */
  matched_stop: z.union([z.string(), z.number()]).nullish(),
  token_ids: tokenIds.nullish(),
  prompt_token_ids: tokenIds.nullish(),
});

const errorObject = z.looseObject({
  message: z.string(),
  type: z.string().nullish(),
  code: z.union([z.string(), z.number()]).nullish(),
});

/** A chunk of a stream, or a whole answer. */
export const answerPart = z.looseObject({
  model: z.string().nullish(),
  system_fingerprint: z.string().nullish(),
  choices: z.array(choice).nullish(),
  usage: usage.nullish(),
  prompt_token_ids: tokenIds.nullish(),
  error: z.union([errorObject, z.string()]).nullish(),
});
export type AnswerPart = z.infer<typeof answerPart>;

/** `{"error": {…}}`, or flat as SGLang and older releases of vLLM have it, or a mere text. */
export const errorBody = z.union([
  z.looseObject({ error: errorObject }),
  z.looseObject({ error: z.string() }).transform(({ error }) => ({ error: { message: error } })),
  errorObject.transform((error) => ({ error })),
]);

export const versionAnswer = z.looseObject({ version: z.string().min(1).max(200) });

/** llama-server. */
export const propsAnswer = z.looseObject({
  build_info: z.string().nullish(),
  model_path: z.string().nullish(),
  model_ftype: z.string().nullish(),
  chat_template: z.string().nullish(),
  bos_token: z.string().nullish(),
  eos_token: z.string().nullish(),
  total_slots: z.number().nullish(),
  default_generation_settings: z.looseObject({ n_ctx: z.number().nullish() }).nullish(),
});
export type ServerProperties = z.infer<typeof propsAnswer>;

/** vLLM and SGLang answer with ids; llama-server with ids, or with pieces where it is asked for them. */
export const tokenizeAnswer = z.looseObject({
  tokens: tokenIds,
  max_model_len: z.number().int().positive().nullish(),
});

/** vLLM. */
export const detokenizeAnswer = z.looseObject({ prompt: z.string() });
/** llama-server. */
export const applyTemplateAnswer = z.looseObject({ prompt: z.string() });

/** SGLang: every launch argument and the version. */
export const serverInfoAnswer = z.looseObject({
  version: z.string().nullish(),
  model_path: z.string().nullish(),
  quantization: z.string().nullish(),
  dtype: z.string().nullish(),
  kv_cache_dtype: z.string().nullish(),
  enable_deterministic_inference: z.boolean().nullish(),
});

/** Ollama. */
export const showAnswer = z.looseObject({
  details: z
    .looseObject({
      family: z.string().nullish(),
      parameter_size: z.string().nullish(),
      quantization_level: z.string().nullish(),
    })
    .nullish(),
});

/** Ollama: the models that it has. */
export const tagsAnswer = z.looseObject({
  models: z.array(
    z.looseObject({ name: z.string(), digest: z.string().nullish(), size: z.number().nullish() }),
  ),
});

/** LM Studio. */
export const studioModels = z.looseObject({
  data: z.array(
    z.looseObject({
      id: z.string(),
      arch: z.string().nullish(),
      quantization: z.string().nullish(),
      compatibility_type: z.string().nullish(),
      max_context_length: z.number().nullish(),
    }),
  ),
});
