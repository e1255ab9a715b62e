import fc from 'fast-check';
import { expect, test } from 'vitest';
import { takeClusterSides } from '../../../src-main/items/cluster-side.ts';
import { toItem } from '../../../src-main/items/item-record.ts';
import { dividedCluster } from '../../../src-main/store/divided-cluster.ts';

const records = fc.array(
  fc.record(
    { cluster: fc.constantFrom('a', 'b', 'c'), split: fc.constantFrom('dev' as const, 'held_out' as const) },
    { requiredKeys: [] },
  ),
  { maxLength: 12 },
);

function read(fields: { readonly cluster?: string; readonly split?: string }, index = 0) {
  const record = { id: `i${index}`, input: 'Why?', check: { kind: 'exact', answer: 'so' }, ...fields };
  const item = toItem(record);
  if (!item.ok) throw new Error(item.error.message);
  return { item: item.data, splitGiven: fields.split !== undefined };
}

function splitsOf(...fields: readonly { readonly cluster?: string; readonly split?: string }[]): string[] {
  return takeClusterSides(fields.map(read)).map(({ split }) => split);
}

test('items without a split go with those of their cluster that have one, before or after them', () => {
  const open = { cluster: 'page-1' };
  expect(splitsOf(open, { ...open, split: 'dev' }, open, {}, { cluster: 'page-2' })).toEqual([
    'dev',
    'dev',
    'dev',
    'held_out',
    'held_out',
  ]);
  expect(splitsOf(open, { ...open, split: 'held_out' })).toEqual(['held_out', 'held_out']);
  expect(splitsOf({ split: 'dev' }, {})).toEqual(['dev', 'held_out']);
});

test('a split that is given stays, and a cluster is divided only where both are given', () => {
  fc.assert(
    fc.property(records, (fields) => {
      const items = takeClusterSides(fields.map(read));
      for (const [index, { split }] of fields.entries())
        if (split !== undefined) expect(items[index]?.split).toBe(split);
      const bothGiven = ['a', 'b', 'c'].some(
        (name) =>
          fields.some(({ cluster, split }) => cluster === name && split === 'dev') &&
          fields.some(({ cluster, split }) => cluster === name && split === 'held_out'),
      );
      expect(dividedCluster(items) !== null).toBe(bothGiven);
    }),
  );
});
