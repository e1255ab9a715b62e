import { expect, test } from 'vitest';
import { mappedFields } from '../../../../src-main/items/import/field-mapping.ts';
import { formatRoute, parseRoute } from '../../../../src-renderer/app/routes.ts';
import {
  importRoute,
  itemSetsView,
  itemsRoute,
  setRoute,
} from '../../../../src-renderer/screens/item-sets/item-sets-query.ts';
import {
  brokenRecords,
  checkRows,
  differenceWords,
  exportPath,
  isWrong,
  nameFromFile,
  placeWords,
  problemWords,
  triedWords,
} from '../../../../src-renderer/screens/item-sets/item-sets-words.ts';
import { commonFields, scorerFields } from '../../../../src-renderer/screens/item-sets/mapping-fields.ts';

test('every field that the app maps can be named, and no other', () => {
  const named = [...commonFields, ...scorerFields].map(({ field }) => field);
  expect([...named, 'scorer'].toSorted()).toEqual(mappedFields.toSorted());
});

test('a place on the screen survives its address', () => {
  const set = { name: 'Müller & Co / 2026', version: 3 };
  const at = (route: typeof importRoute) => {
    const url = new URL(formatRoute(route), 'http://localhost');
    return itemSetsView(parseRoute(url.pathname, url.search).query);
  };
  expect(at(setRoute(set))).toEqual({ view: 'set', set });
  expect(at(itemsRoute(set))).toEqual({ view: 'items', set });
  expect(at(importRoute)).toEqual({ view: 'import' });
  for (const version of ['', '0', '1.5', 'x'])
    expect(itemSetsView({ set: 'a', version })).toEqual({ view: 'list' });
});

test('a difference says what came, went and changed', () => {
  expect(differenceWords(2, { added: 1, removed: 0, changed: 12, same: 1828 })).toBe(
    '1 item added, 0 removed, 12 changed, 1,828 as in version 2.',
  );
  expect(differenceWords(1, { added: 0, removed: 0, changed: 0, same: 40 })).toBe(
    'The same 40 items as version 1, in another order.',
  );
});

test('a problem has its place in a column and not again in the sentence', () => {
  const where = { file: '/data/rows.csv', line: 1203 };
  const message = '/data/rows.csv, line 1203: the answer is empty.';
  expect(problemWords({ code: 'item_broken', message, where })).toBe('the answer is empty.');
  expect(placeWords(where)).toBe('line 1,203');
  expect(placeWords({ row: 7 })).toBe('row 7');
  expect(problemWords({ code: 'file_broken', message: 'The file ends early.' })).toBe('The file ends early.');
  expect(placeWords(undefined)).toBe('');
});

test('records without an answer refuse nothing', () => {
  const codes = ['item_unanswered', 'item_unsupported', 'item_broken', 'item_duplicate'] as const;
  expect(brokenRecords(codes.map((code) => ({ code, message: code })))).toBe(2);
});

test('a check is shown by its fields', () => {
  expect(checkRows({ kind: 'rules', must_not_contain: ['sorry'] })).toEqual([
    ['must not contain', '[\n "sorry"\n]'],
  ]);
  expect(checkRows({ kind: 'regex', pattern: '^a', flags: 'i' })).toEqual([
    ['pattern', '^a'],
    ['flags', 'i'],
  ]);
});

test('an export is named after its set and version, as the machine of the app writes paths', () => {
  expect(exportPath('/home/ada', { name: 'desk', version: 2 }, 'jsonl')).toBe('/home/ada/desk-2-dev.jsonl');
  expect(exportPath('C:\\sets', { name: 'a/b: c', version: 1 }, 'parquet')).toBe(
    'C:\\sets\\a-b-c-1-dev.parquet',
  );
  expect(exportPath('/', { name: 'desk', version: 2 }, 'jsonl')).toBe('/desk-2-dev.jsonl');
});

test('a set is called as its file', () => {
  expect(['tickets.csv', 'a.b.jsonl.gz', 'plain'].map(nameFromFile)).toEqual(['tickets', 'a.b', 'plain']);
});

test.each([
  ['234', { outcome: 'scored', value: 1, reason: 'equal' }, false, 'The right answer itself scores 1.'],
  [
    '234',
    { outcome: 'scored', value: 0.5, reason: 'half of the facts' },
    true,
    'The right answer itself scores 0.5: half of the facts. Look at the mapping again.',
  ],
  [
    'soon',
    { outcome: 'unparsed', value: null, reason: 'no number' },
    true,
    'The right answer itself is unparsed: no number. Look at the mapping again.',
  ],
  ['x', null, false, 'The check runs in a process of its own and is not tried here.'],
  [null, null, false, 'There is no right answer to try the check with.'],
] as const)('what the scorer says to %s itself', (tried, score, wrong, words) => {
  const item = { tried, score, fault: null };
  expect([isWrong(item), triedWords(item)]).toEqual([wrong, words]);
});

test('options that are weighed have no answer that could be tried', () => {
  const words = triedWords({
    tried: 'A',
    score: null,
    fault: null,
    check: { kind: 'choice', options: ['yes', 'no'], answer: 'A', by: 'logprob' },
  });
  expect(words).toBe('The model weighs every option: there is no answer to try.');
});

test('a check that can score nothing is said before anything else', () => {
  const item = {
    tried: 'a',
    score: null,
    fault: { code: 'item_broken', message: 'A broken schema.' },
  } as const;
  expect([isWrong(item), triedWords(item)]).toEqual([true, 'No answer can be scored: A broken schema.']);
});
