/** The tensor types of ggml (enum ggml_type in ggml.h): elements in a block and bytes of a block. */

export interface TensorType {
  readonly name: string;
  readonly blockElements: number;
  readonly blockBytes: number;
}

const type = (name: string, blockElements: number, blockBytes: number): TensorType => ({
  name,
  blockElements,
  blockBytes,
});

const tensorTypes: ReadonlyMap<number, TensorType> = new Map([
  [0, type('F32', 1, 4)],
  [1, type('F16', 1, 2)],
  [2, type('Q4_0', 32, 18)],
  [3, type('Q4_1', 32, 20)],
  [6, type('Q5_0', 32, 22)],
  [7, type('Q5_1', 32, 24)],
  [8, type('Q8_0', 32, 34)],
  [9, type('Q8_1', 32, 36)],
  [10, type('Q2_K', 256, 84)],
  [11, type('Q3_K', 256, 110)],
  [12, type('Q4_K', 256, 144)],
  [13, type('Q5_K', 256, 176)],
  [14, type('Q6_K', 256, 210)],
  [15, type('Q8_K', 256, 292)],
  [16, type('IQ2_XXS', 256, 66)],
  [17, type('IQ2_XS', 256, 74)],
  [18, type('IQ3_XXS', 256, 98)],
  [19, type('IQ1_S', 256, 50)],
  [20, type('IQ4_NL', 32, 18)],
  [21, type('IQ3_S', 256, 110)],
  [22, type('IQ2_S', 256, 82)],
  [23, type('IQ4_XS', 256, 136)],
  [24, type('I8', 1, 1)],
  [25, type('I16', 1, 2)],
  [26, type('I32', 1, 4)],
  [27, type('I64', 1, 8)],
  [28, type('F64', 1, 8)],
  [29, type('IQ1_M', 256, 56)],
  [30, type('BF16', 1, 2)],
  [34, type('TQ1_0', 256, 54)],
  [35, type('TQ2_0', 256, 66)],
  [39, type('MXFP4', 32, 17)],
  [40, type('NVFP4', 64, 36)],
  [41, type('Q1_0', 128, 18)],
  [42, type('Q2_0', 64, 18)],
]);

/** Types that older files used and that llama.cpp has removed since. */
const removedTensorTypes: ReadonlyMap<number, string> = new Map([
  [4, 'Q4_2'],
  [5, 'Q4_3'],
  [31, 'Q4_0_4_4'],
  [32, 'Q4_0_4_8'],
  [33, 'Q4_0_8_8'],
  [36, 'IQ4_NL_4_4'],
  [37, 'IQ4_NL_4_8'],
  [38, 'IQ4_NL_8_8'],
]);

export function tensorType(id: number): TensorType | undefined {
  return tensorTypes.get(id);
}

/** Bits that one weight takes in a type, the block's scales included; null for a name that is no type. */
export function bitsPerWeight(name: string): number | null {
  const found = [...tensorTypes.values()].find((one) => one.name === name);
  return found === undefined ? null : (found.blockBytes * 8) / found.blockElements;
}

/** The name of a type that llama.cpp no longer reads; undefined for every other number. */
export function removedTensorType(id: number): string | undefined {
  return removedTensorTypes.get(id);
}
