import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Item } from '../../../../src-main/contract/item.ts';
import { bandsFor } from '../../../../src-main/items/duplicates/bands.ts';
import { exactDuplicates } from '../../../../src-main/items/duplicates/exact-duplicates.ts';
import { hashSeeds, jaccard, shingles, signature } from '../../../../src-main/items/duplicates/min-hash.ts';
import { defaultNearOptions, nearDuplicates } from '../../../../src-main/items/duplicates/near-duplicates.ts';
import { normalText } from '../../../../src-main/items/duplicates/normal-text.ts';
import { resolveGroups } from '../../../../src-main/items/duplicates/resolve-groups.ts';

const item = (id: string, text: string, more: Partial<Item> = {}): Item => ({
  id,
  messages: [{ role: 'user', content: text }],
  stratum: 'all',
  split: 'dev',
  check: { kind: 'exact', answer: 'x' },
  ...more,
});

describe('normalising', () => {
  it('drops differences of white space, case and ways to write numbers', () => {
    expect(normalText('  What  IS\n1,250.50 + 007?\t')).toBe('what is 1250.5 + 7?');
    expect(normalText('１２ 000 and 12000.00 and 12,000')).toBe('12000 and 12000 and 12000');
  });

  it('keeps different numbers apart', () => {
    expect(normalText('1.5')).not.toBe(normalText('15'));
    expect(normalText('1.250')).toBe('1.25');
    expect(normalText('v1.10')).not.toBe(normalText('v11'));
    expect(normalText('0')).toBe('0');
  });
});

describe('exact duplicates', () => {
  it('are grouped in the set’s order, and told when their checks disagree', () => {
    const groups = exactDuplicates([
      item('a', 'What is 1,000 + 1?'),
      item('b', 'Other'),
      item('c', 'what is  1000 + 1?'),
      item('d', 'OTHER', { check: { kind: 'exact', answer: 'y' } }),
      item('e', 'Alone'),
    ]);
    expect(groups).toEqual([
      { ids: ['a', 'c'], disagree: false },
      { ids: ['b', 'd'], disagree: true },
    ]);
  });

  it('are told apart by role', () => {
    const system: Item = { ...item('a', ''), messages: [{ role: 'system', content: 'Hello' }] };
    expect(exactDuplicates([system, item('b', 'Hello')])).toEqual([]);
  });
});

const words = fc.array(fc.constantFrom('oak', 'elm', 'ash', 'fir', 'yew', 'box', 'may'), {
  minLength: 3,
  maxLength: 40,
});

describe('MinHash', () => {
  it('estimates the Jaccard similarity: the mean error over pairs is that of 512 draws', () => {
    const seeds = hashSeeds(512, 7);
    let worst = 0;
    fc.assert(
      fc.property(words, words, (one, other) => {
        const [a, b] = [shingles(one.join(' '), 2), shingles(other.join(' '), 2)];
        const [x, y] = [signature(a, seeds), signature(b, seeds)];
        const equal = x.filter((value, index) => value === y[index]).length / seeds.length;
        worst = Math.max(worst, Math.abs(equal - jaccard(a, b)));
      }),
      { seed: 5, numRuns: 300 },
    );
    // Five standard errors of a share of 512 at its widest, one half.
    expect(worst).toBeLessThan(5 * Math.sqrt(0.25 / 512));
  });

  it('has the Jaccard similarity of the sets by definition', () => {
    fc.assert(
      fc.property(words, words, (one, other) => {
        const [a, b] = [new Set(shingles(one.join(' '), 2)), new Set(shingles(other.join(' '), 2))];
        const both = [...a].filter((value) => b.has(value)).length;
        const expected = both / (a.size + b.size - both);
        expect(jaccard(Uint32Array.from(a), Uint32Array.from(b))).toBeCloseTo(expected, 12);
      }),
      { numRuns: 100 },
    );
  });
});

describe('bands', () => {
  it('catch a pair at the threshold in 19 of 20 cases, and no stricter bands would', () => {
    for (const threshold of [0.3, 0.5, 0.7, 0.9, 1]) {
      const { bands, rows } = bandsFor(threshold, 128);
      expect(bands * rows).toBeLessThanOrEqual(128);
      expect(1 - (1 - threshold ** rows) ** bands).toBeGreaterThanOrEqual(0.95);
      const stricter = rows + 1;
      const left = Math.floor(128 / stricter);
      if (stricter <= 128)
        expect(1 - (1 - threshold ** stricter) ** left).toBeLessThan(threshold === 1 ? 2 : 0.95);
    }
  });
});

describe('near-duplicates', () => {
  const story =
    'the parcel with the blue ribbon was left at the back door of the old mill by the river on friday morning';

  it('are grouped with their similarity, and items that differ stay alone', () => {
    const groups = nearDuplicates([
      item('a', story),
      item('b', 'how many apples are in a box of twelve rows with nine apples each'),
      item('c', story.replace('friday', 'monday')),
      item('d', `${story} again`),
    ]);
    expect(groups).toHaveLength(1);
    expect(groups[0]?.ids).toEqual(['a', 'c', 'd']);
    for (const { similarity } of groups[0]?.pairs ?? []) expect(similarity).toBeGreaterThanOrEqual(0.7);
  });

  it('depend on the seed for what is looked at, never for what is alike', () => {
    const items = Array.from({ length: 60 }, (_, index) =>
      item(`i${index}`, `${story} ${index % 20} ${'and then some more '.repeat(index % 3)}`),
    );
    const listed = [1, 2, 3].map((seed) => nearDuplicates(items, { ...defaultNearOptions, seed }));
    for (const groups of listed) {
      for (const { similarity } of groups.flatMap(({ pairs }) => pairs))
        expect(similarity).toBeGreaterThanOrEqual(0.7);
    }
    expect(nearDuplicates(items)).toEqual(nearDuplicates(items));
  });

  it('of thousands of equal items are one group, without comparing each with each', () => {
    const groups = nearDuplicates(Array.from({ length: 3000 }, (_, index) => item(`i${index}`, story)));
    expect(groups.map(({ ids }) => ids.length)).toEqual([3000]);
    expect(groups[0]?.pairs).toHaveLength(2999);
  });

  it('of empty and very short texts are found as well', () => {
    expect(nearDuplicates([item('a', ''), item('b', '…'), item('c', 'yes')]).map(({ ids }) => ids)).toEqual([
      ['a', 'b'],
    ]);
  });
});

describe('deciding on groups', () => {
  const items = [
    item('a', '1'),
    item('b', '2', { cluster: 'doc' }),
    item('c', '3'),
    item('d', '4', { cluster: 'doc' }),
    item('e', '5'),
  ];

  it('keeps the first and leaves the others out', () => {
    const { items: kept, removed } = resolveGroups(items, [{ ids: ['a', 'c'] }], 'keep_first');
    expect(kept.map(({ id }) => id)).toEqual(['a', 'b', 'd', 'e']);
    expect(removed).toEqual(['c']);
  });

  it('keeps all as one cluster, with the clusters that they were in', () => {
    const { items: kept, clustered } = resolveGroups(items, [{ ids: ['a', 'b'] }], 'cluster');
    expect(kept.map(({ id, cluster }) => [id, cluster])).toEqual([
      ['a', 'near:a'],
      ['b', 'near:a'],
      ['c', undefined],
      ['d', 'near:a'],
      ['e', undefined],
    ]);
    expect(clustered).toEqual(['a', 'b']);
  });

  it('may differ from group to group', () => {
    const { items: kept } = resolveGroups(items, [{ ids: ['a', 'c'] }, { ids: ['d', 'e'] }], (group) =>
      group.ids.includes('a') ? 'ignore' : 'keep_first',
    );
    expect(kept.map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd']);
  });
});
