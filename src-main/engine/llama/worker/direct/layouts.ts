/**
 * The structures of llama.h that cross the border by value, field by field in the header's order, for exactly one
 * release of llama.cpp. A field that another release adds or moves would shift all that follow, so the values that the
 * library itself gives as defaults are compared with those of this release before anything else is called.
 */
import koffi from 'koffi';

/** The release whose header this file follows. */
export const knownRelease = 'v0.5.0';

export const modelParameters = koffi.struct({
  devices: 'void *',
  tensor_buft_overrides: 'void *',
  n_gpu_layers: 'int32_t',
  split_mode: 'int32_t',
  load_mode: 'int32_t',
  lazy_mode: 'int32_t',
  main_gpu: 'int32_t',
  tensor_split: 'void *',
  progress_callback: 'void *',
  progress_callback_user_data: 'void *',
  kv_overrides: 'void *',
  vocab_only: 'bool',
  check_tensors: 'bool',
  use_extra_bufts: 'bool',
  no_host: 'bool',
  no_alloc: 'bool',
  load_mtp: 'bool',
});

export const contextParameters = koffi.struct({
  n_ctx: 'uint32_t',
  n_batch: 'uint32_t',
  n_ubatch: 'uint32_t',
  n_seq_max: 'uint32_t',
  n_rs_seq: 'uint32_t',
  n_outputs_max: 'uint32_t',
  n_outputs_max_per_seq: 'uint32_t',
  n_threads: 'int32_t',
  n_threads_batch: 'int32_t',
  ctx_type: 'int32_t',
  rope_scaling_type: 'int32_t',
  pooling_type: 'int32_t',
  attention_type: 'int32_t',
  flash_attn_type: 'int32_t',
  rope_freq_base: 'float',
  rope_freq_scale: 'float',
  yarn_ext_factor: 'float',
  yarn_attn_factor: 'float',
  yarn_beta_fast: 'float',
  yarn_beta_slow: 'float',
  yarn_orig_ctx: 'uint32_t',
  defrag_thold: 'float',
  cb_eval: 'void *',
  cb_eval_user_data: 'void *',
  type_k: 'int32_t',
  type_v: 'int32_t',
  abort_callback: 'void *',
  abort_callback_data: 'void *',
  embeddings: 'bool',
  offload_kqv: 'bool',
  no_perf: 'bool',
  op_offload: 'bool',
  swa_full: 'bool',
  kv_unified: 'bool',
  samplers: 'void *',
  n_samplers: 'size_t',
  ctx_other: 'void *',
});

export const batch = koffi.struct({
  n_tokens: 'int32_t',
  token: 'void *',
  embd: 'void *',
  pos: 'void *',
  n_seq_id: 'void *',
  seq_id: 'void *',
  logits: 'void *',
});

/** Handed over by its address. */
export const quantiseParameters = koffi.struct({
  nthread: 'int32_t',
  ftype: 'int32_t',
  output_tensor_type: 'int32_t',
  token_embedding_type: 'int32_t',
  allow_requantize: 'bool',
  quantize_output_tensor: 'bool',
  only_copy: 'bool',
  pure: 'bool',
  keep_split: 'bool',
  dry_run: 'bool',
  imatrix: 'void *',
  kv_overrides: 'void *',
  tt_overrides: 'void *',
  prune_layers: 'void *',
  max_buf_size: 'size_t',
});

export const samplerChainParameters = koffi.struct({ no_perf: 'bool' });

export type Parameters = Readonly<Record<string, number | bigint | boolean | null>>;

/** What `llama_model_default_params` of this release returns. */
export const modelDefaults: Parameters = {
  devices: null,
  tensor_buft_overrides: null,
  n_gpu_layers: -1,
  split_mode: 1,
  load_mode: -1,
  lazy_mode: 1,
  main_gpu: 0,
  tensor_split: null,
  progress_callback: null,
  progress_callback_user_data: null,
  kv_overrides: null,
  vocab_only: false,
  check_tensors: false,
  use_extra_bufts: true,
  no_host: false,
  no_alloc: false,
  load_mtp: false,
};

/** What `llama_context_default_params` of this release returns. */
export const contextDefaults: Parameters = {
  n_ctx: 512,
  n_batch: 2048,
  n_ubatch: 512,
  n_seq_max: 1,
  n_rs_seq: 0,
  n_outputs_max: 0,
  n_outputs_max_per_seq: 1,
  n_threads: 4,
  n_threads_batch: 4,
  ctx_type: 0,
  rope_scaling_type: -1,
  pooling_type: -1,
  attention_type: -1,
  flash_attn_type: -1,
  rope_freq_base: 0,
  rope_freq_scale: 0,
  yarn_ext_factor: -1,
  yarn_attn_factor: -1,
  yarn_beta_fast: -1,
  yarn_beta_slow: -1,
  yarn_orig_ctx: 0,
  defrag_thold: -1,
  cb_eval: null,
  cb_eval_user_data: null,
  type_k: 1,
  type_v: 1,
  abort_callback: null,
  abort_callback_data: null,
  embeddings: false,
  offload_kqv: true,
  no_perf: true,
  op_offload: true,
  swa_full: true,
  kv_unified: false,
  samplers: null,
  n_samplers: 0,
  ctx_other: null,
};

/** What `llama_model_quantize_default_params` of this release returns. */
export const quantiseDefaults: Parameters = {
  nthread: 0,
  ftype: 7,
  output_tensor_type: 43,
  token_embedding_type: 43,
  allow_requantize: false,
  quantize_output_tensor: true,
  only_copy: false,
  pure: false,
  keep_split: false,
  dry_run: false,
  imatrix: null,
  kv_overrides: null,
  tt_overrides: null,
  prune_layers: null,
  max_buf_size: 8 * 2 ** 30,
};

/**
 * @param found what the library gave
 * @returns the first field that is not as expected, as `name is 5, not 4`; undefined where all are
 */
export function firstDifference(expected: Parameters, found: Parameters): string | undefined {
  for (const [name, value] of Object.entries(expected)) {
    const given = found[name];
    if (given !== value) return `${name} is ${String(given)}, not ${String(value)}`;
  }
  return undefined;
}
