/** Damaged files of every kind: always a Result, never an exception, an endless loop or a huge allocation. */
import { truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { failureCodes } from '../../../../src-main/contract/result.ts';
import { inspectGguf } from '../../../../src-main/engine/llama/gguf/inspect.ts';
import { limits } from '../../../../src-main/engine/llama/gguf/limits.ts';
import { text, writeGguf } from '../../../fixtures/gguf-writer.ts';
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts';
import { tinyLlamaSource } from '../../../fixtures/tiny-llama.ts';

const small = writeGguf(
  tinyLlamaSource({ layers: 1, embedding: 32, heads: 2, keyValueHeads: 1, feedForward: 32, vocabulary: 262 }),
);

async function inspectIn(folder: string, bytes: Uint8Array): ReturnType<typeof inspectGguf> {
  const file = join(folder, 'damaged.gguf');
  await writeFile(file, bytes);
  return inspectGguf(file);
}

describe('a file cut off', () => {
  test('at every field boundary and beside it: says that it is cut off', async () => {
    const folder = await temporaryFolder();
    const header = small.boundaries.filter((offset) => offset <= small.dataStart);
    // Within the vocabulary the boundaries are all alike: every tenth does.
    const chosen = header.filter((_, index) => index < 60 || index % 10 === 0 || index > header.length - 200);
    for (const boundary of chosen) {
      for (const length of [boundary - 1, boundary, boundary + 1]) {
        if (length < 0) continue;
        const result = await inspectIn(folder, small.bytes.subarray(0, length));
        if (result.ok) throw new Error(`taken when cut off after ${length} bytes`);
        expect(result.error.code).toBe(length === 0 ? 'file_empty' : 'gguf_cut_off');
      }
    }
  });

  test('among the weights: says exactly how many bytes are missing', async () => {
    const folder = await temporaryFolder();
    const { bytes, dataStart } = small;
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: dataStart, max: bytes.length - 1 }), async (length) => {
        const result = await inspectIn(folder, bytes.subarray(0, length));
        if (result.ok) throw new Error('taken');
        expect(result.error.code).toBe('gguf_cut_off');
        const missing = bytes.length - length;
        expect(result.error.message).toContain(
          missing === 1 ? ' 1 byte is missing' : ` ${missing} bytes are missing`,
        );
      }),
      { numRuns: 60 },
    );
  });
});

test('changed bits anywhere in the header give a description or a typed failure', async () => {
  const folder = await temporaryFolder();
  const input = failureCodes.input as readonly string[];
  const change = fc.record({
    offset: fc.integer({ min: 0, max: small.dataStart - 1 }),
    value: fc.integer({ min: 0, max: 255 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 8 }), async (changes) => {
      const bytes = Buffer.from(small.bytes);
      for (const { offset, value } of changes) bytes[offset] = value;
      const result = await inspectIn(folder, bytes);
      if (!result.ok) {
        expect(input).toContain(result.error.code);
        expect(result.error.message).toContain('damaged.gguf');
        expect(result.error.next).toBeTruthy();
      }
    }),
    { numRuns: 800 },
  );
});

test('every single bit flipped in the fixed part of the header and the first keys', async () => {
  const folder = await temporaryFolder();
  for (let bit = 0; bit < 8 * 160; bit++) {
    const bytes = Buffer.from(small.bytes);
    const at = bit >> 3;
    bytes.writeUInt8(bytes.readUInt8(at) ^ (1 << (bit & 7)), at);
    const result = await inspectIn(folder, bytes);
    if (at < 4) expect(result).toMatchObject({ ok: false, error: { code: 'gguf_not_gguf' } });
    // Counts are 8 bytes each from offset 8. One that is too low leaves bytes over, which are named.
    else if (at >= 8 && at < 24 && result.ok) {
      expect(result.data.warnings.map(({ code }) => code)).toContain('bytes_after_tensors');
    }
  }
});

test('arbitrary bytes behind a sound beginning', async () => {
  const folder = await temporaryFolder();
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 4, max: small.dataStart }),
      fc.uint8Array({ maxLength: 2000 }),
      async (kept, rest) => {
        const result = await inspectIn(folder, Buffer.concat([small.bytes.subarray(0, kept), rest]));
        if (!result.ok) expect(result.error.code).toMatch(/^gguf_/);
      },
    ),
    { numRuns: 300 },
  );
});

describe('headers that would cost memory or time', () => {
  test('a header beyond the limit is refused although the file is as large as it says', async () => {
    const elements = limits.arrayElements;
    const source = tinyLlamaSource();
    // The last key announces 128 MiB of numbers three times over, and the file (sparse) has them.
    const prefix = writeGguf({
      metadata: [
        ...source.metadata,
        ['a.numbers', { type: 'array', of: 'u64', values: [], lengthLie: BigInt(elements) }],
      ],
      tensors: [],
      keyCountLie: BigInt(source.metadata.length + 3),
      tensorCountLie: 1n,
    });
    const next = writeGguf({
      metadata: [['b.numbers', { type: 'array', of: 'u64', values: [], lengthLie: BigInt(elements) }]],
      tensors: [],
    }).bytes.subarray(24);
    const file = join(await temporaryFolder(), 'sparse.gguf');
    await writeFile(file, prefix.bytes);
    await truncate(file, prefix.bytes.length + elements * 8);
    await writeFile(file, next, { flag: 'a' });
    await truncate(file, prefix.bytes.length + elements * 8 + next.length + elements * 8 + 1024);
    const result = await inspectGguf(file);
    expect(result).toMatchObject({ error: { code: 'gguf_hostile', where: { field: 'b.numbers' } } });
  });

  test('kept text is bounded over all keys together', async () => {
    const template = 'x'.repeat(limits.stringBytes - 1);
    const metadata = Array.from(
      { length: 5 },
      (_, index) => [`tokenizer.chat_template.${index}`, text(template)] as const,
    );
    const result = await inspectIn(await temporaryFolder(), writeGguf({ metadata, tensors: [] }).bytes);
    expect(result).toMatchObject({ error: { code: 'gguf_hostile' } });
  });
});
