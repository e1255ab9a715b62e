/**
 * Reads llama.cpp's own log of a load: what it really did, as opposed to what it was asked for.
 * The lines are those of llama.cpp v0.5.0 at level "info"; a line that is missing leaves its value null.
 */
import type { CacheType } from '../../contract/candidate.ts';
import { cacheTypes } from '../../contract/candidate.ts';

export interface LoadLog {
  /** Layers on the GPU, and how many there are; null where nothing was said, as on the CPU. */
  readonly offloaded: { readonly layers: number; readonly of: number } | null;
  /** Tokens of context for each sequence, and for all of them. */
  readonly contextPerSequence: number | null;
  readonly contextTotal: number | null;
  readonly parallel: number | null;
  readonly batch: number | null;
  readonly microBatch: number | null;
  readonly flashAttention: boolean | null;
  readonly unifiedCache: boolean | null;
  readonly cacheKeyType: CacheType | null;
  readonly cacheValueType: CacheType | null;
  /** How the weights were read: `mmap`, `none`, `mlock`, `direct_io`. */
  readonly loadMode: string | null;
  /** File name of the CPU backend, such as `libggml-cpu-zen4.so`: which kernels run. */
  readonly cpuBackend: string | null;
  /** File names of every backend that was loaded. */
  readonly backends: readonly string[];
  /** Weights were rearranged for this processor's kernels. */
  readonly repacked: boolean;
  /** Such as `Q4_K - Medium`. */
  readonly fileType: string | null;
  /** Bytes of every buffer that the log names, to its two decimals of a MiB: of the weights; of cache and work space. */
  readonly modelBytes: number | null;
  readonly contextBytes: number | null;
}

/** Reads the whole log; of a value that is said twice, the last counts. */
export function parseLoadLog(lines: readonly string[]): LoadLog {
  const backends = allMatches(lines, /^load_backend: loaded \S+ backend from (.+)$/).map(([path]) =>
    fileName(path),
  );
  const offloaded = lastMatch(lines, /^load_tensors: offloaded (\d+)\/(\d+) layers to GPU/);
  const cache = lastMatch(lines, /^llama_kv_cache\w*: size = .*\bK \((\w+)\): .*\bV \((\w+)\):/);
  return {
    offloaded: offloaded === null ? null : { layers: Number(offloaded[0]), of: Number(offloaded[1]) },
    contextPerSequence: contextNumber(lines, 'n_ctx_seq'),
    contextTotal: contextNumber(lines, 'n_ctx'),
    parallel: contextNumber(lines, 'n_seq_max'),
    batch: contextNumber(lines, 'n_batch'),
    microBatch: contextNumber(lines, 'n_ubatch'),
    flashAttention: flashAttention(lines),
    unifiedCache: truth(contextValue(lines, 'kv_unified')),
    cacheKeyType: cacheType(cache?.[0]),
    cacheValueType: cacheType(cache?.[1]),
    loadMode: lastMatch(lines, /^load_tensors: .*\(load_mode = (\w+)\)/)?.[0] ?? null,
    cpuBackend: backends.findLast((name) => name.includes('ggml-cpu')) ?? null,
    backends,
    repacked: lines.some((line) => /^load_tensors:\s+\w*_REPACK model buffer size/.test(line)),
    fileType: lastMatch(lines, /^print_info: file type\s*= (.+?)\s*$/)?.[0] ?? null,
    modelBytes: buffers(lines, 'model'),
    contextBytes: buffers(lines, 'KV|RS|output|compute'),
  };
}

/** Milliseconds of decoding in the timings that llama.cpp prints on request: prompts and single tokens together. */
export function parseDecodeTime(lines: readonly string[]): number {
  const times = allMatches(lines, /^llama_perf_context_print:\s+(?:prompt )?eval time =\s+([\d.]+) ms/);
  return times.reduce((sum, [time]) => sum + Number(time), 0);
}

function buffers(lines: readonly string[], kinds: string): number | null {
  const pattern = new RegExp(`^\\S+:\\s+\\S+\\s+(?:${kinds}) buffer size =\\s+([\\d.]+) MiB`);
  const sizes = allMatches(lines, pattern).map(([size]) => Math.round(Number(size) * 2 ** 20));
  return sizes.length === 0 ? null : sizes.reduce((sum, size) => sum + size, 0);
}

/** `auto` is settled later, in a line of its own. */
function flashAttention(lines: readonly string[]): boolean | null {
  const settled = lastMatch(lines, /^resolve_fused_ops: Flash Attention (enabled|disabled)/i)?.[0];
  return truth(settled ?? contextValue(lines, 'flash_attn'));
}

function contextValue(lines: readonly string[], name: string): string | undefined {
  return lastMatch(lines, new RegExp(`^llama_context: ${name}\\s+= (\\S+)`))?.[0];
}

function contextNumber(lines: readonly string[], name: string): number | null {
  const value = contextValue(lines, name);
  return value === undefined || !/^\d+$/.test(value) ? null : Number(value);
}

function truth(word: string | undefined): boolean | null {
  if (word === 'enabled' || word === 'true') return true;
  if (word === 'disabled' || word === 'false') return false;
  return null;
}

function cacheType(word: string | undefined): CacheType | null {
  return cacheTypes.find((type) => type === word) ?? null;
}

function fileName(path: string): string {
  return path.split(/[\\/]/).at(-1) ?? path;
}

type Groups = readonly [string, ...string[]];

function allMatches(lines: readonly string[], pattern: RegExp): readonly Groups[] {
  return lines.flatMap((line) => {
    const [, first, ...rest] = pattern.exec(line) ?? [];
    return first === undefined ? [] : [[first, ...rest] as const];
  });
}

function lastMatch(lines: readonly string[], pattern: RegExp): Groups | null {
  return allMatches(lines, pattern).at(-1) ?? null;
}
