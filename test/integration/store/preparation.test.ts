import { expect, test } from 'vitest';
import { openStore } from '../../../src-main/store/open.ts';
import { dataOf, sampleItems } from './sample-plan.ts';
import { temporaryFolder } from './temporary-folder.ts';

test('a version keeps the first record of its preparation, and has none where nobody wrote one', () => {
  const store = dataOf(openStore(temporaryFolder()));
  const items = sampleItems(12);
  const at = '2026-01-01T00:00:00.000Z';
  const set = dataOf(store.freezeItemSet('desk', items, at));
  expect(store.preparation(set)).toBeNull();
  dataOf(store.freezeItemSet('desk', items, at, { form: 1 }));
  expect(store.preparation(set)).toEqual({ form: 1 });
  dataOf(store.freezeItemSet('desk', items, at, { form: 2 }));
  expect(store.preparation(set)).toEqual({ form: 1 });
  const next = dataOf(store.freezeItemSet('desk', items.slice(1), at, { form: 3 }));
  expect(store.preparation(next)).toEqual({ form: 3 });
  store.close();
});
