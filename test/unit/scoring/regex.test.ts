import { expect, test } from 'vitest';
import type { CheckOf } from '../../../src-main/contract/item.ts';
import { score, validateCheck } from '../../../src-main/scoring/registry.ts';

type Pattern = Omit<CheckOf<'regex'>, 'kind'>;
const scoreOf = (pattern: Pattern, text: string, finish: 'end' | 'length' = 'end') =>
  score({ kind: 'regex', ...pattern }, { text, finish });

test.each<[Pattern, string, number | null]>([
  [{ pattern: 'a+' }, 'xxaa', 1],
  [{ pattern: 'a+' }, 'xx', 0],
  [{ pattern: 'OSLO' }, 'In Oslo.', 0],
  [{ pattern: 'OSLO', flags: 'i' }, 'In Oslo.', 1],
  [{ pattern: '^two$', flags: 'm' }, 'one\ntwo', 1],
  [{ pattern: 'a', flags: 'g' }, 'a', 1],
  [{ pattern: 'a', flags: 'dg' }, 'a', 1],
  [{ pattern: String.raw`\p{Lu}`, flags: 'u' }, 'x', 0],
  [{ pattern: String.raw`total: (\d+)`, answer: '42' }, 'total: 42', 1],
  [{ pattern: String.raw`total: (\d+)`, answer: '42' }, 'total: 43', 0],
  [{ pattern: String.raw`total: (\d+)`, answer: '42' }, 'none', null],
  [{ pattern: '(x)?y', answer: 'x' }, 'y', null],
  [{ pattern: 'a+' }, '', null],
  [{ pattern: 'secret' }, '<think>secret</think>no', 0],
])('%j over %j is %j', (pattern, text, value) => {
  const scored = scoreOf(pattern, text);
  expect(scored.value).toBe(value);
  expect(scored.outcome).toBe(value === null ? 'unparsed' : 'scored');
  // A flag such as g remembers nothing from one answer to the next.
  expect(scoreOf(pattern, text)).toEqual(scored);
});

test('what was not reached before the token limit is cut off, where a group was to be read', () => {
  expect(scoreOf({ pattern: '(a)', answer: 'a' }, 'x', 'length').outcome).toBe('truncated');
  expect(scoreOf({ pattern: 'a' }, 'x', 'length')).toMatchObject({ outcome: 'scored', value: 0 });
});

test('the span is group 1, or the match, in the output as stored', () => {
  const text = '<think>a</think>\uFEFF total: 42.';
  const spanOf = (pattern: Pattern): string => {
    const { start = 0, end = 0 } = scoreOf(pattern, text).span ?? {};
    return text.slice(start, end);
  };
  expect(spanOf({ pattern: String.raw`total: (\d+)`, answer: '42' })).toBe('42');
  expect(spanOf({ pattern: String.raw`total: (\d+)` })).toBe('total: 42');
});

test.each<[Pattern, string]>([
  [{ pattern: '(a' }, 'check.pattern'],
  [{ pattern: '(?i)a' }, 'check.pattern'],
  [{ pattern: 'a', flags: 'q' }, 'check.flags'],
  [{ pattern: 'a', flags: 'ii' }, 'check.flags'],
  [{ pattern: 'a', answer: 'a' }, 'check.pattern'],
  [{ pattern: '(?:a)', answer: 'a' }, 'check.pattern'],
])('%j is found out before a run', (pattern, field) => {
  const valid = validateCheck({ kind: 'regex', ...pattern });
  expect(valid.ok ? null : [valid.error.code, valid.error.where?.field]).toEqual(['item_broken', field]);
  if (field === 'check.flags' || pattern.answer === undefined)
    expect(scoreOf(pattern, 'a').outcome).toBe('unsupported');
});

test('a named group is group 1, too', () => {
  expect(validateCheck({ kind: 'regex', pattern: '(?<n>a)', answer: 'a' }).ok).toBe(true);
});
