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

const nobody = { dev: 0, heldOut: 0 };
const unmoved = { movedItems: () => nobody };

test('the newest version of the same set comes before a new one, and nothing before a first one', () => {
  const before = [versionOf('items', 1), versionOf('items', 2, 1617), versionOf('desk', 7)];
  expect(followedVersion(unmoved, before, versionOf('items', 3))).toEqual({ ...before[1], moved: nobody });
  expect(followedVersion(unmoved, before, versionOf('other', 1))).toBeNull();
  expect(followedVersion(unmoved, [], versionOf('items', 1))).toBeNull();
});

test('a version that was there already is not new', () => {
  const before = [versionOf('items', 2), versionOf('items', 1)];
  expect(followedVersion(unmoved, before, versionOf('items', 2))).toBeNull();
  expect(followedVersion(unmoved, before, versionOf('items', 1))).toBeNull();
});

test('both versions are named, with what is in them, and what changed sides', () => {
  const words = (moved: { readonly dev: number; readonly heldOut: number }) =>
    followWords(versionOf('items', 2), { ...versionOf('items', 1, 1617), moved }, 'Take another name.');
  const both =
    'items@2 (2 items) is the next version of the set items: before it is items@1 (1,617 items, frozen 2026-11-30). ';
  expect(words(nobody)).toBe(`${both}Take another name.`);
  expect(words({ dev: 1, heldOut: 2 })).toBe(
    `${both}2 items that were dev in items@1 are held out now. 1 item that was held out in items@1 is dev now. Take another name.`,
  );
});
