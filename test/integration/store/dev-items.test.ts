import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Item } from '../../../src-main/contract/item.ts';
import { openStore } from '../../../src-main/store/open.ts';
import type { DevItemFilter, Store } from '../../../src-main/store/store.ts';
import { temporaryFolder } from '../../fixtures/small-plan.ts';
import { dataOf } from './sample-plan.ts';

const strata = ['Rechnungen', 'delivery', 'sums'];
const towns = ['Zürich', 'ÖREBRO', 'Praha', 'Łódź', 'a\nline "break"'];

/** Every fourth is held out; what it says is nowhere else. */
const items: readonly Item[] = Array.from({ length: 20_000 }, (_, index) => ({
  id: `Ticket-${index}`,
  messages: [
    { role: 'system', content: 'Be brief.' },
    {
      role: 'user',
      content: `${index % 4 === 3 ? 'Secret' : 'Parcel'} ${index} to ${towns[index % towns.length] ?? ''}`,
    },
  ],
  stratum: strata[index % strata.length] ?? '',
  split: index % 4 === 3 ? 'held_out' : 'dev',
  check: { kind: 'numeric', answer: index },
}));
const dev = items.filter(({ split }) => split === 'dev');
const set = { name: 'desk', version: 1 };

let folder = '';
let store: Store;
beforeAll(() => {
  folder = temporaryFolder();
  store = dataOf(openStore(folder));
  dataOf(store.freezeItemSet('desk', items, '2026-01-01T00:00:00.000Z'));
  // Another set in the same file, so that a page that forgets the set shows.
  dataOf(store.freezeItemSet('other', items.slice(0, 100), '2026-01-01T00:00:00.000Z'));
});
afterAll(() => {
  store.close();
});

function expected({ stratum, text = '' }: DevItemFilter): readonly Item[] {
  const wanted = text.toLowerCase();
  return dev.filter(
    (item) =>
      (stratum === undefined || item.stratum === stratum) &&
      (item.id.toLowerCase().includes(wanted) ||
        item.messages.some(({ content }) => content.toLowerCase().includes(wanted))),
  );
}

test.each<[DevItemFilter, number]>([
  [{}, 487],
  [{ stratum: 'delivery' }, 500],
  [{ text: 'zürich' }, 500],
  [{ text: 'ZÜRICH', stratum: 'Rechnungen' }, 133],
  [{ text: 'öRebro' }, 500],
  [{ text: 'line "break"' }, 500],
  [{ text: 'ticket-1999' }, 500],
  [{ text: 'parcel 12 to' }, 1],
])('pages of %j put together are the matching items, in the order of the set', (filter, size) => {
  const wanted = expected(filter);
  expect(wanted.length).toBeGreaterThan(0);
  const found: Item[] = [];
  for (let offset = 0; offset < wanted.length; offset += size) {
    const page = store.devItemPage(set, filter, { offset, limit: size });
    expect(page.total).toBe(wanted.length);
    found.push(...page.items);
  }
  expect(found).toEqual(wanted);
  expect(store.devItemPage(set, filter, { offset: wanted.length, limit: 5 })).toEqual({
    items: [],
    total: wanted.length,
  });
});

test.each(['role', 'content', 'user', '\\n', '{"', 'no such words'])(
  'what is only around the words of the messages is not found: %s',
  (text) => {
    expect(store.devItemPage(set, { text }, { offset: 0, limit: 5 })).toEqual({ items: [], total: 0 });
  },
);

test('held-out items come by no page, no search and no name', () => {
  for (const text of ['Secret', 'Ticket-19999', 'Secret 7 to'])
    expect(store.devItemPage(set, { text }, { offset: 0, limit: 500 })).toEqual({ items: [], total: 0 });
  expect(store.devItem(set, 'Ticket-7')).toBeNull();
  expect(store.devItem(set, 'Ticket-8')).toEqual(items[8]);
  expect(store.devItem(set, 'no such item')).toBeNull();
  expect(store.devItem({ name: 'desk', version: 2 }, 'Ticket-8')).toBeNull();
});

test('a version that is frozen meanwhile has pages at once, for another reader as well', () => {
  const reader = dataOf(openStore(folder, { access: 'read' }));
  const page = { offset: 0, limit: 5 };
  const next = { name: 'desk', version: 2 };
  for (const one of [store, reader]) expect(one.devItemPage(next, {}, page).total).toBe(0);
  dataOf(store.freezeItemSet('desk', items.slice(0, 10), '2026-01-02T00:00:00.000Z'));
  for (const one of [store, reader]) {
    expect(one.devItemPage(next, {}, page)).toEqual({ items: dev.slice(0, 5), total: 8 });
    expect(one.devItemPage(set, {}, page).total).toBe(dev.length);
  }
  reader.close();
});
