import { expect, test } from 'vitest';
import { itemCountWords } from '../../../../src-main/contract/presentation/item-count-words.ts';

test('one item is not several', () => {
  expect([0, 1, 1617].map((count) => itemCountWords(count))).toEqual(['0 items', '1 item', '1,617 items']);
  expect([1, 2].map((count) => itemCountWords(count, 'held-out'))).toEqual([
    '1 held-out item',
    '2 held-out items',
  ]);
});
