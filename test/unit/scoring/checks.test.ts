import { expect, test } from 'vitest';
import { checkSchema, type Check, type Json } from '../../../src-main/contract/item.ts';
import { referenceAnswer, score, validateCheck } from '../../../src-main/scoring/registry.ts';

function refusal(check: Check): string {
  const valid = validateCheck(check);
  if (valid.ok) throw new Error(`accepted: ${JSON.stringify(check)}`);
  expect(valid.error.code).toBe('item_broken');
  expect(valid.error.next).toBeTruthy();
  expect(valid.error.where?.field).toMatch(/^check/u);
  return valid.error.message;
}

const schema = (value: Json): Check => ({ kind: 'json_schema', schema: value });

test.each<[string, Check, RegExp]>([
  ['a reference to elsewhere', schema({ $ref: 'https://example.org/a.json' }), /nothing is fetched/],
  ['a reference to nothing', schema({ $ref: '#/$defs/a' }), /#\/\$defs\/a is not in the schema/],
  ['a type that there is not', schema({ type: 'text' }), /type/],
  ['a broken pattern', schema({ type: 'string', pattern: '(' }), /regular expression/i],
  ['a schema that is a list', schema([]), /an object, or true or false/],
  ['a schema that is a text', schema('{"type":"object"}'), /an object, or true or false/],
  ['a schema that refers to itself without end', schema({ $ref: '#' }), /without end/],
  ['an asynchronous schema', schema({ $async: true, type: 'object' }), /asynchronous/],
  ['draft 4', schema({ $schema: 'http://json-schema.org/draft-04/schema#' }), /too old/],
  ['an unknown dialect', schema({ $schema: 'https://example.org/dialect' }), /dialect/],
  [
    'an answer that is no option',
    { kind: 'choice', options: ['a', 'b'], answer: 'C' },
    /none of the options A to B/,
  ],
  ['rules that ask for nothing', { kind: 'rules', must_not_contain: [] }, /ask for nothing/],
  [
    'rules at odds',
    { kind: 'rules', must_contain_all: ['policy'], must_not_contain: ['POL'] },
    /No answer can keep/,
  ],
  ['an answer that reasons without end', { kind: 'exact', answer: '<think>x' }, /its own answer/],
  ['a nesting bomb', { kind: 'json_equal', answer: nested(300) }, /nested more than 200 deep/],
  [
    'a nesting bomb of arguments',
    { kind: 'tool_call', calls: [{ name: 'f', arguments: { a: nested(300) } }] },
    /nest more than 200 deep/,
  ],
])('%s is refused before a run', (_name, check, message) => {
  expect(refusal(check)).toMatch(message);
});

function nested(depth: number): Json {
  return JSON.parse('['.repeat(depth) + ']'.repeat(depth)) as Json;
}

test('a schema that cannot be used is unsupported, never a wrong answer', () => {
  const scored = score(schema({ $ref: 'https://example.org/a.json' }), { text: '{}', finish: 'end' });
  expect(scored).toMatchObject({ outcome: 'unsupported', value: null });
});

test('schemas of two items may use one $id for different things', () => {
  const one = schema({ $id: 'https://example.org/x', type: 'integer' });
  const other = schema({ $id: 'https://example.org/x', type: 'string' });
  expect(score(one, { text: '1', finish: 'end' }).value).toBe(1);
  expect(score(other, { text: '1', finish: 'end' }).value).toBe(0);
  expect(score({ ...one }, { text: '1', finish: 'end' }).value).toBe(1);
});

test.each<[string, Json, string | null]>([
  [
    'required properties',
    { type: 'object', required: ['a'], properties: { a: { type: 'integer', minimum: 5 } } },
    '{"a":5}',
  ],
  ['an enum', { enum: ['x', 'y'] }, '"x"'],
  ['a constant', { const: 0 }, '0'],
  ['a default', { type: 'integer', default: 7 }, '7'],
  ['items', { type: 'array', minItems: 2, items: { type: 'boolean' } }, '[true,true]'],
  ['a local reference', { $ref: '#/$defs/n', $defs: { n: { type: 'null' } } }, 'null'],
  ['a choice of shapes', { anyOf: [{ type: 'string', minLength: 6 }, { type: 'null' }] }, '"textxx"'],
  ['nothing', false, null],
  ['a pattern that no simple text has', { type: 'string', pattern: '^[0-9]{8}$' }, null],
  ['a recursive schema', { type: 'object', required: ['a'], properties: { a: { $ref: '#' } } }, null],
])('the reference answer for %s', (_name, value, text) => {
  expect(referenceAnswer(schema(value))).toBe(text);
});

test('the reference answer is what the check says', () => {
  expect(referenceAnswer({ kind: 'exact', answer: ['NYC', 'New York'] })).toBe('NYC');
  expect(referenceAnswer({ kind: 'numeric', answer: -1.5 })).toBe('-1.5');
  expect(referenceAnswer({ kind: 'required_facts', facts: [['a', 'b'], 'c'] })).toBe('a; c');
  expect(referenceAnswer({ kind: 'rules', must_not_contain: ['yes'] })).toBe('No');
  expect(
    referenceAnswer({ kind: 'rules', must_contain_one_of: ['bad', 'good'], must_not_contain: ['bad'] }),
  ).toBe('good');
  expect(referenceAnswer({ kind: 'tool_call', calls: [{ name: 'f', arguments: { a: 1 } }] })).toBe(
    '{"name":"f","arguments":{"a":1}}',
  );
});

test('the kinds of checks are told apart by their schema', () => {
  expect(checkSchema.safeParse({ kind: 'refusal', expected: 'refuse' }).success).toBe(true);
  expect(checkSchema.safeParse({ kind: 'refusal', expected: 'maybe' }).success).toBe(false);
  expect(checkSchema.safeParse({ kind: 'f1', answer: [] }).success).toBe(false);
});

test('reasons say what was read and what was expected', () => {
  const reason = (check: Check, text: string, finish: 'end' | 'length' = 'end'): string =>
    score(check, { text, finish }).reason;
  expect(reason({ kind: 'numeric', answer: 41 }, 'Answer: 42')).toBe(
    'read 42, at the answer marker; expected 41',
  );
  expect(reason({ kind: 'numeric', answer: 41 }, 'so it', 'length')).toBe(
    'found no number; the output was cut off at the token limit',
  );
  expect(reason({ kind: 'choice', options: ['x', 'y'], answer: 'B' }, 'A')).toBe(
    'read A, the whole answer; expected B',
  );
  expect(reason({ kind: 'exact', answer: 'Oslo' }, 'Oslo in Norway')).toBe(
    'read “Oslo in Norway”; expected “Oslo” and nothing else',
  );
  expect(reason({ kind: 'json_equal', answer: { a: 1 } }, '{"a":2}')).toBe(
    'read the whole answer: "a": expected 1, got 2',
  );
  expect(reason({ kind: 'tool_call', calls: [{ name: 'f', arguments: { a: 1 } }] }, 'f(a=2)')).toBe(
    'f: a is 2, expected 1',
  );
});
