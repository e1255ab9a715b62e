/** A 32-bit hash of text for seeds, tables and signatures. Not for anything that someone would want to forge. */

/**
 * FNV-1a over the UTF-16 code units, with MurmurHash3's final mixing. The result is unsigned.
 * @param seed makes hash functions of one family differ
 */
export function hash32(text: string, seed = 0): number {
  let hash = 0x811c9dc5 ^ seed;
  for (let at = 0; at < text.length; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  }
  return mix32(hash);
}

/** MurmurHash3's finaliser: every bit of the input changes half of the output's. */
export function mix32(value: number): number {
  let hash = value;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
