/** Zstandard data of several frames: Node's decoder stops after the first and says nothing. */
import { zstdDecompressSync } from 'node:zlib';

const frameMagic = 0xfd2fb528;
const skippableMagic = 0x184d2a50;

/**
 * The unpacked bytes of all frames, at most `limit`. Throws where the data is damaged or longer, as node:zlib does.
 * Frames are told apart by RFC 8878, section 3.1.1: header, blocks of three bytes' header each, checksum.
 */
export function unpackZstd(bytes: Uint8Array, limit: number): Uint8Array {
  const parts: Uint8Array[] = [];
  let length = 0;
  for (let at = 0; at < bytes.byteLength;) {
    const end = frameEnd(bytes, at);
    if (end.data) {
      const part = zstdDecompressSync(bytes.subarray(at, end.offset), {
        maxOutputLength: Math.max(1, limit - length),
      });
      length += part.byteLength;
      parts.push(part);
    }
    at = end.offset;
  }
  return Buffer.concat(parts);
}

function frameEnd(bytes: Uint8Array, start: number): { readonly offset: number; readonly data: boolean } {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const magic = view.getUint32(start, true);
  if ((magic & 0xfffffff0) >>> 0 === skippableMagic) {
    return { offset: inside(bytes, start + 8 + view.getUint32(start + 4, true)), data: false };
  }
  if (magic !== frameMagic) throw new RangeError('this is not a zstd frame');
  const descriptor = view.getUint8(start + 4);
  const singleSegment = (descriptor & 0x20) !== 0;
  const dictionaryBytes = [0, 1, 2, 4][descriptor & 3] ?? 0;
  const sizeFlag = descriptor >> 6;
  const sizeBytes = sizeFlag === 0 ? (singleSegment ? 1 : 0) : 2 ** sizeFlag;
  let at = start + 5 + (singleSegment ? 0 : 1) + dictionaryBytes + sizeBytes;
  for (;;) {
    const block = view.getUint16(at, true) | (view.getUint8(at + 2) << 16);
    const type = (block >> 1) & 3;
    // A run-length block holds one byte, however long the run.
    at += 3 + (type === 1 ? 1 : block >> 3);
    if ((block & 1) === 1) break;
  }
  return { offset: inside(bytes, at + ((descriptor & 4) !== 0 ? 4 : 0)), data: true };
}

function inside(bytes: Uint8Array, offset: number): number {
  if (offset > bytes.byteLength) throw new RangeError('the zstd frame is cut off');
  return offset;
}
