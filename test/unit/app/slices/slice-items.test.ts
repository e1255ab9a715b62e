import { describe, expect, it, test } from 'vitest';
import type { SliceItem } from '../../../../src-main/contract/calls/slices.ts';
import { emptySlice, withItem, withoutItem } from '../../../../src-main/app/slices/slice-content.ts';
import { formItem, unfinishedItems } from '../../../../src-main/app/slices/slice-items.ts';

const good: SliceItem = {
  id: ' refund-1 ',
  messages: [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: 'How much?' },
  ],
  stratum: 'refunds',
  band: ' ',
  cluster: '',
  split: 'dev',
  check: { kind: 'numeric', fields: { answer: '5' } },
  example: 'five',
};

test('a finished item is an item of a version, and says that it was written by hand', () => {
  expect(formItem(good)).toEqual({
    problems: [],
    item: {
      id: 'refund-1',
      messages: good.messages,
      stratum: 'refunds',
      split: 'dev',
      source: 'hand-written',
      check: { kind: 'numeric', answer: 5 },
    },
  });
  expect(formItem({ ...good, stratum: '', band: 'hard', cluster: 'doc' }).item).toMatchObject({
    stratum: 'all',
    band: 'hard',
    cluster: 'doc',
  });
});

describe('an item is not finished', () => {
  it.each([
    ['without an id', { id: ' ' }, 'id'],
    ['with a control character in its id', { id: 'a\u0007b' }, 'id'],
    ['without messages', { messages: [] }, 'messages'],
    ['with an empty turn', { messages: [{ role: 'user' as const, content: ' ' }] }, 'messages.0'],
    ['that only the system speaks in', { messages: [{ role: 'system' as const, content: 'x' }] }, 'messages'],
    [
      'that the model has answered already',
      {
        messages: [
          { role: 'user' as const, content: 'x' },
          { role: 'assistant' as const, content: 'y' },
        ],
      },
      'messages.1',
    ],
    ['with half a character', { messages: [{ role: 'user' as const, content: '\ud800' }] }, 'id'],
    ['with a check that is none yet', { check: { kind: 'numeric' as const, fields: {} } }, 'answer'],
  ])('%s', (_name, change, field) => {
    const { item, problems } = formItem({ ...good, ...change });
    expect(item).toBeNull();
    expect(problems.map((problem) => problem.field)).toContain(field);
  });

  it('where another one before it has the id', () => {
    const items = ['a', 'b', 'a '].map((id, index) => ({ key: index + 1, item: { ...good, id } }));
    expect(unfinishedItems(items)).toEqual([
      { key: 3, problems: [{ field: 'id', line: null, message: 'Another item has the id a.' }] },
    ]);
  });
});

describe('a slice', () => {
  const added = (
    content: ReturnType<typeof emptySlice>,
    id: string,
    place?: number,
    key: number | null = null,
  ) => {
    const made = withItem(content, { key, item: { ...good, id }, ...(place === undefined ? {} : { place }) });
    if (!made.ok) throw new Error(made.error.message);
    return made.data;
  };

  it('keeps keys, and puts what was deleted back where it was', () => {
    let content = emptySlice('Cases');
    for (const id of ['a', 'b', 'c']) ({ content } = added(content, id));
    expect(content.items.map(({ key }) => key)).toEqual([1, 2, 3]);
    const without = withoutItem(content, 2);
    const again = added(without, 'd', 1);
    expect(again.key).toBe(4);
    const { content: restored } = added(without, 'b', 1, 2);
    expect(restored.items.map(({ item }) => item.id)).toEqual(['a', 'b', 'c']);
    expect(added(restored, 'B', undefined, 2).content.items.map(({ item }) => item.id)).toEqual([
      'a',
      'B',
      'c',
    ]);
  });

  it('has room for a thousand items', () => {
    let content = emptySlice('Cases');
    for (let count = 0; count < 1000; count += 1) ({ content } = added(content, `i${count}`));
    expect(withItem(content, { key: null, item: good })).toMatchObject({
      ok: false,
      error: { code: 'usage' },
    });
    expect(withItem(content, { key: 7, item: good }).ok).toBe(true);
  });
});
