/** Token ids as a blob: four bytes each, little-endian, whatever the machine. */

/** @param tokens ids in [0, 2^31) */
export function packTokens(tokens: readonly number[]): Buffer {
  const blob = Buffer.alloc(tokens.length * 4);
  tokens.forEach((token, index) => blob.writeInt32LE(token, index * 4));
  return blob;
}

export function unpackTokens(blob: Buffer): number[] {
  return Array.from({ length: blob.length / 4 }, (_, index) => blob.readInt32LE(index * 4));
}
