import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Check } from '../../../src-main/contract/item.ts';
import { score } from '../../../src-main/scoring/registry.ts';

/** What the scorer read, cut from the output as stored. */
function read(check: Check, text: string): string | null {
  const { span } = score(check, { text, finish: 'end' });
  return span ? text.slice(span.start, span.end) : null;
}

const choice: Check = { kind: 'choice', options: ['Paris', 'Oslo', 'Rome'], answer: 'B' };
const number: Check = { kind: 'numeric', answer: 42 };
const json: Check = { kind: 'json_equal', answer: { a: 1 } };
const call: Check = { kind: 'tool_call', calls: [{ name: 'f', arguments: { a: 1 } }] };

test.each<[string, Check, string, string]>([
  ['a number', number, 'It is 42.', '42'],
  ['its sign', { kind: 'numeric', answer: -42 }, 'It is -42.', '-42'],
  ['its sign before the currency', { kind: 'numeric', answer: -42 }, 'It is -$42.00!', '-$42.00'],
  ['its percent sign', number, 'some 42 % of it', '42 %'],
  ['full-width digits', number, 'Ｔｈｅ answer：４２。', '４２'],
  ['a number behind a ligature that NFKC makes longer', number, 'ﷺ ﬁne: 42!', '42'],
  ['a number behind decomposed letters', number, 'Cafe\u0301 No. 4: 42', '42'],
  ['a vulgar fraction', { kind: 'numeric', answer: 2.5 }, 'about 2½ h', '2½'],
  ['a superscript exponent', { kind: 'numeric', answer: 1500 }, 'say 1.5×10³ m', '1.5×10³'],
  ['a number behind reasoning', number, '<think>ﬁrst 7</think>\n\n42', '42'],
  ['a number in a LaTeX box', { kind: 'numeric', answer: 0.5 }, 'so \\boxed{\\frac{1}{2}}', '\\frac{1}{2}'],
  ['a number behind a byte order mark', number, '\uFEFF42', '42'],
  ['a number of another script', number, 'الإجابة: ٤٢', '٤٢'],
  ['a letter', choice, 'The answer is (B).', 'B'],
  ['a letter in LaTeX', choice, 'so \\boxed{\\text{B}}', 'B'],
  ['the text of an option', choice, 'It must be OSLO then', 'OSLO'],
  ['a letter of another script', choice, 'Ответ: Б', 'Б'],
  ['a whole answer', { kind: 'exact', answer: 'oslo' }, '<think>hm</think> Oslo. ', 'Oslo.'],
  ['a fact', { kind: 'required_facts', facts: ['straße'] }, 'In der STRASSE 5', 'STRASSE'],
  [
    'a forbidden phrase',
    { kind: 'rules', must_not_contain: ['our policy'] },
    'Per our\n  policy, no.',
    'our\n  policy',
  ],
  ['JSON in prose', json, 'Sure: {"a": 1} ok', '{"a": 1}'],
  ['JSON in a fence', json, '```json\n{"a":1}\n```', '{"a":1}'],
  ['full-width JSON', json, 'Ｓｕｒｅ： ｛＂a＂：1｝ ok', '｛＂a＂：1｝'],
  ['JSON that is broken', json, 'Sure: {"a":1,}', '{"a":1,}'],
  [
    'a call in tags',
    call,
    'ok <tool_call>{"name":"f","arguments":{"a":1}}</tool_call>',
    '{"name":"f","arguments":{"a":1}}',
  ],
  ['a call in Python', call, 'I say f(a=1) now', 'f(a=1)'],
  ['a call in a fence', call, 'Call:\n```tool_code\nprint(f(a=1))\n```', 'f(a=1)'],
  ['a refusal', { kind: 'refusal', expected: 'refuse' }, 'Oh. I can’t help with that.', 'I can’t help'],
])('the span of %s is what was read', (_name, check, text, expected) => {
  expect(read(check, text)).toBe(expected);
});

const filler = fc.array(
  fc.constantFrom(
    'word ',
    'ﬁ ',
    'ﷺ ',
    'e\u0301 ',
    'Ａ',
    '½ ',
    '👩‍👩‍👧 ',
    'ﾊﾞ ',
    '<think>no 7</think>',
    '\n',
    'ß ',
  ),
  { maxLength: 12 },
);

test('whatever comes before, the span of the answer is the answer', () => {
  fc.assert(
    fc.property(filler, (parts) => {
      const text = `${parts.join('')}\nAnswer: 4217 B {"key": "Ünï"}`;
      expect(read({ kind: 'numeric', answer: 4217 }, text)).toBe('4217');
      expect(read({ kind: 'json_equal', answer: { key: 'Ünï' } }, text)).toBe('{"key": "Ünï"}');
      expect(read({ kind: 'required_facts', facts: ['answer'] }, text)).toBe('Answer');
    }),
  );
});
