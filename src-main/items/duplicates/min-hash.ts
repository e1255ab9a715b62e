/**
 * MinHash signatures of texts (Broder, "On the resemblance and containment of documents", 1997): the share of equal
 * places in two signatures estimates the Jaccard similarity of the two sets of word shingles.
 */
import { hash32, mix32 } from '../hash32.ts';

const word = /[\p{L}\p{M}\p{N}]+/gu;

/**
 * Hashes of the runs of `size` words in a text, each once. A text of fewer words is one shingle.
 * @param text as `normalText` gives it
 */
export function shingles(text: string, size: number): Uint32Array {
  const words = text.match(word) ?? [];
  const hashes = new Set<number>();
  if (words.length < size) hashes.add(hash32(words.join(' ')));
  for (let at = 0; at + size <= words.length; at += 1)
    hashes.add(hash32(words.slice(at, at + size).join(' ')));
  return Uint32Array.from(hashes).sort();
}

/** Seeds of a family of hash functions. The same seed gives the same signatures on any machine. */
export function hashSeeds(count: number, seed: number): Uint32Array {
  return Uint32Array.from({ length: count }, (_, index) =>
    mix32((seed + Math.imul(index + 1, 0x9e3779b9)) | 0),
  );
}

/** The smallest value of each hash function over the shingles. */
export function signature(shingled: Uint32Array, seeds: Uint32Array): Uint32Array {
  const least = new Uint32Array(seeds.length).fill(0xffffffff);
  for (const shingle of shingled) {
    for (let index = 0; index < seeds.length; index += 1) {
      // One multiplication and shift of the seeded value: the full mixing was done when the shingle was hashed.
      let value = Math.imul(shingle ^ (seeds[index] ?? 0), 0x85ebca6b);
      value = (value ^ (value >>> 15)) >>> 0;
      if (value < (least[index] ?? 0)) least[index] = value;
    }
  }
  return least;
}

/** Share of the elements of two sorted sets that are in both, of all that are in either; 1 for two empty sets. */
export function jaccard(one: Uint32Array, other: Uint32Array): number {
  let shared = 0;
  let at = 0;
  for (const value of one) {
    while (at < other.length && (other[at] ?? 0) < value) at += 1;
    if (other[at] === value) shared += 1;
  }
  const all = one.length + other.length - shared;
  return all === 0 ? 1 : shared / all;
}
