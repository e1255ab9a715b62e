/** Two traces of the same prompts: where their tokens part, and how far their logits are from each other until then. */
import type { FileHandle } from 'node:fs/promises';
import type { ConditionNoise } from '../../contract/noise.ts';
import type { Traces } from '../../engine/tracer.ts';
import { firstDifference } from '../first-difference.ts';
import { readRow } from '../read-row.ts';

export interface TraceFile extends Traces {
  /** Logits as 32-bit numbers: [prompt][row][token of the vocabulary]. */
  readonly file: FileHandle;
}

/**
 * A row of logits is compared where both traces have it and all tokens before it are the same: the first row after
 * which the tokens differ is the last one.
 *
 * @param rows of each prompt in both files
 * @throws where the traces are not of the same prompts and vocabulary, or a file is shorter than it says: both are bugs
 */
export async function compareTraces(
  reference: TraceFile,
  other: TraceFile,
  rows: number,
): Promise<Omit<ConditionNoise, 'condition'>> {
  const prompts = reference.tokens.length;
  if (other.tokens.length !== prompts || other.vocabulary !== reference.vocabulary)
    throw new Error('these traces are not of the same prompts and model');
  const partings = reference.tokens.map((tokens, prompt) =>
    firstDifference(tokens, other.tokens[prompt] ?? []),
  );
  const parted = partings.filter((place) => place !== null);
  const one = new Float32Array(reference.vocabulary);
  const two = new Float32Array(reference.vocabulary);
  let largest = 0;
  let positions = 0;
  for (const [prompt, tokens] of reference.tokens.entries()) {
    const shared = (partings[prompt] ?? tokens.length - 1) + 1;
    for (let row = 0; row < Math.min(shared, rows, tokens.length); row += 1) {
      const at = (prompt * rows + row) * one.byteLength;
      await Promise.all([readRow(reference.file, one, at), readRow(other.file, two, at)]);
      largest = Math.max(largest, largestDifference(one, two));
      positions += 1;
    }
  }
  return {
    prompts,
    differing: parted.length,
    firstDifference: parted.length === 0 ? null : Math.min(...parted),
    largestLogitDifference: largest,
    positions,
  };
}

/** Logits that are the same infinity, or no number in both, do not differ. */
function largestDifference(one: Float32Array, two: Float32Array): number {
  let largest = 0;
  for (const [index, a] of one.entries()) {
    const b = two[index] ?? Number.NaN;
    if (Object.is(a, b)) continue;
    const difference = Math.abs(a - b);
    if (!(difference <= largest)) largest = Number.isNaN(difference) ? Number.POSITIVE_INFINITY : difference;
  }
  return largest;
}
