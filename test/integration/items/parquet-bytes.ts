/** Parquet files as the Hub has them, written by a library: dictionaries, nested lists, several codecs and groups. */
import { brotliCompressSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { parquetWriteBuffer, type ParquetWriteOptions } from 'hyparquet-writer';

export const codecs = ['UNCOMPRESSED', 'SNAPPY', 'GZIP', 'BROTLI', 'ZSTD'] as const;
export type Codec = (typeof codecs)[number];

const compressors = {
  GZIP: (input: Uint8Array) => gzipSync(input),
  BROTLI: (input: Uint8Array) => brotliCompressSync(input),
  ZSTD: (input: Uint8Array) => zstdCompressSync(input),
};

export function parquetBytes(
  columnData: ParquetWriteOptions['columnData'],
  more: Partial<Omit<ParquetWriteOptions, 'writer' | 'columnData'>> = {},
): Uint8Array {
  return new Uint8Array(parquetWriteBuffer({ columnData, compressors, ...more }));
}

/** The footer note of the `datasets` library about a column of class labels. */
function classLabelNote(column: string, names: readonly string[]): { key: string; value: string } {
  const features = {
    [column]: { names, _type: 'ClassLabel' },
    question: { dtype: 'string', _type: 'Value' },
  };
  return { key: 'huggingface', value: JSON.stringify({ info: { features } }) };
}

/** MMLU in the Hub's columns: list<string> choices, a 64-bit answer. */
export function mmluParquet(codec: Codec, rows = 3): Uint8Array {
  const numbers = Array.from({ length: rows }, (_, index) => index);
  return parquetBytes(
    [
      {
        name: 'question',
        data: numbers.map((n) => `Which number is ${n}, in a sentence that repeats itself?`),
        type: 'STRING',
      },
      {
        name: 'subject',
        data: numbers.map((n) => (n % 2 === 0 ? 'even_numbers' : 'odd_numbers')),
        type: 'STRING',
      },
      { name: 'choices', data: numbers.map((n) => [`${n}`, `${n + 1}`, `${n + 2}`, 'None']) },
      { name: 'answer', data: numbers.map(() => 0n), type: 'INT64' },
    ],
    { codec, rowGroupSize: 100, kvMetadata: [classLabelNote('answer', ['A', 'B', 'C', 'D'])] },
  );
}

/** ARC in the Hub's columns: a struct of two lists. */
export function arcParquet(): Uint8Array {
  return parquetBytes(
    [
      { name: 'id', data: ['p1', 'p2'] },
      { name: 'question', data: ['What melts ice?', 'What pulls iron?'] },
      {
        name: 'choices',
        data: [
          { text: ['heat', 'cold', 'shade'], label: ['1', '2', '3'] },
          { text: ['a cork', 'a magnet', 'a leaf', 'a cup'], label: ['A', 'B', 'C', 'D'] },
        ],
      },
      { name: 'answerKey', data: ['1', 'B'] },
    ],
    {
      schema: [
        { name: 'root', num_children: 4 },
        { name: 'id', type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'OPTIONAL' },
        { name: 'question', type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'OPTIONAL' },
        { name: 'choices', num_children: 2, repetition_type: 'OPTIONAL' },
        { name: 'text', converted_type: 'LIST', num_children: 1, repetition_type: 'OPTIONAL' },
        { name: 'list', num_children: 1, repetition_type: 'REPEATED' },
        { name: 'element', type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'OPTIONAL' },
        { name: 'label', converted_type: 'LIST', num_children: 1, repetition_type: 'OPTIONAL' },
        { name: 'list', num_children: 1, repetition_type: 'REPEATED' },
        { name: 'element', type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'OPTIONAL' },
        { name: 'answerKey', type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'OPTIONAL' },
      ],
    },
  );
}
