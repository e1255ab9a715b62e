import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { failure, success } from '../../../src-main/contract/result.ts';
import { createPagedList, loadedRows, rowAt } from '../../../src-renderer/stores/paged-list.ts';
import type { Asked } from './scripted-client.ts';
import { scriptedClient, settled } from './scripted-client.ts';

interface Page {
  readonly offset: number;
  readonly limit: number;
}

const pageOf = ({ input }: Asked) => (input as { readonly page: Page }).page;

/** Answers as a list of `total` rows would: row i is `{ id: "{prefix}{i}" }`. */
function answerWith(asked: Asked, total: number, prefix = '') {
  const { offset, limit } = pageOf(asked);
  const length = Math.max(0, Math.min(limit, total - offset));
  const rows = Array.from({ length }, (_, index) => ({ id: `${prefix}${offset + index}` }));
  asked.answer(success({ rows, total, offset }));
}

function listOf(pageSize: number) {
  const scripted = scriptedClient();
  return { ...scripted, list: createPagedList(scripted.client, 'comparisons.list_comparisons', pageSize) };
}

describe('a paged list', () => {
  test('reads the pages that are looked at, each once', async () => {
    const { list, asked, last } = listOf(10);
    void list.open({});
    answerWith(last(), 1000);
    await settled();
    void list.ensure(0, 10);
    void list.ensure(455, 472);
    void list.ensure(460, 471);
    expect(asked.map(pageOf)).toEqual([
      { offset: 0, limit: 10 },
      { offset: 450, limit: 10 },
      { offset: 460, limit: 10 },
      { offset: 470, limit: 10 },
    ]);
    for (const one of asked.slice(1)) answerWith(one, 1000);
    await settled();
    const state = list.store.getState();
    expect(rowAt(state, 10, 463)).toEqual({ id: '463' });
    expect(rowAt(state, 10, 480)).toBeUndefined();
    expect(state).toMatchObject({ total: 1000, busy: false });
  });

  test('whatever is looked at is there afterwards, and is the right row', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 60 }),
        fc.integer({ min: 1, max: 300 }),
        fc.array(fc.tuple(fc.nat(299), fc.integer({ min: 1, max: 80 })), { maxLength: 6 }),
        async (pageSize, total, looks) => {
          const { list, asked } = listOf(pageSize);
          void list.open({});
          for (const [from, many] of looks)
            void list.ensure(Math.min(from, total - 1), Math.min(from + many, total));
          for (const one of asked) answerWith(one, total);
          await settled();
          const state = list.store.getState();
          for (const [from, many] of looks) {
            for (let index = from; index < Math.min(from + many, total); index++) {
              expect(rowAt(state, pageSize, index)).toEqual({ id: String(index) });
            }
          }
          expect(new Set(asked.map((one) => pageOf(one).offset)).size).toBe(asked.length);
        },
      ),
    );
  });

  test('with another filter drops what was there, or keeps it until the new page has come', async () => {
    const { list, asked, last } = listOf(10);
    void list.open({});
    answerWith(last(), 3, 'old');
    await settled();
    void list.open({ search: 'x' }, 'keep');
    expect(list.store.getState()).toMatchObject({ stale: true, total: 3 });
    void list.ensure(20, 30);
    expect(asked).toHaveLength(2);
    answerWith(last(), 2, 'new');
    await settled();
    expect(loadedRows(list.store.getState())).toEqual([{ id: 'new0' }, { id: 'new1' }]);
    void list.open({ search: 'y' });
    expect(list.store.getState()).toMatchObject({ total: null });
    expect(list.store.getState().pages.size).toBe(0);
  });

  test('throws away an answer that was overtaken', async () => {
    const { list, asked } = listOf(10);
    void list.open({ search: 'a' });
    void list.open({ search: 'b' });
    const [first, second] = asked;
    if (first === undefined || second === undefined) throw new Error('Two pages were to be asked for.');
    answerWith(second, 1, 'b');
    await settled();
    answerWith(first, 1, 'a');
    await settled();
    expect(first.signal?.aborted).toBe(true);
    expect(loadedRows(list.store.getState())).toEqual([{ id: 'b0' }]);
  });

  test('reads again in place, and keeps its rows when that fails', async () => {
    const { list, asked, last } = listOf(10);
    void list.open({});
    answerWith(last(), 5, 'old');
    await settled();
    void list.refresh();
    expect(loadedRows(list.store.getState())).toHaveLength(5);
    last().answer(failure('store_full', 'The disk is full.'));
    await settled();
    expect(list.store.getState()).toMatchObject({ error: { code: 'store_full' }, total: 5 });
    expect(loadedRows(list.store.getState())[0]).toEqual({ id: 'old0' });
    void list.refresh();
    answerWith(last(), 4, 'new');
    await settled();
    expect(asked).toHaveLength(3);
    expect(list.store.getState()).toMatchObject({ error: null, total: 4 });
    expect(loadedRows(list.store.getState()).map(({ id }) => id)).toEqual(['new0', 'new1', 'new2', 'new3']);
  });
});
