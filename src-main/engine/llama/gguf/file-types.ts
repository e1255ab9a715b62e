/** Whole-file quantisations: `general.file_type`, enum llama_ftype in llama.h. */

interface FileType {
  readonly name: string;
  /** Tensor types of which one is the most used in a file that is what it says. */
  readonly tensorTypes: readonly string[];
}

const is = (name: string, ...tensorTypes: string[]): FileType => ({
  name,
  tensorTypes: tensorTypes.length > 0 ? tensorTypes : [name],
});

const fileTypes: ReadonlyMap<number, FileType> = new Map([
  [0, is('F32')],
  [1, is('F16')],
  [2, is('Q4_0')],
  [3, is('Q4_1')],
  [4, is('Q4_1_SOME_F16', 'Q4_1')],
  [7, is('Q8_0')],
  [8, is('Q5_0')],
  [9, is('Q5_1')],
  [10, is('Q2_K', 'Q2_K', 'Q3_K')],
  [11, is('Q3_K_S', 'Q3_K')],
  [12, is('Q3_K_M', 'Q3_K')],
  [13, is('Q3_K_L', 'Q3_K')],
  [14, is('Q4_K_S', 'Q4_K')],
  [15, is('Q4_K_M', 'Q4_K')],
  [16, is('Q5_K_S', 'Q5_K')],
  [17, is('Q5_K_M', 'Q5_K')],
  [18, is('Q6_K')],
  [19, is('IQ2_XXS')],
  [20, is('IQ2_XS')],
  [21, is('Q2_K_S', 'Q2_K')],
  [22, is('IQ3_XS', 'IQ3_S', 'IQ3_XXS')],
  [23, is('IQ3_XXS')],
  [24, is('IQ1_S')],
  [25, is('IQ4_NL')],
  [26, is('IQ3_S')],
  [27, is('IQ3_M', 'IQ3_S')],
  [28, is('IQ2_S', 'IQ2_XS', 'IQ2_S')],
  [29, is('IQ2_M', 'IQ2_S')],
  [30, is('IQ4_XS')],
  [31, is('IQ1_M')],
  [32, is('BF16')],
  [36, is('TQ1_0')],
  [37, is('TQ2_0')],
  [38, is('MXFP4_MOE', 'MXFP4')],
  [39, is('NVFP4')],
  [40, is('Q1_0')],
  [41, is('Q2_0')],
]);

/** llama.cpp sets this bit where it guessed the type from the tensors. */
const guessedBit = 1024;

export function fileType(id: number): FileType | undefined {
  return fileTypes.get(id & ~guessedBit);
}
