/**
 * Binds the functions of the very library that node-llama-cpp has found, tested and loaded: opening it again at the same
 * path gives the same instance. node-llama-cpp's classes cost two thread hand-overs a token; a process that has nothing
 * else to do may as well call and wait.
 */
import { basename } from 'node:path';
import koffi from 'koffi';
import {
  batch,
  contextDefaults,
  contextParameters,
  firstDifference,
  knownRelease,
  modelDefaults,
  modelParameters,
  quantiseDefaults,
  quantiseParameters,
  samplerChainParameters,
  type Parameters,
} from './layouts.ts';

/** A native address; null is the null pointer. */
export type Address = bigint | null;

export interface Batch {
  readonly n_tokens: number;
  readonly token: bigint;
  readonly embd: null;
  readonly pos: bigint;
  readonly n_seq_id: bigint;
  readonly seq_id: bigint;
  readonly logits: bigint;
}

export type Done<Result> = (error: Error | null, result: Result) => void;

/** A native call that keeps the event loop free: it runs on another thread. */
type InBackground<Result> = (...parameters: readonly [...unknown[], Done<Result>]) => void;

type Native<Function_ extends (...parameters: never[]) => unknown> = Function_ & {
  readonly async: InBackground<ReturnType<Function_>>;
};

/** The functions of llama.h in use, under their own names less the prefix. */
export interface Library {
  readonly model_load_from_file: Native<(path: string, parameters: Parameters) => Address>;
  readonly model_free: (model: Address) => void;
  readonly model_has_encoder: (model: Address) => boolean;
  readonly model_get_vocab: (model: Address) => Address;
  readonly model_n_swa: (model: Address) => number;
  readonly model_is_recurrent: (model: Address) => boolean;
  readonly model_is_hybrid: (model: Address) => boolean;
  readonly vocab_n_tokens: (vocabulary: Address) => number;
  readonly model_default_params: () => Parameters;
  readonly context_default_params: () => Parameters;
  readonly model_quantize_default_params: () => Parameters;
  readonly model_quantize: Native<(source: string, target: string, parameters: Parameters) => number>;
  readonly init_from_model: Native<(model: Address, parameters: Parameters) => Address>;
  readonly free: (context: Address) => void;
  readonly get_memory: (context: Address) => Address;
  readonly memory_can_shift: (memory: Address) => boolean;
  readonly memory_seq_rm: (memory: Address, sequence: number, from: number, to: number) => boolean;
  readonly memory_seq_cp: (memory: Address, from: number, to: number, start: number, end: number) => void;
  readonly decode: Native<(context: Address, batch: Batch) => number>;
  readonly synchronize: Native<(context: Address) => undefined>;
  readonly get_logits_ith: (context: Address, index: number) => Address;
  readonly n_threads: (context: Address) => number;
  readonly n_batch: (context: Address) => number;
  readonly n_seq_max: (context: Address) => number;
  readonly perf_context_print: (context: Address) => void;
  readonly perf_context_reset: (context: Address) => void;
  readonly sampler_chain_default_params: () => Parameters;
  readonly sampler_chain_init: (parameters: Parameters) => Address;
  readonly sampler_chain_add: (chain: Address, sampler: Address) => void;
  readonly sampler_init_greedy: () => Address;
  readonly sampler_init_top_k: (k: number) => Address;
  readonly sampler_init_top_p: (p: number, keep: number) => Address;
  readonly sampler_init_min_p: (p: number, keep: number) => Address;
  readonly sampler_init_temp: (temperature: number) => Address;
  readonly sampler_init_dist: (seed: number) => Address;
  readonly sampler_init_grammar: (vocabulary: Address, grammar: string, root: string) => Address;
  readonly sampler_apply: (sampler: Address, candidates: Address) => void;
  readonly sampler_accept: (sampler: Address, token: number) => void;
  readonly sampler_sample: (sampler: Address, context: Address, index: number) => number;
  readonly sampler_free: (sampler: Address) => void;
}

const pointer = 'void *';

const signatures = {
  model_load_from_file: [pointer, ['str', modelParameters]],
  model_free: ['void', [pointer]],
  model_has_encoder: ['bool', [pointer]],
  model_get_vocab: [pointer, [pointer]],
  model_n_swa: ['int32_t', [pointer]],
  model_is_recurrent: ['bool', [pointer]],
  model_is_hybrid: ['bool', [pointer]],
  vocab_n_tokens: ['int32_t', [pointer]],
  model_default_params: [modelParameters, []],
  context_default_params: [contextParameters, []],
  model_quantize_default_params: [quantiseParameters, []],
  model_quantize: ['uint32_t', ['str', 'str', koffi.pointer(quantiseParameters)]],
  init_from_model: [pointer, [pointer, contextParameters]],
  free: ['void', [pointer]],
  get_memory: [pointer, [pointer]],
  memory_can_shift: ['bool', [pointer]],
  memory_seq_rm: ['bool', [pointer, 'int32_t', 'int32_t', 'int32_t']],
  memory_seq_cp: ['void', [pointer, 'int32_t', 'int32_t', 'int32_t', 'int32_t']],
  decode: ['int32_t', [pointer, batch]],
  synchronize: ['void', [pointer]],
  get_logits_ith: [pointer, [pointer, 'int32_t']],
  n_threads: ['int32_t', [pointer]],
  n_batch: ['uint32_t', [pointer]],
  n_seq_max: ['uint32_t', [pointer]],
  perf_context_print: ['void', [pointer]],
  perf_context_reset: ['void', [pointer]],
  sampler_chain_default_params: [samplerChainParameters, []],
  sampler_chain_init: [pointer, [samplerChainParameters]],
  sampler_chain_add: ['void', [pointer, pointer]],
  sampler_init_greedy: [pointer, []],
  sampler_init_top_k: [pointer, ['int32_t']],
  sampler_init_top_p: [pointer, ['float', 'size_t']],
  sampler_init_min_p: [pointer, ['float', 'size_t']],
  sampler_init_temp: [pointer, ['float']],
  sampler_init_dist: [pointer, ['uint32_t']],
  sampler_init_grammar: [pointer, [pointer, 'str', 'str']],
  sampler_apply: ['void', [pointer, pointer]],
  sampler_accept: ['void', [pointer, 'int32_t']],
  sampler_sample: ['int32_t', [pointer, pointer, 'int32_t']],
  sampler_free: ['void', [pointer]],
} as const satisfies Record<keyof Library, readonly [unknown, readonly unknown[]]>;

/** Such as `libllama.v0.5.0.so`, and in the builds for a GPU `libllama.vulkan.v0.5.0.so`. */
const libraryName = /^(lib)?llama(\.[a-z]+)?(\.v[\d.]+)?\.(so|dylib|dll)$/;

export type Bound =
  { readonly ok: true; readonly library: Library } | { readonly ok: false; readonly reason: string };

/**
 * @param release of llama.cpp, as node-llama-cpp names it
 * @param libraries absolute paths of the native libraries that node-llama-cpp has loaded into this process
 * @returns the library, or in words why it is not called directly
 */
export function bindLibrary(release: string, libraries: readonly string[]): Bound {
  if (release !== knownRelease) {
    return { ok: false, reason: `llama.cpp is ${release}; the direct calls are written for ${knownRelease}` };
  }
  const path = libraries.find((one) => libraryName.test(basename(one)));
  if (path === undefined) return { ok: false, reason: 'the loaded library was not found by its name' };
  let library: Library;
  try {
    const opened = koffi.load(path);
    library = Object.fromEntries(
      Object.entries(signatures).map(([name, [result, parameters]]) => [
        name,
        opened.func(`llama_${name}`, result, [...parameters]),
      ]),
    ) as unknown as Library;
  } catch (error) {
    return { ok: false, reason: error instanceof Error ? error.message : String(error) };
  }
  const difference =
    firstDifference(modelDefaults, library.model_default_params()) ??
    firstDifference(contextDefaults, library.context_default_params()) ??
    firstDifference(quantiseDefaults, library.model_quantize_default_params());
  if (difference === undefined) return { ok: true, library };
  return { ok: false, reason: `its structures are not those of ${knownRelease}: ${difference}` };
}
