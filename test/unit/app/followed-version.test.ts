import { expect, test } from 'vitest';
import { followedVersion, followWords } from '../../../src-main/app/followed-version.ts';
import type { ItemSetVersion } from '../../../src-main/contract/item.ts';

function versionOf(name: string, version: number, items = 2): ItemSetVersion {
  return {
    name,
    version,
    hash: `${name}-${version}`,
    counts: { items, dev: 0, heldOut: items },
    frozenAt: '2026-11-30T10:00:00.000Z',
    canary: 'canary',
  };
}

test('the newest version of the same set comes before a new one, and nothing before a first one', () => {
  const before = [versionOf('items', 1), versionOf('items', 2, 1617), versionOf('desk', 7)];
  expect(followedVersion(before, versionOf('items', 3))).toBe(before[1]);
  expect(followedVersion(before, versionOf('other', 1))).toBeNull();
  expect(followedVersion([], versionOf('items', 1))).toBeNull();
});

test('a version that was there already is not new', () => {
  const before = [versionOf('items', 2), versionOf('items', 1)];
  expect(followedVersion(before, versionOf('items', 2))).toBeNull();
  expect(followedVersion(before, versionOf('items', 1))).toBeNull();
});

test('both versions are named, with what is in them', () => {
  expect(followWords(versionOf('items', 2), versionOf('items', 1, 1617), 'Take another name.')).toBe(
    'items@2 (2 items) is the next version of the set items: before it is items@1 (1,617 items, frozen 2026-11-30). Take another name.',
  );
});
