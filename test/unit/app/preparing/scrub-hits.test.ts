import { expect, test } from 'vitest';
import type { ImportedItem } from '../../../../src-main/items/import/import-file.ts';
import { standardRules } from '../../../../src-main/items/scrub/rule-table.ts';
import { scrubImported } from '../../../../src-main/items/scrub/scrub-items.ts';
import { ScrubHits, shownHits } from '../../../../src-main/app/preparing/scrub-hits.ts';

const imported = (id: string, prompt: string, answer = 'yes'): ImportedItem => ({
  item: {
    id,
    messages: [{ role: 'user', content: prompt }],
    stratum: 'all',
    split: 'dev',
    check: { kind: 'exact', answer },
  },
  where: { file: 'f', line: 1 },
  splitGiven: false,
  repeated: false,
  outputs: [],
  fields: {},
});

const items = [
  imported('none', 'Nothing to see.'),
  imported('two', 'Write to a@b.example or ring +49 30 901820, then a@b.example again.', 'a@b.example'),
  imported('one', `${'x '.repeat(100)}c@d.example${' y'.repeat(100)}`),
];

function hitsOf(all: readonly ImportedItem[]): ScrubHits {
  const hits = new ScrubHits(all, standardRules);
  for (const [index, one] of all.entries()) hits.add(index, scrubImported(one, standardRules).hits);
  return hits;
}

test('a hit stands in its text before, and in the scrubbed text after', () => {
  const [first, second, third, fourth] = hitsOf(items).page({}, { offset: 0, limit: 10 }).rows;
  expect(first).toEqual({
    item: 'two',
    rule: 'email',
    field: 'messages.0.content',
    before: {
      lead: 'Write to ',
      found: 'a@b.example',
      tail: ' or ring +49 30 901820, then a@b.example again.',
    },
    after: { lead: 'Write to ', placeholder: '[EMAIL_1]', tail: ' or ring [PHONE_1], then [EMAIL_1] again.' },
  });
  expect(second?.after).toEqual({
    lead: 'Write to [EMAIL_1] or ring ',
    placeholder: '[PHONE_1]',
    tail: ', then [EMAIL_1] again.',
  });
  expect(third?.before.tail).toBe(' again.');
  expect(fourth).toMatchObject({ field: 'check.answer', after: { lead: '', placeholder: '[EMAIL_1]' } });
});

test('pages and rules cut the same list as all hits in order do', () => {
  const hits = hitsOf(items);
  const all = items.flatMap((one) => shownHits(scrubImported(one, standardRules).hits));
  expect(all).toHaveLength(5);
  const page = (offset: number, rule?: string) =>
    hits.page(rule === undefined ? {} : { rule }, { offset, limit: 2 });
  expect([page(0), page(2), page(4)].flatMap(({ rows }) => rows)).toEqual(all);
  expect(page(0)).toMatchObject({ total: 5, offset: 0 });
  expect(hits.page({ rule: 'phone' }, { offset: 0, limit: 9 }).rows).toEqual(
    all.filter(({ rule }) => rule === 'phone'),
  );
  expect(hits.page({ rule: 'iban' }, { offset: 0, limit: 9 })).toEqual({ rows: [], total: 0, offset: 0 });
});

test('of a long text only what stands around the hit is shown', () => {
  const { before } = hitsOf(items).page({ rule: 'email' }, { offset: 3, limit: 1 }).rows[0] ?? {};
  expect(before?.lead).toHaveLength(61);
  expect(before?.lead.startsWith('…')).toBe(true);
  expect(before?.tail.endsWith('…')).toBe(true);
});

test('a hit that stays is among all, on a page of its own and under no rule', () => {
  const hits = hitsOf([imported('a@b.example', 'From a@b.example', 'c@b.example'), ...items]);
  const all = hits.page({}, { offset: 0, limit: 2 });
  expect(all.total).toBe(8);
  expect(all.rows[0]).toEqual({
    item: 'a@b.example',
    rule: 'email',
    field: 'id',
    before: { lead: '', found: 'a@b.example', tail: '' },
    after: null,
  });
  expect(all.rows[1]).toMatchObject({ field: 'messages.0.content', after: { placeholder: '[EMAIL_1]' } });
  expect(hits.page({ kept: true }, { offset: 0, limit: 9 })).toEqual({
    rows: all.rows.slice(0, 1),
    total: 1,
    offset: 0,
  });
  expect(hits.page({ rule: 'email' }, { offset: 0, limit: 9 }).rows.map(({ field }) => field)).not.toContain(
    'id',
  );
});
