import { describe, expect, it } from 'vitest';
import type { Item } from '../../../../src-main/contract/item.ts';
import { diffVersions } from '../../../../src-main/items/versions/diff-versions.ts';

const item = (id: string, more: Partial<Item> = {}): Item => ({
  id,
  messages: [{ role: 'user', content: id }],
  stratum: 'all',
  split: 'dev',
  check: { kind: 'json_equal', answer: { a: 1, b: 2 } },
  ...more,
});

describe('the difference of two versions', () => {
  it('names what was added, removed and changed, with the fields', () => {
    const before = [item('a'), item('b'), item('c'), item('d', { band: 'easy' })];
    const after = [
      item('c', { split: 'held_out', band: 'hard' }),
      item('a', { check: { kind: 'json_equal', answer: { b: 2, a: 1 } } }),
      item('e'),
      item('d'),
    ];
    const { added, removed, changed, unchanged } = diffVersions(before, after);
    expect(added.map(({ id }) => id)).toEqual(['e']);
    expect(removed.map(({ id }) => id)).toEqual(['b']);
    expect(changed.map(({ id, fields }) => [id, fields])).toEqual([
      ['c', ['band', 'split']],
      ['d', ['band']],
    ]);
    expect(unchanged).toBe(1);
  });

  it('of a version with itself is nothing', () => {
    const version = [item('a'), item('b')];
    expect(diffVersions(version, version.toReversed())).toEqual({
      added: [],
      removed: [],
      changed: [],
      unchanged: 2,
    });
  });
});
