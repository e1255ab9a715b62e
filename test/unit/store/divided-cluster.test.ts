import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dividedCluster, dividingItem } from '../../../src-main/store/divided-cluster.ts';

const placed = fc.array(
  fc.record(
    {
      id: fc.string({ minLength: 1 }),
      split: fc.constantFrom('dev' as const, 'held_out' as const),
      cluster: fc.constantFrom('a', 'b', 'dev/a', ''),
    },
    { requiredKeys: ['id', 'split'] },
  ),
  { maxLength: 12 },
);
const desk = { name: 'desk', version: 3 };

/** By hand, over all pairs. */
function isDivided(items: readonly { split: string; cluster?: string }[]): boolean {
  return items.some(({ split, cluster }) =>
    items.some((other) => cluster !== undefined && other.cluster === cluster && other.split !== split),
  );
}

test('items are refused exactly where a cluster has some of both splits', () => {
  fc.assert(
    fc.property(placed, (items) => {
      expect(dividedCluster(items) !== null).toBe(isDivided(items));
    }),
  );
});

test('items may come to a version exactly where they and it would not be divided together', () => {
  fc.assert(
    fc.property(placed, placed, (before, added) => {
      fc.pre(!isDivided(before));
      const fault = dividingItem(desk, before, added) ?? dividedCluster(added);
      expect(fault !== null).toBe(isDivided([...before, ...added]));
    }),
  );
});

test('the added item, its cluster and the next step are named, and nothing of the version', () => {
  const before = [{ id: 'secret', split: 'held_out' as const, cluster: 'doc 7' }];
  const added = [
    { id: 'new-1', split: 'held_out' as const, cluster: 'doc 7' },
    { id: 'new-2', split: 'dev' as const, cluster: 'doc 7' },
  ];
  const fault = dividingItem(desk, before, added);
  expect(fault).toMatchObject({
    code: 'cluster_divided',
    message: '"new-2" is dev, and its cluster "doc 7" is held out in desk@3.',
    next: 'Make the item held out too, or give it another cluster.',
    where: { item: 'new-2', field: 'cluster' },
  });
  expect(JSON.stringify(fault)).not.toContain('secret');
});
