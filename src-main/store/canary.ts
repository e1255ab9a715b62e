/**
 * A canary: a string that stands in a set and nowhere else, so that a model or a corpus that knows it has seen the
 * set (the practice of BIG-bench). It is written into exports and cards, never into prompts.
 */
import { createHash } from 'node:crypto';

/**
 * The canary of a version: a UUID (RFC 9562, version 8) drawn from its content hash, so that the same items have the
 * same one wherever they are frozen, and other items another.
 *
 * @param hash the version's, hexadecimal
 */
export function makeCanary(setName: string, hash: string): string {
  const digits = createHash('sha256').update(`canary of ${hash}`).digest('hex');
  const unique = [
    digits.slice(0, 8),
    digits.slice(8, 12),
    `8${digits.slice(13, 16)}`,
    // The variant of RFC 9562: the upper two bits are 10.
    `${((Number.parseInt(digits.slice(16, 17), 16) & 0x3) | 0x8).toString(16)}${digits.slice(17, 20)}`,
    digits.slice(20, 32),
  ].join('-');
  return `Data of the item set ${setName} should never appear in training corpora. Canary ${unique}`;
}
