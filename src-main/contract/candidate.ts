/** A candidate: one fully pinned configuration of a model. Nothing here is "auto": every number is written down. */

export const backends = ['cpu', 'cuda', 'vulkan', 'metal'] as const;
export type Backend = (typeof backends)[number];

export const cacheTypes = ['f32', 'f16', 'bf16', 'q8_0', 'q4_0', 'q4_1', 'q5_0', 'q5_1'] as const;
export type CacheType = (typeof cacheTypes)[number];

/**
 * `strict`: one sequence, a fresh state for every item, flash attention off on the CPU, so that a repetition is equal
 * to the last bit. `fast`: sequences side by side, and a long beginning that two prompts share is decoded once.
 */
export const modes = ['strict', 'fast'] as const;
export type Mode = (typeof modes)[number];

/** How the llama engine is set up. Everything that can change a logit. */
export interface LlamaSettings {
  readonly backend: Backend;
  /** Layers on the GPU; 0 on the CPU. */
  readonly gpuLayers: number;
  /** Tokens of context for each sequence; the engine rounds it up to a multiple of 256. */
  readonly context: number;
  /** Sequences decoded together. */
  readonly parallel: number;
  /** Tokens in one batch, the whole context's. */
  readonly batch: number;
  readonly threads: number;
  readonly flashAttention: boolean;
  readonly cacheKeyType: CacheType;
  readonly cacheValueType: CacheType;
  readonly mmap: boolean;
  /** Absent in plans from before there were modes: side by side, and nothing shared. */
  readonly mode?: Mode;
}

/** How text is drawn from the model. Temperature 0 is greedy: the rest is then unused. */
export interface Sampling {
  readonly temperature: number;
  /** 0 switches it off. */
  readonly topK: number;
  /** 1 switches it off. */
  readonly topP: number;
  /** 0 switches it off. */
  readonly minP: number;
  /** Seed of sample 0; sample k uses seed + k. 32 bits, unsigned. */
  readonly seed: number;
  readonly maxTokens: number;
  readonly stops: readonly string[];
}

/**
 * In what two candidates' inputs can differ; a plan accepts a difference by this name. `limits`: tokens of an answer and
 * the context's room for it; `slots`: answers under way at the same time; `cache`: the type of the cache, and what of
 * it is used again.
 */
export const inputDifferences = [
  'prompt',
  'tokens',
  'stops',
  'limits',
  'sampling',
  'slots',
  'cache',
] as const;
export type InputDifference = (typeof inputDifferences)[number];

/** Solved items that are shown before the question. They come from the dev split of the plan's own set. */
export type FewShot =
  /** The same for every item, in this order. */
  | { readonly from: 'fixed'; readonly ids: readonly string[] }
  /** Drawn anew for each item; with `sameStratum` from the item's own stratum only. */
  | { readonly from: 'drawn'; readonly count: number; readonly seed: number; readonly sameStratum: boolean };

/** A Jinja template that writes the last user message of each item. */
export interface PromptTemplateText {
  readonly text: string;
  /** sha256 over the text's UTF-8, hexadecimal. */
  readonly hash: string;
}

/** What is put around an item before a model's own chat template writes the prompt. The same for every engine. */
export interface PromptComposition {
  readonly promptTemplate?: PromptTemplateText;
  readonly fewShot?: FewShot;
}

/** What every candidate has, whatever answers for it. */
interface CandidateBase extends PromptComposition {
  /** The plan's own name for it, such as `q4_k_m`. */
  readonly name: string;
  readonly sampling: Sampling;
  /** Takes the place of the item's own system message where it has none. */
  readonly system?: string;
  /** A chat template (Jinja) in place of the model's own. */
  readonly template?: string;
  /** Differences from the baseline's input that the person accepts; they are named in every report. */
  readonly accepted: readonly InputDifference[];
}

export interface LlamaCandidate extends CandidateBase {
  readonly engine: 'llama';
  /** Absolute path of the file, or of the first part of a split one. */
  readonly weights: string;
  /** sha256 of each part, in order, hexadecimal. */
  readonly weightsHashes: readonly string[];
  readonly settings: LlamaSettings;
}

/** Names of environment variables that hold keys. */
export const keyVariableForm = /^[A-Za-z_][A-Za-z0-9_]{0,99}$/;
/** Names of keys in the system's keyring: short and of small letters, so that hardly any key itself is taken for one. */
export const keyringNameForm = /^[a-z][a-z0-9-]{0,29}$/;

/** How requests are sent to an endpoint. */
export interface EndpointSettings {
  /** Requests under way at the same time. */
  readonly parallel: number;
  /** Seconds without a word from the server after which a request is given up. */
  readonly timeout: number;
}

/** A model that an OpenAI-compatible server answers for. What its weights are is the server's word alone. */
export interface EndpointCandidate extends CandidateBase {
  readonly engine: 'openai';
  /** Such as `http://127.0.0.1:8000/v1`, without a slash at its end. */
  readonly endpoint: string;
  /** The model as the server lists it. */
  readonly model: string;
  /** Name of the environment variable that holds the server's key; the key itself is kept nowhere. */
  readonly keyVariable?: string;
  /** In place of that: the key's name in the operating system's keyring. */
  readonly keyringName?: string;
  /** A GGUF file with the model's vocabulary: prompts are then written and tokenised here, or at least counted. */
  readonly tokenizer?: { readonly file: string; readonly hashes: readonly string[] };
  readonly settings: EndpointSettings;
}

/** A GGUF file on this machine, or an endpoint. */
export type Candidate = LlamaCandidate | EndpointCandidate;
