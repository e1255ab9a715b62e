/** Quantised versions that can be made here from a model in full precision, and the record of one that was made. */

/**
 * Types that need no importance matrix, from the largest file to the smallest. Those below three bits but Q2_K need
 * one: llama.cpp refuses them without.
 */
export const quantisedTypes = [
  'Q8_0',
  'Q6_K',
  'Q5_K_M',
  'Q5_1',
  'Q5_K_S',
  'Q5_0',
  'Q4_1',
  'Q4_K_M',
  'Q4_K_S',
  'IQ4_NL',
  'Q4_0',
  'IQ4_XS',
  'Q3_K_L',
  'Q3_K_M',
  'IQ3_M',
  'IQ3_S',
  'Q3_K_S',
  'Q2_K',
] as const;
export type QuantisedType = (typeof quantisedTypes)[number];

/** Whether versions can be made of a file in this type: what a quantised one has lost cannot come back. */
export function canBeQuantised(type: string): boolean {
  return ['BF16', 'F16', 'F32'].includes(type);
}

/** Where a quantised version came from. */
export interface QuantisationRecord {
  /** Absolute path of the file that was made. */
  readonly file: string;
  /** sha256, hexadecimal. */
  readonly hash: string;
  readonly type: QuantisedType;
  /** Every matrix in the type's own format, none kept finer. */
  readonly pure: boolean;
  /** Paths of the source's parts, in order, and their sha256. */
  readonly sourceFiles: readonly string[];
  readonly sourceHashes: readonly string[];
  /** Such as `v0.5.0`. */
  readonly llamaCppRelease: string;
  readonly madeAt: string;
}
