/** A candidate: one fully pinned configuration of a model. Nothing here is "auto": every number is written down. */

export const backends = ['cpu', 'cuda', 'vulkan', 'metal'] as const;
export type Backend = (typeof backends)[number];

export const cacheTypes = ['f32', 'f16', 'bf16', 'q8_0', 'q4_0', 'q4_1', 'q5_0', 'q5_1'] as const;
export type CacheType = (typeof cacheTypes)[number];

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

/** In what two candidates' inputs can differ; a plan accepts a difference by this name. */
export const inputDifferences = ['prompt', 'tokens', 'stops', 'limits', 'sampling'] as const;
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

export interface LlamaCandidate extends PromptComposition {
  readonly engine: 'llama';
  /** The plan's own name for it, such as `q4_k_m`. */
  readonly name: string;
  /** Absolute path of the file, or of the first part of a split one. */
  readonly weights: string;
  /** sha256 of each part, in order, hexadecimal. */
  readonly weightsHashes: readonly string[];
  readonly settings: LlamaSettings;
  readonly sampling: Sampling;
  /** Takes the place of the item's own system message where it has none. */
  readonly system?: string;
  /** A chat template (Jinja) in place of the model's own. */
  readonly template?: string;
  /** Differences from the baseline's input that the person accepts; they are named in every report. */
  readonly accepted: readonly InputDifference[];
}

/** One kind today; an OpenAI-compatible endpoint is the second that the engine interface is made for. */
export type Candidate = LlamaCandidate;
