/** Reads what llama.cpp says while it quantises. */

/** `[  12/ 291] blk.0.attn_k.weight …`: how many tensors are begun, of how many. Null where no line says it. */
export function parseQuantiseProgress(
  lines: readonly string[],
): { readonly tensors: number; readonly of: number } | null {
  for (const line of lines.toReversed()) {
    const [, tensors, of] = /^\[\s*(\d+)\/\s*(\d+)\]/.exec(line) ?? [];
    if (tensors !== undefined && of !== undefined) return { tensors: Number(tensors), of: Number(of) };
  }
  return null;
}

/** Bytes of the quantised tensors, from the closing line; null where it is missing. */
export function parseQuantisedSize(lines: readonly string[]): number | null {
  for (const line of lines.toReversed()) {
    const [, size] = /quant size\s*=\s*([\d.]+) MiB/.exec(line) ?? [];
    if (size !== undefined) return Math.round(Number(size) * 2 ** 20);
  }
  return null;
}
