/**
 * Near-duplicates: MinHash finds pairs that may be alike, and the shingles themselves decide. A pair that is listed
 * is at least as similar as the threshold; a pair exactly at the threshold is missed in about one case of twenty.
 */
import type { Item } from '../../contract/item.ts';
import { mix32 } from '../hash32.ts';
import { bandsFor } from './bands.ts';
import { hashSeeds, jaccard, shingles, signature } from './min-hash.ts';
import { promptText } from './normal-text.ts';

export interface NearOptions {
  /** Jaccard similarity of word shingles from which two items are near-duplicates, in (0, 1]. */
  readonly threshold: number;
  /** Words a shingle. */
  readonly shingleWords: number;
  /** Hash functions. */
  readonly signatureLength: number;
  readonly seed: number;
}

export const defaultNearOptions: NearOptions = {
  threshold: 0.7,
  shingleWords: 3,
  signatureLength: 128,
  seed: 1,
};

export interface NearPair {
  readonly ids: readonly [string, string];
  readonly similarity: number;
}

export interface NearGroup {
  /** In the set's order. At least two. */
  readonly ids: readonly string[];
  /** The pairs that hold the group together; not every pair of it need be similar. */
  readonly pairs: readonly NearPair[];
}

/** Members of one bucket that an item is held against: a template shared by thousands costs no thousands squared. */
const visitsInBucket = 100;

/** Groups of items that are alike, in the order of their first members. Exact duplicates are in them too. */
export function nearDuplicates(
  items: Iterable<Item>,
  options: NearOptions = defaultNearOptions,
): NearGroup[] {
  const finder = new NearDuplicateFinder(options);
  for (const item of items) finder.add(item);
  return finder.groups();
}

/** Takes items one by one and keeps of each its id, its signature and its shingles, not its text. */
export class NearDuplicateFinder {
  private readonly options: NearOptions;
  private readonly seeds: Uint32Array;
  private readonly ids: string[] = [];
  private readonly shingled: Uint32Array[] = [];
  private readonly signatures: Uint32Array[] = [];

  constructor(options: NearOptions) {
    this.options = options;
    this.seeds = hashSeeds(options.signatureLength, options.seed);
  }

  add(item: Item): void {
    const set = shingles(promptText(item), this.options.shingleWords);
    this.ids.push(item.id);
    this.shingled.push(set);
    this.signatures.push(signature(set, this.seeds));
  }

  groups(): NearGroup[] {
    const { threshold, signatureLength } = this.options;
    const { bands, rows } = bandsFor(threshold, signatureLength);
    const groups = new Groups(this.ids.length);
    const pairs: (readonly [number, number, number])[] = [];
    for (let band = 0; band < bands; band += 1) {
      const buckets = new Map<number, number[]>();
      for (const [index, values] of this.signatures.entries()) {
        const key = bandKey(values, band * rows, rows);
        const bucket = buckets.get(key);
        if (bucket === undefined) {
          buckets.set(key, [index]);
          continue;
        }
        for (const other of bucket.slice(0, visitsInBucket)) {
          if (groups.joined(index, other)) continue;
          const similarity = jaccard(
            this.shingled[index] ?? new Uint32Array(),
            this.shingled[other] ?? new Uint32Array(),
          );
          if (similarity < threshold) continue;
          groups.join(other, index);
          pairs.push([other, index, similarity]);
        }
        bucket.push(index);
      }
    }
    return collect(this.ids, groups, pairs);
  }
}

/** One 53-bit number for the places of a band: bands that differ share it by chance about once in 2^53. */
function bandKey(values: Uint32Array, start: number, rows: number): number {
  let low = 0x811c9dc5;
  let high = 0x01000193;
  for (let at = start; at < start + rows; at += 1) {
    const value = values[at] ?? 0;
    low = mix32(low ^ value);
    high = mix32((high + value) | 0);
  }
  return (high & 0x1fffff) * 0x100000000 + low;
}

/** Union-find with path halving: which items belong together so far. */
class Groups {
  private readonly parents: Uint32Array;

  constructor(count: number) {
    this.parents = Uint32Array.from({ length: count }, (_, index) => index);
  }

  root(index: number): number {
    let at = index;
    for (;;) {
      const parent = this.parents[at] ?? at;
      if (parent === at) return at;
      const above = this.parents[parent] ?? parent;
      this.parents[at] = above;
      at = above;
    }
  }

  joined(one: number, other: number): boolean {
    return this.root(one) === this.root(other);
  }

  /** The smaller index stays the root, so that a group is named by its first member. */
  join(one: number, other: number): void {
    const [first, second] = [this.root(one), this.root(other)].sort((a, b) => a - b);
    if (first !== undefined && second !== undefined) this.parents[second] = first;
  }
}

function collect(
  ids: readonly string[],
  groups: Groups,
  pairs: readonly (readonly [number, number, number])[],
): NearGroup[] {
  const idOf = (index: number): string => ids[index] ?? '';
  const members = new Map<number, number[]>();
  const held = new Map<number, NearPair[]>();
  for (const index of ids.keys()) {
    const root = groups.root(index);
    listed(members, root).push(index);
  }
  for (const [one, other, similarity] of pairs) {
    const root = groups.root(one);
    const pair = [idOf(Math.min(one, other)), idOf(Math.max(one, other))] as const;
    listed(held, root).push({ ids: pair, similarity });
  }
  return [...members]
    .filter(([, indices]) => indices.length > 1)
    .map(([root, indices]) => ({ ids: indices.map(idOf), pairs: held.get(root) ?? [] }));
}

/** The list under a key, made when it is first asked for. */
function listed<T>(lists: Map<number, T[]>, key: number): T[] {
  const list = lists.get(key) ?? [];
  lists.set(key, list);
  return list;
}
