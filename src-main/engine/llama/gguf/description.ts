/** What a GGUF file says of itself, read from its header alone. */

export interface SpecialToken {
  readonly id: number;
  /** The token's text in the file's own vocabulary; null where the id is outside of it. */
  readonly text: string | null;
}

export type MetadataScalar = string | number | boolean;

export const ggufWarningCodes = [
  'file_type_missing',
  'file_type_unknown',
  'file_type_differs',
  'half_precision_overflow',
  'old_version',
  'architecture_unknown',
  'essential_missing',
  'template_missing',
  'token_out_of_range',
  'text_not_utf8',
  'bytes_after_tensors',
] as const;
export type GgufWarningCode = (typeof ggufWarningCodes)[number];

/** Something that a person should know before trusting the file; it loads all the same, or may. */
export interface GgufWarning {
  readonly code: GgufWarningCode;
  readonly message: string;
}

/** One number for every layer, or one each. */
export type PerLayer = number | readonly number[];

/** Where the weights' bytes lie, for deciding what fits where. */
export interface WeightBytes {
  readonly total: number;
  /** Of `blk.N.*`, by N. */
  readonly layers: readonly number[];
  /** Everything else: embeddings, output, norms. */
  readonly others: number;
  /** Of all tensors, by type. */
  readonly byType: Readonly<Record<string, number>>;
  /** The token embedding where it serves as the output matrix too; null where the file has an output matrix. */
  readonly tied: { readonly type: string; readonly bytes: number } | null;
}

export interface GgufDescription {
  /** Paths of the parts, in order; the engine loads the first. */
  readonly files: readonly string[];
  /** Bytes, all parts. */
  readonly size: number;
  readonly version: number;
  /** Lower-case, as the file has it, such as `llama`. */
  readonly architecture: string;
  /** False: the bundled llama.cpp does not list it, and will most likely refuse the file. */
  readonly architectureKnown: boolean;
  readonly name: string | null;
  /** Weights counted over all tensors. */
  readonly parameters: number;
  /** `general.file_type` by name, such as `Q4_K_M`; null where the file does not say, or says a number without a name. */
  readonly quantisation: string | null;
  /** Tensor type -> number of tensors. */
  readonly tensorTypes: Readonly<Record<string, number>>;
  readonly weightBytes: WeightBytes;
  /** Tokens. */
  readonly trainContext: number | null;
  readonly blockCount: number | null;
  readonly embeddingLength: number | null;
  readonly headCount: PerLayer | null;
  /** Heads of keys and values; the head count where the file has none of its own. */
  readonly keyValueHeadCount: PerLayer | null;
  /** Elements of one head's key and value; embedding length / head count where the file does not say. */
  readonly keyLength: number | null;
  readonly valueLength: number | null;
  /** Width of the feed-forward layers, the widest where they differ; experts in use counted together. */
  readonly feedForwardLength: number | null;
  /** Tokens that sliding-window layers attend to; null without one. */
  readonly slidingWindow: number | null;
  readonly vocabularySize: number | null;
  /** The model's own chat template (Jinja). */
  readonly template: string | null;
  /** Further templates by name, such as `tool_use`. */
  readonly namedTemplates: Readonly<Record<string, string>>;
  /** As declared; null where the file leaves it to the tokenizer's default. */
  readonly bos: SpecialToken | null;
  readonly eos: SpecialToken | null;
  readonly addBos: boolean | null;
  readonly tokenizer: string | null;
  /** Every scalar of the metadata, long strings and templates left out; integers beyond 2^53 as decimal text. */
  readonly metadata: Readonly<Record<string, MetadataScalar>>;
  /** Short numeric arrays of the metadata, such as values for each layer, the tokenizer's left out; booleans as 0 and 1. */
  readonly arrays: Readonly<Record<string, readonly number[]>>;
  readonly warnings: readonly GgufWarning[];
}
