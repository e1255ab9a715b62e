import fc from 'fast-check';
import { expect, test } from 'vitest';
import { itemSchema } from '../../../src-main/contract/item.ts';
import { normaliseItemRecord } from '../../../src-main/items/flat-item.ts';
import { checks } from '../../fixtures/scoring-checks.ts';

function item(record: unknown) {
  const normalised = normaliseItemRecord(record);
  if (!normalised.ok) throw new Error(normalised.error.message);
  expect(itemSchema.parse(normalised.data)).toEqual(normalised.data);
  return normalised.data;
}

function refusal(record: unknown): { message: string; field: string | undefined } {
  const normalised = normaliseItemRecord(record);
  if (normalised.ok) throw new Error(`accepted: ${JSON.stringify(normalised.data)}`);
  expect(normalised.error.code).toBe('item_broken');
  return { message: normalised.error.message, field: normalised.error.where?.field };
}

test('the full form passes through, an id that is a number becomes text', () => {
  const full = { id: 'a1', input: 'x', stratum: 's', split: 'dev', check: { kind: 'exact', answer: 'y' } };
  expect(item(full)).toEqual(full);
  expect(item({ ...full, id: 7 }).id).toBe('7');
});

test('scorer and its fields beside the input', () => {
  expect(item({ id: 'a', input: 'x', stratum: 's', scorer: 'numeric', answer: 42, tol: 0.01 })).toEqual({
    id: 'a',
    input: 'x',
    stratum: 's',
    check: { kind: 'numeric', answer: 42, tolerance: 0.01 },
  });
  expect(item({ id: 'a', input: 'x', scorer: 'numeric', answer: '1,200' }).check).toEqual({
    kind: 'numeric',
    answer: 1200,
  });
  expect(item({ id: 'a', input: 'x', scorer: 'json_schema', schema: { type: 'object' } }).check).toEqual({
    kind: 'json_schema',
    schema: { type: 'object' },
  });
  expect(item({ id: 'a', input: 'x', scorer: 'required_facts', facts: ['a', ['b', 'c']] }).check).toEqual({
    kind: 'required_facts',
    facts: ['a', ['b', 'c']],
  });
});

test.each(checks.map((check) => [check.kind, check] as const))(
  '%s in the flat form is the same check',
  (_kind, check) => {
    const { kind, ...fields } = check;
    expect(item({ id: 'a', input: 'x', scorer: kind, ...fields }).check).toEqual(check);
  },
);

test('a question with options gets them listed, and the answer by letter or by text', () => {
  const record = { id: 'a', question: 'Capital of Norway?', options: ['Paris', 'Oslo'], answer: 'B' };
  const read = item(record);
  expect(read.check).toEqual({ kind: 'choice', options: ['Paris', 'Oslo'], answer: 'B' });
  expect(read.input).toContain('Capital of Norway?');
  expect(read.input).toContain('A. Paris\nB. Oslo');
  expect(item({ ...record, answer: 'Oslo' })).toEqual(read);
  expect(item({ ...record, answer: 'b' })).toEqual(read);
  expect(item({ id: 'a', input: 'As it is', options: ['Paris', 'Oslo'], answer: 'B' }).input).toBe(
    'As it is',
  );
});

test('score_fn with what it expects', () => {
  expect(item({ id: 'a', prompt: '6*7?', score_fn: 'contains', expect: '42' })).toEqual({
    id: 'a',
    input: '6*7?',
    check: { kind: 'required_facts', facts: ['42'] },
  });
  expect(item({ id: 'a', prompt: 'x', score_fn: 'exact', expect: true }).check).toEqual({
    kind: 'exact',
    answer: 'true',
  });
  expect(item({ id: 'a', prompt: 'x', score_fn: 'not_contains', expect: ['a', 'b'] }).check).toEqual({
    kind: 'rules',
    must_not_contain: ['a', 'b'],
  });
});

test.each<[string, unknown, string, RegExp]>([
  ['no scorer at all', { id: 'a', input: 'x' }, 'check', /missing/],
  [
    'an unknown scorer',
    { id: 'a', input: 'x', scorer: 'bleu' },
    'scorer',
    /"bleu" is no scorer; there are exact/,
  ],
  [
    'an unknown score_fn',
    { id: 'a', prompt: 'x', score_fn: 'rouge', expect: 'y' },
    'score_fn',
    /"rouge" is not known/,
  ],
  ['nothing to expect', { id: 'a', prompt: 'x', score_fn: 'contains' }, 'expect', /missing/],
  ['no id', { input: 'x', scorer: 'exact', answer: 'y' }, 'id', /missing/],
  [
    'a number in words',
    { id: 'a', input: 'x', scorer: 'numeric', answer: 'many' },
    'answer',
    /expected number/,
  ],
  ['no schema', { id: 'a', input: 'x', scorer: 'json_schema' }, 'schema', /missing/],
  ['a negative tolerance', { id: 'a', input: 'x', scorer: 'numeric', answer: 1, tol: -1 }, 'tol', /tol: /],
  [
    'tolerance twice',
    { id: 'a', input: 'x', scorer: 'numeric', answer: 1, tolerance: 1, tol: 1 },
    'tol',
    /given twice/,
  ],
  [
    'two prompts',
    { id: 'a', input: 'x', prompt: 'y', scorer: 'exact', answer: 'z' },
    'prompt',
    /stands in input already/,
  ],
  [
    'an unknown field',
    { id: 'a', input: 'x', scorer: 'exact', answer: 'y', note: 1 },
    'note',
    /not a known field/,
  ],
  [
    'an answer by number',
    { id: 'a', question: 'x', options: ['p', 'q'], answer: 1 },
    'answer',
    /from 0 or from 1/,
  ],
  [
    'an answer that is no option',
    { id: 'a', question: 'x', options: ['p', 'q'], answer: 'r' },
    'answer',
    /none of the options A to B/,
  ],
  [
    'an answer of two meanings',
    { id: 'a', question: 'x', options: ['B', 'A'], answer: 'A' },
    'answer',
    /the text of another/,
  ],
  ['one option', { id: 'a', question: 'x', options: ['p'], answer: 'A' }, 'options', /2 to 26/],
  [
    'a broken call',
    { id: 'a', input: 'x', scorer: 'tool_call', calls: [{ name: 'f' }] },
    'calls.0.arguments',
    /missing/,
  ],
  ['an unknown split', { id: 'a', input: 'x', split: 'test', scorer: 'exact', answer: 'y' }, 'split', /dev/],
])('%s is refused by the name of the field', (_name, record, field, message) => {
  const refused = refusal(record);
  expect(refused.field).toBe(field);
  expect(refused.message).toMatch(message);
});

test('two forms at once, and what is no object, are refused', () => {
  expect(
    refusal({ id: 'a', input: 'x', scorer: 'exact', answer: 'y', score_fn: 'exact', expect: 'y' }).message,
  ).toMatch(/two forms/);
  for (const record of [null, 7, 'x', [], undefined])
    expect(refusal(record).message).toMatch(/an item is an object/);
});

test('no record ends in an exception', () => {
  const names = fc.constantFrom(
    'id',
    'input',
    'question',
    'scorer',
    'options',
    'answer',
    'score_fn',
    'expect',
    'check',
    'tol',
    'facts',
  );
  const values = fc.oneof(
    fc.anything(),
    fc.constantFrom('numeric', 'choice', 'contains', 'A', ['a', 'b'], 7, 7n),
  );
  fc.assert(
    fc.property(fc.dictionary(names, values), (record) => {
      const normalised = normaliseItemRecord(record);
      if (!normalised.ok) expect(normalised.error.message).not.toBe('');
    }),
    { numRuns: 2000 },
  );
});
