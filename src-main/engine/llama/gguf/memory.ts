/**
 * How much memory a model will take, from its header alone: before anything is loaded, so that "does not fit" is
 * said with words and not by the operating system. The formulas follow llama.cpp's buffers (release v0.5.0) and are
 * held against what the library reports in test/integration/engine/memory.test.ts.
 */
import type { CacheType, LlamaSettings } from '../../../contract/candidate.ts';
import { failure, success, type Result } from '../../../contract/result.ts';
import { isHybridArchitecture, isRecurrentArchitecture } from './architectures.ts';
import type { GgufDescription, PerLayer } from './description.ts';

/** All in bytes. */
export interface MemoryEstimate {
  /** The weights, and on the CPU with mmap the copies that its kernels make in a layout of their own. */
  readonly model: number;
  /** Keys and values of every sequence. */
  readonly cache: number;
  /** Intermediate results of one batch, and the logits that come out. */
  readonly compute: number;
  readonly total: number;
  /** False where the header lacks a number or the architecture keeps other state: then it is a guess. */
  readonly reliable: boolean;
}

export type MemorySettings = Pick<
  LlamaSettings,
  'backend' | 'context' | 'parallel' | 'batch' | 'flashAttention' | 'cacheKeyType' | 'cacheValueType' | 'mmap'
>;

/** Bytes of one element, blocks' scales included. */
const cacheBytes: Readonly<Record<CacheType, number>> = {
  f32: 4,
  f16: 2,
  bf16: 2,
  q8_0: 34 / 32,
  q4_0: 18 / 32,
  q4_1: 20 / 32,
  q5_0: 22 / 32,
  q5_1: 24 / 32,
};

/** Types of which the x86 kernels keep a second, rearranged copy (ggml-cpu/repack.cpp). */
const rearranged: readonly string[] = ['Q4_0', 'Q4_K', 'Q2_K', 'IQ4_NL', 'MXFP4'];
/** ARM rearranges these as well. */
const rearrangedOnArm: readonly string[] = [...rearranged, 'Q5_K', 'Q6_K', 'Q8_0'];

/** Architectures whose every n-th layer sees the whole context and the others a window, where the file does not list them. */
const windowPeriods: Readonly<Record<string, number>> = {
  gemma2: 2,
  gemma3: 6,
  gemma3n: 5,
  'gpt-oss': 2,
  cohere2: 4,
  exaone4: 4,
  olmo2: 4,
};

/** llama.cpp rounds contexts up to this many tokens. */
export const contextStep = 256;
const roundUp = (tokens: number): number => Math.ceil(tokens / contextStep) * contextStep;

export function estimateMemory(description: GgufDescription, settings: MemorySettings): MemoryEstimate {
  const model = description.weightBytes.total + rearrangedCopies(description, settings);
  const cache = cacheSize(description, settings);
  const compute = computeSize(description, settings);
  const { blockCount, embeddingLength, keyLength, vocabularySize, architecture } = description;
  const known = [blockCount, embeddingLength, keyLength, vocabularySize].every((value) => value !== null);
  const reliable = known && !isRecurrentArchitecture(architecture) && !isHybridArchitecture(architecture);
  return { model, cache, compute, total: model + cache + compute, reliable };
}

/** Whether an estimate fits into `free` bytes. */
export function fits(estimate: MemoryEstimate, free: number): boolean {
  return estimate.total <= free;
}

/**
 * The estimate, or `memory_insufficient` with what would fit into `free` bytes: fewer sequences, else a shorter
 * context, else nothing of this model.
 */
export function checkMemory(
  description: GgufDescription,
  settings: MemorySettings,
  free: number,
): Result<MemoryEstimate> {
  const estimate = estimateMemory(description, settings);
  if (fits(estimate, free)) return success(estimate);
  const file = description.files[0] ?? '';
  return failure(
    'memory_insufficient',
    `${file} needs about ${gibibytes(estimate.total)} (weights ${gibibytes(estimate.model)}, cache ${gibibytes(estimate.cache)}, computing ${gibibytes(estimate.compute)}), and ${gibibytes(free)} are free.`,
    { next: whatWouldFit(description, settings, free), where: { file } },
  );
}

function whatWouldFit(description: GgufDescription, settings: MemorySettings, free: number): string {
  const passes = (change: Partial<MemorySettings>): boolean =>
    fits(estimateMemory(description, { ...settings, ...change }), free);
  const parallel = largest(settings.parallel - 1, (count) => passes({ parallel: count }));
  if (parallel > 0) {
    const sequences = parallel === 1 ? '1 sequence fits' : `${parallel} sequences fit`;
    return `${sequences} with this context: set parallel to ${parallel}.`;
  }
  const steps = Math.ceil(settings.context / contextStep) - 1;
  const context =
    contextStep * largest(steps, (count) => passes({ parallel: 1, context: count * contextStep }));
  if (context > 0)
    return `One sequence with a context of ${context} tokens fits: set parallel to 1 and context to ${context}.`;
  return 'No context fits: close other programs, or take a smaller quantisation or another machine.';
}

/** The largest count in 1..most that passes, by halving (passing is monotonous); 0 where none does. */
export function largest(most: number, passes: (count: number) => boolean): number {
  let low = 0;
  let high = Math.max(0, most);
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (passes(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}

export function gibibytes(bytes: number): string {
  return bytes < 2 ** 29 ? `${(bytes / 2 ** 20).toFixed(0)} MiB` : `${(bytes / 2 ** 30).toFixed(1)} GiB`;
}

function rearrangedCopies(description: GgufDescription, settings: MemorySettings): number {
  if (settings.backend !== 'cpu') return 0;
  const types = process.arch === 'arm64' ? rearrangedOnArm : rearranged;
  const { byType, tied } = description.weightBytes;
  // Without mmap the rearranged weights take the place of the file's own, but for an embedding that is output too.
  if (!settings.mmap) return tied !== null && types.includes(tied.type) ? tied.bytes : 0;
  return types.reduce((sum, type) => sum + (byType[type] ?? 0), 0);
}

function headsOf(heads: PerLayer | null, layer: number): number {
  if (heads === null) return 0;
  return typeof heads === 'number' ? heads : (heads[layer] ?? 0);
}

function most(heads: PerLayer | null): number {
  if (heads === null) return 0;
  return typeof heads === 'number' ? heads : Math.max(0, ...heads);
}

/**
 * For each layer: cells x sequences x key-value heads x (key length x bytes + value length x bytes). A layer with a
 * sliding window keeps window + batch cells (llama-kv-cache-iswa.cpp).
 */
function cacheSize(description: GgufDescription, settings: MemorySettings): number {
  const cells = roundUp(settings.context);
  const window = description.slidingWindow;
  const windowCells = window === null ? cells : Math.min(cells, roundUp(window + batchTokens(settings)));
  const bytesOfHead =
    (description.keyLength ?? 0) * cacheBytes[settings.cacheKeyType] +
    (description.valueLength ?? 0) * cacheBytes[settings.cacheValueType];
  let bytes = 0;
  for (let layer = 0; layer < (description.blockCount ?? 0); layer++) {
    const seen = window !== null && isWindowed(description, layer) ? windowCells : cells;
    bytes += seen * settings.parallel * headsOf(description.keyValueHeadCount, layer) * bytesOfHead;
  }
  return bytes;
}

function isWindowed(description: GgufDescription, layer: number): boolean {
  const { architecture } = description;
  const key = `${architecture}.attention.sliding_window_pattern`;
  const listed = description.arrays[key];
  if (listed !== undefined) return listed[layer] === 1;
  const usual = windowPeriods[architecture];
  if (usual === undefined) return false;
  const declared = description.metadata[key];
  const period = typeof declared === 'number' ? declared : usual;
  return period === 0 || layer % period < period - 1;
}

function batchTokens(settings: MemorySettings): number {
  return Math.min(settings.batch, roundUp(settings.context) * settings.parallel);
}

/**
 * The widest moment of one batch, in 32-bit floats: attention (scores of every head over the context, unless flash
 * attention avoids them), feed-forward, or logits for every token of the batch; and one row of logits a sequence.
 */
function computeSize(description: GgufDescription, settings: MemorySettings): number {
  const tokens = batchTokens(settings);
  const context = roundUp(settings.context);
  const embedding = description.embeddingLength ?? 0;
  const vocabulary = description.vocabularySize ?? 0;
  const queries = Math.max(embedding, most(description.headCount) * (description.keyLength ?? 0));
  const keysAndValues =
    most(description.keyValueHeadCount) * ((description.keyLength ?? 0) + (description.valueLength ?? 0));
  const mask = tokens * context * (settings.flashAttention ? 2 : 4);
  const scores = settings.flashAttention ? 0 : 4 * tokens * context * most(description.headCount);
  const attention =
    4 * tokens * (5 * queries + keysAndValues * (settings.flashAttention ? 2 : 1)) + scores + mask;
  const feedForward = 4 * tokens * (3 * (description.feedForwardLength ?? 0) + 2 * embedding) + mask;
  const logits = 4 * tokens * (vocabulary + 2 * embedding);
  return Math.max(attention, feedForward, logits) + 4 * settings.parallel * vocabulary;
}
