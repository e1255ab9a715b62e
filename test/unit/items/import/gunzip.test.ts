import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { gunzipChunks, isGzip } from '../../../../src-main/items/import/gunzip.ts';
import { failure } from '../../../../src-main/contract/result.ts';
import { chunksOf } from './from-memory.ts';

async function unpacked(bytes: Uint8Array, pieces = 10): Promise<string> {
  let text = '';
  for await (const chunk of gunzipChunks(chunksOf(bytes, pieces), 'f')) {
    text += chunk.ok
      ? Buffer.from(chunk.data).toString('utf8')
      : ` ${chunk.error.code}: ${chunk.error.message}`;
  }
  return text;
}

describe('gzip', () => {
  const packed = gzipSync('one\ntwo\n');

  it('is told by its first bytes', () => {
    expect(isGzip(packed)).toBe(true);
    expect(isGzip(Buffer.from('{"a":1}'))).toBe(false);
  });

  it('unpacks one member and several', async () => {
    expect(await unpacked(packed)).toBe('one\ntwo\n');
    expect(await unpacked(Buffer.concat([packed, gzipSync('three\n'), gzipSync('')]))).toBe(
      'one\ntwo\nthree\n',
    );
  });

  it('says when the data is cut off or damaged', async () => {
    expect(await unpacked(packed.subarray(0, packed.length - 4))).toMatch(
      /file_broken: f: the gzip data is cut off/,
    );
    const damaged = Buffer.from(packed);
    damaged[damaged.length - 6] = (damaged[damaged.length - 6] ?? 0) ^ 0xff;
    expect(await unpacked(damaged)).toMatch(/file_broken: f: the gzip data is damaged/);
  });

  it('hands on the failure of what it reads from', async () => {
    const codes: string[] = [];
    async function* failing() {
      yield await Promise.resolve(failure('file_unreadable', 'f went away.'));
    }
    for await (const chunk of gunzipChunks(failing(), 'f')) codes.push(chunk.ok ? 'bytes' : chunk.error.code);
    expect(codes).toEqual(['file_unreadable']);
  });
});
