/** Content hashes: sha256, hexadecimal, over canonical JSON. */
import { createHash } from 'node:crypto';
import { canonicalJson } from '../contract/canonical-json.ts';
import type { Item } from '../contract/item.ts';
import type { Plan } from '../contract/plan.ts';

/**
 * The hash of an item set: over the canonical JSON of each item followed by a line feed, in file order. That is the
 * sha256 of the set written as canonical JSONL, so that anyone can check it without this program.
 */
export function itemSetHash(items: readonly Item[]): string {
  const hash = createHash('sha256');
  for (const item of items) hash.update(`${canonicalJson(item)}\n`);
  return hash.digest('hex');
}

/** The hash that a plan is registered under. */
export function planHash(plan: Plan): string {
  return createHash('sha256').update(canonicalJson(plan)).digest('hex');
}
