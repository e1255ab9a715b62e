import { describe, expect, it } from 'vitest';
import { detectEncoding, toUtf8, type Encoding } from '../../../../src-main/items/import/text-encoding.ts';
import { chunksOf } from './from-memory.ts';

async function text(bytes: Uint8Array, encoding: Encoding, pieces: number): Promise<string> {
  const parts: Uint8Array[] = [];
  for await (const chunk of toUtf8(chunksOf(bytes, pieces), encoding, 'f')) {
    if (!chunk.ok) return `${chunk.error.code} at ${chunk.error.where?.line}`;
    parts.push(chunk.data);
  }
  return Buffer.concat(parts).toString('utf8');
}

const utf16be = (value: string): Buffer => Buffer.from(value, 'utf16le').swap16();
const sample = 'name;Größe\n“tea”;2\n';

describe('encodings', () => {
  it('are told by their mark, or by the NULs of UTF-16', () => {
    expect(detectEncoding(Buffer.from(`\uFEFF${sample}`, 'utf16le'))).toBe('utf-16le');
    expect(detectEncoding(utf16be(`\uFEFF${sample}`))).toBe('utf-16be');
    expect(detectEncoding(Buffer.from('name;size\n1;2', 'utf16le'))).toBe('utf-16le');
    expect(detectEncoding(utf16be('name;size\n1;2'))).toBe('utf-16be');
    expect(detectEncoding(Buffer.from(`\uFEFF${sample}`))).toBe('utf-8');
    expect(detectEncoding(Buffer.from('x'))).toBe('utf-8');
    expect(detectEncoding(Buffer.alloc(0))).toBe('utf-8');
  });

  it('all come out as the same text without a mark, wherever the pieces fall', async () => {
    for (const pieces of [1, 2, 3, 1000]) {
      expect(await text(Buffer.from(`\uFEFF${sample}`), 'utf-8', pieces)).toBe(sample);
      expect(await text(Buffer.from(sample), 'utf-8', pieces)).toBe(sample);
      expect(await text(Buffer.from(`\uFEFF${sample}`, 'utf16le'), 'utf-16le', pieces)).toBe(sample);
      expect(await text(utf16be(sample), 'utf-16be', pieces)).toBe(sample);
      expect(await text(Buffer.from([0x93, 0x74, 0x94, 0x80]), 'windows-1252', pieces)).toBe('“t”€');
    }
  });

  it('that the bytes contradict are a failure with the line', async () => {
    const bytes = Buffer.concat([Buffer.from('one\ntwo\nthr'), Buffer.from([0xe9]), Buffer.from('e\n')]);
    for (const pieces of [1, 4, 1000]) expect(await text(bytes, 'utf-8', pieces)).toBe('file_encoding at 3');
    expect(await text(Buffer.from([0x61, 0xc3]), 'utf-8', 1)).toBe('file_encoding at 1');
    expect(await text(Buffer.from([0x61, 0x00, 0x00, 0xd8]), 'utf-16le', 2)).toBe('file_encoding at 1');
  });
});
